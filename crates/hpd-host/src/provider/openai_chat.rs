//! `OpenAI`'s chat completions, and the many services that speak like them.

use hpd_runtime::RawCall;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::raw;
use super::host_tools::is_named;
use super::json::{self, Json};
use super::reply::{HostCall, ModelResponse, check_failure, check_role, only_one, other_form, stop_reason};
use super::usual::{self, Absent, Object, Text};
use super::walk::{Nullable, Walk, once};
use super::{Provider, ProviderError};
use crate::outcome::Outcome;

/// The id of a call in the old form, which has none: `function_call` instead of `tool_calls`.
const OLD_FORM: &str = "function_call";
/// A call of a function, and the member that says which.
const FUNCTION: &str = "function";

/// Reads a response, one of its choices, or the message in it.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    read_usual(message).map_or_else(|| read_any(message, &[]), Ok)
}

/// A response with one choice, a text at most, and functions called in today's form.
pub(super) fn read_usual(message: &str) -> Option<ModelResponse> {
    let Completion { choices: [Object(choice)], error } = usual::message(message)?;
    error.check()?;
    choice.role.check()?;
    let calls = usual_calls(choice.message)?;
    let stop_reason = usual::stop_reason(choice.finish_reason.as_ref());
    Some(ModelResponse::of(Provider::OpenAiChat, calls, stop_reason, vec![choice.message.to_owned()]))
}

/// The calls of an assistant's message, whose content is no list.
fn usual_calls(message: &RawValue) -> Option<Vec<RawCall>> {
    let (mut role, mut content, mut calls, mut old_form) = (None, None, None, None);
    Walk::new(message).object(|key, walk| match key {
        "role" => once(&mut role, walk.string_or_null()?),
        "content" => {
            once(&mut content, walk.kind()?)?;
            walk.skip()
        }
        "tool_calls" if walk.kind()? == b'n' => {
            once(&mut calls, Vec::new())?;
            walk.skip()
        }
        "tool_calls" => {
            let mut read = Vec::new();
            walk.array(|walk| {
                read.push(usual_call(walk)?);
                Some(())
            })?;
            once(&mut calls, read)
        }
        OLD_FORM => {
            once(&mut old_form, walk.kind()?)?;
            walk.skip()
        }
        _ => walk.skip(),
    })?;
    let is_assistant = role.and_then(|Nullable(role)| role).is_none_or(|role| role == "assistant");
    let is_usual = is_assistant && content != Some(b'[') && old_form.is_none_or(|kind| kind == b'n');
    is_usual.then(|| calls.unwrap_or_default())
}

fn usual_call(walk: &mut Walk<'_>) -> Option<RawCall> {
    let (mut id, mut kind, mut function) = (None, None, None);
    walk.object(|key, walk| match key {
        "id" => once(&mut id, walk.string()?),
        "type" => once(&mut kind, walk.string_or_null()?),
        "function" => {
            let (mut name, mut arguments) = (None, None);
            walk.object(|key, walk| match key {
                "name" => once(&mut name, walk.string()?),
                "arguments" => once(&mut arguments, walk.string_or_null()?),
                _ => walk.skip(),
            })?;
            let arguments = arguments.and_then(|Nullable(arguments)| arguments);
            once(&mut function, (name?, arguments.unwrap_or_default()))
        }
        _ => walk.skip(),
    })?;
    let ((name, arguments), kind) = (function?, kind.and_then(|Nullable(kind)| kind));
    let is_function = kind.is_none_or(|kind| kind == "function");
    is_function.then_some(RawCall::new(id?, name, arguments))
}

/// `host_tools` are functions of the host.
pub(super) fn read_any(message: &str, host_tools: &[String]) -> Result<ModelResponse, ProviderError> {
    let json = Json::parse(message)?;
    let object = json.object()?;
    check_failure(&object)?;
    let choice = match object.get("choices") {
        Some(choices) => only_one(&choices)?,
        None => json,
    };
    let object = choice.object()?;
    let stop_reason = stop_reason(object.get("finish_reason"));
    // A message has a role; everything else has a message.
    let message = if object.get("role").is_some() { choice } else { object.need("message", "an object")? };
    let parts = message.object()?;
    check_role(&parts, "assistant")?;
    let (calls, host_calls) = read_calls(&parts, host_tools)?;
    let response = ModelResponse::of(Provider::OpenAiChat, calls, stop_reason, vec![message.keep()]);
    Ok(response.with_host_calls(host_calls))
}

type Calls = (Vec<RawCall>, Vec<HostCall>);

fn read_calls(message: &json::Object<'_>, host_tools: &[String]) -> Result<Calls, ProviderError> {
    if let Some(content) = message.get("content").filter(Json::is_array) {
        for block in content.array()? {
            let kind = block.object().ok().and_then(|block| block.string("type"));
            if kind.as_deref() == Some("tool_use") {
                return Err(other_form(block.place()));
            }
        }
    }
    let (mut calls, mut host_calls) = Calls::default();
    if let Some(items) = message.get("tool_calls") {
        for item in items.array()? {
            let object = item.object()?;
            let function = || object.get(FUNCTION)?.object().ok();
            match object.string("type").as_deref() {
                // Some services leave the kind out; functions are the only one that they have.
                Some(FUNCTION) | None
                    if function().is_some_and(|function| is_named(&function, host_tools)) =>
                {
                    host_calls.push(HostCall::of(&item, FUNCTION, "id"));
                }
                Some(FUNCTION) | None => calls.push(read_call(&object)?),
                Some(kind) => host_calls.push(HostCall::of(&item, kind, "id")),
            }
        }
    }
    if let Some(call) = message.get(OLD_FORM) {
        let function = call.object()?;
        if is_named(&function, host_tools) {
            host_calls.push(HostCall::of(&call, OLD_FORM, "id"));
        } else {
            calls.push(read_function(&function, OLD_FORM)?);
        }
    }
    Ok((calls, host_calls))
}

fn read_call(item: &json::Object<'_>) -> Result<RawCall, ProviderError> {
    let function = item.need(FUNCTION, "an object")?.object()?;
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
