//! Events as status lines for people.

use std::borrow::Cow;

use crate::events::{
    DecisionEvent, Event, EventRecord, ResultStatus, ToolResultEvent, ValidationStatus, WriteValidationEvent,
};
use crate::pending::CallState;
use crate::pending::question::inert;
use crate::text;

impl EventRecord {
    /// The event as a line for a panel with the agent's current activity; `None` if the event has no line. It is
    /// computed from the event on each request, and never stored. Links, mails and mentions in names are escaped as in a
    /// [`Question`](crate::pending::Question).
    ///
    /// | event | line |
    /// |---|---|
    /// | `turn_started` | Working on the request… |
    /// | `tool_call` of a write | Validating write arguments… |
    /// | any other `tool_call` | Calling find_invoices… |
    /// | `arguments_read`, with repairs or promotions | Arguments repaired. |
    /// | any other `arguments_read` | Values filled in. |
    /// | `write_validation`, blocked with missing fields | Missing fields detected, retrying… |
    /// | `write_validation`, blocked otherwise | Invalid arguments detected, retrying… |
    /// | `write_validation`, blocked with missing fields, and the user is asked | Missing fields detected, asking you… |
    /// | `write_validation`, blocked otherwise, and the user is asked | Details need your answer… |
    /// | `write_validation`, passed | Write arguments validated. |
    /// | `tool_retry` | Retrying create_payment, attempt 2… |
    /// | `ask_user` | Waiting for your answer… |
    /// | `mcq` | Waiting for your confirmation… |
    /// | `decision`: approved, rejected, cancelled | Confirmed. / Declined. / Cancelled. |
    /// | `decision`: a wrong phrase | The phrase does not match, waiting for your confirmation… |
    /// | `decision`: the last wrong phrase | The phrase does not match: declined. |
    /// | `decision`: replaced, blocked, expired | Replaced by another call. / Blocked. / Nobody answered in time. |
    /// | `tool_started` | Running create_payment… |
    /// | `tool_result`: ok, error | create_payment is done. / create_payment failed. |
    /// | `tool_result`: unknown | Nobody knows whether create_payment took effect. |
    /// | `tool_result`: rejected, cancelled | create_payment was declined. / create_payment was cancelled. |
    /// | `tool_result`: blocked, expired | create_payment was blocked. / The time for create_payment is over. |
    /// | `tool_result`: forwarded | create_payment was handed on. |
    /// | `tool_result` of a write whose arguments were blocked | nothing: `write_validation` has the line |
    /// | `expanded` | Opened Accounting. |
    /// | `collapsed` | Closed Accounting. |
    /// | `guardrail` | The answer was corrected. |
    /// | `detector_failed` | The answer was checked by words alone. |
    /// | `erased`, `pruned`, `journal_gap` | nothing |
    ///
    /// ```
    /// use hpd_journal::Timestamp;
    /// use hpd_journal::events::{Event, EventRecord, ToolStartedEvent};
    ///
    /// let started = ToolStartedEvent::new("create_payment", serde_json::from_str("\"p1\"")?);
    /// let at = Timestamp::from_millis(0);
    /// let record = EventRecord::new(9, "s1", 4, at, Event::ToolStarted(started));
    /// assert_eq!(record.status_line().as_deref(), Some("Running create_payment…"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn status_line(&self) -> Option<Cow<'static, str>> {
        let line: Cow<'static, str> = match &self.event {
            Event::TurnStarted(_) => "Working on the request…".into(),
            Event::ToolCall(call) if call.is_write => "Validating write arguments…".into(),
            Event::ToolCall(call) => format!("Calling {}…", shown(&call.tool)).into(),
            Event::ArgumentsRead(read) if read.notes.is_empty() => "Values filled in.".into(),
            Event::ArgumentsRead(_) => "Arguments repaired.".into(),
            Event::WriteValidation(checked) => line_of_check(checked).into(),
            Event::ToolRetry(retry) => {
                format!("Retrying {}, attempt {}…", shown(&retry.tool), retry.attempt).into()
            }
            Event::AskUser(_) => "Waiting for your answer…".into(),
            Event::Mcq(_) => "Waiting for your confirmation…".into(),
            Event::Decision(decision) => line_of_decision(decision)?.into(),
            Event::ToolStarted(started) => format!("Running {}…", shown(&started.tool)).into(),
            Event::ToolResult(result) => line_of_result(result)?.into(),
            Event::Recovered(recovered) => {
                let meant = recovered.ran.as_ref().or(recovered.meant.as_ref())?;
                format!("Taken for {}.", shown(meant)).into()
            }
            Event::Expanded(expanded) => format!("Opened {}.", shown(&expanded.container)).into(),
            Event::Collapsed(collapsed) => format!("Closed {}.", shown(&collapsed.container)).into(),
            Event::Guardrail(_) => "The answer was corrected.".into(),
            Event::DetectorFailed(_) => "The answer was checked by words alone.".into(),
            Event::Erased(_) | Event::Pruned(_) | Event::JournalGap(_) => return None,
        };
        Some(line)
    }
}

/// A name that the model gave, on one line, and no link.
fn shown(name: &str) -> String {
    inert(&text::shown(name))
}

fn line_of_check(checked: &WriteValidationEvent) -> &'static str {
    match (checked.status, checked.missing_fields.is_empty(), checked.asks_user) {
        (ValidationStatus::Passed, ..) => "Write arguments validated.",
        (ValidationStatus::Blocked, false, false) => "Missing fields detected, retrying…",
        (ValidationStatus::Blocked, false, true) => "Missing fields detected, asking you…",
        (ValidationStatus::Blocked, true, false) => "Invalid arguments detected, retrying…",
        (ValidationStatus::Blocked, true, true) => "Details need your answer…",
    }
}

fn line_of_decision(decision: &DecisionEvent) -> Option<&'static str> {
    Some(match decision.verdict.as_str() {
        "approved" => "Confirmed.",
        "rejected" => "Declined.",
        "wrong_phrase" if decision.state == CallState::Rejected => "The phrase does not match: declined.",
        "wrong_phrase" => "The phrase does not match, waiting for your confirmation…",
        "cancelled" => "Cancelled.",
        "replaced" => "Replaced by another call.",
        "blocked" => "Blocked.",
        "expired" => "Nobody answered in time.",
        _ => return None,
    })
}

fn line_of_result(result: &ToolResultEvent) -> Option<String> {
    let tool = shown(&result.tool);
    Some(match result.status {
        ResultStatus::Error if result.validation_status == Some(ValidationStatus::Blocked) => return None,
        ResultStatus::Ok => format!("{tool} is done."),
        ResultStatus::Error => format!("{tool} failed."),
        ResultStatus::Unknown => format!("Nobody knows whether {tool} took effect."),
        ResultStatus::Rejected => format!("{tool} was declined."),
        ResultStatus::Cancelled => format!("{tool} was cancelled."),
        ResultStatus::Blocked => format!("{tool} was blocked."),
        ResultStatus::Expired => format!("The time for {tool} is over."),
        ResultStatus::Forwarded => format!("{tool} was handed on."),
    })
}
