//! The used chunks of the stream: those of the package `ai` 5, which 6 and 7 have too.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::clients::sse::plain_frame;

/// The headers of the response: those of the AI SDK, without `connection`, which HTTP/2 does not have.
pub const HEADERS: [(&str, &str); 4] = [
    ("content-type", "text/event-stream"),
    ("cache-control", "no-cache"),
    ("x-vercel-ai-ui-message-stream", "v1"),
    ("x-accel-buffering", "no"),
];

/// The end of the stream, after the last chunk.
pub const DONE: &str = "data: [DONE]\n\n";

/// A chunk of a UI message stream.
#[derive(Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum UiMessageChunk {
    /// A message begins.
    Start {
        /// The turn, or the message that the host named. Where the model speaks before anything else, it has none, and
        /// the chat makes one.
        #[serde(skip_serializing_if = "Option::is_none")]
        message_id: Option<String>,
    },
    /// A step begins: a text, calls, and their results.
    StartStep,
    /// The model says something.
    TextStart {
        /// The number of the text in the message.
        id: String,
    },
    /// A part of the text.
    TextDelta {
        /// The id that the text was started with.
        id: String,
        /// The part; never empty.
        delta: String,
    },
    /// The end of the text.
    TextEnd {
        /// The id that the text was started with.
        id: String,
    },
    /// The model made a call.
    ToolInputAvailable {
        /// The id of the call.
        tool_call_id: String,
        /// The name that was called.
        tool_name: String,
        /// The arguments: as JSON if they are that, else their text; `null` if they are not known.
        input: Value,
        /// Always true: front ends don't know the tools when they are compiled.
        dynamic: bool,
        /// Data that the SDK has no field for, under the name `hpd`.
        #[serde(skip_serializing_if = "Map::is_empty")]
        provider_metadata: Map<String, Value>,
    },
    /// A call succeeded.
    ToolOutputAvailable {
        /// The id of the call.
        tool_call_id: String,
        /// The text that the model reads.
        output: Value,
        /// Always true.
        dynamic: bool,
    },
    /// A call did not succeed.
    ToolOutputError {
        /// The id of the call.
        tool_call_id: String,
        /// The text that the model reads.
        error_text: String,
        /// Always true.
        dynamic: bool,
    },
    /// A step ended.
    FinishStep,
    /// The message is complete.
    Finish {
        /// `tool-calls` if calls have no result yet, else `stop`.
        finish_reason: &'static str,
    },
    /// The turn failed.
    Error {
        /// Why, for people.
        error_text: String,
    },
    /// Something that the SDK has no chunk for.
    #[serde(untagged)]
    Data(UiDataPart),
}

/// A data part.
#[derive(Clone, PartialEq, Serialize)]
pub struct UiDataPart {
    /// `data-` and the [type](crate::events::Event::kind) of the event.
    pub r#type: String,
    /// Session and number: a part that comes again replaces itself.
    pub id: String,
    /// The data of the event, with the `call_id`.
    pub data: Map<String, Value>,
}

impl UiMessageChunk {
    /// The type, as JSON says it: `tool-input-available`.
    pub fn name(&self) -> &str {
        match self {
            Self::Start { .. } => "start",
            Self::StartStep => "start-step",
            Self::TextStart { .. } => "text-start",
            Self::TextDelta { .. } => "text-delta",
            Self::TextEnd { .. } => "text-end",
            Self::ToolInputAvailable { .. } => "tool-input-available",
            Self::ToolOutputAvailable { .. } => "tool-output-available",
            Self::ToolOutputError { .. } => "tool-output-error",
            Self::FinishStep => "finish-step",
            Self::Finish { .. } => "finish",
            Self::Error { .. } => "error",
            Self::Data(part) => &part.r#type,
        }
    }

    /// As a server-sent event: one line of `data`.
    ///
    /// ```
    /// use hpd_journal::clients::vercel::{DONE, UiMessageChunk};
    ///
    /// assert_eq!(UiMessageChunk::FinishStep.to_sse(), "data: {\"type\":\"finish-step\"}\n\n");
    /// assert_eq!(DONE, "data: [DONE]\n\n");
    /// ```
    pub fn to_sse(&self) -> String {
        plain_frame(self)
    }
}

/// Without contents: a question is for the user alone.
impl fmt::Debug for UiMessageChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Without its data.
impl fmt::Debug for UiDataPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UiDataPart").field("type", &self.r#type).field("id", &self.id).finish_non_exhaustive()
    }
}
