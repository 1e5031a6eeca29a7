//! Events made by hand.

use hpd_host::approval::{CallState, PendingId};
use hpd_host::events::{
    AskUserEvent, DecisionEvent, Event, EventRecord, GuardrailEvent, McqEvent, ResultStatus, ToolCallEvent,
    ToolResultEvent, ToolRetryEvent, ValidationStatus, WriteValidationEvent,
};
use hpd_host::journal::health::{Health, HealthBuilder, Period};
use hpd_host::system::Timestamp;
use serde_json::{Map, Value};

pub(crate) const HOUR: u64 = 3_600_000;

/// The records of events: session, turn, moment, event.
pub(crate) fn records<'e>(
    events: impl IntoIterator<Item = (&'e str, &'e str, u64, Event)>,
) -> Vec<EventRecord> {
    let numbered = events.into_iter().zip(1..);
    let record = |((session, turn, at, event), number): ((&str, &str, u64, Event), u64)| {
        EventRecord::new(number, session, number, Timestamp::from_millis(at), event)
            .turn(Some(turn.to_owned()))
    };
    numbered.map(record).collect()
}

pub(crate) fn counted<'r>(records: impl IntoIterator<Item = &'r EventRecord>) -> Health {
    let mut builder = HealthBuilder::new(Period::Hour);
    for record in records {
        builder.add(record);
    }
    builder.finish()
}

/// Events of one turn, all at once.
pub(crate) fn of_turn(events: impl IntoIterator<Item = Event>) -> Health {
    counted(&records(events.into_iter().map(|event| ("s", "t", 0, event))))
}

pub(crate) fn call(tool: &str) -> Event {
    Event::ToolCall(ToolCallEvent::new(tool, true))
}

pub(crate) fn check(tool: &str, status: ValidationStatus) -> Event {
    Event::WriteValidation(WriteValidationEvent::new(tool, status))
}

pub(crate) fn blocked(tool: &str) -> Event {
    check(tool, ValidationStatus::Blocked)
}

pub(crate) fn passed(tool: &str) -> Event {
    check(tool, ValidationStatus::Passed)
}

/// The result of a write that passed its check.
pub(crate) fn result(tool: &str, status: ResultStatus) -> ToolResultEvent {
    ToolResultEvent::new(tool, status == ResultStatus::Ok, status, true)
        .validation_status(Some(ValidationStatus::Passed))
        .attempts(1)
}

pub(crate) fn ended(tool: &str, status: ResultStatus) -> Event {
    Event::ToolResult(result(tool, status))
}

/// The result of a blocked write for the model.
pub(crate) fn refused(tool: &str, code: &str) -> Event {
    Event::ToolResult(
        result(tool, ResultStatus::Error)
            .error_type(Some("validation_error".to_owned()))
            .error_codes(vec![code.to_owned()])
            .validation_status(Some(ValidationStatus::Blocked))
            .attempts(0)
            .duration_ms(Some(0.5)),
    )
}

pub(crate) fn took(tool: &str, duration_ms: f64) -> Event {
    Event::ToolResult(result(tool, ResultStatus::Ok).duration_ms(Some(duration_ms)))
}

pub(crate) fn ask(pending: Option<&str>) -> Event {
    Event::AskUser(
        AskUserEvent::new("pay", "How much?")
            .pending_id(pending.map(PendingId::new))
            .missing(vec!["amount".to_owned()]),
    )
}

pub(crate) fn mcq(pending: &str) -> Event {
    Event::Mcq(McqEvent(Map::from_iter([("pending_id".to_owned(), Value::String(pending.to_owned()))])))
}

pub(crate) fn decision(pending: &str, verdict: &str, state: CallState) -> Event {
    Event::Decision(DecisionEvent::new("pay", PendingId::new(pending), verdict, state))
}

pub(crate) fn ended_waiting(pending: &str, status: ResultStatus) -> Event {
    Event::ToolResult(result("pay", status).pending_id(Some(PendingId::new(pending))))
}

pub(crate) fn retry(tool: &str) -> Event {
    Event::ToolRetry(ToolRetryEvent::new(tool, 2, "it was blocked"))
}

pub(crate) fn guardrail(name: &str) -> Event {
    Event::Guardrail(GuardrailEvent::new(name, Vec::new(), String::new()))
}
