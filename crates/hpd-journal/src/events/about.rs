//! The kind of an event, and its tool.

use super::Event;

impl Event {
    /// The type as in JSON, for example `tool_result`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::TurnStarted(_) => "turn_started",
            Self::ToolCall(_) => "tool_call",
            Self::ArgumentsRead(_) => "arguments_read",
            Self::WriteValidation(_) => "write_validation",
            Self::ToolRetry(_) => "tool_retry",
            Self::AskUser(_) => "ask_user",
            Self::Mcq(_) => "mcq",
            Self::Decision(_) => "decision",
            Self::ToolStarted(_) => "tool_started",
            Self::ToolResult(_) => "tool_result",
            Self::Recovered(_) => "recovered",
            Self::Expanded(_) => "expanded",
            Self::Collapsed(_) => "collapsed",
            Self::Guardrail(_) => "guardrail",
            Self::DetectorFailed(_) => "detector_failed",
            Self::Erased(_) => "erased",
            Self::Pruned(_) => "pruned",
            Self::JournalGap(_) => "journal_gap",
        }
    }

    /// The name of the tool that the event is about. Of a recovered call, it is the tool of its later events. Of a question
    /// whether a write may run, it is the write. `arguments_read` belongs to its call, and has none here.
    ///
    /// ```
    /// use hpd_journal::events::{Event, ToolCallEvent, TurnStartedEvent};
    ///
    /// assert_eq!(Event::ToolCall(ToolCallEvent::new("add", false)).tool(), Some("add"));
    /// assert_eq!(Event::TurnStarted(TurnStartedEvent::new(None)).tool(), None);
    /// ```
    pub fn tool(&self) -> Option<&str> {
        Some(match self {
            Self::ToolCall(call) => &call.tool,
            Self::WriteValidation(check) => &check.tool,
            Self::ToolRetry(retry) => &retry.tool,
            Self::AskUser(question) => &question.tool,
            Self::Mcq(question) => question.0.get("pending_tool")?.as_str()?,
            Self::Decision(decision) => &decision.tool,
            Self::ToolStarted(started) => &started.tool,
            Self::ToolResult(result) => &result.tool,
            Self::Recovered(recovered) => &recovered.tool,
            Self::TurnStarted(_)
            | Self::Expanded(_)
            | Self::ArgumentsRead(_)
            | Self::Collapsed(_)
            | Self::Guardrail(_)
            | Self::DetectorFailed(_)
            | Self::Erased(_)
            | Self::Pruned(_)
            | Self::JournalGap(_) => return None,
        })
    }
}
