//! Whole responses of AG-UI.

use serde_json::json;

use super::desk::{Desk, Said, frames, interrupt, names, resumes, says};
use crate::events::ag_ui_order::{Care, Order};
use crate::events::ag_ui_schema::validator;

/// Each event has the form that the protocol says, and all of them the order.
fn holds(text: &str) {
    let (mut order, mut care) = (Order::default(), Care::default());
    for event in frames(text) {
        validator().validate(&event).unwrap_or_else(|error| panic!("{error}: {event}"));
        assert_eq!(order.take(&event), Ok(()));
        assert_eq!(care.take(&event), Ok(()));
    }
    assert!(order.is_done());
}

#[test]
fn a_read_and_a_false_claim() {
    let desk = Desk::new();
    let script = &[
        Said::Calls("I'll look.", &[("call_1", "due", r#"{"customer": "Acme"}"#)]),
        Said::Text(&["Acme owes 5,000. ", "I've recorded the payment."]),
    ];
    let text = desk.ask(says("run-1", "What does Acme owe?"), script);
    holds(&text);
    assert_eq!(
        names(&text),
        [
            "RUN_STARTED",
            "turn_started",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "TOOL_CALL_START",
            "TOOL_CALL_ARGS",
            "TOOL_CALL_END",
            "TOOL_CALL_RESULT",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "guardrail",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "receipt",
            "RUN_FINISHED",
        ]
    );
    assert_eq!(desk.read(), ["What does Acme owe?", "Acme owes 5000."]);
}

#[test]
fn a_write_is_approved_by_its_phrase() {
    let desk = Desk::new();
    let script = &[
        Said::Calls("", &[("call_1", "void_invoice", r#"{"invoice": "INV-042"}"#)]),
        Said::Text(&["Please confirm."]),
    ];
    let asked = desk.ask(says("run-1", "Void INV-042"), script);
    holds(&asked);
    let question = interrupt(&asked);
    let answer = |phrase: &str| {
        json!([{"interruptId": question["id"], "status": "resolved",
            "payload": {"choice": "confirm", "nonce": question["metadata"]["nonce"], "phrase": phrase}}])
    };
    desk.read();

    // The loop is not called: nothing has happened to the call.
    let script = &[Said::Text(&["INV-042 is void."])];
    let refused = desk.ask(resumes("run-2", &answer("VOID INV-41")), script);
    holds(&refused);
    assert_eq!(desk.read(), Vec::<String>::new());
    // The question is still open: the front end shows it again.
    assert_eq!(interrupt(&refused), question);
    assert_eq!(
        names(&refused),
        [
            "RUN_STARTED",
            "decision",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "RUN_FINISHED",
        ]
    );

    let done = desk.ask(resumes("run-3", &answer("VOID INV-042")), script);
    holds(&done);
    assert_eq!(desk.read(), ["INV-042 is void."]);
    assert_eq!(
        names(&done),
        [
            "RUN_STARTED",
            "decision",
            "STEP_STARTED",
            "STEP_FINISHED",
            "TOOL_CALL_RESULT",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "receipt",
            "RUN_FINISHED",
        ]
    );
    let frames = frames(&done);
    let receipt = frames.iter().find(|frame| frame["name"] == "receipt").unwrap();
    assert_eq!(receipt["value"]["text"], "- Void invoice (invoice: \"INV-042\"): carried out");
}

#[test]
fn an_abandoned_interrupt_cancels_the_call() {
    let desk = Desk::new();
    let script = &[Said::Calls("", &[("call_1", "void_invoice", r#"{"invoice": "INV-042"}"#)])];
    let question = interrupt(&desk.ask(says("run-1", "Void INV-042"), script));
    desk.read();
    let entries = json!([{"interruptId": question["id"], "status": "cancelled"}]);
    let text = desk.ask(resumes("run-2", &entries), &[Said::Text(&["Nothing was voided."])]);
    holds(&text);
    assert_eq!(
        desk.read(),
        [
            "The user cancelled 'void_invoice'. It did not run. Do not call it again unless the user asks for it."
        ]
    );

    // A second time, it is over.
    let text = desk.ask(resumes("run-3", &entries), &[Said::Text(&["Nothing was voided."])]);
    holds(&text);
    assert_eq!(frames(&text)[2]["delta"], "No open question belongs to this answer.");
    assert_eq!(desk.read(), Vec::<String>::new());
}
