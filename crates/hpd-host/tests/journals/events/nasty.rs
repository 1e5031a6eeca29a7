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
    EventRecord {
        entry: seq,
        session: text(),
        seq,
        turn: Some(text()),
        call_id: Some(text()),
        at: Timestamp::from_millis(seq),
        event: event(kind, text),
    }
}

fn event(kind: u8, text: &mut dyn FnMut() -> String) -> Event {
    match kind % KINDS {
        0 => Event::TurnStarted(TurnStartedEvent { query: Some(text()) }),
        1 => Event::ToolCall(ToolCallEvent {
            tool: text(),
            tool_id: Some(text()),
            is_write: false,
            arguments: Some(text()),
        }),
        2 => Event::WriteValidation(WriteValidationEvent {
            tool: text(),
            status: ValidationStatus::Blocked,
            missing_fields: vec![text(), text()],
            errors: vec![text()],
            fields_validated: vec![text()],
            message: Some(text()),
            duration_ms: Some(0.25),
            asks_user: false,
        }),
        3 => Event::ToolRetry(ToolRetryEvent { tool: text(), attempt: 2, reason: text() }),
        4 => Event::AskUser(AskUserEvent {
            tool: text(),
            pending_id: Some(PendingId::new(text())),
            question: text(),
            missing: vec![text()],
            uncertain: vec![text()],
        }),
        5 => Event::Mcq(McqEvent([(text(), json!([text(), { text(): text() }]))].into_iter().collect())),
        6 => Event::Decision(DecisionEvent {
            tool: text(),
            pending_id: PendingId::new(text()),
            verdict: text(),
            state: CallState::Approved,
            tries: 1,
        }),
        7 => Event::ToolStarted(ToolStartedEvent { tool: text(), pending_id: PendingId::new(text()) }),
        8 => Event::ToolResult(result(text)),
        9 => Event::Expanded(ExpandedEvent { container: text(), functions: vec![text()] }),
        10 => {
            Event::Guardrail(GuardrailEvent { guardrail: text(), claims: vec![text()], replacement: text() })
        }
        11 => Event::Erased(ErasedEvent { entries: vec![(1, 2)], reason: text() }),
        _ => Event::Pruned(PrunedEvent { through: 1, hash: text(), reason: text() }),
    }
}

fn result(text: &mut dyn FnMut() -> String) -> ToolResultEvent {
    ToolResultEvent {
        tool: text(),
        success: false,
        status: ResultStatus::Error,
        is_write: true,
        result: Some(json!({ text(): text() })),
        error: Some(json!(text())),
        error_type: Some(text()),
        error_codes: vec![text()],
        validation_status: None,
        fields_checked: vec![text()],
        warnings: vec![text()],
        attempts: 1,
        duration_ms: Some(1.5),
        pending_id: Some(PendingId::new(text())),
    }
}
