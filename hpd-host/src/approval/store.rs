//! Where pending calls are kept.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::{CallState, PendingCall, PendingId, StoredOutcome, Verdict};
use crate::system::Timestamp;

/// What a store answers, later.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The store failed. Nothing is approved and nothing runs then.
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
        f.write_str("the store of pending calls failed")
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
    /// There is one with this id.
    Exists,
    /// As many wait in its session as may.
    TooMany,
    /// The store failed.
    Store(StoreError),
}

/// What became of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decided {
    /// It holds: the call as it is now.
    Done(PendingCall),
    /// The same was decided before: the call as it is now.
    Repeated(PendingCall),
    /// The call can't take this decision any more: it was decided otherwise, or its time is over.
    Conflict(PendingCall),
    /// There is no such call.
    Missing,
}

/// Which calls are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PendingFilter {
    /// Those of this session; of all, if `None`.
    pub session: Option<String>,
    /// Those in one of these states; in any, if empty.
    pub states: Vec<CallState>,
}

/// Where pending calls are kept. There is no general update: each method is one step of the state machine, made by
/// compare-and-set, so that of any number of callers at the same time exactly one takes it.
pub trait PendingStore: Send + Sync {
    /// Adds a call that waits or is approved, if no more than `most_open` of its session then wait or are approved.
    fn insert(&self, call: PendingCall, most_open: usize) -> StoreFuture<'_, Result<(), InsertError>>;

    /// A call by its id.
    fn get<'a>(&'a self, id: &'a PendingId) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>>;

    /// Decides about a call. A call whose time is over becomes expired instead.
    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: Verdict,
        now: Timestamp,
    ) -> StoreFuture<'a, Result<Decided, StoreError>>;

    /// Takes an approved call to run it: only one caller ever gets it. Whoever does has to be done by `lease`.
    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>>;

    /// Says what a call that ran ended in; whether it was running. `state` is succeeded, failed or unknown.
    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> StoreFuture<'a, Result<bool, StoreError>>;

    /// Ends what is over: calls that wait or are approved become expired, calls that run become unknown once their lease
    /// is over. The calls as they are now.
    fn expire(&self, now: Timestamp) -> StoreFuture<'_, Result<Vec<PendingCall>, StoreError>>;

    /// Calls, the oldest first.
    fn list<'a>(&'a self, filter: &'a PendingFilter)
    -> StoreFuture<'a, Result<Vec<PendingCall>, StoreError>>;
}
