//! An event of each kind.

use hpd_runtime::Principal;
use hpd_runtime::args::Caller;
use hpd_runtime::values::Provenance;
use serde_json::json;

use crate::events::{
    ArgumentsReadEvent, AskUserEvent, CollapsedEvent, DecisionEvent, DetectorFailedEvent, ErasedEvent, Event,
    ExpandedEvent, GuardrailEvent, JournalGapEvent, McqEvent, NewEvent, PrunedEvent, ReadingNote,
    RecoveredEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolRetryEvent, ToolStartedEvent,
    TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
use crate::pending::{CallState, DecidedBy, PendingId};
use crate::system::Timestamp;

/// Events that are hard to store: unusual characters, empty and missing texts, extreme numbers.
pub(super) fn one_of_each_kind() -> Vec<NewEvent> {
    let asked = asked();
    let all = told().into_iter().chain(asked).zip(1..);
    let events = all.map(|(event, number)| NewEvent {
        session: if number % 5 == 0 { String::new() } else { "sé ssion\u{1F600}'\"\\".to_owned() },
        turn: (number % 3 > 0).then(|| format!("turn {number}")),
        call_id: (number % 2 > 0)
            .then(|| if number % 7 == 0 { String::new() } else { format!("call_{number}") }),
        principal: (number % 4 > 1).then(|| format!("prin\"\\cipal\u{1F600} {number}\",\"tenant\":")),
        tenant: (number % 4 % 3 > 0).then(|| if number % 8 > 4 { String::new() } else { "acme".to_owned() }),
        at: Timestamp::from_millis(1_767_225_600_000 + number),
        event,
    });
    events.collect()
}

fn told() -> Vec<Event> {
    let tool = || "void_invoice".to_owned();
    vec![
        Event::TurnStarted(TurnStartedEvent::new(None)),
        Event::TurnStarted(TurnStartedEvent::new(Some("Void it\n\u{0}\t\u{2028}.".to_owned()))),
        Event::ToolCall(ToolCallEvent {
            tool: tool(),
            tool_id: None,
            is_write: true,
            arguments: Some("{\"InvoiceId\": \"INV-042\"".to_owned()),
            caller: Caller::parse(r#"{"type": "program", "caller_id": "call_7"}"#),
        }),
        Event::ArgumentsRead(
            ArgumentsReadEvent::new(tool())
                .arguments(Some(json!({"InvoiceId": "INV-042"})))
                .provenance([("InvoiceId".to_owned(), Provenance::Mentioned)].into())
                .notes(vec![ReadingNote::new("MISSING_CLOSER", "", "a brace was added").offset(Some(23))]),
        ),
        Event::ToolRetry(ToolRetryEvent { tool: tool(), attempt: u32::MAX, reason: String::new() }),
        Event::ToolStarted(ToolStartedEvent { tool: tool(), pending_id: PendingId::new("one") }),
        Event::ToolResult(ToolResultEvent {
            tool: tool(),
            success: true,
            status: ResultStatus::Ok,
            is_write: true,
            result: Some(json!({"total": 1.5, "big": u64::MAX, "none": null, "list": [1, "", {}]})),
            error: None,
            error_type: None,
            error_codes: vec!["missing".to_owned()],
            validation_status: Some(ValidationStatus::Passed),
            fields_checked: vec!["InvoiceId".to_owned()],
            warnings: vec!["renamed".to_owned()],
            attempts: 2,
            duration_ms: Some(12.345),
            pending_id: Some(PendingId::new("one")),
        }),
        Event::Recovered(RecoveredEvent {
            called: "books".to_owned(),
            mistake: "container_with_parameters".to_owned(),
            tool: tool(),
            meant: Some(tool()),
            ran: None,
        }),
        Event::Expanded(ExpandedEvent { container: "books".to_owned(), functions: vec![tool()] }),
        Event::Collapsed(CollapsedEvent::new("books")),
        Event::Guardrail(GuardrailEvent {
            guardrail: "hallucinated_success".to_owned(),
            claims: vec!["It is voided.".to_owned()],
            replacement: "Nothing was changed.".to_owned(),
        }),
        Event::DetectorFailed(DetectorFailedEvent::new("timed_out")),
        Event::Erased(ErasedEvent { entries: Vec::new(), reason: "none".to_owned() }),
        Event::Pruned(PrunedEvent { through: 0, hash: "0".repeat(64), reason: "none".to_owned() }),
        Event::JournalGap(JournalGapEvent::new(
            Timestamp::from_millis(1),
            Timestamp::from_millis(u64::MAX),
            [("tool_call".to_owned(), 2)].into(),
        )),
    ]
}

fn asked() -> Vec<Event> {
    let tool = || "void_invoice".to_owned();
    vec![
        Event::WriteValidation(WriteValidationEvent {
            tool: tool(),
            status: ValidationStatus::Blocked,
            missing_fields: vec!["InvoiceId".to_owned()],
            errors: vec!["InvoiceId is missing.".to_owned()],
            fields_validated: Vec::new(),
            message: Some("InvoiceId is missing.".to_owned()),
            duration_ms: Some(0.25),
            asks_user: false,
        }),
        Event::AskUser(AskUserEvent {
            tool: tool(),
            pending_id: None,
            question: "Which invoice?".to_owned(),
            missing: vec!["InvoiceId".to_owned()],
            uncertain: Vec::new(),
        }),
        Event::Mcq(McqEvent(
            [("question".to_owned(), json!("Void it?")), ("risk".to_owned(), json!("high"))]
                .into_iter()
                .collect(),
        )),
        Event::Decision(DecisionEvent {
            tool: tool(),
            pending_id: PendingId::new("one"),
            verdict: "wrong_phrase".to_owned(),
            state: CallState::AwaitingApproval,
            tries: 2,
            decided_by: Some(
                DecidedBy::new(Principal::new("alex").in_tenant("acme"), Timestamp::from_millis(7))
                    .channel("web".to_owned())
                    .shown("0".repeat(64)),
            ),
        }),
    ]
}
