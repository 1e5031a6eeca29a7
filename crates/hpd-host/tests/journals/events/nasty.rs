//! Records whose texts are anything. The fuzz targets use them too.

use hpd_host::approval::{CallState, PendingId};
use hpd_host::events::{
    AskUserEvent, DecisionEvent, ErasedEvent, Event, EventRecord, ExpandedEvent, GuardrailEvent, McqEvent,
    PrunedEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolRetryEvent, ToolStartedEvent,
    TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
use hpd_host::system::Timestamp;
use serde_json::json;

/// How many types of events there are.
pub(crate) const KINDS: u8 = 13;

/// A record of one of the types, with these numbers, and texts that come from `text`.
pub(crate) fn record(kind: u8, seq: u64, text: &mut dyn FnMut() -> String) -> EventRecord {
    EventRecord::new(seq, text(), seq, Timestamp::from_millis(seq), event(kind, text))
        .turn(Some(text()))
        .call_id(Some(text()))
}

fn event(kind: u8, text: &mut dyn FnMut() -> String) -> Event {
    match kind % KINDS {
        0 => Event::TurnStarted(TurnStartedEvent::new(Some(text()))),
        1 => Event::ToolCall(ToolCallEvent::new(text(), false).tool_id(Some(text())).arguments(Some(text()))),
        2 => Event::WriteValidation(
            WriteValidationEvent::new(text(), ValidationStatus::Blocked)
                .missing_fields(vec![text(), text()])
                .errors(vec![text()])
                .fields_validated(vec![text()])
                .message(Some(text()))
                .duration_ms(Some(0.25)),
        ),
        3 => Event::ToolRetry(ToolRetryEvent::new(text(), 2, text())),
        4 => Event::AskUser(
            AskUserEvent::new(text(), text())
                .pending_id(Some(PendingId::new(text())))
                .missing(vec![text()])
                .uncertain(vec![text()]),
        ),
        5 => Event::Mcq(McqEvent([(text(), json!([text(), { text(): text() }]))].into_iter().collect())),
        6 => Event::Decision(
            DecisionEvent::new(text(), PendingId::new(text()), text(), CallState::Approved).tries(1),
        ),
        7 => Event::ToolStarted(ToolStartedEvent::new(text(), PendingId::new(text()))),
        8 => Event::ToolResult(result(text)),
        9 => Event::Expanded(ExpandedEvent::new(text(), vec![text()])),
        10 => Event::Guardrail(GuardrailEvent::new(text(), vec![text()], text())),
        11 => Event::Erased(ErasedEvent::new(vec![(1, 2)], text())),
        _ => Event::Pruned(PrunedEvent::new(1, text(), text())),
    }
}

fn result(text: &mut dyn FnMut() -> String) -> ToolResultEvent {
    ToolResultEvent::new(text(), false, ResultStatus::Error, true)
        .result(Some(json!({ text(): text() })))
        .error(Some(json!(text())))
        .error_type(Some(text()))
        .error_codes(vec![text()])
        .fields_checked(vec![text()])
        .warnings(vec![text()])
        .attempts(1)
        .duration_ms(Some(1.5))
        .pending_id(Some(PendingId::new(text())))
}
