//! Calls: texts, progress, cancellation, errors.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hpd_host::context::{Cancellation, ProgressSink};
use hpd_host::{RawCall, Session, TurnContext};
use hpd_mcp::client::TimeLimits;

use crate::child::{self, noted, server, text, toolbox};

#[tokio::test]
async fn arguments_and_results_keep_their_texts() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("good", folder.path()).connect().await.unwrap();
    // In the order in which the host freezes the arguments of a write.
    let arguments = r#"{"a":100,"z":12345678901234567890.1234567890123456789}"#;
    let outcome = child::call(&toolbox(&connection), "write", arguments).await;
    let result = outcome.call_tool_result().to_string();
    assert!(result.contains(&format!(r#""structuredContent":{{"z":1.10,"got":{arguments}}}"#)), "{result}");
    assert!(result.contains(r#""_meta":{"b":1,"a":2}"#), "{result}");
}

#[tokio::test]
async fn the_mistakes_of_a_call_never_reach_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("good", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    assert_eq!(
        text(&toolbox, "write", r#"{"z":"many","a":true,"dry_run":true}"#)
            .await
            .lines()
            .take(4)
            .collect::<Vec<_>>(),
        [
            "Invalid arguments:",
            "- z must be a number, but a string was sent",
            "- a must be a number, but a boolean was sent",
            "- dry_run is not a known field",
        ]
    );
    assert_eq!(child::notes(folder.path(), "calls").len(), 0);
}

/// A turn that keeps the progress.
fn listening() -> (TurnContext, Arc<Mutex<Vec<String>>>) {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&kept);
    let sink: ProgressSink = Arc::new(move |progress| {
        let total = progress.total.unwrap_or_default();
        sink.lock().unwrap().push(format!("{} of {total}: {}", progress.done, progress.message));
    });
    (TurnContext { progress: Some(sink), ..TurnContext::empty().clone() }, kept)
}

#[tokio::test]
async fn progress_of_the_server_is_progress_of_the_call() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("good", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    let session = Session::new();
    session.expand(toolbox.tool("MCP_child").unwrap().id());
    let (turn, kept) = listening();
    let outcomes = toolbox.turn_with(&session, &turn, &[RawCall::new("1", "slow", "{}")]).await;
    assert_eq!(outcomes[0].status(), "ok");
    assert_eq!(*kept.lock().unwrap(), ["1 of 3: step 1", "2 of 3: step 2", "3 of 3: step 3"]);
}

#[tokio::test]
async fn a_cancelled_turn_tells_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("never-done", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    let session = Session::new();
    session.expand(toolbox.tool("MCP_child").unwrap().id());
    let cancellation = Cancellation::new();
    let turn = TurnContext { cancellation: cancellation.clone(), ..TurnContext::empty().clone() };
    let calls = [RawCall::new("1", "slow", "{}")];
    let cancel = async {
        noted(folder.path(), "calls", 1).await;
        cancellation.cancel();
    };
    let (outcomes, ()) = tokio::join!(toolbox.turn_with(&session, &turn, &calls), cancel);
    assert_eq!(outcomes[0].status(), "error");
    // Initialize, initialized, two pages, the call, its cancellation.
    let messages = noted(folder.path(), "messages", 6).await;
    let message: serde_json::Value = serde_json::from_str(&messages[5]).unwrap();
    let called: serde_json::Value = serde_json::from_str(&messages[4]).unwrap();
    assert_eq!(message["method"], "notifications/cancelled");
    assert_eq!(message["params"]["requestId"], called["id"]);
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_given_up_and_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let limits = TimeLimits::default().call(Duration::from_millis(300));
    let connection = server("never-done", folder.path()).limits(limits).connect().await.unwrap();
    let answer = text(&toolbox(&connection), "slow", "{}").await;
    assert_eq!(
        answer,
        "The server child did not answer within 300ms. Do NOT call it again. Check first whether it took effect, \
         and tell the user that this is not known."
    );
    let messages = noted(folder.path(), "messages", 6).await;
    assert!(messages[5].contains("notifications/cancelled"), "{}", messages[5]);
}

#[tokio::test]
async fn a_call_whose_answer_is_too_long_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("huge", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    assert_eq!(
        text(&toolbox, "read", r#"{"text": "all"}"#).await,
        "The answer of the server child has more than 16 MiB, and was not read. Ask for less at once. It only reads: you \
         may call it again."
    );
    assert_eq!(
        text(&toolbox, "write", "{}").await,
        "The answer of the server child has more than 16 MiB, and was not read. Ask for less at once. Do NOT call it \
         again. Check first whether it took effect, and tell the user that this is not known."
    );
}

#[tokio::test]
async fn an_error_of_the_protocol_says_whether_the_call_began() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("picky", folder.path()).connect().await.unwrap();
    assert_eq!(text(&toolbox(&connection), "write", "{}").await, "text must not be empty");
    let connection = server("broken", folder.path()).connect().await.unwrap();
    assert_eq!(
        text(&toolbox(&connection), "write", "{}").await,
        "the disk is full Do NOT call it again. Check first whether it took effect, and tell the user that this is \
         not known."
    );
}
