//! What waits for the user, and what the user may decide: pending calls, their store, the question, the answer.

#![allow(dead_code, reason = "the path of a call does not use it yet")]

mod row;
mod state;
mod store;

pub use row::{Awaits, Frozen, Guarded, Owner, PendingCall, PendingId, SentCall, StoredOutcome, Verdict};
pub use state::CallState;
pub use store::{Decided, InsertError, PendingFilter, PendingStore, StoreError, StoreFuture};
