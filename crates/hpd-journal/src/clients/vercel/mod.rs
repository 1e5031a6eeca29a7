//! Events for front ends that are built with the [AI SDK](https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol): its UI
//! message stream, version 1.
//!
//! | event here | chunks |
//! |---|---|
//! | the first event of a turn | `start` with the turn as `messageId`, `start-step`; no chunk if the host began the message |
//! | the model's text, from the host | `text-start`, `text-delta` for each part, `text-end` |
//! | `tool_call` | `text-end` if a text is open, then `tool-input-available` with `dynamic: true`; `providerMetadata` has the tool's id, and whether the tool writes |
//! | `tool_result`: ok | `tool-output-available`, and a part `data-tool_result` with all but the text |
//! | any other `tool_result` | `tool-output-error`, and the part `data-tool_result` |
//! | `tool_result` of a forwarded call | only the part `data-tool_result`: the call has no result yet |
//! | any other | a part named after the type, such as `data-mcq`, with the data and the `call_id` |
//! | the receipt, from the host | `text-end` if a text is open, and a part `data-receipt` |
//! | the end of the turn | `text-end` if a text is open, then `finish-step`, `finish`; or `error` |
//!
//! Only the host knows when a turn ends. The host [ends](crate::stream::EventStream::end_at) the stream with the turn,
//! and calls [`UiMessageMapper::finish`] after the last event of the stream.
//!
//! A step ends when all of its calls have a result and the model makes another call or writes text.
//!
//! A question is a data part, and no `tool-approval-request`. The answer to the latter has no field for the nonce and
//! the phrase of a confirmation. Clients send data parts back with the message. Data parts are for the user: leave them
//! out of the messages to the model.
//!
//! [`data_frame`](super::sse::data_frame) writes other chunks (metadata, sources, reasoning), anywhere in the message.
//!
//! # A turn as a stream
//!
//! `hpd_host::events::responses` answers a request in one call: from the client's body to the end of the stream.
//!
//! A host of another design does it by this mapper. The model's text has no record. The host adds it with
//! [`UiMessageMapper::text`], between the records. The text goes into the open message, or
//! [begins](UiMessageMapper::begin) one. A turn without a call has no record.
//!
//! # The final answer
//!
//! [`UiMessageMapper::receipt`] shows the writes of the turn with their states beside the final answer. It is right in
//! every language, since it comes from the journal alone.
//!
//! `Toolbox::check_final_answer` removes false claims from the final answer of a turn. The check needs the whole text.
//! If the host sends the text in parts, the user has read it by then. The host then sends the correction as
//! another text. The removed claims are in `claims` of the part `data-guardrail`, so that a front end can remove them
//! too. They are `[hidden]` if the journal does not record free text.
//!
//! If a false claim must never be visible, hold each text of the model back until it is complete. If calls
//! follow the text, send it with [`text`](UiMessageMapper::text). Otherwise it is the final answer: send `checked.text`
//! in its place. A text before a call is not checked.
//!
//! The chats of the package `ai` 5.0.277, 6.0.326 and 7.0.173 read these streams. The form of the chunks was compared
//! with the types of all three, and their order with the rules of those clients. Form and order were also compared with
//! streams of the server of `ai` 7.0.173 and of pydantic-ai 2.68.0.

mod chunk;
mod mapper;

pub use chunk::{DONE, HEADERS, UiDataPart, UiMessageChunk};
pub use mapper::UiMessageMapper;
