//! The truth about writes, from events.

use hpd_guardrail::{Evidence, WriteTruth, truths};
use hpd_journal::Timestamp;
use hpd_journal::events::EventRecord;
use serde_json::{Value, json};

/// Records as the journal keeps them: the turn, the call, the type and the data.
fn records(told: &[(&str, &str, &str, Value)]) -> Vec<EventRecord> {
    let record = |(seq, (turn, call, kind, data)): (u64, &(&str, &str, &str, Value))| {
        let record = json!({
            "entry": seq, "session": "s", "seq": seq, "turn": turn, "call_id": call, "at": seq, "type": kind, "data": data,
        });
        serde_json::from_value(record).unwrap()
    };
    (1..).zip(told).map(record).collect()
}

fn call(tool: &str, is_write: bool) -> Value {
    json!({"tool": tool, "is_write": is_write, "arguments": "{}"})
}

fn ended(tool: &str, status: &str, validation: &str) -> Value {
    json!({"tool": tool, "success": status == "ok", "status": status, "is_write": true, "validation_status": validation})
}

/// Each truth as its tool and its status.
fn told(truths: &[WriteTruth]) -> Vec<String> {
    truths.iter().map(|truth| format!("{} {:?}", truth.label, truth.status)).collect()
}

#[test]
fn reads_are_left_out() {
    let records = records(&[
        ("t", "1", "tool_call", call("get_invoices", false)),
        ("t", "2", "tool_call", call("create_payment", true)),
        ("t", "2", "tool_result", ended("create_payment", "ok", "passed")),
    ]);
    let truths = truths(&records, Some("t"));
    assert_eq!(told(&truths), ["create payment Ended(Ok)"]);
    assert_eq!((truths[0].tool.as_str(), truths[0].at), ("create_payment", Timestamp::from_millis(3)));
}

#[test]
fn a_blocked_write_says_what_was_missing() {
    let records = records(&[
        ("t", "1", "tool_call", call("create_payment", true)),
        (
            "t",
            "1",
            "write_validation",
            json!({"tool": "create_payment", "status": "blocked", "missing_fields": ["Amount"]}),
        ),
        ("t", "1", "tool_result", ended("create_payment", "error", "blocked")),
    ]);
    assert_eq!(told(&truths(&records, Some("t"))), ["create payment Blocked([\"Amount\"])"]);
}

#[test]
fn a_write_that_nobody_answered_waits() {
    let mcq = json!({"pending_tool": "void_invoice", "pending_id": "p"});
    let records = records(&[
        ("t", "1", "tool_call", call("void_invoice", true)),
        ("t", "1", "write_validation", json!({"tool": "void_invoice", "status": "passed"})),
        ("t", "1", "mcq", mcq),
    ]);
    assert_eq!(told(&truths(&records, None)), ["void invoice WaitsForConfirmation"]);
}

#[test]
fn a_call_that_was_made_again_takes_the_place_of_the_first() {
    let records = records(&[
        ("t", "1", "tool_call", call("create_payment", true)),
        ("t", "1", "tool_result", ended("create_payment", "error", "blocked")),
        ("t", "2", "tool_call", call("create_payment", true)),
        ("t", "2", "tool_retry", json!({"tool": "create_payment", "attempt": 2, "reason": "blocked"})),
        ("t", "2", "tool_result", ended("create_payment", "ok", "passed")),
    ]);
    assert_eq!(told(&truths(&records, None)), ["create payment Ended(Ok)"]);
}

#[test]
fn two_calls_with_one_id_are_two() {
    let records = records(&[
        ("t", "1", "tool_call", call("create_payment", true)),
        ("t", "1", "tool_result", ended("create_payment", "error", "passed")),
        ("t", "1", "tool_call", call("create_payment", true)),
        ("t", "1", "tool_result", ended("create_payment", "unknown", "passed")),
    ]);
    assert_eq!(
        told(&truths(&records, None)),
        ["create payment Ended(Error)", "create payment Ended(Unknown)"]
    );
}

#[test]
fn writes_of_other_turns_are_earlier_ones() {
    let records = records(&[
        ("before", "1", "tool_call", call("create_payment", true)),
        ("before", "1", "tool_result", ended("create_payment", "ok", "passed")),
        ("now", "2", "tool_call", call("send_invoice", true)),
    ]);
    let earlier: Vec<bool> = truths(&records, Some("now")).iter().map(|truth| truth.is_earlier).collect();
    assert_eq!(earlier, [true, false]);
}

#[test]
fn a_call_that_waited_for_values_ends_with_the_decision() {
    let asked = json!({"tool": "create_payment", "pending_id": "p1", "question": "Which account?", "missing": ["AccountId"]});
    let decided = |verdict: &str, state: &str| json!({"tool": "create_payment", "pending_id": "p1", "verdict": verdict, "state": state});
    let told_with = |decision: Value| {
        told(&truths(
            &records(&[
                ("t", "1", "tool_call", call("create_payment", true)),
                ("t", "1", "ask_user", asked.clone()),
                ("t", "1", "decision", decision),
            ]),
            None,
        ))
    };
    assert_eq!(told_with(decided("cancelled", "cancelled")), ["create payment Ended(Cancelled)"]);
    assert_eq!(told_with(decided("expired", "expired")), ["create payment Ended(Expired)"]);
    assert!(told_with(decided("replaced", "cancelled")).is_empty());
}

#[test]
fn a_result_is_of_the_call_that_waited_for_it_whatever_its_id() {
    let mcq = |pending: &str| json!({"pending_tool": "create_payment", "pending_id": pending});
    let mut result = ended("create_payment", "ok", "passed");
    result["pending_id"] = json!("p1");
    let records = records(&[
        ("before", "1", "tool_call", call("create_payment", true)),
        ("before", "1", "write_validation", json!({"tool": "create_payment", "status": "passed"})),
        ("before", "1", "mcq", mcq("p1")),
        ("now", "1", "tool_call", call("create_payment", true)),
        ("now", "1", "write_validation", json!({"tool": "create_payment", "status": "passed"})),
        ("now", "1", "mcq", mcq("p2")),
        ("before", "1", "tool_result", result),
    ]);
    assert_eq!(
        told(&truths(&records, None)),
        ["create payment Ended(Ok)", "create payment WaitsForConfirmation"]
    );
}

#[test]
fn results_of_calls_with_one_id_at_once_are_of_both() {
    let records = records(&[
        ("t", "1", "tool_call", call("create_payment", true)),
        ("t", "1", "tool_call", call("create_payment", true)),
        ("t", "1", "tool_result", ended("create_payment", "ok", "passed")),
        ("t", "1", "tool_result", ended("create_payment", "ok", "passed")),
    ]);
    assert_eq!(told(&truths(&records, None)), ["create payment Ended(Ok)", "create payment Ended(Ok)"]);
}

#[test]
fn what_was_read_in_the_turn_is_known() {
    let read = |status: &str, attempts: u32| json!({"tool": "find", "success": status == "ok", "status": status, "is_write": false, "attempts": attempts});
    let reads = |turn: &str, result: Value| {
        let evidence = Evidence::of_events(&records(&[(turn, "1", "tool_result", result)]), Some("now"));
        (evidence.has_read, evidence.has_read_before)
    };
    assert_eq!(reads("now", read("ok", 1)), (true, false));
    assert_eq!(reads("before", read("ok", 1)), (false, true));
    assert_eq!(reads("now", read("error", 1)), (false, false));
    assert_eq!(reads("now", read("ok", 0)), (false, false), "it only revealed tools");
}
