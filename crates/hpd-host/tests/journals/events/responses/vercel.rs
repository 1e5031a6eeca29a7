//! Whole responses of the AI SDK.

use hpd_host::events::responses::ClientRequest;
use hpd_host::events::vercel::DONE;
use serde_json::{Value, json};

use super::desk::{Desk, Said, frames, names};
use crate::events::vercel_order::{Care, Message};
use crate::events::vercel_schema::validators;

fn chat(trigger: &str, parts: &Value) -> ClientRequest {
    let body = json!({"id": "chat-1", "trigger": trigger, "messageId": "message-2",
        "messages": [{"id": "message-1", "role": "user", "parts": parts}]});
    ClientRequest::vercel(body.to_string()).unwrap()
}

fn holds(text: &str) {
    assert!(text.ends_with(DONE));
    let (mut message, mut care) = (Message::default(), Care::default());
    for chunk in frames(text) {
        for validator in validators() {
            validator.validate(&chunk).unwrap_or_else(|error| panic!("{error}: {chunk}"));
        }
        assert_eq!(message.take(&chunk), Ok(()));
        assert_eq!(care.take(&chunk), Ok(()));
    }
    assert!(care.is_over());
}

#[test]
fn a_read_and_a_false_claim() {
    let desk = Desk::new();
    let script = &[
        Said::Calls("I'll look.", &[("call_1", "due", r#"{"customer": "Acme"}"#)]),
        Said::Text(&["Acme owes 5,000. ", "I've recorded the payment."]),
    ];
    let text =
        desk.ask(chat("submit-message", &json!([{"type": "text", "text": "What does Acme owe?"}])), script);
    holds(&text);
    assert_eq!(
        names(&text),
        [
            "start",
            "start-step",
            "data-turn_started",
            "text-start",
            "text-delta",
            "text-end",
            "tool-input-available",
            "tool-output-available",
            "data-tool_result",
            "finish-step",
            "start-step",
            "text-start",
            "text-delta",
            "text-delta",
            "text-end",
            "data-guardrail",
            "text-start",
            "text-delta",
            "text-end",
            "data-receipt",
            "finish-step",
            "finish",
        ]
    );
    // A submitted message of the user names no answer.
    assert_eq!(frames(&text)[0]["messageId"].as_str().unwrap().len(), 32);
}

#[test]
fn a_write_is_approved_by_a_part() {
    let desk = Desk::new();
    let script = &[
        Said::Calls("", &[("call_1", "void_invoice", r#"{"invoice": "INV-042"}"#)]),
        Said::Text(&["Please confirm."]),
    ];
    let asked = desk.ask(chat("submit-message", &json!([{"type": "text", "text": "Void INV-042"}])), script);
    holds(&asked);
    let frames = frames(&asked);
    let question = &frames.iter().find(|chunk| chunk["type"] == "data-mcq").unwrap()["data"];
    desk.read();

    let answer = json!({"pending_id": question["pending_id"], "nonce": question["nonce"],
        "choice": "confirm", "phrase": "VOID INV-042"});
    let parts = json!([{"type": "data-answer", "data": answer}]);
    let done = desk.ask(chat("submit-message", &parts), &[Said::Text(&["INV-042 is void."])]);
    holds(&done);
    assert_eq!(desk.read(), ["INV-042 is void."]);
    assert_eq!(
        names(&done),
        [
            "start",
            "start-step",
            "data-decision",
            "data-tool_started",
            "tool-input-available",
            "tool-output-available",
            "data-tool_result",
            "finish-step",
            "start-step",
            "text-start",
            "text-delta",
            "text-end",
            "data-receipt",
            "finish-step",
            "finish",
        ]
    );
}

#[test]
fn an_answer_that_is_generated_again_keeps_its_id_and_its_turn() {
    let desk = Desk::new();
    let parts = json!([{"type": "text", "text": "What does Acme owe?"}]);
    let script = &[
        Said::Calls("", &[("call_1", "due", r#"{"customer": "Acme"}"#)]),
        Said::Text(&["Acme owes 5,000."]),
    ];
    desk.ask(chat("submit-message", &parts), script);
    let again = desk.ask(chat("regenerate-message", &parts), script);
    holds(&again);
    assert_eq!(frames(&again)[0]["messageId"], "message-2");
    assert!(!names(&again).contains(&"data-turn_started".to_owned()), "{again}");
}
