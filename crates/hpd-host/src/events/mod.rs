//! Events of calls, from the model's text to the outcome: typed [`Event`]s, numbered for each session without gaps.
//!
//! Events have two origins. Changes of a write's state come from its [store](crate::journal::Journal), in the same
//! transaction. All others come from the path of a call. The journal numbers and stores each event, then broadcasts it.
//!
//! An [`EventStream`] gives a client stored and live events without a gap. There are three text forms. [`sse`] is
//! complete. [`ag_ui`] and [`vercel`] serve front ends of those protocols. They show a whole turn as a stream, with the
//! model's texts between the events.

pub mod ag_ui;
mod bounds;
mod broadcast;
mod call_ids;
mod event;
mod item;
mod parts;
mod record;
pub mod sse;
mod status;
mod stream;
pub mod vercel;

pub use broadcast::{EventHub, Subscription};
pub use event::{
    AskUserEvent, DecisionEvent, ErasedEvent, Event, ExpandedEvent, GuardrailEvent, McqEvent, PrunedEvent,
    RecoveredEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolRetryEvent, ToolStartedEvent,
    TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
pub use item::StreamItem;
pub(crate) use record::id_to_keep;
pub use record::{EventRecord, NewEvent};
pub use stream::{EventStream, StreamStart};
