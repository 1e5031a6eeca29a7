//! `OpenAI`'s chat completions, and the many services that speak like them.

use std::borrow::Cow;

use hpd_runtime::RawCall;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::raw;
use super::json::{self, Json};
use super::reply::{HostCall, ModelResponse, check_failure, check_role, only_one, other_form, stop_reason};
use super::usual::{self, Absent, Object, Text};
use super::{Provider, ProviderError};
use crate::outcome::Outcome;

/// The id of a call in the old form, which has none: `function_call` instead of `tool_calls`.
const OLD_FORM: &str = "function_call";

/// Reads a response, one of its choices, or the message in it.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    read_usual(message).map_or_else(|| read_any(message), Ok)
}

/// A response with one choice, a text at most, and functions called in today's form.
pub(super) fn read_usual(message: &str) -> Option<ModelResponse> {
    let Completion { choices: [Object(choice)], error } = usual::message(message)?;
    error.check()?;
    choice.role.check()?;
    let message: AssistantMessage<'_> = usual::object(choice.message.get())?;
    message.function_call.check()?;
    let is_assistant = message.role.is_none_or(|Text(role)| role == "assistant");
    let has_blocks = message.content.is_some_and(|content| content.get().starts_with('['));
    if !is_assistant || has_blocks {
        return None;
    }
    let calls = message.tool_calls.into_iter().flatten().map(|Object(call)| {
        let Object(function) = call.function;
        let arguments = function.arguments.map_or(Cow::Borrowed(""), |Text(arguments)| arguments);
        let is_function = call.kind.is_none_or(|Text(kind)| kind == "function");
        is_function.then(|| usual::call(call.id, function.name, arguments))
    });
    let stop_reason = usual::stop_reason(choice.finish_reason.as_ref());
    Some(ModelResponse::of(
        Provider::OpenAiChat,
        calls.collect::<Option<_>>()?,
        stop_reason,
        vec![choice.message.to_owned()],
    ))
}

pub(super) fn read_any(message: &str) -> Result<ModelResponse, ProviderError> {
    let json = Json::parse(message)?;
    let object = json.object()?;
    check_failure(&object)?;
    let choice = match object.get("choices") {
        Some(choices) => only_one(&choices)?,
        None => json,
    };
    let object = choice.object()?;
    let stop_reason = stop_reason(object.get("finish_reason"))?;
    // A message has a role; everything else has a message.
    let message = if object.get("role").is_some() { choice } else { object.need("message", "an object")? };
    let parts = message.object()?;
    check_role(&parts, "assistant")?;
    let (calls, host_calls) = read_calls(&parts)?;
    let response = ModelResponse::of(Provider::OpenAiChat, calls, stop_reason, vec![message.keep()]);
    Ok(response.with_host_calls(host_calls))
}

type Calls = (Vec<RawCall>, Vec<HostCall>);

fn read_calls(message: &json::Object<'_>) -> Result<Calls, ProviderError> {
    if let Some(content) = message.get("content").filter(Json::is_array) {
        for block in content.array()? {
            if block.object()?.string("type").as_deref() == Some("tool_use") {
                return Err(other_form(block.place()));
            }
        }
    }
    let (mut calls, mut host_calls) = Calls::default();
    if let Some(items) = message.get("tool_calls") {
        for item in items.array()? {
            let object = item.object()?;
            match object.string("type").as_deref() {
                // Some services leave the kind out; functions are the only one that they have.
                Some("function") | None => calls.push(read_call(&object)?),
                Some(kind) => host_calls.push(HostCall::of(&item, kind, "id")),
            }
        }
    }
    if let Some(call) = message.get(OLD_FORM) {
        calls.push(read_function(&call.object()?, OLD_FORM)?);
    }
    Ok((calls, host_calls))
}

fn read_call(item: &json::Object<'_>) -> Result<RawCall, ProviderError> {
    let function = item.need("function", "an object")?.object()?;
    read_function(&function, &item.need_string("id")?)
}

fn read_function(function: &json::Object<'_>, id: &str) -> Result<RawCall, ProviderError> {
    // No arguments at all are read as an empty text: reading that warns.
    let arguments = function.get("arguments").map(|arguments| arguments.arguments()).transpose()?;
    Ok(RawCall::new(id, function.need_string("name")?, arguments.unwrap_or_default()))
}

/// One message an outcome.
pub(super) fn results(outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
    let result = |outcome: &Outcome| {
        let (id, content) = (&*outcome.call_id, &*outcome.for_model().text);
        match id {
            OLD_FORM => raw(&FunctionMessage { role: "function", name: &outcome.tool_name, content }),
            id => raw(&ToolMessage { role: "tool", tool_call_id: id, content }),
        }
    };
    outcomes.iter().map(result).collect()
}

#[derive(Serialize)]
struct ToolMessage<'a> {
    role: &'static str,
    tool_call_id: &'a str,
    /// A tool's message holds text alone; images are named in it.
    content: &'a str,
}

#[derive(Serialize)]
struct FunctionMessage<'a> {
    role: &'static str,
    name: &'a str,
    content: &'a str,
}

#[derive(Deserialize)]
struct Completion<'a> {
    #[serde(borrow)]
    choices: [Object<Choice<'a>>; 1],
    #[serde(default)]
    error: Absent,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    message: &'a RawValue,
    finish_reason: Option<Text<'a>>,
    #[serde(default)]
    role: Absent,
}

#[derive(Deserialize)]
struct AssistantMessage<'a> {
    #[serde(borrow)]
    role: Option<Text<'a>>,
    content: Option<&'a RawValue>,
    tool_calls: Option<Vec<Object<ToolCall<'a>>>>,
    #[serde(default)]
    function_call: Absent,
}

#[derive(Deserialize)]
struct ToolCall<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(rename = "type")]
    kind: Option<Text<'a>>,
    function: Object<Function<'a>>,
}

#[derive(Deserialize)]
struct Function<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    arguments: Option<Text<'a>>,
}
