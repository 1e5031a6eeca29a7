//! The steps of a pending call, with their events.

use std::sync::LazyLock;

use hpd_runtime::Principal;
use serde_json::{Value, json};

use super::sample::call;
use super::under_test::Step;
use crate::pending::{CallState, DecidedBy, PendingId, PendingVerdict};
use crate::system::Timestamp;

use CallState::{Approved, AwaitingApproval, Failed, NeedsInput, Succeeded, Unknown};

pub(super) const CREATED: Timestamp = Timestamp::from_millis(1_000_000);
/// In time.
pub(super) const NOW: Timestamp = Timestamp::from_millis(1_500_000);
/// When time is over.
pub(super) const OVER: Timestamp = Timestamp::from_millis(2_000_000);
const LEASE: Timestamp = Timestamp::from_millis(3_000_000);

/// A result that nests as deep as JSON is read, and too deep to be read inside of an event.
static NESTED: LazyLock<String> = LazyLock::new(|| "[".repeat(126) + &"]".repeat(126));

/// A step of the call `one`.
pub(super) struct Row {
    /// The steps before it.
    pub(super) before: Vec<Step>,
    pub(super) step: Step,
    pub(super) answer: &'static str,
    /// The moment in its events; `None` for the journal's own time.
    pub(super) at: Option<Timestamp>,
    pub(super) told: Vec<Value>,
}

pub(super) fn insert(state: CallState) -> Step {
    Step::Insert(Box::new(call("one", state)))
}

pub(super) fn decide(verdict: PendingVerdict) -> Step {
    Step::Decide("one", verdict, NOW)
}

pub(super) fn claim() -> Step {
    Step::Claim("one", NOW, LEASE)
}

fn row(before: &[Step], step: Step, answer: &'static str, told: Vec<Value>) -> Row {
    let at = match &step {
        Step::Insert(call) => Some(call.created),
        Step::Decide(_, _, now)
        | Step::DecideBy(_, _, _, now)
        | Step::Claim(_, now, _)
        | Step::Expire(now) => Some(*now),
        Step::Finish(..) => None,
    };
    Row { before: before.to_vec(), step, answer, at, told }
}

/// All steps with events, and steps that succeed without one.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = inserts();
    rows.extend(decisions());
    rows.extend(decisions_by_a_person());
    rows.extend(runs());
    rows.extend(ends());
    rows
}

fn inserts() -> Vec<Row> {
    let waits = call("one", AwaitingApproval);
    let mcq = waits.question().map(|question| question.to_mcq()).unwrap_or_default();
    let passed = json!({"type": "write_validation", "data": {
        "tool": "void_invoice", "status": "passed", "fields_validated": ["InvoiceId"],
    }});
    let asked = json!({"type": "ask_user", "data": {
        "tool": "void_invoice", "pending_id": "one",
        "question": "What is the reason? I have your invoice as INV-042. Is that correct?",
        "missing": ["reason"], "uncertain": ["InvoiceId"],
    }});
    let blocked = json!({"type": "write_validation", "data": {
        "tool": "void_invoice", "status": "blocked", "missing_fields": ["reason"],
        "errors": ["reason is required", "InvoiceId must be confirmed by the user"],
        "message": "reason is required; InvoiceId must be confirmed by the user", "asks_user": true,
    }});
    let mut asks = call("one", NeedsInput);
    asks.notes.is_write = false;
    let mut reads = call("one", Approved);
    reads.notes.is_write = false;
    let mut old = call("old", AwaitingApproval);
    old.expires = CREATED;
    let old = old.sealed(None);
    let too_late = end("old", "expired", json!({}));
    vec![
        row(&[], insert(NeedsInput), "inserted", vec![blocked, asked.clone()]),
        row(&[], insert(AwaitingApproval), "inserted", vec![passed.clone(), mcq]),
        row(&[], insert(Approved), "inserted", vec![passed.clone()]),
        row(&[], Step::Insert(Box::new(reads)), "inserted", vec![]),
        row(&[], Step::Insert(Box::new(asks)), "inserted", vec![asked]),
        row(&[Step::Insert(Box::new(old))], insert(Approved), "inserted", vec![too_late, passed]),
    ]
}

fn decisions() -> Vec<Row> {
    let (asked, waits, may_run) = (insert(NeedsInput), insert(AwaitingApproval), insert(Approved));
    let wrong = || decide(PendingVerdict::WrongPhrase);
    let replaced = || decide(PendingVerdict::Replaced { by: Some(PendingId::new("next")) });
    let cancel = || decide(PendingVerdict::Cancelled);
    let twice_wrong = [waits.clone(), wrong(), wrong()];
    let (asked, waits, may_run) = ([asked], [waits], [may_run]);
    let tries = |tries: u8, state: &str| {
        let mut event = decision("wrong_phrase", state);
        event["data"]["tries"] = json!(tries);
        event
    };
    vec![
        row(&waits, decide(PendingVerdict::Approved), "done", vec![decision("approved", "approved")]),
        row(&waits, decide(PendingVerdict::Rejected), "done", ended_by("rejected", "rejected")),
        row(&waits, wrong(), "done", vec![tries(1, "awaiting_approval")]),
        row(&twice_wrong, wrong(), "done", vec![tries(3, "rejected"), end("one", "rejected", json!({}))]),
        row(&waits, cancel(), "done", ended_by("cancelled", "cancelled")),
        row(&waits, replaced(), "done", vec![decision("replaced", "cancelled")]),
        row(&may_run, cancel(), "done", ended_by("cancelled", "cancelled")),
        row(&may_run, decide(PendingVerdict::Blocked), "done", ended_by("blocked", "blocked")),
        row(&asked, cancel(), "done", vec![decision("cancelled", "cancelled")]),
        row(&asked, replaced(), "done", vec![decision("replaced", "cancelled")]),
    ]
}

/// The person is in the event of each verdict, also of one that leaves the question open; not in a later one of the
/// program.
fn decisions_by_a_person() -> Vec<Row> {
    let person = DecidedBy::new(Principal::new("kim").in_tenant("acme"), Timestamp::from_millis(1_499_999))
        .channel("slack".to_owned())
        .shown("0123456789abcdef".repeat(4));
    let by = |verdict| Step::DecideBy("one", verdict, person.clone(), NOW);
    let told = |verdict: &str, state: &str, tries: u8| {
        let mut event = decision(verdict, state);
        event["data"]["decided_by"] = json!({
            "principal": "kim", "tenant": "acme", "channel": "slack", "at": 1_499_999,
            "shown": "0123456789abcdef".repeat(4),
        });
        if tries > 0 {
            event["data"]["tries"] = json!(tries);
        }
        event
    };
    let waits = [insert(AwaitingApproval)];
    let wrong = || by(PendingVerdict::WrongPhrase);
    let twice_wrong = [waits[0].clone(), wrong(), wrong()];
    let approved = [waits[0].clone(), by(PendingVerdict::Approved)];
    let ended = |told, state| vec![told, end("one", state, json!({}))];
    vec![
        row(&waits, by(PendingVerdict::Approved), "done", vec![told("approved", "approved", 0)]),
        row(&waits, by(PendingVerdict::Rejected), "done", ended(told("rejected", "rejected", 0), "rejected")),
        row(&waits, wrong(), "done", vec![told("wrong_phrase", "awaiting_approval", 1)]),
        row(&twice_wrong, wrong(), "done", ended(told("wrong_phrase", "rejected", 3), "rejected")),
        row(&approved, decide(PendingVerdict::Blocked), "done", ended_by("blocked", "blocked")),
    ]
}

fn runs() -> Vec<Row> {
    let may_run = insert(Approved);
    let runs = [may_run.clone(), claim()];
    let finish = |state, text| Step::Finish("one", state, text);
    let started = json!({"type": "tool_started", "data": {"tool": "void_invoice", "pending_id": "one"}});
    let ok = |result: Value| vec![end("one", "ok", json!({"result": result}))];
    let failed = |status, error: Value| vec![end("one", status, json!({"error": error}))];
    let object = r#"{"voided":true}"#;
    let exact = r#"{"total":100.10,"number":12345678901234567890123}"#;
    let exactly = json!({"total": "100.10", "number": "12345678901234567890123"});
    vec![
        row(&[may_run], claim(), "claimed", vec![started]),
        row(&runs, finish(Succeeded, object), "finished", ok(json!({"voided": true}))),
        row(&runs, finish(Succeeded, "It is void."), "finished", ok(json!("It is void."))),
        row(&runs, finish(Succeeded, exact), "finished", ok(exactly)),
        row(&runs, finish(Succeeded, &NESTED), "finished", ok(json!(*NESTED))),
        row(&runs, finish(Failed, object), "finished", failed("error", json!({"voided": true}))),
        row(&runs, finish(Unknown, "nobody knows"), "finished", failed("unknown", json!("nobody knows"))),
    ]
}

/// Expiry: the first operation that notices it records it.
fn ends() -> Vec<Row> {
    let approve = Step::Decide("one", PendingVerdict::Approved, OVER);
    let late_claim = Step::Claim("one", OVER, LEASE);
    let (asked, waits, may_run) = ([insert(NeedsInput)], [insert(AwaitingApproval)], [insert(Approved)]);
    let runs = [insert(Approved), claim()];
    let expired = || vec![end("one", "expired", json!({}))];
    let unanswered = || vec![decision("expired", "expired")];
    let unknown = vec![end("one", "unknown", json!({}))];
    vec![
        row(&waits, approve.clone(), "conflict", expired()),
        row(&asked, approve, "conflict", unanswered()),
        row(&may_run, late_claim, "not claimed", expired()),
        row(&waits, Step::Expire(OVER), "ended", expired()),
        row(&may_run, Step::Expire(OVER), "ended", expired()),
        row(&asked, Step::Expire(OVER), "ended", unanswered()),
        row(&runs, Step::Expire(LEASE), "ended", unknown),
    ]
}

fn decision(verdict: &str, state: &str) -> Value {
    let data = json!({"tool": "void_invoice", "pending_id": "one", "verdict": verdict, "state": state});
    json!({"type": "decision", "data": data})
}

fn ended_by(verdict: &str, state: &str) -> Vec<Value> {
    vec![decision(verdict, state), end("one", state, json!({}))]
}

/// The result event of a write, with further fields.
fn end(id: &str, status: &str, more: Value) -> Value {
    let mut event = json!({"type": "tool_result", "data": {
        "tool": "void_invoice", "success": status == "ok", "status": status, "is_write": true,
        "validation_status": "passed", "fields_checked": ["InvoiceId"], "pending_id": id,
    }});
    if let (Some(data), Value::Object(more)) = (event["data"].as_object_mut(), more) {
        data.extend(more);
    }
    event
}
