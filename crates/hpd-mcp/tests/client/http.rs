//! Servers by streamable HTTP: rmcp's own server, in this process.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use hpd_host::context::ProgressSink;
use hpd_host::external::{Rules, ToolRules};
use hpd_host::{RawCall, Session, Toolbox, TurnContext};
use hpd_mcp::client::{McpConnection, McpSource};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use tokio::task::JoinHandle;

/// A server with two tools.
#[derive(Clone)]
struct Sums;

impl ServerHandler for Sums {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let number = json!({"type": "number"});
        let schema =
            json!({"type": "object", "properties": {"a": number, "b": number}, "required": ["a", "b"]});
        let schema = Arc::new(schema.as_object().unwrap().clone());
        Ok(ListToolsResult::with_all_items(vec![
            Tool::new("add", "Adds", Arc::clone(&schema)),
            Tool::new("multiply", "Multiplies", schema),
        ]))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(token) = context.meta.get_progress_token() {
            for step in [1.0, 2.0] {
                let step = ProgressNotificationParam::new(token.clone(), step).with_total(2.0);
                context.peer.notify_progress(step).await.unwrap();
            }
        }
        let arguments = call.arguments.unwrap();
        let number = |name: &str| arguments[name].as_f64().unwrap();
        let result = if call.name == "add" { number("a") + number("b") } else { number("a") * number("b") };
        Ok(CallToolResult::success(vec![ContentBlock::text(result.to_string())]).into())
    }
}

/// Who calls without the token gets nothing.
async fn check_token(request: Request, next: Next) -> Response {
    let is_right = {
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
        (header("authorization"), header("x-team")) == (Some("Bearer t0ken"), Some("books"))
    };
    if is_right {
        return next.run(request).await;
    }
    let challenge = [("www-authenticate", "Bearer")];
    (axum::http::StatusCode::UNAUTHORIZED, challenge).into_response()
}

/// Starts the server at any address; the address.
async fn start() -> (String, JoinHandle<()>) {
    start_at("127.0.0.1:0").await
}

async fn start_at(address: &str) -> (String, JoinHandle<()>) {
    let service = StreamableHttpService::new(
        || Ok(Sums),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let router = axum::Router::new().nest_service("/mcp", service).layer(from_fn(check_token));
    let listener = tokio::net::TcpListener::bind(address).await.unwrap();
    let address = format!("http://{}/mcp", listener.local_addr().unwrap());
    let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (address, task)
}

fn source(address: &str) -> McpSource {
    McpSource::http("sums", address).bearer_token("t0ken").header("X-Team", "books")
}

fn toolbox(connection: &McpConnection) -> (Toolbox, Session) {
    let reads = ["add", "multiply"].into_iter();
    let rules = reads.fold(Rules::new(), |rules, tool| rules.tool(tool, ToolRules::new().read()));
    let toolbox = Toolbox::builder().external(connection.source().rules(rules)).build().unwrap();
    let session = Session::new();
    session.expand(toolbox.tool("MCP_sums").unwrap().id());
    (toolbox, session)
}

async fn text((toolbox, session): &(Toolbox, Session), arguments: &str) -> String {
    toolbox.call(session, &RawCall::new("1", "add", arguments)).await.for_model_as_text().into_owned()
}

#[tokio::test]
async fn a_server_at_an_address_is_called_with_token_and_headers() {
    let (address, _task) = start().await;
    let connection = source(&address).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    assert_eq!(text(&toolbox, r#"{"a": "1", "b": 2}"#).await, "3");
    assert_eq!(text(&toolbox, r#"{"a": "one"}"#).await.lines().nth(2).unwrap(), "- b is required");
}

#[tokio::test]
async fn without_the_token_it_is_not_connected() {
    let (address, _task) = start().await;
    let error = McpSource::http("sums", address).connect().await.unwrap_err();
    assert!(
        error.to_string().starts_with("the MCP server sums is not connected: it can't be started"),
        "{error}"
    );
}

#[tokio::test]
async fn a_header_that_http_does_not_allow_is_named_without_its_value() {
    let source = McpSource::http("sums", "http://127.0.0.1:1/mcp").header("X-Key", "se\ncret");
    assert_eq!(
        source.connect().await.unwrap_err().to_string(),
        "the MCP server sums is not connected: it can't be started or reached: the header \"X-Key\" has a name or a value that \
         HTTP does not allow"
    );
}

#[tokio::test]
async fn progress_comes_over_http_too() {
    let (address, _task) = start().await;
    let connection = source(&address).connect().await.unwrap();
    let (toolbox, session) = toolbox(&connection);
    let kept = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&kept);
    let sink: ProgressSink = Arc::new(move |progress| sink.lock().unwrap().push(progress.done));
    let turn = TurnContext { progress: Some(sink), ..TurnContext::empty().clone() };
    let calls = [RawCall::new("1", "add", r#"{"a": 1, "b": 2}"#)];
    let outcomes = toolbox.turn_with(&session, &turn, &calls).await;
    assert_eq!(outcomes[0].for_model_as_text(), "3");
    let kept = kept.lock().unwrap();
    assert!(kept.is_sorted() && !kept.is_empty(), "{kept:?}");
}

#[tokio::test]
async fn a_number_that_the_transport_would_change_is_not_sent() {
    let (address, _task) = start().await;
    let connection = source(&address).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    assert_eq!(
        text(&toolbox, r#"{"a": 12345678901234567890.123, "b": 2}"#).await,
        "A number in the arguments has more digits than the connection to the server keeps. Nothing ran."
    );
    assert_eq!(text(&toolbox, r#"{"a": 0.1, "b": 1e2}"#).await, "100.1");
}

#[tokio::test]
async fn a_server_that_is_gone_did_not_get_the_call_and_may_come_back() {
    let (address, task) = start().await;
    let connection = source(&address).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    task.abort();
    let _ = task.await;
    assert_eq!(text(&toolbox, r#"{"a": 1, "b": 2}"#).await, "The server sums can't be reached. Nothing ran.");
    // It has no session of before.
    let place = address.trim_start_matches("http://").trim_end_matches("/mcp");
    let (_, _task) = start_at(place).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(text(&toolbox, r#"{"a": 1, "b": 2}"#).await, "3");
    assert_eq!(connection.reconnects(), 1);
}

#[tokio::test]
async fn a_session_that_the_server_forgot_is_a_new_connection() {
    let (address, task) = start().await;
    let connection = source(&address).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    task.abort();
    let _ = task.await;
    let place = address.trim_start_matches("http://").trim_end_matches("/mcp");
    let (_, _task) = start_at(place).await;
    assert_eq!(text(&toolbox, r#"{"a": 1, "b": 2}"#).await, "3");
    assert_eq!(connection.reconnects(), 1);
}
