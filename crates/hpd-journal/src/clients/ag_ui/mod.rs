//! Events for front ends that speak [AG-UI](https://docs.ag-ui.com/concepts/events).
//!
//! | event here | events of AG-UI |
//! |---|---|
//! | `turn_started` | `RUN_STARTED`, with the user's message as `query` in its `metadata`. In a run that the host began, `CUSTOM` instead |
//! | the model's text, from the host | `TEXT_MESSAGE_START`, `TEXT_MESSAGE_CONTENT` for each part, `TEXT_MESSAGE_END` |
//! | `tool_call` | `TEXT_MESSAGE_END` if a text is open, `TOOL_CALL_START`, `TOOL_CALL_ARGS` if the arguments are known, `TOOL_CALL_END`; `metadata` has the tool's id, and whether the tool writes; `parentMessageId` is the text or the first call of the same message |
//! | `tool_started` | `STEP_STARTED` with the name of the tool |
//! | `tool_result` | `STEP_FINISHED` if a step runs for the call, and `TOOL_CALL_RESULT`; all but the text is in `metadata` |
//! | `tool_result` of a forwarded call | `CUSTOM`: the call has no result yet |
//! | any other | `CUSTOM`, with the type as `name` and the data as `value` |
//! | the receipt, from the host | `TEXT_MESSAGE_END` if a text is open, and `CUSTOM` with the name `receipt` |
//! | the end of the turn | `TEXT_MESSAGE_END` if a text is open, `STEP_FINISHED` for steps that run, then `RUN_FINISHED` or `RUN_ERROR` |
//!
//! A run is a turn, and a thread is a session, unless the host begins a run with a client's ids. Only the host knows
//! when a turn ends. It calls [`AgUiMapper::finish`] or [`AgUiMapper::fail`] after the last event of a stream that
//! [ends](crate::stream::EventStream::end_at) with the turn. Otherwise the next turn ends the previous one.
//!
//! Confirmations that are pending at the end of a run are its
//! [interrupts](https://docs.ag-ui.com/concepts/interrupts), with the data of `mcq`. The payload of the answer is an
//! `Answer` without its `pending_id`, which is the id of the interrupt. Questions for values
//! are no interrupts: an interrupt would block the user's next message, which is the answer.
//!
//! A call belongs to the same message of the model as the calls before it, unless all of those have a result. Calls
//! after a text belong to the message of the text.
//!
//! [`data_frame`](super::sse::data_frame) writes other events (states, snapshots of messages), anywhere in a run.
//!
//! # A turn as a stream
//!
//! `hpd_host::events::responses` answers a request in one call: from the client's body to the end of the stream.
//!
//! A host of another design does it by this mapper. The model's text has no record. The host adds it with
//! [`AgUiMapper::text`], between the records, in the run that it [began](AgUiMapper::begin_run) with the ids of the
//! request. A turn without a call has no record.
//!
//! The answer to an interrupt is another run, with the ids of the request that has the answer. Call
//! [`begin_run`](AgUiMapper::begin_run), then `Toolbox::decide`, then add the model's text about the outcome.
//!
//! # The final answer
//!
//! [`AgUiMapper::receipt`] shows the writes of the turn with their states beside the final answer. It is right in every
//! language, since it comes from the journal alone.
//!
//! `Toolbox::check_final_answer` removes false claims from the final answer of a turn. The check needs the whole text.
//! If the host sends the text in parts, the user has read it by then. The host then sends the correction as
//! another message. The removed claims are in `claims` of the `CUSTOM` event `guardrail`, so that a front end can
//! remove them too. They are `[hidden]` if the journal does not record free text.
//!
//! If a false claim must never be visible, hold each text of the model back until it is complete. If calls
//! follow the text, send it with [`text`](AgUiMapper::text). Otherwise it is the final answer: send `checked.text` in
//! its place. A text before a call is not checked.
//!
//! The clients of `@ag-ui/client` 0.0.58 and 1.0.0 read these streams. The form of the events was compared with the
//! types of `@ag-ui/core` 1.0.0, and their order with the rules of those clients. Form and order were also compared
//! with streams of pydantic-ai 2.68.0 and ag-ui-langgraph 0.0.47.

mod event;
mod mapper;
mod open;
mod text;

pub use event::{AgUiEvent, AgUiInterrupt, AgUiKind, AgUiOutcome};
pub use mapper::AgUiMapper;
pub use text::NoRun;
