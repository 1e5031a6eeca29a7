//! What happens to calls, from the model's text to the outcome: typed [`Event`]s, numbered for each session without gaps.
//!
//! Events are made in two places. What changes the state of a write is told by its [store](crate::journal::Journal), in the
//! transaction that changes it; everything else is told by the path of a call. The journal gives each its number and keeps it;
//! whoever listens hears of it after it is kept.
//!
//! An [`EventStream`] tells a client what is kept and what happens, without a gap. As text there are three forms: [`sse`], with
//! all there is to say; [`ag_ui`] and [`vercel`], for front ends that know one of those protocols. In these two, what the model says has
//! its place between the events, and each shows a whole turn as a stream.

pub mod ag_ui;
mod bounds;
mod call_ids;
mod event;
mod hub;
mod live;
mod parts;
mod record;
pub mod sse;
mod status;
pub mod vercel;

pub use event::{
    AskUserEvent, DecisionEvent, ErasedEvent, Event, ExpandedEvent, GuardrailEvent, McqEvent, PrunedEvent,
    RecoveredEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolRetryEvent, ToolStartedEvent,
    TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
pub use hub::{EventHub, Heard, Subscription};
pub use live::{EventStream, StreamStart, Told};
pub(crate) use record::id_to_keep;
pub use record::{EventRecord, NewEvent};
