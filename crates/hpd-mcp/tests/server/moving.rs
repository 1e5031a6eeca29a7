//! Both sides of the guide's diff from rmcp: they compile, do the same, and are what the guide shows.

mod after;
mod before;

use hpd_host::Toolbox;
use hpd_mcp::server::HpdServer;
use rmcp::model::CallToolRequestParams;
use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Value, json};

/// What a client reads of a call.
async fn price(transport: tokio::io::DuplexStream, arguments: Value) -> String {
    let client = ().serve(transport).await.unwrap();
    let Value::Object(arguments) = arguments else { panic!() };
    let params = CallToolRequestParams::new("price").with_arguments(arguments);
    match client.call_tool(params).await {
        Ok(result) => serde_json::to_value(&result.content[0]).unwrap()["text"].as_str().unwrap().to_owned(),
        Err(error) => error.to_string(),
    }
}

async fn before(arguments: Value) -> String {
    let (client, end) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let running = before::Shop.serve(end).await.unwrap();
        running.waiting().await.unwrap();
    });
    price(client, arguments).await
}

async fn after(arguments: Value) -> String {
    let (client, end) = tokio::io::duplex(1 << 16);
    let (read, write) = tokio::io::split(end);
    let toolbox = Toolbox::builder().plugin(after::Shop).build().unwrap();
    tokio::spawn(HpdServer::new(toolbox).serve_lines(read, write));
    price(client, arguments).await
}

#[tokio::test]
async fn right_calls_do_the_same() {
    for arguments in [json!({"item": "tea", "quantity": 2}), json!({"item": "rum", "quantity": 2})] {
        let (before, after) = (before(arguments.clone()).await, after(arguments).await);
        // hpd's errors are JSON, with the same text.
        assert!(before == after || after.contains(&format!("{before:?}")), "{before} {after}");
    }
    assert!(before::Shop.get_info().capabilities.tools.is_some());
}

#[tokio::test]
async fn wrong_calls_are_answered_better() {
    let arguments = json!({"itm": "tea", "quantity": 1.5});
    let all = after(arguments.clone()).await;
    assert!(all.contains("item is required") && all.contains("quantity"), "{all}");
    assert!(!before(arguments).await.contains("quantity must"));
    assert_eq!(after(json!({"item": "tea", "quantity": "2"})).await, "700");
}

#[test]
fn the_guide_shows_both_sides() {
    let guide = include_str!("../../../../docs/mcp.md");
    let diff = guide.split("```diff\n").nth(1).unwrap().split("\n```").next().unwrap();
    let (old, new) = (include_str!("moving/before.rs"), include_str!("moving/after.rs"));
    let has = |text: &str, line: &str| line.is_empty() || text.contains(line);
    for line in diff.lines() {
        // The test's modules are not public, a program's are.
        let is_there = match line.split_at_checked(1).unwrap_or((" ", "")) {
            ("-", line) => has(old, line),
            ("+", line) => has(new, line),
            (_, line) => has(old, line) && has(new, line),
        };
        assert!(is_there, "{line}");
    }
}
