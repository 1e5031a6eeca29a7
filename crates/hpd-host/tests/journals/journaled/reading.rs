//! Arguments that were not read as the model wrote them, and containers that were collapsed.

use futures_executor::block_on;
use hpd_host::Values;
use hpd_host::approval::Choice;
use hpd_host::journal::FreeText;
use hpd_host::values::MapProfile;
use serde_json::Value;

use crate::journaled::desk::Desk;

/// The repaired call of a write.
const REPAIRED: &str = r#"{"to": "Anna", "amount": "5",}"#;

fn kinds(desk: &Desk) -> Vec<&'static str> {
    desk.events().iter().map(|record| record.event.kind()).collect()
}

#[test]
fn a_repair_is_told_before_the_user_is_asked() {
    let desk = Desk::new();
    let asked = desk.call("c1", "pay", REPAIRED);
    assert_eq!(kinds(&desk), ["turn_started", "tool_call", "arguments_read", "write_validation", "mcq"]);
    let told: Value = serde_json::from_str(&desk.data("arguments_read")[0]).unwrap();
    assert_eq!(told["tool"], "pay");
    assert_eq!(told["arguments"], serde_json::json!({"to": "Anna", "amount": 5}));
    let notes = told["notes"].as_array().unwrap();
    assert_eq!(notes[0]["code"], "EXTRA_COMMA");
    assert_eq!(notes[0]["offset"], 28);
    assert_eq!(
        notes[1],
        serde_json::json!({
            "code": "STRING_TO_NUMBER", "pointer": "/amount", "message": notes[1]["message"],
            "from": "\"5\"", "to": "5",
        })
    );
    let yes = Desk::answer(&asked, Choice::Confirm, None);
    block_on(desk.toolbox.decide(&desk.session, &yes)).unwrap();
    assert_eq!(desk.data("arguments_read").len(), 1);
}

#[test]
fn a_repair_is_told_before_a_read_ends() {
    let desk = Desk::new();
    desk.call("c1", "balance", r#"{"account": "A",}"#);
    assert_eq!(kinds(&desk), ["turn_started", "tool_call", "arguments_read", "tool_result"]);
    let told: Value = serde_json::from_str(&desk.data("arguments_read")[0]).unwrap();
    assert_eq!(told["arguments"], serde_json::json!({"account": "A"}));
}

#[test]
fn a_repair_of_a_call_that_asks_for_values_is_told_with_the_question() {
    let desk = Desk::new();
    desk.call("c1", "send_letter", "{},");
    assert_eq!(
        kinds(&desk),
        ["turn_started", "tool_call", "write_validation", "ask_user", "arguments_read"],
        "{:?}",
        desk.told()
    );
}

#[test]
fn arguments_as_the_model_wrote_them_have_no_event() {
    let desk = Desk::new();
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    desk.call("c2", "pay", r#"{"to": "Anna", "amount": 5}"#);
    assert!(desk.data("arguments_read").is_empty());
}

#[test]
fn nothing_is_told_where_free_text_is_not_recorded() {
    let desk = Desk::with(|builder| builder.values(Values::new().journal_free_text(FreeText::Hidden)));
    desk.call("c1", "pay", REPAIRED);
    desk.call("c2", "pay", r#"{"to": "Anna",}"#);
    desk.call("c3", "balance", r#"{"account": "A",}"#);
    assert!(desk.data("arguments_read").is_empty());
}

#[test]
fn a_confirmed_value_is_told_with_its_source_and_hidden_if_it_is_sensitive() {
    let desk = Desk::with(|builder| {
        let profile = MapProfile::new().for_all("card", "4711 4711");
        builder.values(Values::new().profile(profile).journal_free_text(FreeText::Told))
    });
    desk.confirmed("c1", "show_card", "{}");
    let told = desk.data("arguments_read");
    assert_eq!(told.len(), 1, "{:?}", desk.told());
    let told: Value = serde_json::from_str(&told[0]).unwrap();
    assert_eq!(told["provenance"], serde_json::json!({"card": "user"}));
    let all = serde_json::to_string(&desk.events()).unwrap();
    assert!(!all.contains("4711"), "{all}");
}

#[test]
fn a_sensitive_value_is_in_no_repair() {
    let desk = Desk::new();
    desk.call("c1", "log_in", r#"{"user": "anna", "pin": 86421357,}"#);
    let all = serde_json::to_string(&desk.events()).unwrap();
    assert_eq!(desk.data("arguments_read").len(), 1, "{all}");
    assert!(!all.contains("86421357"), "{all}");
}

#[test]
fn a_collapse_is_told_with_the_next_call() {
    let desk = Desk::new();
    assert!(desk.session.collapse(&"Bank".into()));
    desk.call("c1", "Bank", "{}");
    assert_eq!(kinds(&desk), ["turn_started", "collapsed", "tool_call", "expanded", "tool_result"]);
    assert!(desk.session.collapse(&"Bank".into()));
    desk.call("c2", "Browser", "{}");
    assert_eq!(desk.data("collapsed"), [r#"{"container":"Bank"}"#; 2]);
}
