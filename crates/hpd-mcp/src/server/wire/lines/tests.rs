use rmcp::model::{ClientJsonRpcMessage, ErrorData, RequestId, ServerJsonRpcMessage, ServerResult};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

use super::LineTransport;
use crate::server::wire::as_text;

type Server = LineTransport<tokio::io::ReadHalf<DuplexStream>, tokio::io::WriteHalf<DuplexStream>>;

fn pair(limit: usize) -> (DuplexStream, Server) {
    let (client, server) = duplex(1 << 16);
    let (read, write) = tokio::io::split(server);
    (client, LineTransport::new(read, write, limit))
}

async fn written(client: &mut DuplexStream) -> Value {
    let mut bytes = vec![0; 4096];
    let count = client.read(&mut bytes).await.unwrap();
    serde_json::from_slice(&bytes[..count]).unwrap()
}

#[tokio::test]
async fn a_line_that_is_too_long_is_answered_and_skipped() {
    let (mut client, mut server) = pair(100);
    client.write_all(&[b'x'; 250]).await.unwrap();
    client.write_all(b"\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n").await.unwrap();
    let message = server.receive().await.unwrap();
    assert!(matches!(message, ClientJsonRpcMessage::Request(_)));
    let refusal = written(&mut client).await;
    let error = json!({"code": -32600, "message": "The message is longer than 100 bytes"});
    assert_eq!(refusal, json!({"jsonrpc": "2.0", "error": error}));
}

#[tokio::test]
async fn half_a_line_waits_for_its_rest() {
    let (mut client, mut server) = pair(1000);
    client.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,").await.unwrap();
    for _ in 0..3 {
        let waited = tokio::time::timeout(std::time::Duration::from_millis(5), server.receive()).await;
        assert!(waited.is_err());
    }
    client.write_all(b"\"method\":\"ping\"}\n").await.unwrap();
    assert!(server.receive().await.is_some());
    drop(client);
    assert!(server.receive().await.is_none());
}

#[tokio::test]
async fn texts_of_results_are_written_as_they_are() {
    let (mut client, mut server) = pair(1000);
    let text = r#"{"content":[],"structuredContent":{"n":1.000000000000000000000000000001}}"#;
    let result = ServerResult::CallToolResult(as_text(text.to_owned()));
    let id = RequestId::String("a\"b".into());
    server.send(ServerJsonRpcMessage::response(result, id)).await.unwrap();
    let mut bytes = vec![0; 4096];
    let count = client.read(&mut bytes).await.unwrap();
    let line = String::from_utf8(bytes[..count].to_vec()).unwrap();
    assert_eq!(line, format!("{{\"jsonrpc\":\"2.0\",\"id\":\"a\\\"b\",\"result\":{text}}}\n"));

    let error = ErrorData::invalid_params("no", None);
    server.send(ServerJsonRpcMessage::error(error, Some(RequestId::Number(2)))).await.unwrap();
    assert_eq!(written(&mut client).await["id"], 2);
    server.close().await.unwrap();
    let closed = server.send(ServerJsonRpcMessage::error(ErrorData::invalid_params("no", None), None)).await;
    assert!(closed.is_err());
}
