//! Sensitive values of calls that wait: they stay in the memory of this process, and no database has them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hpd_runtime::text::HIDDEN;

use super::secrets::{Secrets, mask};
use crate::approval::{
    Awaits, Decided, Frozen, MemoryStore, PendingCall, PendingId, Question, StoredOutcome,
};
use crate::system::Timestamp;

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

/// What of a call may hold sensitive values, as it was.
pub(crate) struct Kept {
    frozen: Frozen,
    /// The arguments as the model wrote them.
    sent: String,
    awaits: Awaits,
    /// The parameters that were checked.
    fields: Vec<String>,
    /// The values that the call was made with.
    known: Secrets,
    /// These, and its own.
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
    /// A call as it may be stored and told of, and what it lacks then: to be [put](Self::put) here once it is stored. The values may
    /// stand anywhere in it, not only where their parameters are.
    pub(crate) fn separate(call: PendingCall) -> (PendingCall, Option<Kept>) {
        let sensitive = &call.notes.sensitive;
        if sensitive.is_empty() && call.notes.secrets.is_empty() {
            return (call, None);
        }
        let mut stored = call.clone();
        let mut secrets = call.notes.secrets.clone();
        if !sensitive.is_empty() {
            let (masked, values) = mask(&call.frozen.arguments, sensitive);
            stored.frozen.arguments = masked;
            secrets.learn(&values);
            // The model may have written the same values in other ways.
            secrets.learn(&mask(&call.sent.arguments, sensitive).1);
        }
        stored.frozen.arguments = secrets.scrub(&stored.frozen.arguments);
        let provenance = std::mem::take(&mut stored.frozen.provenance);
        stored.frozen.provenance =
            provenance.into_iter().map(|(name, source)| (secrets.scrub(&name), source)).collect();
        stored.sent.arguments = if sensitive.is_empty() {
            secrets.scrub(&call.sent.arguments)
        } else {
            // What the model wrote may be anything; what runs is known.
            stored.frozen.arguments.clone()
        };
        stored.awaits = awaits_without(&secrets, stored.awaits);
        stored.notes.fields.iter_mut().for_each(|name| *name = secrets.scrub(name));
        if sensitive.is_empty() && stored == call {
            return (stored, None);
        }
        let until = call.expires.after(LONGEST_RUN);
        let PendingCall { frozen, sent, awaits, notes, .. } = call;
        let (sent, fields, known) = (sent.arguments, notes.fields, notes.secrets);
        (stored, Some(Kept { frozen, sent, awaits, fields, known, secrets, until }))
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

    /// The call as it was before it was stored, if this process stored it.
    pub(crate) fn restore(&self, mut call: PendingCall) -> PendingCall {
        if let Some(kept) = self.lock().kept.get(&call.id) {
            call.frozen.clone_from(&kept.frozen);
            call.sent.arguments.clone_from(&kept.sent);
            call.awaits.clone_from(&kept.awaits);
            call.notes.fields.clone_from(&kept.fields);
            call.notes.secrets.clone_from(&kept.known);
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
        let Some(call) = call else { return outcome };
        match self.lock().kept.get(&call.id) {
            Some(kept) => outcome.text = kept.secrets.scrub(&outcome.text),
            None if call.notes.sensitive.is_empty() => {}
            None => HIDDEN.clone_into(&mut outcome.text),
        }
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

/// What a call waits for, as it may be stored.
fn awaits_without(secrets: &Secrets, awaits: Awaits) -> Awaits {
    match awaits {
        Awaits::Nothing => Awaits::Nothing,
        Awaits::Input { missing, uncertain, question } => {
            Awaits::Input { missing, uncertain, question: secrets.scrub(&question) }
        }
        Awaits::Approval { nonce, phrase, question } => {
            let phrase = phrase.map(|phrase| secrets.scrub(&phrase));
            // Only what comes from the call is looked at: numbers of the question itself may look like a value.
            let asked = serde_json::from_str::<Question>(&question);
            let asked = asked.map(|asked| asked.without(&|text| secrets.scrub(text)));
            let written = asked.and_then(|asked| serde_json::to_string(&asked));
            let question = written.unwrap_or_else(|_| secrets.scrub(&question));
            Awaits::Approval { nonce, phrase, question }
        }
    }
}

#[cfg(test)]
mod tests;
