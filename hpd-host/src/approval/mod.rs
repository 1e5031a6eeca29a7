//! What waits for the user, and what the user may decide: pending calls, their store, the question, the answer.

#![allow(dead_code, reason = "the path of a call does not use it yet")]

mod canonical;
mod digest;
mod memory;
mod row;
mod state;
mod step;
mod store;

pub use canonical::{CanonicalError, canonical_json};
pub use digest::{DigestParts, schema_hash};
pub use memory::MemoryStore;
pub use row::{Awaits, Frozen, Guarded, Owner, PendingCall, PendingId, SentCall, StoredOutcome, Verdict};
pub use state::{CallState, MOST_TRIES};
pub use store::{Decided, InsertError, PendingFilter, PendingStore, StoreError, StoreFuture};
