//! What waits for the user, and what the user may decide: pending calls, their store, the question, the answer.

#![allow(dead_code, reason = "the path of a call does not use it yet")]

mod decision;
mod escalation;
mod permission;
mod phrase;
mod question;
mod row;
mod state;
mod store;

pub use decision::{Answer, Choice, Decision, DecisionError, UserChannel};
pub use escalation::{AmountAbove, Assessed, Bulk, EarlierWrites, Escalation, NewPayee, Raise};
#[allow(unused_imports, reason = "the path of a call does not use it yet")]
pub(crate) use escalation::{Raised, assess};
pub use permission::{Grant, Lifetime, Permission, Permissions};
#[allow(unused_imports, reason = "the path of a call does not use it yet")]
pub(crate) use permission::{GrantedPermission, Permitted, SessionPermissions};
pub use question::{Change, Question, QuestionField};
#[allow(unused_imports, reason = "the path of a call does not use it yet")]
pub(crate) use question::{QuestionInput, Rendered, render};
pub use row::{Awaits, Frozen, Guarded, Owner, PendingCall, PendingId, SentCall, StoredOutcome, Verdict};
pub use state::CallState;
pub use store::{Decided, InsertError, PendingFilter, PendingStore, StoreError, StoreFuture};
