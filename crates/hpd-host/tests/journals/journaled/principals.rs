//! On whose behalf events happened.

use futures_executor::block_on;
use hpd_host::approval::{Answer, UserChannel};
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Output, Principal, RawCall, Session, TurnContext};

use crate::journaled::desk::Desk;

/// A turn of a principal of the tenant `acme`.
fn turn_of(principal: &str) -> TurnContext {
    TurnContext::on_behalf_of(Principal::new(principal).in_tenant("acme"))
}

fn call(desk: &Desk, turn: &TurnContext, call: &str, tool: &str, arguments: &str) -> hpd_host::Outcome {
    block_on(desk.toolbox.call_with(&desk.session, turn, &RawCall::new(call, tool, arguments)))
}

/// The events: type, principal and tenant.
fn told(desk: &Desk) -> Vec<String> {
    let line = |record: hpd_host::events::EventRecord| {
        let word = |id: Option<String>| id.unwrap_or_else(|| "-".to_owned());
        format!("{} {} {}", record.event.kind(), word(record.principal), word(record.tenant))
    };
    desk.events().into_iter().map(line).collect()
}

#[test]
fn events_of_a_call_have_the_principal_of_its_turn() {
    let desk = Desk::new();
    desk.session.user_says("What is in A?");
    call(&desk, &turn_of("kim"), "c1", "balance", r#"{"account": "A"}"#);
    call(&desk, &turn_of("alex"), "c2", "pay", r#"{"to": "Anna"}"#);
    call(&desk, &TurnContext::empty(), "c3", "balance", "{}");
    assert_eq!(
        told(&desk),
        [
            "turn_started kim acme",
            "tool_call kim acme",
            "tool_result kim acme",
            "tool_call alex acme",
            "write_validation alex acme",
            "tool_result alex acme",
            "tool_call - -",
            "tool_result - -",
        ]
    );
}

#[test]
fn events_of_a_call_without_a_principal_are_as_before() {
    let desk = Desk::new();
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    let event = serde_json::to_value(&desk.events()[1]).unwrap();
    let keys: Vec<_> = event.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["at", "call_id", "data", "entry", "seq", "session", "turn", "type"]);
}

#[test]
fn events_of_a_recovered_call_have_the_principal() {
    // The container is not expanded here.
    let recovering =
        Desk::with(|builder| builder.model(ModelOptions::new().recovery(Recovery::ExpandAndRun)));
    let desk = Desk { session: Session::with_id("s2"), ..recovering };
    call(&desk, &turn_of("kim"), "c1", "balance", r#"{"account": "A"}"#);
    let told = told(&desk);
    assert!(told.contains(&"recovered kim acme".to_owned()), "{told:?}");
    assert!(told.iter().all(|line| line.ends_with(" kim acme")), "{told:?}");
}

#[test]
fn events_after_a_call_have_its_principal() {
    let desk = Desk::new();
    desk.session.user_says("Pay Anna 5, and open a tab");
    let asked = call(&desk, &turn_of("kim"), "c1", "pay", r#"{"to": "Anna", "amount": 5}"#);
    let OutcomeKind::Confirm(question) = &asked.kind else { panic!("not asked: {}", asked.status()) };
    let yes = UserChannel::of("kim").in_tenant("acme").decision(Answer::confirm(question));
    block_on(desk.toolbox.decide_with(&desk.session, &turn_of("kim"), &yes)).unwrap();
    call(&desk, &turn_of("kim"), "c2", "open_tab", "{}");
    block_on(desk.toolbox.complete(&desk.session, "c2", Ok(Output::Text("Opened.".to_owned())))).unwrap();
    let told = told(&desk);
    assert!(told.iter().all(|line| line.ends_with(" kim acme")), "{told:?}");
    for kind in ["mcq", "decision", "tool_started"] {
        assert!(told.iter().any(|line| line.starts_with(kind)), "{kind}: {told:?}");
    }
}

#[test]
fn a_corrected_answer_has_the_principal_of_its_turn() {
    let desk = Desk::new();
    desk.session.user_says("Pay Acme 5000");
    call(&desk, &turn_of("kim"), "c1", "balance", r#"{"account": "A"}"#);
    block_on(desk.toolbox.check_final_answer(&desk.session, "I've paid Acme ₹5,000.")).unwrap();
    assert_eq!(told(&desk).last().unwrap(), "guardrail kim acme");
}

#[test]
fn a_turn_has_the_channel_of_its_message() {
    let desk = Desk::new();
    let channel = UserChannel::of("kim").in_tenant("acme").via("slack");
    desk.session.hears(&channel.message("What is in A?"));
    call(&desk, &turn_of("kim"), "c1", "balance", r#"{"account": "A"}"#);
    desk.session.user_says("And in B?");
    call(&desk, &turn_of("kim"), "c2", "balance", r#"{"account": "B"}"#);
    let turns = desk.events().into_iter().filter(|record| record.event.kind() == "turn_started");
    let turns: Vec<_> =
        turns.map(|record| serde_json::to_value(record.event).unwrap()["data"].clone()).collect();
    assert_eq!((&turns[0]["channel"], &turns[1]["channel"]), (&"slack".into(), &serde_json::Value::Null));
}
