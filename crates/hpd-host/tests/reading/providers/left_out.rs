//! External tools that a native list leaves out, since its dialect can't express them: the provider refuses their names.

use std::future::ready;

use futures_executor::block_on;
use hpd_host::dialect::Dialect;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::list::{ListMode, ToolSearch};
use hpd_host::system::BoxFuture;
use hpd_host::{Outcome, Provider, RawCall, Session, Tool, ToolError, Toolbox};
use serde_json::{Value, json};

/// Finds everything.
struct All;

impl ToolSearch for All {
    fn search<'a>(
        &'a self,
        _: &'a str,
        tools: &'a [&'a Tool],
        _: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
        Box::pin(ready(Ok((0..tools.len()).collect())))
    }
}

/// A container with a tool that no dialect can express, and another one.
fn toolbox() -> Toolbox {
    // More properties than any dialect reads.
    let wide: serde_json::Map<_, _> =
        (0..60_000).map(|number| (format!("p{number}"), json!({ "type": "string" }))).collect();
    let tool = |name: &str, properties: Value| {
        let schema = json!({ "type": "object", "properties": properties });
        ExternalTool::new(name, "Finds.", schema).classified(Classification::Read)
    };
    let tools = vec![tool("wide", Value::Object(wide)), tool("good", json!({}))];
    Toolbox::builder().external(ExternalSource::mcp("srv", tools)).tool_search(All).build().unwrap()
}

fn native() -> Session {
    let session = Session::new();
    session.set_list_mode(ListMode::Native);
    session
}

fn list(toolbox: &Toolbox, session: &Session, dialect: Option<Dialect>) -> String {
    Provider::Anthropic.list(&toolbox.tool_list(session), dialect).unwrap()
}

/// The names that an answer loads.
fn loaded(outcome: Outcome) -> Vec<String> {
    let message: Value = serde_json::from_str(Provider::Anthropic.results(&[outcome])[0].get()).unwrap();
    let references = message["content"][0]["content"].as_array().unwrap().iter();
    references.map(|reference| reference["tool_name"].as_str().unwrap().to_owned()).collect()
}

fn expanded(toolbox: &Toolbox, session: &Session) -> Vec<String> {
    loaded(block_on(toolbox.call(session, &RawCall::new("1", "MCP_srv", "{}"))))
}

fn found(toolbox: &Toolbox, session: &Session) -> Vec<String> {
    loaded(block_on(toolbox.call(session, &RawCall::new("2", "search_tools", r#"{"query": "find"}"#))))
}

#[test]
fn what_the_list_left_out_is_not_loaded() {
    let (toolbox, session) = (toolbox(), native());
    // As it is, the schema is listed.
    list(&toolbox, &session, None);
    assert_eq!(expanded(&toolbox, &session), ["wide", "good"]);
    let listed = list(&toolbox, &session, Some(Dialect::Anthropic));
    assert!(!listed.contains(r#""name":"wide""#) && listed.contains(r#""name":"good""#));
    assert_eq!(expanded(&toolbox, &session), ["good"]);
    assert_eq!(found(&toolbox, &session), ["good"]);
}

#[test]
fn each_session_has_a_list_of_its_own() {
    let (toolbox, strict, plain) = (toolbox(), native(), native());
    list(&toolbox, &strict, Some(Dialect::Anthropic));
    let listed = list(&toolbox, &plain, None);
    assert!(listed.contains(r#""name":"wide""#));
    assert_eq!(expanded(&toolbox, &plain), ["wide", "good"]);
    assert_eq!(found(&toolbox, &plain), ["wide", "good"]);
    assert_eq!(expanded(&toolbox, &strict), ["good"]);
}
