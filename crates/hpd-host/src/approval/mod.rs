//! Pending calls and the user's decisions: rows, their store, the question, the answer.

mod canonical;
mod decision;
mod digest;
mod escalation;
mod memory;
mod message;
mod permission;
mod phrase;
mod preview;
mod question;
mod row;
mod state;
mod step;
mod store;

pub use canonical::{CanonicalError, canonical_json};
pub use decision::{Answer, Choice, Decision, DecisionError, UserChannel};
pub use digest::{DigestParts, schema_hash};
pub use escalation::{AmountAbove, Assessed, Bulk, EarlierWrites, Escalation, NewPayee, Raise};
pub(crate) use escalation::{Raised, assess};
pub use memory::MemoryStore;
pub use message::UserMessage;
pub use permission::{Grant, Lifetime, Permission, Permissions};
pub(crate) use permission::{GrantedPermission, Permitted, SessionPermissions};
pub use preview::Preview;
pub use question::{ArgumentChange, Question, QuestionField};
pub(crate) use question::{QuestionInput, Rendered, render};
pub use row::{
    ApprovalBinding, CallNotes, FrozenArguments, OutcomeNotes, Owner, PendingCall, PendingId, PendingReason,
    PendingVerdict, SentCall, StoredOutcome,
};
pub use state::{CallState, MAX_TRIES};
pub use store::{Decided, InsertError, PendingFilter, PendingStore, StoreError};
