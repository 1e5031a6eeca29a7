//! Questions that are answered in later requests: 2026-07-28.

use std::time::Duration;

use hpd_host::{CallContext, ToolError, Toolbox, plugin};
use hpd_mcp::server::{HpdServer, sampling};
use serde_json::{Value, json};

use super::desk::{Books, Lines, text, toolbox};

fn desk() -> (Books, Lines) {
    let books = Books::default();
    (books.clone(), Lines::stateless(HpdServer::new(toolbox(&books)), true))
}

async fn asked(client: &mut Lines, name: &str, arguments: &Value) -> (Value, Value) {
    let answer = client.call(name, arguments.clone()).await;
    let result = &answer["result"];
    assert_eq!(result["resultType"], "input_required", "{answer}");
    (result["inputRequests"].clone(), result["requestState"].clone())
}

async fn answered(
    client: &mut Lines,
    name: &str,
    arguments: &Value,
    state: &Value,
    responses: Value,
) -> Value {
    let params =
        json!({"name": name, "arguments": arguments, "requestState": state, "inputResponses": responses});
    client.request("tools/call", params).await
}

fn approval(content: impl Into<Value>) -> Value {
    let content = content.into();
    json!({"approval": {"action": "accept", "content": content}})
}

#[tokio::test]
async fn an_approval_runs_once() {
    let (books, mut client) = desk();
    let arguments = json!({"invoice": "INV-7"});
    let (requests, state) = asked(&mut client, "void_invoice", &arguments).await;
    assert_eq!(requests["approval"]["method"], "elicitation/create");
    let phrase = || approval(json!({"phrase": "VOID INV-7"}));
    let done = answered(&mut client, "void_invoice", &arguments, &state, phrase()).await;
    assert_eq!(text(&done), "INV-7 is void.");
    let replayed = answered(&mut client, "void_invoice", &arguments, &state, phrase()).await;
    assert_eq!(replayed["error"]["code"], -32602);
    assert_eq!(books.runs(), 1);
}

#[tokio::test]
async fn a_wrong_phrase_is_asked_for_again() {
    let (books, mut client) = desk();
    let arguments = json!({"invoice": "INV-7"});
    let (_, state) = asked(&mut client, "void_invoice", &arguments).await;
    let wrong = approval(json!({"phrase": "yes"}));
    let again = answered(&mut client, "void_invoice", &arguments, &state, wrong).await;
    let next = again["result"]["requestState"].clone();
    assert!(next.is_string() && next != state, "{again}");
    let right = approval(json!({"phrase": "VOID INV-7"}));
    let done = answered(&mut client, "void_invoice", &arguments, &next, right).await;
    assert_eq!((text(&done), books.runs()), ("INV-7 is void.".to_owned(), 1));
}

#[tokio::test]
async fn no_state_of_another_call_or_of_nobody_approves() {
    let (books, mut client) = desk();
    let arguments = json!({"text": "milk"});
    let (_, state) = asked(&mut client, "create_note", &arguments).await;
    let (_, other) = asked(&mut client, "void_invoice", &json!({"invoice": "INV-7"})).await;
    let forged = format!("{}0", &state.as_str().unwrap()[1..]);
    let yes = || approval(json!({"phrase": "VOID INV-7"}));
    for (name, arguments, state) in [
        ("create_note", json!({"text": "milk"}), json!(forged)),
        ("create_note", json!({"text": "milk"}), json!("")),
        ("create_note", json!({"text": "beer"}), state.clone()),
        ("void_invoice", json!({"invoice": "INV-7"}), state.clone()),
        ("create_note", json!({"text": "milk"}), other.clone()),
        ("create_note", json!({"text": "milk"}), Value::Null),
    ] {
        let refused = answered(&mut client, name, &arguments, &state, yes()).await;
        let is_refused =
            refused["error"]["code"] == -32602 || refused["result"]["resultType"] == "input_required";
        assert!(is_refused, "{refused}");
        assert_eq!(books.runs(), 0);
    }
    // The right one still counts.
    let done = answered(&mut client, "create_note", &arguments, &state, approval(json!({}))).await;
    assert_eq!((text(&done), books.runs()), ("Noted: milk".to_owned(), 1));
}

#[tokio::test]
async fn an_approval_that_comes_before_its_question_counts_nothing() {
    let (books, mut client) = desk();
    let params = json!({
        "name": "create_note", "arguments": {"text": "milk"},
        "inputResponses": approval(json!({})),
    });
    let answer = client.request("tools/call", params).await;
    assert_eq!(answer["result"]["resultType"], "input_required");
    assert_eq!(books.runs(), 0);
}

#[tokio::test]
async fn values_may_come_with_the_call_or_later() {
    let (_, mut client) = desk();
    let (requests, state) = asked(&mut client, "delivery_day", &json!({})).await;
    assert_eq!(requests.as_object().unwrap().keys().collect::<Vec<_>>(), ["values"]);
    let values = json!({"values": {"action": "accept", "content": {"address": "9 Elm St", "phone": "555"}}});
    let done = answered(&mut client, "delivery_day", &json!({}), &state, values.clone()).await;
    assert_eq!(text(&done), "9 Elm St, 555");

    let params = json!({"name": "delivery_day", "arguments": {}, "inputResponses": values});
    let done = client.request("tools/call", params).await;
    assert_eq!(text(&done), "9 Elm St, 555");
}

#[tokio::test]
async fn a_question_ends() {
    let books = Books::default();
    let server = HpdServer::new(toolbox(&books)).open_questions(8, Duration::from_millis(50));
    let mut client = Lines::stateless(server, true);
    let arguments = json!({"text": "milk"});
    let (_, state) = asked(&mut client, "create_note", &arguments).await;
    tokio::time::sleep(Duration::from_millis(80)).await;
    let late = answered(&mut client, "create_note", &arguments, &state, approval(json!({}))).await;
    assert_eq!((late["error"]["code"].clone(), books.runs()), (json!(-32602), 0));
}

struct Letters;

#[plugin]
impl Letters {
    /// Names a letter.
    #[ai_function(read_only)]
    fn name(&self, #[context] ctx: &CallContext<'_>) -> Result<String, ToolError> {
        let message = json!({"role": "user", "content": {"type": "text", "text": "A title?"}});
        let answer: Value =
            ctx.input_with("title", sampling(json!({"messages": [message], "maxTokens": 20})))?;
        Ok(answer["content"]["text"].as_str().unwrap_or_default().to_owned())
    }
}

#[tokio::test]
async fn a_client_that_lacks_what_a_function_needs_is_told() {
    let toolbox = Toolbox::builder().plugin(Letters).build().unwrap();
    let mut client = Lines::stateless(HpdServer::new(toolbox), true);
    let refused = client.call("name", json!({})).await;
    assert_eq!(refused["error"]["code"], -32021);
    assert_eq!(refused["error"]["data"], json!({"requiredCapabilities": {"sampling": {}}}));
}
