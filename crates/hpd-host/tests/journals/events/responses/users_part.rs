//! The user's part of a request, before the model's.

use serde_json::{Value, json};

use super::desk::{Desk, Said, frames, interrupt, resumes, says};

const REMINDS: &[Said] =
    &[Said::Calls("", &[("call_1", "send_reminder", "{}")]), Said::Text(&["To which address?"])];

fn deltas(text: &str) -> Vec<String> {
    let frames = frames(text);
    let deltas = frames.iter().filter(|frame| frame["type"] == "TEXT_MESSAGE_CONTENT");
    deltas.map(|frame| frame["delta"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_message_that_gives_a_value_continues_the_call() {
    let desk = Desk::new();
    desk.ask(says("run-1", "Remind Acme"), REMINDS);
    desk.read();
    let asked = desk.ask(says("run-2", "12 Elm Street"), &[Said::Text(&["Please confirm."])]);
    // The write is asked about now: the model has nothing to do.
    assert_eq!(desk.read(), Vec::<String>::new());
    let question = interrupt(&asked);
    let entries = json!([{"interruptId": question["id"], "status": "resolved",
        "payload": {"choice": "confirm", "nonce": question["metadata"]["nonce"]}}]);
    let done = desk.ask(resumes("run-3", &entries), &[Said::Text(&["It is sent."])]);
    assert_eq!(desk.read(), ["Sent to 12 Elm Street."]);
    assert_eq!(deltas(&done), ["It is sent."]);
}

#[test]
fn a_cancelled_call_is_news() {
    let desk = Desk::new();
    desk.ask(says("run-1", "Remind Acme"), REMINDS);
    desk.read();
    desk.ask(says("run-2", "cancel"), &[Said::Text(&["Nothing was sent."])]);
    assert_eq!(
        desk.read(),
        [
            "The user cancelled 'send_reminder'. It did not run. Do not call it again unless the user asks for it.",
            "cancel",
        ]
    );
}

#[test]
fn an_unclear_message_is_asked_about_again() {
    let desk = Desk::new();
    let script = &[
        Said::Calls(
            "",
            &[
                ("call_1", "void_invoice", r#"{"invoice": "INV-042"}"#),
                ("call_2", "void_invoice", r#"{"invoice": "INV-043"}"#),
            ],
        ),
        Said::Text(&["Please confirm."]),
    ];
    desk.ask(says("run-1", "Void INV-042 and INV-043"), script);
    desk.read();
    let again = desk.ask(says("run-2", "yes"), &[Said::Text(&["Done."])]);
    assert_eq!(desk.read(), Vec::<String>::new());
    let texts = deltas(&again);
    assert_eq!(texts.len(), 1);
    assert!(texts[0].contains("INV-042") && texts[0].contains("INV-043"), "{texts:?}");
}

#[test]
fn an_edit_is_asked_about_again() {
    let desk = Desk::new();
    let script = &[Said::Calls("", &[("call_1", "void_invoice", r#"{"invoice": "INV-042"}"#)])];
    let question = interrupt(&desk.ask(says("run-1", "Void INV-042"), script));
    desk.read();
    let entries = json!([{"interruptId": question["id"], "status": "resolved", "payload":
        {"choice": "confirm", "nonce": question["metadata"]["nonce"], "edit": {"invoice": "INV-043"}}}]);
    let text = desk.ask(resumes("run-2", &entries), &[Said::Text(&["Done."])]);
    assert_eq!(desk.read(), Vec::<String>::new());
    let again = interrupt(&text);
    assert_ne!(again["id"], question["id"]);
    assert_eq!(again["metadata"]["phrase"], "VOID INV-043");
}

#[test]
fn another_user_answers_nothing() {
    let desk = Desk::new();
    let script = &[Said::Calls("", &[("call_1", "void_invoice", r#"{"invoice": "INV-042"}"#)])];
    let question = interrupt(&desk.ask(says("run-1", "Void INV-042"), script));
    let entry = |status: &str, payload: Value| {
        let entries = json!([{"interruptId": question["id"], "status": status, "payload": payload}]);
        resumes("run-2", &entries)
    };
    let payload =
        json!({"choice": "confirm", "nonce": question["metadata"]["nonce"], "phrase": "VOID INV-042"});
    for request in [entry("resolved", payload), entry("cancelled", Value::Null)] {
        let ben = hpd_host::approval::UserChannel::of("ben");
        let host = async |_| -> super::desk::Ended { panic!("there is nothing for the model") };
        let (body, work) = desk.responses.respond(&desk.toolbox, &desk.session, ben, request, host).unwrap();
        futures_executor::block_on(work);
        assert_eq!(deltas(&super::desk::text_of(body)), ["No open question belongs to this answer."]);
    }
}
