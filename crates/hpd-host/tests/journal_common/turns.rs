//! Turns to write into a journal.

#![allow(dead_code, reason = "each test file uses its own part")]

use hpd_host::events::{
    Event, ExpandedEvent, GuardrailEvent, NewEvent, ResultStatus, ToolCallEvent, ToolResultEvent,
    TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
use hpd_host::system::Timestamp;
use serde_json::json;

pub(crate) const START: u64 = 1_767_225_600_000;

/// An event of the session `session`, so many milliseconds after the start.
pub(crate) fn event(turn: &str, call: &str, after: u64, event: Event) -> NewEvent {
    NewEvent::new("session", Timestamp::from_millis(START + after), event)
        .turn(Some(turn.to_owned()))
        .call_id(Some(call.to_owned()))
}

pub(crate) fn says(text: &str) -> Event {
    Event::TurnStarted(TurnStartedEvent::new(Some(text.to_owned())))
}

fn called(tool: &str, is_write: bool) -> Event {
    Event::ToolCall(ToolCallEvent::new(tool, is_write))
}

fn checked(tool: &str, status: ValidationStatus) -> Event {
    Event::WriteValidation(WriteValidationEvent::new(tool, status))
}

fn ended(tool: &str, status: ResultStatus, is_write: bool) -> ToolResultEvent {
    ToolResultEvent::new(tool, status == ResultStatus::Ok, status, is_write).attempts(1)
}

/// A payment that is blocked, looked up, and made; a turn that only reads; and one in which a write fails.
pub(crate) fn three_turns() -> Vec<NewEvent> {
    let write = |fields: &[&str], status, result: ToolResultEvent| {
        result
            .validation_status(Some(status))
            .fields_checked(fields.iter().map(|field| (*field).to_owned()).collect())
    };
    let blocked =
        write(&["AccountId"], ValidationStatus::Blocked, ended("create_payment", ResultStatus::Error, true))
            .error(Some(json!({"error_type": "invalid_arguments", "missing": ["Amount"]})))
            .attempts(0);
    let paid = write(
        &["AccountId", "Amount"],
        ValidationStatus::Passed,
        ended("create_payment", ResultStatus::Ok, true),
    )
    .result(Some(json!({"PaymentId": "PAY-001"})));
    let failed = write(&[], ValidationStatus::Passed, ended("void_invoice", ResultStatus::Error, true))
        .error(Some(json!("No connection.")));
    let forwarded = ended("send_invoice", ResultStatus::Forwarded, true);
    let expanded = ended("Invoices", ResultStatus::Ok, false).attempts(0);
    let list = ExpandedEvent::new("Invoices", vec![]);
    let claimed = GuardrailEvent::new("hallucinated_success", vec![], String::new());
    let found = || ended("get_all_invoices", ResultStatus::Ok, false);
    vec![
        event("turn 1", "call 1", 0, says("Pay INV-042.")),
        event("turn 1", "call 1", 5, called("create_payment", true)),
        event("turn 1", "call 1", 6, checked("create_payment", ValidationStatus::Blocked)),
        event("turn 1", "call 1", 7, Event::ToolResult(blocked)),
        event("turn 2", "call 1", 1_500, says("What is open?")),
        event("turn 1", "call 2", 8, Event::Expanded(list)),
        event("turn 1", "call 2", 9, Event::ToolResult(expanded)),
        event("turn 1", "call 3", 10, called("get_all_invoices", false)),
        event("turn 1", "call 3", 11, Event::ToolResult(found())),
        event("turn 1", "call 4", 12, checked("create_payment", ValidationStatus::Passed)),
        event("turn 1", "call 4", 13, Event::ToolResult(paid)),
        event("turn 1", "call 5", 14, Event::ToolResult(found())),
        event("turn 1", "call 5", 15, says("Pay INV-042, please.")),
        event("turn 2", "call 1", 1_501, Event::ToolResult(found())),
        event("turn 3", "call 1", 61_000, says("Void it, and send it.")),
        event("turn 3", "call 1", 61_001, called("void_invoice", true)),
        event("turn 3", "call 1", 61_002, checked("void_invoice", ValidationStatus::Passed)),
        event("turn 3", "call 1", 61_003, Event::ToolResult(failed)),
        event("turn 3", "call 2", 61_004, Event::ToolResult(forwarded)),
        event("turn 3", "call 2", 61_005, Event::Guardrail(claimed)),
    ]
}
