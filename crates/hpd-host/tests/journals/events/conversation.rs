//! A conversation as a journal keeps it: a blocked write, an expanded container, a read, the write once more, the
//! user's approval, and a wrong claim of the model. Then a turn that ends with a question.

use hpd_host::approval::{CallState, PendingId};
use hpd_host::events::{
    AskUserEvent, DecisionEvent, Event, EventRecord, ExpandedEvent, GuardrailEvent, McqEvent, ResultStatus,
    ToolCallEvent, ToolResultEvent, ToolRetryEvent, ToolStartedEvent, TurnStartedEvent, ValidationStatus,
    WriteValidationEvent,
};
use hpd_host::system::Timestamp;
use serde_json::{Value, json};

pub(crate) const WRITE: &str = "create_payment";

/// An event of the session `s1` as it is kept, where the journal has nothing else.
pub(crate) fn record(seq: u64, turn: &str, call: Option<&str>, event: Event) -> EventRecord {
    EventRecord::new(seq, "s1", seq, Timestamp::from_millis(1_767_225_600_000 + seq), event)
        .turn(Some(turn.to_owned()))
        .call_id(call.map(str::to_owned))
}

pub(crate) fn conversation() -> Vec<EventRecord> {
    let mut records = first_turn();
    records.extend(second_turn());
    records
}

pub(crate) fn first_turn() -> Vec<EventRecord> {
    let events = [
        (None, turn_started("Record ₹5000 payment from Acme Corp")),
        (Some("call_1"), call(WRITE, Some(r#"{"AccountId":"xxx"}"#))),
        (Some("call_1"), blocked()),
        (Some("call_1"), refused()),
        (Some("call_2"), call("Invoices", Some("{}"))),
        (Some("call_2"), expanded()),
        (Some("call_2"), result("Invoices", json!("Invoices expanded."))),
        (Some("call_3"), call("get_all_invoices", Some(r#"{"contact":"Acme Corp"}"#))),
        (Some("call_3"), result("get_all_invoices", json!([{"InvoiceId": "INV-042", "due": 5000}]))),
        (
            Some("call_4"),
            call(WRITE, Some(r#"{"AccountId":"xxx","Amount":5000,"Applications":["INV-042"]}"#)),
        ),
        (Some("call_4"), retry()),
        (Some("call_4"), passed()),
        (Some("call_4"), mcq()),
        (Some("call_4"), decision("approved", CallState::Approved)),
        (Some("call_4"), Event::ToolStarted(ToolStartedEvent::new(WRITE, pending()))),
        (Some("call_4"), paid()),
        (None, guardrail()),
    ];
    (1..).zip(events).map(|(seq, (call, event))| record(seq, "t1", call, event)).collect()
}

/// A provider that gives ids twice, in one turn and from turn to turn; and late events of the first turn.
pub(crate) fn ids_twice() -> Vec<EventRecord> {
    let read = |of: &str| call("get_all_invoices", Some(&format!(r#"{{"contact":"{of}"}}"#)));
    let found = |count: u64| result("get_all_invoices", json!(count));
    let first = [read("Acme"), found(1), read("Blue"), found(2)];
    let mut records: Vec<_> =
        (1..).zip(first).map(|(seq, event)| record(seq, "t1", Some("1"), event)).collect();
    records.extend([
        record(5, "t2", None, turn_started("And Coal?")),
        record(6, "t2", Some("1"), read("Coal")),
        record(7, "t1", Some("1"), retry()),
        record(8, "t2", Some("1"), found(3)),
    ]);
    records
}

fn second_turn() -> Vec<EventRecord> {
    let hidden = ToolCallEvent::new("send_reminder", true).tool_id(Some("books.send_reminder".to_owned()));
    let question = AskUserEvent::new("send_reminder", "Which address does the reminder go to?")
        .pending_id(Some(PendingId::new("p2")))
        .missing(vec!["address".to_owned()]);
    vec![
        record(18, "t2", None, turn_started("Remind them of the rest")),
        record(19, "t2", Some("call_5"), Event::ToolCall(hidden)),
        record(20, "t2", Some("call_5"), Event::AskUser(question)),
    ]
}

pub(crate) fn pending() -> PendingId {
    PendingId::new("p1")
}

pub(crate) fn turn_started(query: &str) -> Event {
    Event::TurnStarted(TurnStartedEvent::new(Some(query.to_owned())))
}

pub(crate) fn call(tool: &str, arguments: Option<&str>) -> Event {
    Event::ToolCall(ToolCallEvent::new(tool, tool == WRITE).arguments(arguments.map(str::to_owned)))
}

/// Section 5.1 of the events for front ends.
pub(crate) fn blocked() -> Event {
    Event::WriteValidation(
        WriteValidationEvent::new(WRITE, ValidationStatus::Blocked)
            .missing_fields(vec!["Amount".to_owned(), "Applications".to_owned()])
            .message(Some("Missing Amount and Applications[]. Fetching invoices to resolve.".to_owned())),
    )
}

/// Section 5.2.
pub(crate) fn passed() -> Event {
    Event::WriteValidation(
        WriteValidationEvent::new(WRITE, ValidationStatus::Passed)
            .fields_validated(["AccountId", "Amount", "Applications"].map(str::to_owned).to_vec()),
    )
}

/// Section 5.4.
pub(crate) fn retry() -> Event {
    Event::ToolRetry(ToolRetryEvent::new(WRITE, 2, "Previous attempt blocked by pre-flight validation"))
}

pub(crate) fn mcq() -> Event {
    let Value::Object(data) = json!({
        "mcq_type": "write_confirmation",
        "question": "Confirm: Create payment of ₹5,000 for Acme Corp against INV-042?",
        "options": [
            {"label": "✅ Yes, create payment", "value": "confirm"},
            {"label": "❌ Cancel", "value": "cancel"}
        ],
        "pending_tool": WRITE,
        "pending_args": {"Amount": 5000},
        "pending_id": "p1",
        "nonce": "51d0",
        "risk": "low"
    }) else {
        unreachable!("it is an object")
    };
    Event::Mcq(McqEvent(data))
}

pub(crate) fn decision(verdict: &str, state: CallState) -> Event {
    Event::Decision(DecisionEvent::new(WRITE, pending(), verdict, state))
}

/// A result without further details.
pub(crate) fn plain_result(tool: &str, status: ResultStatus) -> ToolResultEvent {
    ToolResultEvent::new(tool, status == ResultStatus::Ok, status, tool == WRITE)
}

pub(crate) fn result(tool: &str, value: Value) -> Event {
    Event::ToolResult(plain_result(tool, ResultStatus::Ok).result(Some(value)).attempts(1))
}

fn refused() -> Event {
    Event::ToolResult(
        plain_result(WRITE, ResultStatus::Error)
            .error(Some(json!({"error_type": "invalid_arguments", "message": "Amount is required"})))
            .error_type(Some("invalid_arguments".to_owned()))
            .error_codes(vec!["REQUIRED_FIELD".to_owned()])
            .validation_status(Some(ValidationStatus::Blocked)),
    )
}

/// Section 5.3.
pub(crate) fn paid() -> Event {
    Event::ToolResult(
        plain_result(WRITE, ResultStatus::Ok)
            .result(Some(json!({"PaymentId": "PAY-001"})))
            .pending_id(Some(pending()))
            .validation_status(Some(ValidationStatus::Passed))
            .duration_ms(Some(1_247.0))
            .attempts(1),
    )
}

pub(crate) fn expanded() -> Event {
    Event::Expanded(ExpandedEvent::new("Invoices", vec!["get_all_invoices".to_owned()]))
}

pub(crate) fn guardrail() -> Event {
    Event::Guardrail(GuardrailEvent::new(
        "false_failure",
        vec!["I could not record the payment.".to_owned()],
        "The payment was recorded.",
    ))
}
