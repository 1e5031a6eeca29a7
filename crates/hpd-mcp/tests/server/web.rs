//! Raw HTTP: tokens, hosts, origins, sizes, sessions and malformed bodies.

use std::fmt::Write as _;
use std::time::Duration;

use hpd_host::Principal;
use hpd_mcp::server::http::{HttpServer, ProtectedResource, TokenError};
use hpd_mcp::server::{HpdServer, ListPolicy};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::desk::{Books, server, text, toolbox};
use super::results;

async fn serve(server: HttpServer) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(server.serve(listener));
    port
}

/// An answer.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    /// The last message in the body.
    fn message(&self) -> Value {
        let text =
            self.body.lines().filter_map(|line| line.strip_prefix("data:")).rfind(|data| data.len() > 3);
        let text = text.unwrap_or(&self.body);
        serde_json::from_str(text.trim()).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }

    fn header(&self, name: &str) -> Option<String> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    }
}

/// Sends a request, and reads to the end of the connection.
async fn send(port: u16, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let has_host = headers.iter().any(|(name, _)| *name == "host");
    let mut request =
        format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !has_host {
        write!(request, "host: localhost:{port}\r\n").unwrap();
    }
    request.push_str("content-type: application/json\r\naccept: application/json, text/event-stream\r\n");
    for (name, value) in headers {
        write!(request, "{name}: {value}\r\n").unwrap();
    }
    request.push_str("\r\n");
    request.push_str(body);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    tokio::time::timeout(Duration::from_secs(20), read).await.expect("an answer").unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    })
}

/// A call of 2026-07-28, with more members of its parameters.
async fn call(port: u16, token: &str, name: &str, arguments: &Value, more: Value) -> Value {
    let mut params = json!({"name": name, "arguments": arguments, "_meta": meta()});
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
    let token = format!("Bearer {token}");
    let headers = [
        ("authorization", &*token),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", name),
    ];
    send(port, "POST", "/mcp", &headers, &body).await.message()
}

fn verify(token: &str) -> Result<Principal, TokenError> {
    match token {
        "anna" | "ben" => Ok(Principal::new(token)),
        "weak" => Err(TokenError::MissingScopes(vec!["tools:write".to_owned()])),
        "later" => Err(TokenError::Unavailable),
        _ => Err(TokenError::Invalid),
    }
}

fn guarded(server: HpdServer) -> HttpServer {
    let resource = ProtectedResource::new("https://tools.acme.example/mcp")
        .authorization_server("https://login.acme.example")
        .scope("tools");
    server.http().bearer(resource, verify)
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

fn initialize() -> String {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string()
}

#[tokio::test]
async fn a_request_needs_a_token_and_learns_where_to_get_one() {
    let port = serve(guarded(server())).await;
    let address =
        r#"Bearer resource_metadata="https://tools.acme.example/.well-known/oauth-protected-resource/mcp""#;
    for (header, status, challenge) in [
        (None, 401, Some(format!(r#"{address}, scope="tools""#))),
        (Some("Basic anna"), 401, Some(format!(r#"{address}, scope="tools""#))),
        (Some("Bearer no"), 401, Some(format!(r#"{address}, scope="tools", error="invalid_token""#))),
        (
            Some("Bearer weak"),
            403,
            Some(format!(r#"{address}, error="insufficient_scope", scope="tools:write""#)),
        ),
        (Some("Bearer later"), 503, None),
    ] {
        let headers: Vec<_> = header.map(|header| ("authorization", header)).into_iter().collect();
        let answer = send(port, "POST", "/mcp", &headers, PING).await;
        assert_eq!((answer.status, answer.header("www-authenticate")), (status, challenge), "{header:?}");
    }
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        let metadata = send(port, "GET", path, &[], "").await;
        assert_eq!(metadata.status, 200);
        assert_eq!(
            metadata.message(),
            json!({
                "resource": "https://tools.acme.example/mcp",
                "authorization_servers": ["https://login.acme.example"],
                "bearer_methods_supported": ["header"],
                "scopes_supported": ["tools"],
            })
        );
    }
    let in_address = send(port, "POST", "/mcp?access_token=anna", &[], PING).await;
    assert_eq!(in_address.status, 401);
}

#[tokio::test]
async fn hosts_and_origins_are_checked() {
    let port = serve(server().http()).await;
    for (headers, status) in [
        (vec![("host", "evil.example")], 403),
        (vec![("origin", "https://evil.example")], 403),
        (vec![("origin", "null")], 403),
        (vec![("origin", "http://localhost:3000")], 200),
    ] {
        let answer = send(port, "POST", "/mcp", &headers, &initialize()).await;
        assert_eq!(answer.status, status, "{headers:?} {}", answer.body);
    }
}

#[tokio::test]
async fn bodies_and_sessions_are_bounded() {
    let port = serve(server().max_message_bytes(2_000).http().max_sessions(1)).await;
    let long = "x".repeat(3_000);
    assert_eq!(send(port, "POST", "/mcp", &[], &long).await.status, 413);
    assert_eq!(send(port, "POST", "/mcp", &[], &initialize()).await.status, 200);
    assert_eq!(send(port, "POST", "/mcp", &[], &initialize()).await.status, 503);
}

#[tokio::test]
async fn a_slow_body_ends() {
    let port = serve(server().http().body_time(Duration::from_millis(100))).await;
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let head = format!("POST /mcp HTTP/1.1\r\nhost: localhost:{port}\r\ncontent-length: 50\r\n\r\n{{");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
}

#[tokio::test]
async fn a_session_is_its_principals() {
    let port = serve(guarded(server())).await;
    let begun = send(port, "POST", "/mcp", &[("authorization", "Bearer anna")], &initialize()).await;
    let session = begun.header("mcp-session-id").unwrap();
    for (token, status) in [("Bearer ben", 404), ("Bearer anna", 200)] {
        let headers = [("authorization", token), ("mcp-session-id", &*session)];
        assert_eq!(send(port, "POST", "/mcp", &headers, PING).await.status, status, "{token}");
    }
}

#[tokio::test]
async fn questions_are_bound_to_their_principal() {
    let books = Books::default();
    let port = serve(guarded(HpdServer::new(toolbox(&books)))).await;
    let arguments = json!({"text": "milk"});
    let asked = call(port, "anna", "create_note", &arguments, json!({})).await;
    let state = asked["result"]["requestState"].clone();
    assert!(state.is_string(), "{asked}");
    let yes =
        json!({"requestState": state, "inputResponses": {"approval": {"action": "accept", "content": {}}}});
    let stolen = call(port, "ben", "create_note", &arguments, yes.clone()).await;
    assert_eq!((stolen["error"]["code"].clone(), books.runs()), (json!(-32602), 0));
    let done = call(port, "anna", "create_note", &arguments, yes).await;
    assert_eq!(done["result"]["content"][0]["text"], "Noted: milk");
    // The next equal call is asked about again: nothing was granted.
    let again = call(port, "anna", "create_note", &arguments, json!({})).await;
    assert_eq!(again["result"]["resultType"], "input_required");
    assert_eq!(books.runs(), 1);
}

#[tokio::test]
async fn a_client_that_is_known_by_its_token_reads_what_it_was_shown() {
    for (policy, through) in [(ListPolicy::new().flat_up_to(0, 0), true), (ListPolicy::new(), false)] {
        let port = serve(guarded(results::server().lists(policy))).await;
        let shown = call(port, "anna", "entries", &json!({}), json!({})).await;
        let read = json!({"id": results::id_of(&text(&shown)), "pointer": "/entries", "offset": 899});
        let (name, arguments) = if through {
            ("call_function", json!({"name": "read_result", "arguments": read}))
        } else {
            ("read_result", read)
        };
        let rest = call(port, "anna", name, &arguments, json!({})).await;
        assert_eq!(text(&rest), r#"[{"id":899}]"#);
        let other = text(&call(port, "ben", name, &arguments, json!({})).await);
        assert!(other.contains("There is no result"), "{other}");
    }
}

#[tokio::test]
async fn malformed_arguments_reach_hpd() {
    let port = serve(server().http()).await;
    let begun = send(port, "POST", "/mcp", &[], &initialize()).await;
    let session = begun.header("mcp-session-id").unwrap();
    for (arguments, expected) in [
        (r#""{\"a\": 1, \"b\": 2}""#, "3"),
        ("{'a': 1, 'b': 2}", "3"),
        (r#"{"a": 1, "a": 2, "b": 2}"#, "a"),
        ("[1]", "object"),
        ("null", "b"),
    ] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"add","arguments":{arguments}}}}}"#
        );
        let answer = send(port, "POST", "/mcp", &[("mcp-session-id", &*session)], &body).await.message();
        let said = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(said.contains(expected), "{arguments}: {said}");
    }
}

#[tokio::test]
async fn connections_wait_for_a_place() {
    let port = serve(server().http().max_connections(1)).await;
    let held = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    // The first one has the place once it is accepted, which nobody tells.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let begun = initialize();
    let mut waits = std::pin::pin!(send(port, "POST", "/mcp", &[], &begun));
    assert!(tokio::time::timeout(Duration::from_millis(300), &mut waits).await.is_err());
    drop(held);
    assert_eq!(waits.await.status, 200);
}

#[tokio::test]
async fn an_empty_list_of_hosts_checks_nevertheless() {
    let port = serve(server().http().hosts(Vec::<String>::new()).path("/tools")).await;
    assert_eq!(send(port, "POST", "/tools", &[("host", "evil.example")], &initialize()).await.status, 403);
    assert_eq!(send(port, "POST", "/tools", &[], &initialize()).await.status, 200);
    assert_eq!(send(port, "POST", "/mcp", &[], &initialize()).await.status, 404);
}
