//! Pending calls and the user's decisions: rows, their store, the question, the answer.

mod decision;
mod escalation;
mod message;
mod permission;
mod preview;
mod timeouts;

pub use decision::{Answer, Choice, Decision, DecisionError, UserChannel};
pub use escalation::{AmountAbove, Assessed, Bulk, EarlierWrites, Escalation, NewPayee, Raise};
pub(crate) use escalation::{Raised, assess};
pub use message::UserMessage;
pub use permission::{Grant, Lifetime, Permission};
pub(crate) use permission::{GrantedPermission, Permissions, Permitted, SessionPermissions};
pub use preview::Preview;
pub(crate) use timeouts::ApprovalTimeouts;

pub use hpd_journal::pending::{
    ApprovalBinding, ArgumentChange, CallNotes, CallState, Decided, FrozenArguments, InsertError, MAX_TRIES,
    MemoryStore, OutcomeNotes, Owner, PendingCall, PendingFilter, PendingId, PendingReason, PendingStore,
    PendingVerdict, Question, QuestionField, SentCall, StoreError, StoredOutcome,
};
