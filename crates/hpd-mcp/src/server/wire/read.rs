//! Calls of tools in JSON-RPC text.

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, ErrorData, InputResponses,
    RequestId, RequestMetaObject, ServerJsonRpcMessage,
};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::arguments::RawArguments;
use super::salvage::{Salvaged, salvage};

/// What a text is.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message for the server.
    Message(Box<ClientJsonRpcMessage>),
    /// No message, and this is its answer.
    Refused(Box<ServerJsonRpcMessage>),
    /// No message, and nobody to answer.
    Noise(String),
}

/// The method of calls, as JSON.
const CALL: &str = r#""tools/call""#;

/// The beginning of a message: enough to tell a call, and to find its arguments.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a> {
    name: String,
    #[serde(borrow, default, deserialize_with = "present")]
    arguments: Option<&'a RawValue>,
    #[serde(rename = "_meta")]
    meta: Option<RequestMetaObject>,
    input_responses: Option<InputResponses>,
    request_state: Option<String>,
}

/// `null` is a value here: the model has to read that it is none.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Reads a line. Calls are read here, in one pass; the other messages by rmcp.
pub(super) fn read_line(line: &str) -> Incoming {
    match serde_json::from_str::<Envelope<'_>>(line) {
        Ok(Envelope { id: Some(id), method: Some(method), params: Some(params) }) if method.get() == CALL => {
            call_of(id, params).unwrap_or_else(|| read_other(line))
        }
        Ok(_) => read_other(line),
        Err(error) => read_malformed(line, &error),
    }
}

fn call_of(id: &RawValue, params: &RawValue) -> Option<Incoming> {
    let id: RequestId = serde_json::from_str(id.get()).ok()?;
    let call: Call<'_> = serde_json::from_str(params.get()).ok()?;
    let arguments = call.arguments.map(|arguments| RawArguments(arguments.get().into()));
    Some(message_of(id, call, arguments))
}

fn message_of(id: RequestId, call: Call<'_>, arguments: Option<RawArguments>) -> Incoming {
    let Call { name, meta, input_responses, request_state, .. } = call;
    let mut params = CallToolRequestParams::new(name);
    params.input_responses = input_responses;
    params.request_state = request_state;
    let mut request = CallToolRequest::new(params);
    if let Some(meta) = meta {
        request.extensions.insert(meta);
    }
    if let Some(arguments) = arguments {
        request.extensions.insert(arguments);
    }
    let request = ClientRequest::CallToolRequest(request);
    Incoming::Message(Box::new(ClientJsonRpcMessage::request(request, id)))
}

fn read_other(line: &str) -> Incoming {
    match serde_json::from_str::<ClientJsonRpcMessage>(line) {
        Ok(message) => Incoming::Message(Box::new(message)),
        Err(error) => {
            let id = serde_json::from_str::<Envelope<'_>>(line).ok().and_then(|envelope| envelope.id);
            let id = id.and_then(|id| serde_json::from_str(id.get()).ok());
            // Its text may repeat values.
            tracing::debug!(column = error.column(), "a message that the protocol does not have");
            let refusal = ErrorData::invalid_request("Invalid request", None);
            Incoming::Refused(Box::new(ServerJsonRpcMessage::error(refusal, id)))
        }
    }
}

/// A text that is no JSON: a call whose arguments are malformed is answered nevertheless.
fn read_malformed(line: &str, error: &serde_json::Error) -> Incoming {
    let Some(Salvaged { id, call }) = salvage(line) else {
        // An answer to noise could be answered by noise.
        return Incoming::Noise(error.to_string());
    };
    let Ok(id) = serde_json::from_str::<RequestId>(id) else { return Incoming::Noise(error.to_string()) };
    let read = call.and_then(|parts| {
        let call: Call<'_> = serde_json::from_str(&parts.params).ok()?;
        Some(message_of(id.clone(), call, Some(RawArguments(parts.arguments.into()))))
    });
    read.unwrap_or_else(|| {
        let refusal = ErrorData::parse_error("Parse error: the message is no JSON", None);
        Incoming::Refused(Box::new(ServerJsonRpcMessage::error(refusal, Some(id))))
    })
}

/// The body of a request.
#[cfg(feature = "http-server")]
#[derive(Debug)]
pub(in crate::server) struct Body {
    /// The text for rmcp, if it is another one than the client's.
    pub(in crate::server) text: Option<String>,
    /// The arguments, if it is a call.
    pub(in crate::server) arguments: Option<RawArguments>,
}

/// Reads the body of a request. Arguments that are an object stay in it: rmcp compares headers with them.
#[cfg(feature = "http-server")]
pub(in crate::server) fn read_body(body: &str) -> Body {
    let as_it_is = Body { text: None, arguments: None };
    let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(body) else {
        return malformed_body(body).unwrap_or(as_it_is);
    };
    let Envelope { method: Some(method), params: Some(params), .. } = envelope else { return as_it_is };
    let call = (method.get() == CALL).then(|| serde_json::from_str::<Call<'_>>(params.get()).ok()).flatten();
    let Some(arguments) = call.and_then(|call| call.arguments) else { return as_it_is };
    let raw = Some(RawArguments(arguments.get().into()));
    if arguments.get().starts_with('{') {
        return Body { text: None, arguments: raw };
    }
    let std::ops::Range { start, end } = place_in(body, arguments.get());
    let text = format!("{}{{}}{}", &body[..start], &body[end..]);
    Body { text: Some(text), arguments: raw }
}

#[cfg(feature = "http-server")]
fn malformed_body(body: &str) -> Option<Body> {
    let Salvaged { id, call } = salvage(body)?;
    let parts = call?;
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{CALL},"params":{}}}"#, parts.params);
    // What was salvaged is JSON, or rmcp says that the body is none.
    serde_json::from_str::<serde::de::IgnoredAny>(&text).ok()?;
    Some(Body { text: Some(text), arguments: Some(RawArguments(parts.arguments.into())) })
}

/// Whether a body begins a session.
#[cfg(feature = "http-server")]
pub(in crate::server) fn is_initialize(body: &str) -> bool {
    let method = serde_json::from_str::<Envelope<'_>>(body).ok().and_then(|envelope| envelope.method);
    method.is_some_and(|method| method.get() == r#""initialize""#)
}

/// Where a part of a text is.
#[cfg(feature = "http-server")]
fn place_in(whole: &str, part: &str) -> std::ops::Range<usize> {
    let start = part.as_ptr().addr() - whole.as_ptr().addr();
    start..start + part.len()
}

#[cfg(test)]
mod tests;
