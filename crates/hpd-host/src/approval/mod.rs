//! Pending calls and the user's decisions: rows, their store, the question, the answer.

mod answer;
mod approvers;
mod channel;
mod deadlines;
mod decision;
mod decision_error;
mod escalation;
mod grant;
mod grants;
mod host_permission;
mod message;
mod preview;
mod prompt;
mod recorded;
mod timeouts;
mod values_error;

pub use answer::{Answer, Choice};
pub(crate) use approvers::{Approvers, is_nobody_for};
pub(crate) use channel::QuestionChannel;
pub(crate) use deadlines::Deadlines;
pub use decision::{Decision, UserChannel};
pub use decision_error::{DecisionError, EditError};
pub use escalation::{AmountAbove, Assessed, Bulk, EarlierWrites, Escalation, NewPayee, Raise};
pub(crate) use escalation::{Raised, ScopedEscalation, assess, check_fields, ruled_fields};
pub use grant::{Grant, GrantError, GrantedPermission, Lifetime};
pub(crate) use grants::{Grants, Permitted};
pub(crate) use host_permission::{HostPermission, Level, Permissions, ToolScope};
pub use message::UserMessage;
pub use preview::Preview;
pub use prompt::{OpenForm, PromptAnswer, PromptField, PromptForm, UserPrompt};
pub use recorded::Recorded;
pub(crate) use timeouts::ApprovalTimeouts;
pub use values_error::AnswerValuesError;

pub use crate::class::Permission;
pub use hpd_journal::pending::{
    ApprovalBinding, ArgumentChange, CallNotes, CallState, Decided, DecidedBy, FrozenArguments,
    FunctionInput, FunctionInputs, InsertError, MAX_TRIES, MemoryStore, Offer, OfferScope, OfferedTool,
    OutcomeNotes, Owner, PendingCall, PendingFilter, PendingId, PendingReason, PendingStore, PendingVerdict,
    PendingView, Question, QuestionField, QuestionOffer, SentCall, SessionRecord, StoreError, StoreErrorKind,
    StoredOutcome,
};
