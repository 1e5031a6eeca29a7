//! Events for front ends that are built with the [AI SDK](https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol): its UI message stream,
//! version 1.
//!
//! | event here | chunks |
//! |---|---|
//! | the first of a turn | `start` with the turn as `messageId`, `start-step` |
//! | `tool_call` | `tool-input-available`, `dynamic`; whether it writes and the tool's id are in `providerMetadata` |
//! | `tool_result`: ok | `tool-output-available`, and a part `data-tool_result` with all but the text |
//! | any other `tool_result` | `tool-output-error`, and that part |
//! | `tool_result` that was handed on | that part alone: the call has no result yet |
//! | any other | a part of that type, `data-mcq`, with the data and the `call_id` |
//! | the end of the turn | `finish-step`, `finish`; or `error` |
//!
//! Only the host knows when a turn ends. Once a stream that [ends](super::EventStream::end_at) with the turn has told everything of it,
//! it says so: [`UiMessageMapper::finish`].
//!
//! A step ends when all of its calls have a result and the model makes another call.
//!
//! A question is a data part, and no `tool-approval-request`: the answer to that has no place for the nonce and the phrase that a
//! confirmation repeats. Clients send data parts back with the message; they are for the user, and no model may read them.
//!
//! What is sent was read by the chats of the package `ai` 5.0.277, 6.0.326 and 7.0.173; the form of chunks is held against the types of all three, their
//! order against what those clients refuse, both against streams that the server of `ai` 7.0.173 and pydantic-ai 2.68.0 sent.

mod chunk;
mod mapper;

pub use chunk::{DONE, HEADERS, UiDataPart, UiMessageChunk};
pub use mapper::UiMessageMapper;
