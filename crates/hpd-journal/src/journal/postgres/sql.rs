//! Statements of a journal: each names the journal's schema, so that no connection has to be set up for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::journal::LOG;
use crate::pending::digest::text_hash;
use crate::system::{SystemRandom, random_id};

/// How long commits are silent after a server refused that one tells of itself.
const SILENCE: Duration = Duration::from_secs(60);

/// Builds statements from texts with `{schema}` for the schema, and `{around_body}` around the bodies of functions.
#[derive(Debug, Clone)]
pub(super) struct Sql {
    name: String,
    quoted: String,
    /// The delimiter around bodies of functions.
    around_body: String,
    /// The name under which commits tell of themselves.
    channel: String,
    /// The name of this process in what it tells.
    process: String,
    /// Until when commits are silent: the server, or a pooler before it, refused `NOTIFY`.
    silent_until: Arc<Mutex<Option<Instant>>>,
}

impl Sql {
    /// For the schema of this name.
    pub(super) fn new(name: &str) -> Self {
        let mut tag = "body".to_owned();
        while name.contains(&tag) {
            tag.push('_');
        }
        Self {
            name: name.to_owned(),
            quoted: format!("\"{}\"", name.replace('"', "\"\"")),
            around_body: format!("${tag}$"),
            channel: channel(name),
            // Without random bytes, a process hears its own commits too: it finds nothing new then.
            process: random_id(&SystemRandom).unwrap_or_default(),
            silent_until: Arc::default(),
        }
    }

    /// The name of the schema.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Listens to commits of all processes.
    pub(super) fn listen(&self) -> String {
        format!("LISTEN {}", self.channel)
    }

    /// Tells of the transaction, and commits it. A commit that waits for a replica must not be cut short: it would be
    /// done here, and perhaps not there.
    pub(super) fn commit(&self) -> String {
        format!("SET LOCAL statement_timeout = 0; {}COMMIT", self.tell())
    }

    fn tell(&self) -> String {
        if self.tells() { format!("NOTIFY {}, '{}'; ", self.channel, self.process) } else { String::new() }
    }

    /// Whether commits tell of themselves.
    pub(super) fn tells(&self) -> bool {
        let until = *self.silent_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_none_or(|until| until <= Instant::now())
    }

    /// Commits are silent for a while: other processes hear of them by asking.
    pub(super) fn fall_silent(&self, code: &str) {
        let until = Instant::now().checked_add(SILENCE);
        let before =
            std::mem::replace(&mut *self.silent_until.lock().unwrap_or_else(PoisonError::into_inner), until);
        if before.is_none() {
            tracing::warn!(target: LOG, code, "PostgreSQL refuses NOTIFY: other processes hear of events later");
        }
    }

    /// The name of this process in what it tells.
    pub(super) fn process(&self) -> &str {
        &self.process
    }

    /// The statement.
    pub(super) fn text(&self, template: &str) -> String {
        template.replace("{around_body}", &self.around_body).replace("{schema}", &self.quoted)
    }
}

/// A channel of the schema: names of channels are shorter than names of schemas may be.
fn channel(schema: &str) -> String {
    let hash = text_hash(schema);
    format!("hpd_{}", hash.get(..32).unwrap_or(&hash))
}
