//! Bodies of requests.

use hpd_host::events::responses::ClientRequest;
use serde_json::{Value, json};

fn refused(read: impl Fn(String) -> Option<String>, body: &Value) -> String {
    read(body.to_string()).unwrap_or_else(|| panic!("it is taken: {body}"))
}

fn ag_ui(body: String) -> Option<String> {
    ClientRequest::ag_ui(body).err().map(|error| error.to_string())
}

fn vercel(body: String) -> Option<String> {
    ClientRequest::vercel(body).err().map(|error| error.to_string())
}

#[test]
fn bodies_of_ag_ui_that_are_refused() {
    let no_input = "The body is no RunAgentInput: threadId, runId and messages are required.";
    assert_eq!(ag_ui("{".to_owned()).unwrap(), no_input);
    assert_eq!(refused(ag_ui, &json!({"threadId": "t", "messages": []})), no_input);
    let resume = |entry: Value| json!({"threadId": "t", "runId": "r", "messages": [], "resume": [entry]});
    assert_eq!(
        refused(ag_ui, &resume(json!({"interruptId": "1", "status": "resolved"}))),
        "A resolved entry of resume has no payload."
    );
    assert_eq!(
        refused(
            ag_ui,
            &resume(json!({"interruptId": "1", "status": "resolved", "payload": {"choice": "confirm"}}))
        ),
        "The payload of an entry of resume is no answer."
    );
    // A choice of the user alone: no other key is taken.
    let payload = json!({"choice": "confirm", "nonce": "n", "pending_args": {}});
    assert_eq!(
        refused(ag_ui, &resume(json!({"interruptId": "1", "status": "resolved", "payload": payload}))),
        "The payload of an entry of resume is no answer."
    );
}

#[test]
fn bodies_of_chats_that_are_refused() {
    let no_chat = "The body is none of a chat: id and messages are required.";
    assert_eq!(vercel("[]".to_owned()).unwrap(), no_chat);
    assert_eq!(refused(vercel, &json!({"id": "1"})), no_chat);
    let parts = json!([{"type": "data-answer", "data": {"choice": "confirm"}}]);
    assert_eq!(
        refused(vercel, &json!({"id": "1", "messages": [{"role": "user", "parts": parts}]})),
        "The data of a part data-answer is no answer."
    );
}

#[test]
fn the_text_is_that_of_the_users_last_message() {
    let text = |messages: Value| {
        let body = json!({"threadId": "t", "runId": "r", "messages": messages}).to_string();
        ClientRequest::ag_ui(body).unwrap().text().map(str::to_owned)
    };
    assert_eq!(text(json!([])), None);
    assert_eq!(text(json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}])), None);
    let parts = json!([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]);
    assert_eq!(text(json!([{"role": "user", "content": parts}])), Some("a\nb".to_owned()));
    assert_eq!(text(json!([{"role": "user", "content": [{"type": "image"}]}])), None);
}

#[test]
fn an_interrupts_id_decides_which_call_is_answered() {
    let payload = json!({"choice": "confirm", "nonce": "n", "pending_id": "other"});
    let body = json!({"threadId": "t", "runId": "r", "messages": [{"role": "user", "content": "a"}],
        "resume": [{"interruptId": "1", "status": "resolved", "payload": payload}]});
    let request = ClientRequest::ag_ui(body.to_string()).unwrap();
    assert_eq!((request.answers(), request.text()), (1, None));
    assert!(!format!("{request:?}").contains("nonce"));
}
