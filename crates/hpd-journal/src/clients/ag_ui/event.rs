//! The events of the protocol, as far as they are used: those of `@ag-ui/core` 0.0.58, which 1.0.0 has too.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::clients::sse::plain_frame;
use crate::system::Timestamp;

/// An event of AG-UI. As JSON: `{"type":"TOOL_CALL_END","toolCallId":"call_1","timestamp":1767225600000}`.
#[derive(Clone, PartialEq, Serialize)]
pub struct AgUiEvent {
    /// The type and its fields.
    #[serde(flatten)]
    pub kind: AgUiKind,
    /// The time of the event, in milliseconds since the Unix epoch. Events without a record, such as texts, have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<Timestamp>,
    /// Data that AG-UI has no field for.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub metadata: Map<String, Value>,
}

/// The types of AG-UI events.
#[derive(Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum AgUiKind {
    /// A turn began.
    RunStarted {
        /// The session, or the thread that the host named.
        thread_id: String,
        /// The turn, or the run that the host named.
        run_id: String,
    },
    /// A turn ended.
    RunFinished {
        /// The thread that it began with.
        thread_id: String,
        /// The run that it began with.
        run_id: String,
        /// How it ended.
        outcome: AgUiOutcome,
    },
    /// A turn failed.
    RunError {
        /// Why, for people.
        message: String,
    },
    /// A tool starts to run.
    StepStarted {
        /// The name of the tool.
        step_name: String,
    },
    /// A tool that ran has ended.
    StepFinished {
        /// The name that the step was started with.
        step_name: String,
    },
    /// The model says something.
    TextMessageStart {
        /// The id of the message: the run and a number.
        message_id: String,
        /// Always `assistant`.
        role: &'static str,
    },
    /// A part of the text.
    TextMessageContent {
        /// The id of the message.
        message_id: String,
        /// The part; never empty.
        delta: String,
    },
    /// The end of the text.
    TextMessageEnd {
        /// The id of the message.
        message_id: String,
    },
    /// The model makes a call.
    ToolCallStart {
        /// The id of the call.
        tool_call_id: String,
        /// The name that was called.
        tool_call_name: String,
        /// The id of the model's message that the call is part of. It is the id of the message's text. If the message
        /// has no text, later calls carry the id of its first call. The first call has `None` here.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent_message_id: Option<String>,
    },
    /// The arguments of a call.
    ToolCallArgs {
        /// The id of the call.
        tool_call_id: String,
        /// Their text, as the model wrote it.
        delta: String,
    },
    /// The model has made a call.
    ToolCallEnd {
        /// The id of the call.
        tool_call_id: String,
    },
    /// A call ended.
    ToolCallResult {
        /// The id of the message: session and number.
        message_id: String,
        /// The id of the call.
        tool_call_id: String,
        /// The text that the model reads.
        content: String,
        /// Always `tool`.
        role: &'static str,
    },
    /// Something that AG-UI has no event for.
    Custom {
        /// The [type](crate::events::Event::kind) of the event.
        name: &'static str,
        /// Its data.
        value: Value,
    },
}

/// How a turn ended.
#[derive(Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AgUiOutcome {
    /// There is nothing to decide.
    Success,
    /// Questions to the user are open.
    Interrupt {
        /// These questions; at least one.
        interrupts: Vec<AgUiInterrupt>,
    },
}

/// Something for the user to decide.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgUiInterrupt {
    /// The id of the pending call.
    pub id: String,
    /// Always `tool_call`.
    pub reason: &'static str,
    /// The text of the question.
    pub message: String,
    /// The id of the call.
    pub tool_call_id: String,
    /// The JSON schema of the answer.
    pub response_schema: Value,
    /// The data of the event [`Mcq`](crate::events::Event::Mcq).
    pub metadata: Map<String, Value>,
}

impl AgUiEvent {
    /// As a server-sent event: one line of `data`.
    ///
    /// ```
    /// use hpd_journal::clients::ag_ui::{AgUiEvent, AgUiKind};
    ///
    /// let event = AgUiEvent {
    ///     kind: AgUiKind::StepStarted { step_name: "create_payment".into() },
    ///     timestamp: None,
    ///     metadata: serde_json::Map::new(),
    /// };
    /// assert_eq!(
    ///     event.to_sse(),
    ///     "data: {\"type\":\"STEP_STARTED\",\"stepName\":\"create_payment\"}\n\n"
    /// );
    /// ```
    pub fn to_sse(&self) -> String {
        plain_frame(self)
    }
}

impl AgUiKind {
    /// The type as in JSON, for example `TOOL_CALL_START`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RunStarted { .. } => "RUN_STARTED",
            Self::RunFinished { .. } => "RUN_FINISHED",
            Self::RunError { .. } => "RUN_ERROR",
            Self::StepStarted { .. } => "STEP_STARTED",
            Self::StepFinished { .. } => "STEP_FINISHED",
            Self::TextMessageStart { .. } => "TEXT_MESSAGE_START",
            Self::TextMessageContent { .. } => "TEXT_MESSAGE_CONTENT",
            Self::TextMessageEnd { .. } => "TEXT_MESSAGE_END",
            Self::ToolCallStart { .. } => "TOOL_CALL_START",
            Self::ToolCallArgs { .. } => "TOOL_CALL_ARGS",
            Self::ToolCallEnd { .. } => "TOOL_CALL_END",
            Self::ToolCallResult { .. } => "TOOL_CALL_RESULT",
            Self::Custom { .. } => "CUSTOM",
        }
    }
}

/// Without contents: a question is for the user alone.
impl fmt::Debug for AgUiEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgUiEvent").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// Without contents.
impl fmt::Debug for AgUiKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Without the question.
impl fmt::Debug for AgUiOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Success => f.write_str("Success"),
            Self::Interrupt { interrupts } => f.debug_tuple("Interrupt").field(interrupts).finish(),
        }
    }
}

/// Without the nonce.
impl fmt::Debug for AgUiInterrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgUiInterrupt").field("tool_call_id", &self.tool_call_id).finish_non_exhaustive()
    }
}
