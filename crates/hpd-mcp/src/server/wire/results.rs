//! Results as text, for a transport that writes them as they are. rmcp would read them into maps and write them again.

use rmcp::model::{
    CallToolResult, JsonObject, ListToolsResult, MetaObject, ServerJsonRpcMessage, ServerResult,
};
use serde_json::Value;

/// The mark of a request whose transport writes texts of results.
#[derive(Debug, Clone, Copy)]
pub(in crate::server) struct TakesText;

/// Where the text is, on the way from the handler to its transport. It never reaches the client.
const TEXT: &str = "hpd-mcp/text";

fn marked(text: String) -> MetaObject {
    MetaObject(JsonObject::from_iter([(TEXT.to_owned(), Value::String(text))]))
}

/// The result of a call that a transport replaces by a text.
pub(in crate::server) fn as_text(text: String) -> CallToolResult {
    let mut result = CallToolResult::success(Vec::new());
    result.meta = Some(marked(text));
    result
}

/// A list that a transport replaces by a text.
pub(in crate::server) fn list_as_text(text: String) -> ListToolsResult {
    let mut result = ListToolsResult::with_all_items(Vec::new());
    result.meta = Some(marked(text));
    result
}

/// A message as a line.
pub(super) fn write_line(mut message: ServerJsonRpcMessage) -> serde_json::Result<Vec<u8>> {
    let text = match &mut message {
        ServerJsonRpcMessage::Response(response) => take_text(&mut response.result),
        _ => None,
    };
    let mut line = match (&message, text) {
        (ServerJsonRpcMessage::Response(response), Some(text)) => {
            let mut line = Vec::with_capacity(text.len() + 64);
            line.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
            serde_json::to_writer(&mut line, &response.id)?;
            line.extend_from_slice(br#","result":"#);
            line.extend_from_slice(text.as_bytes());
            line.push(b'}');
            line
        }
        _ => serde_json::to_vec(&message)?,
    };
    line.push(b'\n');
    Ok(line)
}

fn take_text(result: &mut ServerResult) -> Option<String> {
    let meta = match result {
        ServerResult::CallToolResult(result) => result.meta.as_mut(),
        ServerResult::ListToolsResult(result) => result.meta.as_mut(),
        _ => None,
    };
    match meta?.0.remove(TEXT)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}
