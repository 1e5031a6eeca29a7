//! Each step: rows, events, answers.

use super::{ResultStatus, Transition, Writes, claim, decide, expire, finish, insert, millis};
use crate::pending::{
    CallState, Decided, InsertError, OutcomeNotes, PendingCall, PendingId, PendingVerdict, StoredOutcome,
};
use crate::system::Timestamp;
use crate::testing::journal_kit::call;

use CallState::{
    Approved, AwaitingApproval, Blocked, Cancelled, Executing, Expired, Failed, NeedsInput, Rejected,
    Succeeded, Unknown,
};

const NOW: Timestamp = Timestamp::from_millis(1_500_000);
const OVER: Timestamp = Timestamp::from_millis(2_000_000);
const LEASE: Timestamp = Timestamp::from_millis(3_000_000);

/// The output of a step: the written state, and the events.
fn come_to<T>(step: &Transition<T>) -> (Option<CallState>, Vec<String>) {
    let told = step.events.iter().map(|event| serde_json::to_string(&event.event).unwrap());
    (step.write.as_ref().map(|call| call.state), told.collect())
}

fn in_state(state: CallState) -> PendingCall {
    PendingCall { state, ..call("one", state) }
}

fn running() -> PendingCall {
    PendingCall { lease: Some(LEASE), ..in_state(Executing) }
}

fn outcome(is_error: bool, text: &str) -> StoredOutcome {
    StoredOutcome { is_error, text: text.to_owned(), notes: OutcomeNotes::default() }
}

fn decision(verdict: &str, state: &str) -> String {
    format!(
        r#"{{"type":"decision","data":{{"tool":"void_invoice","pending_id":"one","verdict":"{verdict}","state":"{state}"}}}}"#
    )
}

fn end(status: &str) -> String {
    format!(
        r#"{{"type":"tool_result","data":{{"tool":"void_invoice","success":false,"status":"{status}","is_write":true,"validation_status":"passed","fields_checked":["InvoiceId"],"pending_id":"one"}}}}"#
    )
}

const PASSED: &str = r#"{"type":"write_validation","data":{"tool":"void_invoice","status":"passed","fields_validated":["InvoiceId"]}}"#;
const STARTED: &str = r#"{"type":"tool_started","data":{"tool":"void_invoice","pending_id":"one"}}"#;

#[test]
fn what_waits_for_a_decision_tells_the_check_and_the_question() {
    let step = insert(call("one", AwaitingApproval), false, 0, 1).unwrap();
    let mcq = concat!(
        r#"{"type":"mcq","data":{"mcq_type":"write_confirmation","nonce":"00112233445566778899aabbccddeeff","#,
        r#""options":[{"label":"✅ Yes, void the invoice","value":"confirm"},{"label":"❌ Cancel","value":"cancel"}],"#,
        r#""pending_args":{"InvoiceId":"INV-042"},"pending_id":"one","pending_tool":"void_invoice","phrase":"VOID INV-042","#,
        r#""question":"Confirm: Void the invoice?\nTool: void_invoice of Books. Risk: high.\nIt runs with:\n- InvoiceId: \"INV-042\"\n\nType \"VOID INV-042\" to confirm.","#,
        r#""risk":"high","summary":[{"field":"InvoiceId","source":"model","value":"\"INV-042\""}]}}"#
    );
    assert_eq!(come_to(&step), (Some(AwaitingApproval), vec![PASSED.to_owned(), mcq.to_owned()]));
}

const ASKED: &str = r#"{"type":"ask_user","data":{"tool":"void_invoice","pending_id":"one","question":"What is the reason? I have your invoice as INV-042. Is that correct?","missing":["reason"],"uncertain":["InvoiceId"]}}"#;

#[test]
fn a_write_that_waits_for_values_tells_the_block_and_what_is_asked() {
    let step = insert(call("one", NeedsInput), false, 0, 1).unwrap();
    let blocked = r#"{"type":"write_validation","data":{"tool":"void_invoice","status":"blocked","missing_fields":["reason"],"errors":["reason is required","InvoiceId must be confirmed by the user"],"message":"reason is required; InvoiceId must be confirmed by the user","asks_user":true}}"#;
    assert_eq!(come_to(&step), (Some(NeedsInput), vec![blocked.to_owned(), ASKED.to_owned()]));
}

#[test]
fn what_does_not_write_or_asks_by_itself_tells_no_block() {
    let mut read = call("one", NeedsInput);
    read.notes.is_write = false;
    let mut by_function = call("one", NeedsInput);
    by_function.notes.asked_by_function = true;
    for call in [read, by_function] {
        let step = insert(call, false, 0, 1).unwrap();
        assert_eq!(come_to(&step), (Some(NeedsInput), vec![ASKED.to_owned()]));
    }
}

#[test]
fn a_write_that_waits_for_nothing_tells_the_check() {
    let step = insert(call("one", Approved), false, 0, 1).unwrap();
    assert_eq!(come_to(&step), (Some(Approved), vec![PASSED.to_owned()]));
}

#[test]
fn the_check_tells_how_long_it_took() {
    let mut call = call("one", Approved);
    call.notes.checked_in_us = Some(1_250);
    let step = insert(call, false, 0, 1).unwrap();
    assert!(come_to(&step).1[0].contains(r#""duration_ms":1.25"#));
}

#[test]
fn what_reads_tells_nothing_of_a_check() {
    let mut call = call("one", Approved);
    call.notes.is_write = false;
    let step = insert(call, false, 0, 1).unwrap();
    assert_eq!(come_to(&step), (Some(Approved), vec![]));
}

#[test]
fn what_may_not_be_added_is_not() {
    let new = || call("one", AwaitingApproval);
    assert!(matches!(insert(in_state(Executing), true, 9, 0), Err(InsertError::NotNew)));
    assert!(matches!(insert(new(), true, 9, 0), Err(InsertError::Exists)));
    assert!(matches!(insert(new(), false, 1, 1), Err(InsertError::TooMany)));
    assert!(insert(new(), false, 0, 1).is_ok());
}

#[test]
fn events_are_of_the_call() {
    let step = insert(call("one", Approved), false, 0, 1).unwrap();
    let event = &step.events[0];
    assert_eq!(event.session, "session");
    assert_eq!(event.turn.as_deref(), Some("turn"));
    assert_eq!(event.call_id.as_deref(), Some("call_1"));
    assert_eq!(event.at, Timestamp::from_millis(1_000_000));
    assert_eq!(decide(Some(call("one", Approved)), PendingVerdict::Cancelled, NOW).events[0].at, NOW);
}

#[test]
fn each_decision_tells_itself_and_the_end() {
    let replaced = || PendingVerdict::Replaced { by: Some(PendingId::new("next")) };
    let table = [
        (AwaitingApproval, PendingVerdict::Approved, Approved, vec![decision("approved", "approved")]),
        (
            AwaitingApproval,
            PendingVerdict::Rejected,
            Rejected,
            vec![decision("rejected", "rejected"), end("rejected")],
        ),
        (
            AwaitingApproval,
            PendingVerdict::Cancelled,
            Cancelled,
            vec![decision("cancelled", "cancelled"), end("cancelled")],
        ),
        (AwaitingApproval, replaced(), Cancelled, vec![decision("replaced", "cancelled")]),
        (
            Approved,
            PendingVerdict::Cancelled,
            Cancelled,
            vec![decision("cancelled", "cancelled"), end("cancelled")],
        ),
        (Approved, PendingVerdict::Blocked, Blocked, vec![decision("blocked", "blocked"), end("blocked")]),
        (NeedsInput, PendingVerdict::Cancelled, Cancelled, vec![decision("cancelled", "cancelled")]),
        (NeedsInput, replaced(), Cancelled, vec![decision("replaced", "cancelled")]),
    ];
    for (state, verdict, after, told) in table {
        let step = decide(Some(in_state(state)), verdict.clone(), NOW);
        assert_eq!(come_to(&step), (Some(after), told), "{verdict:?} of {state}");
        assert!(matches!(step.answer, Decided::Done(_)));
    }
}

#[test]
fn wrong_phrases_are_told_with_their_number() {
    for (tries, state, has_end) in
        [(0, AwaitingApproval, false), (1, AwaitingApproval, false), (2, Rejected, true)]
    {
        let waits = PendingCall { tries, ..in_state(AwaitingApproval) };
        let step = decide(Some(waits), PendingVerdict::WrongPhrase, NOW);
        let told =
            decision("wrong_phrase", state.as_str()).replace("}}", &format!(r#","tries":{}}}}}"#, tries + 1));
        let wanted: Vec<_> = [told].into_iter().chain(has_end.then(|| end("rejected"))).collect();
        assert_eq!(come_to(&step), (Some(state), wanted));
    }
}

#[test]
fn what_is_not_decided_tells_nothing() {
    let rejected = PendingCall { verdict: Some(PendingVerdict::Rejected), ..in_state(Rejected) };
    let table = [
        (None, PendingVerdict::Approved, "Missing"),
        (Some(rejected.clone()), PendingVerdict::Rejected, "Repeated"),
        (Some(rejected), PendingVerdict::Approved, "Conflict"),
        (Some(running()), PendingVerdict::Cancelled, "Conflict"),
        (Some(in_state(NeedsInput)), PendingVerdict::Approved, "Conflict"),
    ];
    for (call, verdict, answer) in table {
        let step = decide(call, verdict, NOW);
        assert_eq!(come_to(&step), (None, vec![]));
        assert!(format!("{:?}", step.answer).starts_with(answer));
    }
}

#[test]
fn a_decision_that_comes_too_late_tells_the_end() {
    for (state, told) in [
        (NeedsInput, decision("expired", "expired")),
        (AwaitingApproval, end("expired")),
        (Approved, end("expired")),
    ] {
        let step = decide(Some(in_state(state)), PendingVerdict::Cancelled, OVER);
        assert_eq!(come_to(&step), (Some(Expired), vec![told.clone()]));
        assert!(matches!(&step.answer, Decided::Conflict(call) if call.state == Expired));
        let step = expire(&in_state(state), OVER).unwrap();
        assert_eq!(come_to(&step), (Some(Expired), vec![told]));
        assert_eq!(step.answer.state, Expired);
    }
}

#[test]
fn what_is_not_over_does_not_expire() {
    for call in [in_state(NeedsInput), in_state(AwaitingApproval), running(), in_state(Succeeded)] {
        assert!(expire(&call, NOW).is_none());
    }
}

#[test]
fn what_still_runs_after_its_lease_is_unknown() {
    let step = expire(&running(), LEASE).unwrap();
    assert_eq!(come_to(&step), (Some(Unknown), vec![end("unknown")]));
}

#[test]
fn a_claim_tells_that_it_starts() {
    let step = claim(Some(in_state(Approved)), NOW, LEASE);
    assert_eq!(come_to(&step), (Some(Executing), vec![STARTED.to_owned()]));
    assert_eq!(step.answer.unwrap().notes.claimed, Some(NOW));
    let late = claim(Some(in_state(Approved)), OVER, LEASE);
    assert_eq!(come_to(&late), (Some(Expired), vec![end("expired")]));
    assert!(late.answer.is_none());
    for call in [None, Some(in_state(AwaitingApproval)), Some(running()), Some(in_state(Succeeded))] {
        let step = claim(call, NOW, LEASE);
        assert_eq!(come_to(&step), (None, vec![]));
        assert!(step.answer.is_none());
    }
}

#[test]
fn an_end_tells_the_outcome() {
    let result = |status: &str, success: bool, said: &str| {
        let status = format!(r#""success":{success},"status":"{status}","is_write":true,{said},"#);
        end("*").replace(r#""success":false,"status":"*","is_write":true,"#, &status)
    };
    let table = [
        (Succeeded, outcome(false, r#"{"a":1}"#), result("ok", true, r#""result":{"a":1}"#)),
        (Succeeded, outcome(false, "Done."), result("ok", true, r#""result":"Done.""#)),
        (Failed, outcome(true, r#"{"error":"no"}"#), result("error", false, r#""error":{"error":"no"}"#)),
        (Unknown, outcome(true, "?"), result("unknown", false, r#""error":"?""#)),
    ];
    for (state, outcome, told) in table {
        let step = finish(Some(running()), state, outcome, NOW);
        assert_eq!(come_to(&step), (Some(state), vec![told]));
        assert!(step.answer);
    }
}

#[test]
fn an_end_tells_the_notes_of_the_outcome() {
    let notes = OutcomeNotes {
        error_type: Some("timeout".to_owned()),
        attempts: 2,
        took_us: Some(12_345),
        kept: vec![],
    };
    let mut call = running();
    call.notes.warnings = vec!["renamed".to_owned()];
    let step = finish(Some(call), Failed, StoredOutcome { notes, ..outcome(true, "no") }, NOW);
    let wanted = r#"{"type":"tool_result","data":{"tool":"void_invoice","success":false,"status":"error","is_write":true,"error":"no","error_type":"timeout","validation_status":"passed","fields_checked":["InvoiceId"],"warnings":["renamed"],"attempts":2,"duration_ms":12.345,"pending_id":"one"}}"#;
    let retry = r#"{"type":"tool_retry","data":{"tool":"void_invoice","attempt":2,"reason":"Previous attempt did not run, or may be repeated"}}"#;
    assert_eq!(come_to(&step).1, [retry, wanted]);
}

#[test]
fn what_does_not_run_does_not_end() {
    for call in [None, Some(in_state(Approved)), Some(in_state(Succeeded))] {
        let step = finish(call, Succeeded, outcome(false, "Done."), NOW);
        assert_eq!(come_to(&step), (None, vec![]));
        assert!(!step.answer);
    }
    let step = finish(Some(running()), Cancelled, outcome(false, "Done."), NOW);
    assert_eq!((come_to(&step), step.answer), ((None, vec![]), false));
}

#[test]
fn each_final_state_has_a_status() {
    for state in CallState::ALL {
        assert_eq!(ResultStatus::of(state).is_some(), state.is_final(), "{state}");
    }
}

#[test]
fn steps_are_gathered_in_their_order() {
    let mut writes = Writes::default();
    assert!(writes.take(claim(Some(in_state(Approved)), NOW, LEASE), NOW).is_some());
    assert!(writes.take(finish(Some(running()), Succeeded, outcome(false, ""), OVER), OVER));
    assert!(!writes.take(finish(None, Succeeded, outcome(false, ""), OVER), OVER));
    let states: Vec<_> = writes.calls.iter().map(|(call, at)| (call.state, *at)).collect();
    assert_eq!(states, [(Executing, NOW), (Succeeded, OVER)]);
    let kinds: Vec<_> = writes.events.iter().map(|event| event.event.kind()).collect();
    assert_eq!(kinds, ["tool_started", "tool_result"]);
}

#[test]
#[expect(clippy::float_cmp, reason = "a quotient by a thousand is the same at both places")]
fn microseconds_are_told_as_milliseconds() {
    assert_eq!([millis(0), millis(1), millis(1_500)], [0.0, 0.001, 1.5]);
}
