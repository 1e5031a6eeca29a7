//! Questions while a call waits: revisions with requests to the client.

use serde_json::{Value, json};

use super::desk::{Books, Lines, text, toolbox};
use hpd_mcp::server::HpdServer;

fn desk() -> (Books, HpdServer) {
    let books = Books::default();
    (books.clone(), HpdServer::new(toolbox(&books)))
}

/// Sends a call, and answers each form as told. Returns the questions, and the text of the result.
async fn call(client: &mut Lines, name: &str, arguments: Value, answers: &[Value]) -> (Vec<Value>, Value) {
    let call = json!({"name": name, "arguments": arguments});
    client
        .send(&json!({"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": call}).to_string())
        .await;
    let mut asked = Vec::new();
    loop {
        let message = client.message().await;
        if message["method"] == "elicitation/create" {
            let answer = &answers[asked.len()];
            asked.push(message["params"].clone());
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": answer});
            client.send(&answer.to_string()).await;
        } else if message["id"] == "c" {
            return (asked, message);
        }
    }
}

fn accept(content: impl Into<Value>) -> Value {
    let content = content.into();
    json!({"action": "accept", "content": content})
}

#[tokio::test]
async fn writes_are_approved_by_form_and_phrase() {
    let (books, server) = desk();
    let mut client = Lines::begun(server, "unknown", true).await;
    let (asked, done) = call(&mut client, "create_note", json!({"text": "milk"}), &[accept(json!({}))]).await;
    assert_eq!(text(&done), "Noted: milk");
    assert_eq!(asked[0]["requestedSchema"], json!({"type": "object", "properties": {}, "required": []}));
    assert!(asked[0]["message"].as_str().unwrap().contains("milk"));

    let answers = [accept(json!({"phrase": "VOID INV-8"})), accept(json!({"phrase": "VOID INV-7"}))];
    let (asked, done) = call(&mut client, "void_invoice", json!({"invoice": "INV-7"}), &answers).await;
    assert_eq!((asked.len(), text(&done)), (2, "INV-7 is void.".to_owned()));
    let phrase = json!({"type": "string", "description": "Type \"VOID INV-7\" to confirm."});
    assert_eq!(asked[0]["requestedSchema"]["properties"]["phrase"], phrase);
    assert_eq!(books.runs(), 2);

    for refusal in ["decline", "cancel"] {
        let answer = [json!({"action": refusal})];
        let (_, done) = call(&mut client, "create_note", json!({"text": refusal}), &answer).await;
        assert!(!text(&done).contains("Noted"), "{done}");
    }
    assert_eq!(books.runs(), 2);
}

#[tokio::test]
async fn missing_and_uncertain_values_are_one_form() {
    let (_, server) = desk();
    let mut client = Lines::begun(server, "unknown", true).await;
    let answers = [accept(json!({"address": "123 Main St", "phone": "555"}))];
    let (asked, done) = call(&mut client, "delivery_day", json!({}), &answers).await;
    assert_eq!(text(&done), "123 Main St, 555");
    let schema = &asked[0]["requestedSchema"];
    assert_eq!(schema["properties"]["address"]["default"], "123 Main St");
    assert_eq!(schema["properties"]["phone"], json!({"type": "string", "description": "The phone number."}));
}

#[tokio::test]
async fn a_client_without_forms_reads_that_nobody_was_asked() {
    let (books, server) = desk();
    let mut client = Lines::begun(server, "unknown", false).await;
    let refused = client.call("create_note", json!({"text": "milk"})).await;
    assert_eq!(refused["result"]["isError"], true);
    assert!(text(&refused).contains("can't be asked") || text(&refused).contains("not asked"), "{refused}");

    let (_, server) = desk();
    let mut client = Lines::begun(server.answered_at("https://acme.example/open"), "unknown", false).await;
    let stored = client.text("create_note", json!({"text": "milk"})).await;
    assert!(stored.contains("https://acme.example/open"), "{stored}");
    assert_eq!(books.runs(), 0);
}

#[tokio::test]
async fn a_client_that_went_away_approves_nothing() {
    let (books, server) = desk();
    let changes = server.changes();
    let mut client = Lines::begun(server, "unknown", true).await;
    let call = json!({"name": "create_note", "arguments": {"text": "milk"}});
    client
        .send(&json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": call}).to_string())
        .await;
    assert_eq!(client.message().await["method"], "elicitation/create");
    drop(client);
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    // The question stays until its time is over; housekeeping then ends it.
    let open = changes.toolbox().answerable(&hpd_host::approval::UserChannel::local()).await.unwrap();
    assert_eq!((open.len(), books.runs()), (1, 0));
}

struct Photos;

#[hpd_host::plugin]
impl Photos {
    /// Shows the way to the user.
    #[ai_function(read_only, direct)]
    fn way(&self) -> &'static str {
        "Left, then right."
    }
}

#[tokio::test]
async fn results_for_the_user_say_so() {
    let toolbox = hpd_host::Toolbox::builder().plugin(Photos).build().unwrap();
    let mut client = Lines::begun(HpdServer::new(toolbox), "unknown", false).await;
    let answer = client.call("way", json!({})).await;
    let content = &answer["result"]["content"];
    assert_eq!(content[1]["text"], "Left, then right.");
    assert_eq!(content[1]["annotations"], json!({"audience": ["user"]}));
    assert_eq!(content[0]["annotations"], json!({"audience": ["assistant"]}));
    assert!(!text(&answer).contains("Left"));
}
