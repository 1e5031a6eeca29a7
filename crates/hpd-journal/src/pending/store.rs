//! Where pending calls are kept.

use std::fmt;
use std::sync::Arc;

use super::{CallState, PendingCall, PendingId, PendingVerdict, StoredOutcome};
use crate::system::BoxFuture;
use crate::system::Timestamp;

/// The store failed: that of pending calls, or the journal. Nothing is approved and nothing runs then.
#[derive(Debug)]
pub struct StoreError {
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl StoreError {
    /// The store failed for this reason.
    pub fn new(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { source: source.into() }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the store failed")
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.source)
    }
}

/// Why a call was not inserted.
#[derive(Debug)]
#[non_exhaustive]
pub enum InsertError {
    /// It neither waits nor is approved, or something was decided about it before.
    NotNew,
    /// There is one with this id.
    Exists,
    /// As many wait in its session as may.
    TooMany,
    /// The store failed.
    Store(StoreError),
}

impl fmt::Display for InsertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotNew => "the call does not wait, or something was decided about it before",
            Self::Exists => "there is a call with this id",
            Self::TooMany => "too many calls wait in this session",
            Self::Store(error) => return error.fmt(f),
        })
    }
}

impl std::error::Error for InsertError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::NotNew | Self::Exists | Self::TooMany => None,
        }
    }
}

impl From<StoreError> for InsertError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The result of a decision. Exhaustive: whoever takes decisions must answer each case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decided {
    /// It holds: the call as it is now. A wrong phrase holds as a try that was counted.
    Done(PendingCall),
    /// The same decision was made before; nothing changed. Contains the current call. It may have run since: to run it,
    /// [claim](PendingStore::claim) it.
    Repeated(PendingCall),
    /// The call can't take this decision any more: it was decided otherwise, or its time is over.
    Conflict(PendingCall),
    /// There is no such call.
    Missing,
}

impl Decided {
    /// The call as it is now.
    pub const fn call(&self) -> Option<&PendingCall> {
        match self {
            Self::Done(call) | Self::Repeated(call) | Self::Conflict(call) => Some(call),
            Self::Missing => None,
        }
    }
}

/// Which calls are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PendingFilter {
    /// Those of this session; of all, if `None`.
    pub session: Option<String>,
    /// Those in one of these states; in any, if empty.
    pub states: Vec<CallState>,
}

impl PendingFilter {
    /// Whether a call is listed.
    pub fn takes(&self, call: &PendingCall) -> bool {
        self.session.as_ref().is_none_or(|session| *session == call.owner.session)
            && (self.states.is_empty() || self.states.contains(&call.state))
    }
}

/// The store of pending calls. It has no general update. Each method is one step of the state machine, made by
/// compare-and-set: of simultaneous callers, exactly one succeeds.
///
/// The steps themselves are methods of [`PendingCall`] and [`CallState::after`]. A store makes each read and write
/// atomic. A call expires *at* its moment. The first `insert`, `decide`, `claim` or `expire` that notices this records
/// it.
///
/// [`testing::pending_store`](crate::testing::pending_store) checks an implementation against these rules.
///
/// # Errors
///
/// A method fails if the result of the step is unknown. The step then counts as not taken: nothing is approved, and
/// nothing runs.
pub trait PendingStore: Send + Sync {
    /// Adds a [new](PendingCall::is_new) call, if at most `max_open` calls of its session [are
    /// open](CallState::is_open) with it. Open calls of the session that are over at its creation expire first.
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>>;

    /// A call by its id, as it was written last: its time may be over by now.
    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>>;

    /// Decides about a call, as [`PendingCall::decided`] says. An open call whose time is over becomes expired instead,
    /// which is a conflict, also for who approved it in time. The third wrong phrase rejects; no answer repeats that.
    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>>;

    /// Takes an approved call to run it: only one caller ever gets it, as it is now (executing). Whoever does has to be
    /// done by `lease`. An approved call whose time is over becomes expired instead.
    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>>;

    /// Reports the end of a run. Returns whether the call was running. `state` is succeeded, failed or unknown; others
    /// have no effect. A call past its lease may be finished until [`expire`](Self::expire) makes it unknown.
    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Ends calls past their time: pending and approved calls expire, running calls become unknown after their lease.
    /// Returns them in their new form, the oldest first.
    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>>;

    /// Calls, as they were written last: the oldest first, those of one moment by id.
    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>>;
}

/// One store for several toolboxes: a new snapshot keeps the pending calls.
impl<S: PendingStore + ?Sized> PendingStore for Arc<S> {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        (**self).insert(call, max_open)
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        (**self).get(id)
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        (**self).decide(id, verdict, now)
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        (**self).claim(id, now, lease)
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        (**self).finish(id, state, outcome)
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        (**self).expire(now)
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        (**self).list(filter)
    }
}
