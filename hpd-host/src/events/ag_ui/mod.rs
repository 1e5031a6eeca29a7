//! Events for front ends that speak [AG-UI](https://docs.ag-ui.com/concepts/events).
//!
//! | event here | events of AG-UI |
//! |---|---|
//! | `turn_started` | `RUN_STARTED`; what the user wrote is `query` of its `metadata` |
//! | `tool_call` | `TOOL_CALL_START`, `TOOL_CALL_ARGS` if the arguments are known, `TOOL_CALL_END`; whether it writes and the tool's id are in `metadata`, the first call of the same message is `parentMessageId` |
//! | `tool_started` | `STEP_STARTED` with the name of the tool |
//! | `tool_result` | `STEP_FINISHED` if a step runs for the call, and `TOOL_CALL_RESULT`; all but the text is in `metadata` |
//! | `tool_result` that was handed on | `CUSTOM`: the call has no result yet |
//! | any other | `CUSTOM`, with the type as `name` and the data as `value` |
//! | the end of the turn | `STEP_FINISHED` for steps that run, then `RUN_FINISHED` or `RUN_ERROR` |
//!
//! A run is a turn, and a thread is a session. Only the host knows when a turn ends, and says so: [`AgUiMapper::finish`],
//! [`AgUiMapper::fail`], once a stream that [ends](super::EventStream::end_at) with the turn has told everything of it. Where it does
//! not, the next turn ends the one before.
//!
//! Questions that still wait for the user's confirmation when a run is finished are its [interrupts](https://docs.ag-ui.com/concepts/interrupts), with
//! the data of `mcq`; the payload of the answer is an [`Answer`](crate::approval::Answer) without its `pending_id`, which is the id of the
//! interrupt. Questions for values are not: an interrupt would keep back the user's next message, which is the answer.
//!
//! Calls that wait at once are told as calls of one message of the model; text of the model is not told here.
//!
//! What is sent was read by the clients of `@ag-ui/client` 0.0.58 and 1.0.0; the form of events is held against the types of `@ag-ui/core` 1.0.0, their
//! order against what those clients refuse, both against streams that pydantic-ai 2.68.0 and ag-ui-langgraph 0.0.47 sent.

mod event;
mod mapper;
mod open;
mod text;

pub use event::{AgUiEvent, AgUiInterrupt, AgUiKind, AgUiOutcome};
pub use mapper::AgUiMapper;
pub use text::NoRun;
