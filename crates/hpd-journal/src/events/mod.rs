//! Events of calls, from the model's text to the outcome: typed [`Event`]s, numbered for each session without gaps.
//!
//! Events have two origins. Changes of a write's state come from its [store](crate::journal::Journal), in the same
//! transaction. All others come from the code that handles a call. The journal numbers and stores each event, then
//! broadcasts it.
//!
//! An [`EventStream`](crate::stream::EventStream) gives a client stored and live events without a gap. Their text forms
//! are in [`clients`](crate::clients).

mod about;
mod broadcast;
pub(crate) mod data;
mod event;
mod gap;
mod item;
mod made;
mod making;
pub(crate) mod outline;
mod reading;
pub(crate) mod record;
mod viewer;

pub(crate) use broadcast::Heard;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) use broadcast::Watching;
pub use broadcast::{EventHub, Subscription};
pub(crate) use data::text_or_json;
pub use event::{
    AskUserEvent, DecisionEvent, DetectorFailedEvent, ErasedEvent, Event, ExpandedEvent, GuardrailEvent,
    McqEvent, PrunedEvent, RecoveredEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolRetryEvent,
    ToolStartedEvent, TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
pub use gap::JournalGapEvent;
pub use item::StreamItem;
pub use reading::{ArgumentsReadEvent, CollapsedEvent, ReadingNote};
pub(crate) use record::id_to_keep;
pub use record::{EventRecord, NewEvent};
