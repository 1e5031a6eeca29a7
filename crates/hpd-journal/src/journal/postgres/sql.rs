//! Statements of a journal: each names the journal's schema, so that no connection has to be set up for it.

use crate::pending::digest::text_hash;
use crate::system::{SystemRandom, random_id};

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
        format!("SET LOCAL statement_timeout = 0; NOTIFY {}, '{}'; COMMIT", self.channel, self.process)
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
