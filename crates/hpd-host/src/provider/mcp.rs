//! MCP's `tools/call`: requests of a client to a server whose tools these are.

use std::borrow::Cow;

use hpd_runtime::RawCall;
use hpd_runtime::args::StopReason;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::raw;
use super::json::Json;
use super::reply::ModelResponse;
use super::usual::{self, Object, Text};
use super::{Provider, ProviderError};
use crate::outcome::{CallToolResult, Outcome};

/// Reads a request, or an array of them, as older clients send.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    read_usual(message).map_or_else(|| read_any(message), Ok)
}

/// One request with an object of arguments, or without any.
pub(super) fn read_usual(message: &str) -> Option<ModelResponse> {
    let Request { method: Text(method), id, params: Object(params) } = usual::message(message)?;
    let arguments = params.arguments.map_or(Some("{}"), usual::object_text)?;
    let id = match id.get().as_bytes() {
        [b'"', ..] => serde_json::from_str(id.get()).ok().map(|Text(id)| spell_id(&id))?,
        [b'-' | b'0'..=b'9', ..] => id.get().to_owned(),
        _ => return None,
    };
    let call = usual::call(Text(id.into()), params.name, Cow::Borrowed(arguments));
    (method == "tools/call").then(|| received(vec![call]))
}

/// Requests tell neither why the model stopped nor its message.
fn received(calls: Vec<RawCall>) -> ModelResponse {
    ModelResponse::of(Provider::Mcp, calls, StopReason::Unknown, Vec::new())
}

pub(super) fn read_any(message: &str) -> Result<ModelResponse, ProviderError> {
    let json = Json::parse(message)?;
    let requests = if json.is_array() { json.array()? } else { vec![json] };
    let calls = requests.iter().map(read_call).collect::<Result<_, _>>()?;
    Ok(received(calls))
}

fn read_call(request: &Json<'_>) -> Result<RawCall, ProviderError> {
    let request = request.object()?;
    let method = request.need("method", "\"tools/call\"")?;
    if method.string()? != "tools/call" {
        return Err(ProviderError::shape(method.place(), "expected \"tools/call\": this is another request"));
    }
    let id = request.need("id", "a string or a number, since a call is answered")?;
    let id = match id.string() {
        Ok(id) => spell_id(&id),
        Err(_) if id.is_number() => id.text().to_owned(),
        Err(_) => return Err(id.expected("a string or a number")),
    };
    let params = request.need("params", "an object")?.object()?;
    let arguments = params.get("arguments").map(|arguments| arguments.arguments()).transpose()?;
    // They may be left out where there are none.
    Ok(RawCall::new(id, params.need_string("name")?, arguments.unwrap_or(Cow::Borrowed("{}"))))
}

/// A request id as a call id. Numbers keep their text, and so do strings, unless they look like a number or a quoted
/// string; those are quoted. So each id is restored exactly.
fn spell_id(id: &str) -> String {
    if is_json_id(id) { raw(&id).get().to_owned() } else { id.to_owned() }
}

/// The id of a call as the JSON that it was.
fn id_of(id: &str) -> Box<RawValue> {
    let json = is_json_id(id).then(|| RawValue::from_string(id.to_owned()).ok()).flatten();
    json.unwrap_or_else(|| raw(&id))
}

fn is_json_id(id: &str) -> bool {
    id.starts_with('"') || hpd_runtime::args::Decimal::parse(id).is_some()
}

/// One response a request. A tool's error and a wrong call are results marked as errors, since models do not see
/// protocol errors.
pub(super) fn results(outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
    let response = |outcome: &Outcome| {
        let result = CallToolResult::of(outcome);
        raw(&Response { jsonrpc: "2.0", id: id_of(&outcome.call_id), result })
    };
    outcomes.iter().map(response).collect()
}

#[derive(Serialize)]
struct Response<'a> {
    jsonrpc: &'static str,
    id: Box<RawValue>,
    result: CallToolResult<'a>,
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    method: Text<'a>,
    id: &'a RawValue,
    params: Object<Params<'a>>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    arguments: Option<&'a RawValue>,
}
