//! Whole conversations, and the events of each.

use futures_executor::block_on;
use hpd_host::approval::{Choice, UserChannel};
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::values::MapProfile;
use hpd_host::{Approval, Limits, Output, RawCall, Session, Values};
use serde_json::json;

use crate::journaled::desk::Desk;

#[test]
fn a_read_is_told_with_its_result() {
    let desk = Desk::new();
    desk.session.user_says("What is left?");
    desk.call("c1", "balance", r#"{"account": "ACC-1"}"#);
    assert_eq!(
        desk.told(),
        ["turn: What is left?", r#"call balance {"account": "ACC-1"}"#, "result balance Ok"]
    );
    assert_eq!(
        desk.data("tool_result"),
        [
            r#"{"attempts":1,"is_write":false,"result":"ACC-1: 5","status":"ok","success":true,"tool":"balance"}"#
        ]
    );
}

#[test]
fn a_write_that_is_blocked_retried_confirmed_and_run_is_told_step_by_step() {
    let desk = Desk::new();
    desk.session.user_says("Pay Acme 5000");
    desk.call("c1", "pay", r#"{"to": "Acme"}"#);
    let asked = desk.call("c2", "pay", r#"{"to": "Acme", "amount": 5000}"#);
    let decision = Desk::answer(&asked, Choice::Confirm, None);
    block_on(desk.toolbox.decide(&desk.session, &decision)).unwrap();
    assert_eq!(
        desk.told(),
        [
            "turn: Pay Acme 5000",
            r#"call pay {"to": "Acme"}"#,
            "Blocked pay amount",
            "result pay Error",
            r#"call pay {"to": "Acme", "amount": 5000}"#,
            "retry pay #2",
            "Passed pay ",
            r#"mcq "pay""#,
            "decision approved approved",
            "started pay",
            "result pay Ok",
        ]
    );
    assert_eq!(
        desk.data("write_validation"),
        [
            r#"{"errors":["amount is required"],"message":"amount is required","missing_fields":["amount"],"status":"blocked","tool":"pay"}"#,
            r#"{"fields_validated":["to","amount"],"status":"passed","tool":"pay"}"#,
        ]
    );
    assert_eq!(
        desk.data("tool_retry"),
        [r#"{"attempt":2,"reason":"Previous attempt blocked by pre-flight validation","tool":"pay"}"#]
    );
    assert_eq!(
        desk.data("tool_result")[1],
        r#"{"attempts":1,"fields_checked":["to","amount"],"is_write":true,"result":{"Amount":5000,"PaymentId":"PAY-001"},"status":"ok","success":true,"tool":"pay","validation_status":"passed"}"#
    );
}

#[test]
fn a_write_that_is_blocked_lists_what_is_missing_also_if_nothing_is() {
    let desk = Desk::new();
    desk.call("c1", "pay", r#"{"to": "Acme", "amount": 0}"#);
    assert_eq!(
        desk.data("write_validation"),
        [
            r#"{"errors":["amount must be at least 1"],"message":"amount must be at least 1","missing_fields":[],"status":"blocked","tool":"pay"}"#
        ]
    );
}

#[test]
fn a_write_that_the_host_allows_is_told_without_a_question() {
    let desk = Desk::allowing();
    desk.call("c1", "pay", r#"{"to": "Acme", "amount": 1}"#);
    assert_eq!(
        desk.told(),
        ["turn: -", r#"call pay {"to": "Acme", "amount": 1}"#, "Passed pay ", "started pay", "result pay Ok",]
    );
}

#[test]
fn failures_and_unknown_outcomes_of_writes_are_told_once() {
    let desk = Desk::allowing();
    desk.call("c1", "pay", r#"{"to": "nobody", "amount": 1}"#);
    desk.call("c2", "pay", r#"{"to": "someone", "amount": 1}"#);
    let ends: Vec<_> = desk.told().into_iter().filter(|line| line.starts_with("result")).collect();
    assert_eq!(ends, ["result pay Error", "result pay Unknown"]);
}

#[test]
fn a_write_that_the_user_refuses_is_told_as_rejected() {
    let desk = Desk::new();
    let asked = desk.call("c1", "pay", r#"{"to": "Acme", "amount": 1}"#);
    block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, Choice::Cancel, None))).unwrap();
    assert_eq!(desk.told()[3..], [r#"mcq "pay""#, "decision rejected rejected", "result pay Rejected"]);
}

#[test]
fn wrong_phrases_are_told_as_they_are_counted() {
    let desk = Desk::new();
    let asked = desk.call("c1", "void", r#"{"payment": "PAY-1"}"#);
    for _ in 0..3 {
        let wrong = Desk::answer(&asked, Choice::Confirm, Some("void pay-1"));
        block_on(desk.toolbox.decide(&desk.session, &wrong)).unwrap_err();
    }
    assert_eq!(
        desk.told()[4..],
        [
            "decision wrong_phrase awaiting_approval",
            "decision wrong_phrase awaiting_approval",
            "decision wrong_phrase rejected",
            "result void Rejected",
        ]
    );
}

#[test]
fn values_that_the_user_is_asked_for_are_told_until_the_call_ends() {
    let desk = Desk::new();
    desk.session.user_says("Send the letter");
    desk.call("c1", "send_letter", "{}");
    let message = UserChannel::local().message("456 Oak Ave");
    block_on(desk.toolbox.reply(&desk.session, &message)).unwrap();
    assert_eq!(
        desk.told(),
        [
            "turn: Send the letter",
            "call send_letter {}",
            "Blocked send_letter address",
            "ask send_letter: address",
            "turn: 456 Oak Ave",
            "decision replaced cancelled",
            "arguments_read",
            "Passed send_letter ",
            r#"mcq "send_letter""#,
        ]
    );
}

/// The kind of each event, after the number of its turn.
fn kinds_by_turn(desk: &Desk) -> Vec<String> {
    let mut turns = Vec::new();
    let events = desk.events().into_iter().map(|record| {
        if !turns.contains(&record.turn) {
            turns.push(record.turn.clone());
        }
        let number = turns.iter().position(|turn| *turn == record.turn).unwrap() + 1;
        format!("{number} {}", record.event.kind())
    });
    events.collect()
}

#[test]
fn a_call_that_goes_on_with_a_value_stays_in_its_turn() {
    let desk = Desk::allowing();
    desk.session.user_says("Send the letter");
    desk.call("c1", "send_letter", "{}");
    let message = UserChannel::local().message("456 Oak Ave");
    block_on(desk.toolbox.reply(&desk.session, &message)).unwrap();
    desk.call("c2", "balance", r#"{"account": "1"}"#);
    assert_eq!(
        kinds_by_turn(&desk),
        [
            "1 turn_started",
            "1 tool_call",
            "1 write_validation",
            "1 ask_user",
            "2 turn_started",
            "1 decision",
            "1 arguments_read",
            "1 write_validation",
            "1 tool_started",
            "1 tool_result",
            "2 tool_call",
            "2 tool_result",
        ]
    );
}

#[test]
fn a_read_that_goes_on_with_a_value_stays_in_its_turn() {
    let profile = MapProfile::new().for_all("card", "4111-1111");
    let desk = Desk::with(|builder| builder.values(Values::new().profile(profile)));
    desk.session.user_says("Show my card");
    desk.call("c1", "show_card", "{}");
    block_on(desk.toolbox.reply(&desk.session, &UserChannel::local().message("yes"))).unwrap();
    let told = kinds_by_turn(&desk);
    assert_eq!(told.last().unwrap(), "1 tool_result", "{told:?}");
}

#[test]
fn containers_and_wrong_names_are_told() {
    let desk = Desk::new();
    desk.call("c1", "browser", "{}");
    desk.call("c2", "pai", "{}");
    desk.call("c3", "Bank", "{}");
    assert_eq!(
        desk.told(),
        [
            "turn: -",
            "call browser ?",
            "result browser Error",
            "call pai ?",
            "result pai Error",
            "call Bank {}",
            "expanded Bank",
            "result Bank Ok",
        ]
    );
}

#[test]
fn a_call_that_is_handed_on_is_told_when_it_is_completed() {
    let desk =
        Desk::with(|builder| builder.approval(Approval::new().writes(hpd_host::approval::Permission::Allow)));
    let forwarded = desk.call("c1", "open_tab", "{}");
    assert_eq!(forwarded.status(), "forward");
    let done = Ok(Output::Text("It is open.".to_owned()));
    block_on(desk.toolbox.complete(&desk.session, "c1", done)).unwrap();
    assert_eq!(
        desk.told(),
        ["turn: -", "call open_tab {}", "result open_tab Forwarded", "result open_tab Ok"]
    );
}

#[test]
fn a_call_is_told_whatever_its_id_is() {
    let desk = Desk::allowing();
    desk.call("c\0 1", "balance", r#"{"account": "A"}"#);
    desk.call("c\0 1", "pay", r#"{"to": "Anna", "amount": 5}"#);
    let ids: Vec<_> = desk.events().into_iter().filter_map(|event| event.call_id).collect();
    assert_eq!(ids, ["c\u{fffd} 1"; 6]);
    assert_eq!(Session::with_id("s\0 1").id(), Some("s\u{fffd} 1"));
}

#[test]
fn a_result_is_told_with_all_its_digits_however_deep_it_nests() {
    let desk =
        Desk::with(|builder| builder.approval(Approval::new().writes(hpd_host::approval::Permission::Allow)));
    let nested = "[".repeat(126) + &"]".repeat(126);
    for text in [r#"{"total":100.10}"#, &nested] {
        desk.call("c1", "open_tab", "{}");
        let done = Ok(Output::Json(text.to_owned()));
        block_on(desk.toolbox.complete(&desk.session, "c1", done)).unwrap();
    }
    let ends = desk.data("tool_result");
    assert_eq!(ends.len(), 4);
    assert!(ends[1].contains(r#""result":{"total":"100.10"}"#), "{}", ends[1]);
    assert!(ends[3].contains(&nested), "{}", ends[3]);
}

#[test]
fn calls_beyond_the_number_of_a_turn_are_told() {
    let desk = Desk::with(|builder| builder.limits(Limits::new().calls_per_turn(1)));
    let calls = ["c1", "c2"].map(|id| RawCall::new(id, "balance", r#"{"account": "A"}"#));
    block_on(desk.toolbox.turn(&desk.session, &calls));
    let ends: Vec<_> = desk.told().into_iter().filter(|line| line.starts_with("result")).collect();
    assert_eq!(ends, ["result balance Ok", "result balance Error"]);
}

#[test]
fn the_journal_knows_the_tools() {
    let desk = Desk::new();
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    let names: Vec<_> = desk.journal.tools().into_iter().map(|tool| (tool.name, tool.is_write)).collect();
    assert!(names.contains(&("pay".to_owned(), Some(true))), "{names:?}");
    assert!(names.contains(&("balance".to_owned(), Some(false))), "{names:?}");
}

/// Sessions with lists of their own write into one journal: none takes the tools of another out of it.
#[test]
fn the_journal_knows_the_tools_of_all_snapshots() {
    let desk = Desk::new();
    let client = |tool: &str| {
        let tool = ExternalTool::new(tool, "In the browser", json!({ "type": "object" }))
            .classified(Classification::Read);
        desk.toolbox.with_source(ExternalSource::frontend("browser", vec![tool])).unwrap()
    };
    for tool in ["open_tab", "show_page", "open_tab"] {
        block_on(client(tool).call(&Session::with_id(tool), &RawCall::new("c1", tool, "{}")));
    }
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    let tools = desk.journal.tools();
    let of = |name: &str| tools.iter().filter(|tool| tool.name == name).count();
    assert_eq!(["open_tab", "show_page", "balance"].map(of), [1, 1, 1]);
}
