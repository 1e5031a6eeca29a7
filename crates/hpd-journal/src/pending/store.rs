//! Where pending calls are kept.

use std::fmt;
use std::sync::Arc;

use hpd_runtime::Principal;
use hpd_runtime::spec::QualifiedId;

use super::{
    CallState, DecidedBy, Owner, PendingCall, PendingId, PendingVerdict, SessionRecord, StoreError,
    StoredOutcome,
};
use crate::setters::{optional_setters, setters};
use crate::system::BoxFuture;
use crate::system::Timestamp;

/// Why a call was not inserted.
#[derive(Debug)]
#[non_exhaustive]
pub enum InsertError {
    /// The call is not [new](PendingCall::is_new). A new call is pending, or approved without a question. It has no
    /// decision, wrong phrase, run or end yet.
    NotNew,
    /// A call with this id exists.
    Exists,
    /// The session already has the maximum number of open calls.
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

/// The result of a decision. Exhaustive: code that makes decisions must handle each case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decided {
    /// The decision counts. Contains the current call. A wrong phrase gives this variant too: it counts as a try.
    Done(PendingCall),
    /// The decision repeats an earlier one; nothing changed. Contains the current call, which may have run since. Only
    /// [`PendingStore::claim`] decides whether the call may still run.
    Repeated(PendingCall),
    /// The call can't take this decision any more: another decision was made, or the call's time is over.
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
#[non_exhaustive]
pub struct PendingFilter {
    /// Calls of this session; `None` for all sessions.
    pub session: Option<String>,
    /// Calls in these states; an empty list means all states.
    pub states: Vec<CallState>,
    /// Calls of this principal, of the same tenant; `None` for all principals.
    pub principal: Option<Principal>,
    /// Calls of this tool; `None` for all tools.
    pub tool: Option<QualifiedId>,
    /// Calls that were stored at this moment or later.
    pub from: Option<Timestamp>,
}

optional_setters!(PendingFilter {
    session: String,
    principal: Principal,
    tool: QualifiedId,
    from: Timestamp,
});
setters!(PendingFilter { states: Vec<CallState> });

impl PendingFilter {
    /// Whether a call is listed.
    pub fn takes(&self, call: &PendingCall) -> bool {
        self.session.as_ref().is_none_or(|session| *session == call.owner.session)
            && (self.states.is_empty() || self.states.contains(&call.state))
            && self.principal.as_ref().is_none_or(|principal| *principal == call.owner.principal)
            && self.tool.as_ref().is_none_or(|tool| *tool == call.tool)
            && self.from.is_none_or(|from| from <= call.created)
    }
}

/// The store of pending calls. It has no general update. Each method is one step of the state machine, made by
/// compare-and-set: of simultaneous callers, exactly one succeeds.
///
/// The steps themselves are methods of [`PendingCall`] and [`CallState::after`]. A store makes the read and the write
/// of a step one atomic operation. A call expires *at* the moment [`expires`](PendingCall::expires). The first
/// `insert`, `decide`, `claim` or `expire` that notices the expiry records it.
///
/// [`testing::store_kit`](crate::testing::store_kit) checks an implementation against these rules.
///
/// # Errors
///
/// A method fails if the result of the step is unknown. The caller then treats the step as not taken: it approves
/// nothing and runs nothing. The step may still have been written.
pub trait PendingStore: Send + Sync {
    /// Adds a [new](PendingCall::is_new) call, if its session then has at most `max_open` [open](CallState::is_open)
    /// calls. Open calls of the session expire first, if their time is over when the new call is created.
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>>;

    /// A call by its id, as it was last written. Its time may be over by now.
    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>>;

    /// Decides about a call, as [`PendingCall::decided`] says. An open call whose time is over becomes expired instead.
    /// The decision is then a conflict, even if it repeats an approval that was given in time. The third wrong phrase
    /// rejects the call. Every later decision is then a conflict.
    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>>;

    /// Decides about a call on behalf of a person, as [`decide`](Self::decide) does. The row keeps the person if the
    /// verdict ended the question. A store without this method forgets the person.
    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        let _ = by;
        self.decide(id, verdict, now)
    }

    /// Takes an approved call to run it. Only one caller ever gets the call, in the new state (executing). This caller
    /// has to end the run by `lease`. An approved call whose time is over becomes expired instead.
    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>>;

    /// Reports the end of a run. Returns whether the call was running. `state` is succeeded, failed or unknown; other
    /// states have no effect. A run past its lease can still be finished, until [`expire`](Self::expire) makes the call
    /// unknown.
    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Ends calls past their time: pending and approved calls expire, running calls become unknown after their lease.
    /// Returns them in their new form, the oldest first.
    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>>;

    /// Calls as they were last written. The oldest come first; calls of one moment are sorted by id.
    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>>;

    /// Whether the store keeps [session records](SessionRecord). Without them, permissions and counts hold for one
    /// [`Session`](https://docs.rs/hpd-host/latest/hpd_host/struct.Session.html) in memory, and a restored session has none.
    fn keeps_session_records(&self) -> bool {
        false
    }

    /// The record of an owner; `None` before the first one.
    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        let _ = owner;
        Box::pin(std::future::ready(Ok(None)))
    }

    /// Writes the record of an owner, if the stored record has the preceding revision. A first record has revision 1.
    /// `now` is the moment of the change. Returns whether the record was written: of simultaneous callers, exactly one
    /// succeeds.
    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        let _ = (owner, record, now);
        Box::pin(std::future::ready(Err(StoreError::new("this store keeps no session records"))))
    }
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

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        (**self).decide_by(id, verdict, by, now)
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

    fn keeps_session_records(&self) -> bool {
        (**self).keeps_session_records()
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        (**self).session_record(owner)
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        (**self).put_session_record(owner, record, now)
    }
}
