//! Sensitive values of calls that wait: they stay in the memory of this process, and no database has them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hpd_runtime::args::Node;

use crate::approval::{Awaits, Decided, MemoryStore, PendingCall, PendingId, StoredOutcome};
use crate::reread::reread;
use crate::system::Timestamp;

/// What stands in place of a sensitive value.
pub(crate) const HIDDEN: &str = "(hidden)";

/// The shortest value that is looked for in texts, in characters: shorter ones stand in any text.
const SHORTEST: usize = 3;

/// Values of a call that are looked for: one with more of them is not searched, and nothing of what comes of it is told.
const MOST: usize = 256;

/// How long after its time is over a call may still run.
const LONGEST_RUN: Duration = Duration::from_secs(24 * 60 * 60);

/// Sensitive values of calls that wait. A call that is read back in another process, or after this one ended, lacks them: its digest
/// does not fit then, so that nobody can approve it, and it never runs.
///
/// Those of calls that are done with are kept for a while, so that the same answer can be given again: of the newest 1,024.
#[derive(Debug, Default)]
pub(crate) struct Vault {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    kept: HashMap<PendingId, Kept>,
    /// Calls that are done with, the first that was first.
    done: VecDeque<PendingId>,
}

/// The texts of a call that hold sensitive values.
pub(crate) struct Kept {
    arguments: String,
    sent: String,
    /// What the user was asked for values.
    question: Option<String>,
    secrets: Secrets,
    /// When nobody can come for them any more.
    until: Timestamp,
}

/// Without the values.
impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept(..)")
    }
}

impl Vault {
    /// A call as it may be stored, and what it lacks then: to be [put](Self::put) here once it is stored.
    pub(crate) fn separate(mut call: PendingCall) -> (PendingCall, Option<Kept>) {
        if call.notes.sensitive.is_empty() {
            return (call, None);
        }
        let (masked, mut secrets) = mask(&call.frozen.arguments, &call.notes.sensitive);
        // The model may have written the same values in other ways.
        secrets.learn(&mask(&call.sent.arguments, &call.notes.sensitive).1);
        let arguments = std::mem::replace(&mut call.frozen.arguments, masked);
        // What the model wrote may be anything; what runs is known.
        let sent = std::mem::replace(&mut call.sent.arguments, call.frozen.arguments.clone());
        let question = match &mut call.awaits {
            Awaits::Input { question, .. } => {
                let scrubbed = secrets.scrub(question);
                Some(std::mem::replace(question, scrubbed))
            }
            Awaits::Nothing | Awaits::Approval { .. } => None,
        };
        let until = call.expires.after(LONGEST_RUN);
        (call, Some(Kept { arguments, sent, question, secrets, until }))
    }

    /// Keeps what a call lacks that is stored at this moment. What another process may have ended meanwhile is let go.
    pub(crate) fn put(&self, id: PendingId, kept: Option<Kept>, now: Timestamp) {
        if let Some(kept) = kept {
            let mut inner = self.lock();
            let Inner { kept: all, done } = &mut *inner;
            all.retain(|id, other| other.until > now || done.contains(id));
            all.insert(id, kept);
        }
    }

    /// The call as it may be stored: without its sensitive values, which are kept here. No other call may have its id: the values of that
    /// one would be lost.
    #[cfg(any(feature = "postgres", feature = "sqlite", test))]
    pub(crate) fn keep(&self, call: PendingCall) -> PendingCall {
        let (call, kept) = Self::separate(call);
        self.put(call.id.clone(), kept, call.created);
        call
    }

    /// The call as it was before it was stored, if this process stored it.
    pub(crate) fn restore(&self, mut call: PendingCall) -> PendingCall {
        if call.notes.sensitive.is_empty() {
            return call;
        }
        if let Some(kept) = self.lock().kept.get(&call.id) {
            call.frozen.arguments.clone_from(&kept.arguments);
            call.sent.arguments.clone_from(&kept.sent);
            if let (Awaits::Input { question, .. }, Some(asked)) = (&mut call.awaits, &kept.question) {
                question.clone_from(asked);
            }
        }
        call
    }

    /// As [`restore`](Self::restore), for what became of a decision.
    pub(crate) fn restore_decided(&self, decided: Decided) -> Decided {
        match decided {
            Decided::Done(call) => Decided::Done(self.restore(call)),
            Decided::Repeated(call) => Decided::Repeated(self.restore(call)),
            Decided::Conflict(call) => Decided::Conflict(self.restore(call)),
            Decided::Missing => Decided::Missing,
        }
    }

    /// What a call ended in, without the sensitive values that it was called with. Where another process has them, nothing of it is left:
    /// nobody here knows what to look for.
    pub(crate) fn scrub(&self, call: Option<&PendingCall>, mut outcome: StoredOutcome) -> StoredOutcome {
        let Some(call) = call.filter(|call| !call.notes.sensitive.is_empty()) else { return outcome };
        outcome.text = match self.lock().kept.get(&call.id) {
            Some(kept) => kept.secrets.scrub(&outcome.text),
            None => HIDDEN.to_owned(),
        };
        outcome
    }

    /// The call is done with: the values of the oldest such call may have to go.
    pub(crate) fn done(&self, id: &PendingId) {
        let mut inner = self.lock();
        if !inner.kept.contains_key(id) || inner.done.contains(id) {
            return;
        }
        inner.done.push_back(id.clone());
        if inner.done.len() > MemoryStore::KEPT
            && let Some(oldest) = inner.done.pop_front()
        {
            inner.kept.remove(&oldest);
        }
    }

    /// The call is gone, or was not stored.
    pub(crate) fn forget(&self, id: &PendingId) {
        let mut inner = self.lock();
        if inner.kept.remove(id).is_some() {
            inner.done.retain(|done| done != id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Each change is one of both lists, and what is left in one alone does no harm.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sensitive values, as texts that are looked for.
#[derive(Clone, Default)]
pub(crate) struct Secrets {
    /// The longest first, so that no rest of one stays.
    texts: Vec<String>,
    /// There are more: any text may hold one.
    are_too_many: bool,
}

/// Without the values.
impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secrets({})", self.texts.len())
    }
}

impl Secrets {
    /// What nobody knows, and what any text may hold.
    pub(crate) const fn unknown() -> Self {
        Self { texts: Vec::new(), are_too_many: true }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty() && !self.are_too_many
    }

    /// Whether one of the values that are known stands in a text.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        self.texts.iter().any(|secret| text.contains(&**secret))
    }

    /// A text without the values: as they are, and as JSON writes them. What is JSON stays JSON.
    pub(crate) fn scrub(&self, text: &str) -> String {
        if self.are_too_many {
            return HIDDEN.to_owned();
        }
        if self.is_empty() {
            return text.to_owned();
        }
        let as_json =
            reread(text).ok().and_then(|mut node| self.scrub_node(&mut node).then(|| node.to_json()));
        let scrubbed = as_json.unwrap_or_else(|| text.to_owned());
        // What is no JSON, and names in what is.
        self.scrub_text(scrubbed)
    }

    fn scrub_text(&self, text: String) -> String {
        self.texts.iter().fold(text, |text, secret| text.replace(&**secret, HIDDEN))
    }

    /// Whether anything was found.
    fn scrub_node(&self, node: &mut Node<'_>) -> bool {
        match node {
            Node::String(text) if self.are_in(text) => {
                *text = self.scrub_text(std::mem::take(text).into_owned()).into();
                true
            }
            Node::Number(number) if self.are_in(number) => {
                *node = hidden();
                true
            }
            // Not `any`: all of them are looked at.
            Node::Array(items) => items.iter_mut().fold(false, |found, item| self.scrub_node(item) | found),
            Node::Object(members) => {
                members.iter_mut().fold(false, |found, (_, member)| self.scrub_node(member) | found)
            }
            Node::Null | Node::Bool(_) | Node::String(_) | Node::Number(_) => false,
        }
    }

    /// Takes over the values of others.
    pub(crate) fn learn(&mut self, others: &Self) {
        self.are_too_many |= others.are_too_many;
        others.texts.iter().for_each(|secret| self.add_text(secret));
    }

    /// The same for a whole conversation: of those that are too many, the ones that came first.
    pub(crate) fn remember(&mut self, others: &Self) {
        for secret in &others.texts {
            if self.texts.len() < MOST {
                self.add_text(secret);
            }
        }
    }

    /// All texts and numbers of a value.
    fn add(&mut self, node: &Node<'_>) {
        match node {
            Node::String(text) => {
                self.add_text(text);
                let written = Node::String(text.as_ref().into()).to_json();
                self.add_text(
                    written.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text),
                );
            }
            Node::Number(number) => self.add_text(number),
            Node::Array(items) => items.iter().for_each(|item| self.add(item)),
            Node::Object(members) => members.iter().for_each(|(_, member)| self.add(member)),
            Node::Null | Node::Bool(_) => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if text.chars().count() < SHORTEST || self.texts.iter().any(|known| known == text) {
            return;
        }
        if self.texts.len() >= MOST {
            self.are_too_many = true;
            return;
        }
        let behind = self.texts.partition_point(|known| known.len() >= text.len());
        self.texts.insert(behind, text.to_owned());
    }
}

fn hidden() -> Node<'static> {
    Node::String(HIDDEN.into())
}

/// Arguments without the values of these parameters, and the values. Arguments that are no object are left out: nobody knows what
/// they hold.
pub(crate) fn mask(arguments: &str, sensitive: &[String]) -> (String, Secrets) {
    let mut secrets = Secrets::default();
    let Ok(Node::Object(mut members)) = reread(arguments) else {
        return (String::new(), secrets);
    };
    for (name, value) in &mut members {
        if sensitive.iter().any(|sensitive| sensitive == name) {
            secrets.add(value);
            *value = hidden();
        }
    }
    (Node::Object(members).to_json(), secrets)
}

/// Arguments of which only these are known to be harmless, and the values of all others. The text is `None` if it is not an
/// object, so that nobody knows what is in it.
pub(crate) fn mask_all_but(arguments: &str, harmless: &[String]) -> (Option<String>, Secrets) {
    let mut secrets = Secrets::default();
    let Ok(Node::Object(mut members)) = reread(arguments) else { return (None, secrets) };
    for (name, value) in &mut members {
        if !harmless.iter().any(|harmless| harmless == name) {
            secrets.add(value);
            *value = hidden();
        }
    }
    (Some(Node::Object(members).to_json()), secrets)
}

#[cfg(test)]
mod tests;
