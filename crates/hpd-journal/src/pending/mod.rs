//! Pending calls: rows, their states and steps, their store, and the question as it is stored and shown.

pub(crate) mod canonical;
pub(crate) mod digest;
mod inputs;
mod memory;
mod offer;
pub(crate) mod phrase;
pub(crate) mod question;
mod row;
mod session_record;
mod state;
mod step;
mod store;
mod store_error;
mod stored_form;
pub(crate) mod table;
mod view;

pub use inputs::{FunctionInput, FunctionInputs};
pub use memory::MemoryStore;
pub use offer::{Offer, OfferScope, OfferedTool};
pub use question::{ArgumentChange, Question, QuestionField, QuestionOffer};
pub use row::{
    ApprovalBinding, CallNotes, DecidedBy, FrozenArguments, OutcomeNotes, Owner, PendingCall, PendingId,
    PendingReason, PendingVerdict, SentCall, StoredOutcome,
};
pub use session_record::SessionRecord;
pub use state::{CallState, MAX_TRIES};
pub use store::{Decided, InsertError, PendingFilter, PendingStore};
pub use store_error::{StoreError, StoreErrorKind};
pub use view::PendingView;
