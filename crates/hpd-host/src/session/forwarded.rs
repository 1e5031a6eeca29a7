//! Forwarded calls that wait for their results.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hpd_journal::pending::PendingId;
use hpd_runtime::Principal;
use hpd_runtime::args::{CallOrigin, Warning};
use hpd_runtime::spec::QualifiedId;

use super::{Session, Tried};

/// A call that was [forwarded](crate::outcome::OutcomeKind::Forward) and waits for its result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AwaitedCall {
    /// The provider's id of the call.
    pub call_id: Arc<str>,
    /// The name that was called.
    pub tool_name: Arc<str>,
    /// The tool's qualified id.
    pub tool: QualifiedId,
    /// The warnings about its arguments. Not stored with a session.
    pub warnings: Vec<Warning>,
    /// The id of its stored row, if it was approved.
    pub(crate) pending: Option<PendingId>,
    /// What the provider's message says of it.
    pub(crate) origin: Option<Arc<CallOrigin>>,
    /// Whether the entry comes from an unsealed text: the stored row decides whose call it is.
    pub(crate) is_from_outside: bool,
}

/// No call with this id waits for a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotForwarded {
    call_id: String,
}

impl NotForwarded {
    pub(crate) fn of(call_id: &str) -> Self {
        Self { call_id: call_id.to_owned() }
    }

    /// The id.
    pub fn call_id(&self) -> &str {
        &self.call_id
    }
}

impl fmt::Display for NotForwarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no call with the id `{}` waits for a result in this session: it was never forwarded, or it was completed before",
            self.call_id
        )
    }
}

impl std::error::Error for NotForwarded {}

/// Why a call can't wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotAdded {
    /// A forwarded call has the same id: their results would be indistinguishable.
    Duplicate,
    /// As many wait as may.
    TooMany,
}

/// A forwarded call, with what is not stored with a session.
#[derive(Debug, Clone)]
pub(crate) struct Waiting {
    pub(crate) call: AwaitedCall,
    /// Its fingerprint for repeated failures.
    pub(crate) tried: Option<Tried>,
    /// Whose call it is: a long result is kept for this principal, whoever completes the call.
    pub(crate) principal: Option<Principal>,
    /// The journal's id of the turn in which it was made.
    pub(crate) turn: Option<String>,
}

/// The calls of a session that wait, in the order in which they were forwarded. They are few, so that a list is as good
/// as a map.
#[derive(Debug, Default)]
pub(crate) struct ForwardedCalls {
    waiting: Mutex<Vec<Waiting>>,
}

impl ForwardedCalls {
    /// Adds a call, if no more than `most` wait then.
    pub(crate) fn add(&self, added: Waiting, max: usize) -> Result<(), NotAdded> {
        let mut waiting = self.lock();
        room_in(&waiting, &added.call.call_id, max)?;
        waiting.push(added);
        Ok(())
    }

    /// Whether a call could be added.
    pub(crate) fn check_room(&self, call_id: &str, max: usize) -> Result<(), NotAdded> {
        room_in(&self.lock(), call_id, max)
    }

    /// Takes a call out: only the first request gets it.
    pub(crate) fn take(&self, call_id: &str) -> Result<Waiting, NotForwarded> {
        let mut waiting = self.lock();
        match waiting.iter().position(|waiting| *waiting.call.call_id == *call_id) {
            Some(place) => Ok(waiting.remove(place)),
            None => Err(NotForwarded::of(call_id)),
        }
    }

    /// Puts back a call that was taken out and did not end.
    pub(crate) fn put_back(&self, taken: Waiting) {
        self.lock().push(taken);
    }

    /// All that wait.
    pub(crate) fn list(&self) -> Vec<AwaitedCall> {
        self.lock().iter().map(|waiting| waiting.call.clone()).collect()
    }

    pub(super) fn from_list(calls: Vec<AwaitedCall>) -> Self {
        let waiting: Vec<_> = calls
            .into_iter()
            .map(|call| Waiting { call, tried: None, principal: None, turn: None })
            .collect();
        Self { waiting: Mutex::new(waiting) }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Waiting>> {
        // The list is always consistent, so a panic in another holder leaves nothing half done.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn room_in(waiting: &[Waiting], call_id: &str, max: usize) -> Result<(), NotAdded> {
    if waiting.iter().any(|other| *other.call.call_id == *call_id) {
        return Err(NotAdded::Duplicate);
    }
    if waiting.len() >= max { Err(NotAdded::TooMany) } else { Ok(()) }
}

impl Session {
    /// The calls that were forwarded and wait for their results, in the order in which they were forwarded.
    pub fn waiting_calls(&self) -> Vec<AwaitedCall> {
        self.state.forwarded.list()
    }

    /// Stops waiting for the result of a call. Returns whether the call was waiting.
    pub fn forget_call(&self, call_id: &str) -> bool {
        self.state.forwarded.take(call_id).is_ok()
    }

    pub(crate) fn forwarded(&self) -> &ForwardedCalls {
        &self.state.forwarded
    }
}
