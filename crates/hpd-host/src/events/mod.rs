//! Events of calls, from the model's text to the outcome.
//!
//! Events have two origins. Changes of a write's state come from its [store](crate::journal::Journal), in the same
//! transaction. All others come from the code that handles a call. The journal numbers and stores each event, then
//! broadcasts it.
//!
//! An [`EventStream`] gives a client stored and live events without a gap. There are three text forms. [`sse`] has
//! every event with all its data. [`ag_ui`] and [`vercel`] are for front ends of these protocols.
//!
//! [`responses`] answers a request of such a front end in one call: with the model's texts between the events, the
//! answers of the user, and the receipt.
//!
//! Some examples import from `hpd_journal`. In a program with `hpd-host`, import the same names from `hpd_host::events`.

pub mod responses;

pub use hpd_journal::clients::{ag_ui, sse, vercel};
#[doc(inline)]
pub use hpd_journal::events::{
    ArgumentsReadEvent, AskUserEvent, CollapsedEvent, DecisionEvent, ErasedEvent, Event, EventHub,
    EventRecord, ExpandedEvent, GuardrailEvent, JournalGapEvent, McqEvent, NewEvent, PrunedEvent,
    ReadingNote, RecoveredEvent, ResultStatus, StreamItem, Subscription, ToolCallEvent, ToolResultEvent,
    ToolRetryEvent, ToolStartedEvent, TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
pub use hpd_journal::stream::{EventStream, StreamStart};
