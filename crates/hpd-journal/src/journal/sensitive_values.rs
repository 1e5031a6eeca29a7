//! Sensitive values of calls that wait: they stay in the memory of this process, and no database has them.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hpd_runtime::__private::text::HIDDEN;
use hpd_runtime::args::Node;

use crate::parse_trusted::{parse_trusted, read_stored};
use crate::pending::canonical::canonical_json;
use crate::pending::{
    Decided, FrozenArguments, FunctionInputs, MemoryStore, PendingCall, PendingId, PendingReason, Question,
    SentCall, StoredOutcome,
};
use crate::redact::{Secrets, mask};
use crate::system::Timestamp;

/// How long after its time is over a call may still run.
const LONGEST_RUN: Duration = Duration::from_secs(24 * 60 * 60);

/// Sensitive values of pending calls, in memory. A call that another process reads back lacks them. Its digest then
/// does not fit, so it can't be approved and never runs.
///
/// Values of finished calls are kept for a while, so that the same answer can be repeated: those of the newest 1,024.
#[derive(Debug, Default)]
pub(crate) struct SensitiveValues {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    kept: HashMap<PendingId, Kept>,
    /// The ends of their use, of calls that are not done with.
    ends: BTreeSet<(Timestamp, PendingId)>,
    /// Calls that are done with, the first that was first.
    done: VecDeque<PendingId>,
}

/// The parts of a call that may hold sensitive values, in clear.
pub(crate) struct Kept {
    frozen: FrozenArguments,
    /// The arguments as the model wrote them.
    sent: String,
    awaits: PendingReason,
    inputs: Box<FunctionInputs>,
    /// The parameters that were checked.
    fields: Vec<String>,
    /// The values that the call was made with.
    known: Secrets,
    /// These, and its own.
    secrets: Secrets,
    /// The end of their use.
    until: Timestamp,
}

/// Without the values.
impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept(..)")
    }
}

impl SensitiveValues {
    /// The storable form of a call, and its sensitive parts: to be [put](Self::put) here once it is stored. The values
    /// may occur anywhere in it, not only in their parameters.
    pub(crate) fn separate(call: PendingCall) -> (PendingCall, Option<Kept>) {
        let sensitive = &call.notes.sensitive;
        let has_sensitive = !sensitive.is_empty() || call.inputs.has_sensitive();
        if !has_sensitive && call.notes.secrets.is_empty() {
            return (call, None);
        }
        let mut stored = call.clone();
        let mut secrets = call.notes.secrets.clone();
        secrets.learn(&call.inputs.secrets());
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
        stored.sent.arguments = if sensitive.is_empty() || is_repeated_in(&stored.frozen, &call.sent) {
            secrets.scrub(&call.sent.arguments)
        } else {
            // The model's text may be anything; the frozen arguments are known.
            stored.frozen.arguments.clone()
        };
        stored.awaits = awaits_without(&secrets, stored.awaits);
        *stored.inputs = std::mem::take(&mut *stored.inputs).without(&secrets);
        stored.notes.fields.iter_mut().for_each(|name| *name = secrets.scrub(name));
        if !has_sensitive && stored == call {
            return (stored, None);
        }
        stored.notes.values_elsewhere = true;
        let until = call.expires.after(LONGEST_RUN);
        let PendingCall { frozen, sent, awaits, inputs, notes, .. } = call;
        let (sent, fields, known) = (sent.arguments, notes.fields, notes.secrets);
        (stored, Some(Kept { frozen, sent, awaits, inputs, fields, known, secrets, until }))
    }

    /// Keeps the sensitive parts of a call stored at this moment. Parts of calls that another process may have ended
    /// are dropped.
    pub(crate) fn put(&self, id: PendingId, kept: Option<Kept>, now: Timestamp) {
        if let Some(kept) = kept {
            let mut inner = self.lock();
            let later = inner.ends.split_off(&(now.after(Duration::from_millis(1)), PendingId::new("")));
            for (_, over) in std::mem::replace(&mut inner.ends, later) {
                inner.kept.remove(&over);
            }
            inner.ends.insert((kept.until, id.clone()));
            inner.kept.insert(id, kept);
        }
    }

    /// The call as it was before it was stored, if this process stored it.
    pub(crate) fn restore(&self, mut call: PendingCall) -> PendingCall {
        if let Some(kept) = self.lock().kept.get(&call.id) {
            call.frozen.clone_from(&kept.frozen);
            call.sent.arguments.clone_from(&kept.sent);
            call.awaits.clone_from(&kept.awaits);
            call.inputs.clone_from(&kept.inputs);
            call.notes.fields.clone_from(&kept.fields);
            call.notes.secrets.clone_from(&kept.known);
            call.notes.values_elsewhere = false;
        }
        call
    }

    /// As [`restore`](Self::restore), for the result of a decision.
    pub(crate) fn restore_decided(&self, decided: Decided) -> Decided {
        match decided {
            Decided::Done(call) => Decided::Done(self.restore(call)),
            Decided::Repeated(call) => Decided::Repeated(self.restore(call)),
            Decided::Conflict(call) => Decided::Conflict(self.restore(call)),
            Decided::Missing => Decided::Missing,
        }
    }

    /// The outcome of a call without its sensitive values. Without the values in this process, nothing of the outcome
    /// is kept: the search terms are unknown.
    pub(crate) fn scrub(&self, call: Option<&PendingCall>, mut outcome: StoredOutcome) -> StoredOutcome {
        let Some(call) = call else { return outcome };
        match self.lock().kept.get(&call.id) {
            Some(kept) => outcome.text = kept.secrets.scrub(&outcome.text),
            None if call.notes.sensitive.is_empty() && !call.inputs.has_sensitive() => {}
            None => HIDDEN.clone_into(&mut outcome.text),
        }
        outcome
    }

    /// The call is done with: the values of the oldest such call may have to go.
    pub(crate) fn done(&self, id: &PendingId) {
        let mut inner = self.lock();
        let Some(until) = inner.kept.get(id).map(|kept| kept.until) else { return };
        if !inner.ends.remove(&(until, id.clone())) {
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
        if let Some(kept) = inner.kept.remove(id)
            && !inner.ends.remove(&(kept.until, id.clone()))
        {
            inner.done.retain(|done| done != id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Each change updates both lists, and leftovers in one are harmless.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the model's text has only members that the frozen arguments have: it may be stored if those may. Another
/// process can run such a call.
fn is_repeated_in(frozen: &FrozenArguments, sent: &SentCall) -> bool {
    let (Ok(Node::Object(sent)), Ok(Node::Object(frozen))) =
        (parse_trusted(&sent.arguments), parse_trusted(&frozen.arguments))
    else {
        return false;
    };
    let is_frozen = |name: &str, value: &Node<'_>| {
        let frozen = frozen.iter().find(|(other, _)| other == name);
        frozen.is_some_and(|(_, frozen)| match (canonical_json(value), canonical_json(frozen)) {
            (Ok(sent), Ok(frozen)) => sent == frozen,
            _ => false,
        })
    };
    sent.iter().all(|(name, value)| is_frozen(name, value))
}

/// The storable form of the pending reason.
fn awaits_without(secrets: &Secrets, awaits: PendingReason) -> PendingReason {
    match awaits {
        PendingReason::Nothing => PendingReason::Nothing,
        PendingReason::Input { missing, uncertain, question } => {
            PendingReason::Input { missing, uncertain, question: secrets.scrub(&question) }
        }
        PendingReason::Approval { nonce, phrase, question } => {
            let phrase = phrase.map(|phrase| secrets.scrub(&phrase));
            // Only parts that come from the call are examined: numbers of the question itself may look like a value.
            let asked = read_stored::<Question>(&question);
            let asked = asked.map(|asked| asked.without(&|text| secrets.scrub(text)));
            let written = asked.and_then(|asked| serde_json::to_string(&asked));
            let question = written.unwrap_or_else(|_| secrets.scrub(&question));
            PendingReason::Approval { nonce, phrase, question }
        }
    }
}

#[cfg(test)]
mod tests;
