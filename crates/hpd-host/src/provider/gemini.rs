//! Gemini's `generateContent`.

use std::borrow::Cow;

use hpd_runtime::RawCall;
use hpd_runtime::args::StopReason;
use hpd_runtime::output::Part;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, PDF, pdf, raw};
use super::host_tools::is_named;
use super::json::{self, Json};
use super::reply::{HostCall, ModelResponse, check_failure, check_role, only_one, stop_reason};
use super::usual::{self, Absent, Object, Text};
use super::{Provider, ProviderError};
use crate::outcome::Outcome;

/// The prefix of ids for calls without one.
const OWN_ID: &str = "gemini-";
/// The kind of a call for the host.
const CALL: &str = "functionCall";

/// Reads a response, one of its candidates, or the content in it.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    read_usual(message).map_or_else(|| read_any(message, &[]), Ok)
}

/// A response with one candidate that has parts, spelt as in the REST interface.
pub(super) fn read_usual(message: &str) -> Option<ModelResponse> {
    let UsualResponse { candidates: [Object(candidate)], response_id, error, snake } =
        usual::message(message)?;
    error.check()?;
    snake.check()?;
    candidate.snake.check()?;
    let response = response_id.as_ref().map(|Text(id)| id.as_ref());
    let content: UsualContent<'_> = usual::object(candidate.content.get())?;
    if content.role.is_some_and(|Text(role)| role != "model") {
        return None;
    }
    let mut calls = Vec::new();
    for Object(part) in content.parts {
        part.snake.check()?;
        let Some(Object(call)) = part.function_call else { continue };
        let id = call.id.filter(|Text(id)| !id.is_empty());
        let id = id.unwrap_or_else(|| Text(own_id(response, calls.len())));
        let arguments = call.args.map_or(Some("{}"), usual::object_text)?;
        calls.push(usual::call(id, call.name, Cow::Borrowed(arguments)));
    }
    let stop_reason = usual::stop_reason(candidate.finish_reason.as_ref());
    Some(ModelResponse::of(Provider::Gemini, calls, stop_reason, vec![candidate.content.to_owned()]))
}

/// `host_tools` are functions of the host.
pub(super) fn read_any(message: &str, host_tools: &[String]) -> Result<ModelResponse, ProviderError> {
    let json = Json::parse(message)?;
    let object = json.object()?;
    check_failure(&object)?;
    let Some(candidates) = object.get("candidates") else {
        check_blocked(&object)?;
        return read_candidate(&json, None, host_tools);
    };
    if candidates.array()?.is_empty() {
        check_blocked(&object)?;
    }
    let response = object.get_either("responseId", "response_id").and_then(|id| id.string().ok());
    read_candidate(&only_one(&candidates)?, response.as_deref(), host_tools)
}

fn read_candidate(
    json: &Json<'_>,
    response: Option<&str>,
    host_tools: &[String],
) -> Result<ModelResponse, ProviderError> {
    let candidate = json.object()?;
    let stop_reason = stop_reason(candidate.get_either("finishReason", "finish_reason"));
    let content = match candidate.get("content") {
        Some(content) => content,
        None if candidate.get("parts").is_some() => json.clone(),
        // A response stopped before its first word has no content.
        None if stop_reason != StopReason::Unknown => {
            return Ok(ModelResponse::of(Provider::Gemini, Vec::new(), stop_reason, Vec::new()));
        }
        None => {
            let expected = "an object with candidates, content or parts";
            return Err(ProviderError::expected(json.place(), expected, "another object"));
        }
    };
    let members = content.object()?;
    check_role(&members, "model")?;
    let Some(parts) = members.get("parts") else {
        return Ok(ModelResponse::of(Provider::Gemini, Vec::new(), stop_reason, Vec::new()));
    };
    let (calls, host_calls) = read_calls(&parts, response, host_tools)?;
    let response = ModelResponse::of(Provider::Gemini, calls, stop_reason, vec![content.keep()]);
    Ok(response.with_host_calls(host_calls))
}

fn check_blocked(response: &json::Object<'_>) -> Result<(), ProviderError> {
    let Some(feedback) = response.get_either("promptFeedback", "prompt_feedback") else { return Ok(()) };
    let place = feedback.place();
    let feedback = feedback.object()?;
    let reason = feedback.get_either("blockReason", "block_reason");
    let reason = reason.map(|reason| reason.string()).transpose()?.unwrap_or(Cow::Borrowed("no answer"));
    Err(ProviderError::failed(place, &reason))
}

fn read_calls(
    parts: &Json<'_>,
    response: Option<&str>,
    host_tools: &[String],
) -> Result<(Vec<RawCall>, Vec<HostCall>), ProviderError> {
    let (mut calls, mut host_calls): (Vec<RawCall>, _) = (Vec::new(), Vec::new());
    for part in parts.array()? {
        // It passes with the history.
        let Ok(part) = part.object() else { continue };
        let Some(json) = part.get_either("functionCall", "function_call") else { continue };
        let call = json.object()?;
        if is_named(&call, host_tools) {
            host_calls.push(HostCall::of(&json, CALL, "id"));
            continue;
        }
        let id = call.get("id").map(|id| id.string()).transpose()?.filter(|id| !id.is_empty());
        let id = id.unwrap_or_else(|| own_id(response, calls.len()));
        // No arguments are left out, as every empty field is.
        let arguments = call.get("args").map(|arguments| arguments.arguments()).transpose()?;
        let arguments = arguments.unwrap_or(Cow::Borrowed("{}"));
        calls.push(RawCall::new(id, call.need_string("name")?, arguments));
    }
    Ok((calls, host_calls))
}

/// The id of a call that came without one. `response` is the response's id: with it, ids are unique in a conversation.
fn own_id(response: Option<&str>, index: usize) -> Cow<'static, str> {
    match response {
        Some(response) => format!("{OWN_ID}{response}-{index}").into(),
        None => format!("{OWN_ID}{index}").into(),
    }
}

/// One content for all outcomes: Gemini wants as many answers as there were calls, in one piece and in their order. The
/// parts of the host follow; calls without an id are told apart by their names.
pub(super) fn results(outcomes: &[Outcome], host_answers: &[Box<RawValue>]) -> Vec<Box<RawValue>> {
    if outcomes.is_empty() && host_answers.is_empty() {
        return Vec::new();
    }
    let of = |outcome| UserPart::Response { function_response: FunctionResponse::of(outcome) };
    let parts = outcomes.iter().map(of).chain(host_answers.iter().map(|part| UserPart::OfHost(part)));
    vec![raw(&Content { role: "user", parts: parts.collect() })]
}

#[derive(Serialize)]
struct Content<'a> {
    role: &'static str,
    parts: Vec<UserPart<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum UserPart<'a> {
    Response {
        #[serde(rename = "functionResponse")]
        function_response: FunctionResponse<'a>,
    },
    OfHost(&'a RawValue),
}

#[derive(Serialize)]
struct FunctionResponse<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    name: &'a str,
    response: Response,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<InlinePart<'a>>,
}

/// The result has a key of its own, so that no result passes for an error.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Response {
    Output(Box<RawValue>),
    Error(Box<RawValue>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InlinePart<'a> {
    inline_data: InlineData<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InlineData<'a> {
    mime_type: &'a str,
    data: &'a str,
}

impl<'a> FunctionResponse<'a> {
    fn of(outcome: &'a Outcome) -> Self {
        let answer = Answer::of(outcome);
        let value = answer.json();
        let response = if answer.is_error() { Response::Error(value) } else { Response::Output(value) };
        let parts = match answer {
            Answer::Parts(answer) => answer.content.iter().filter_map(inline).collect(),
            _ => Vec::new(),
        };
        let id = Some(&*outcome.call_id).filter(|id| !id.starts_with(OWN_ID));
        Self { id, name: &outcome.tool_name, response, parts }
    }
}

/// The part as bytes, if Gemini takes them in a response.
fn inline(part: &Part) -> Option<InlinePart<'_>> {
    let (mime_type, data) = match part.plain() {
        Part::Image { data, mime_type } => (mime_type.as_str(), data.as_str()),
        part => (PDF, pdf(part)?.1),
    };
    Some(InlinePart { inline_data: InlineData { mime_type, data } })
}

#[derive(Deserialize)]
struct UsualResponse<'a> {
    #[serde(borrow)]
    candidates: [Object<Candidate<'a>>; 1],
    #[serde(rename = "responseId")]
    response_id: Option<Text<'a>>,
    #[serde(default)]
    error: Absent,
    #[serde(default, rename = "response_id")]
    snake: Absent,
}

#[derive(Deserialize)]
struct Candidate<'a> {
    #[serde(borrow)]
    content: &'a RawValue,
    #[serde(rename = "finishReason")]
    finish_reason: Option<Text<'a>>,
    #[serde(default, rename = "finish_reason")]
    snake: Absent,
}

#[derive(Deserialize)]
struct UsualContent<'a> {
    #[serde(borrow)]
    parts: Vec<Object<UsualPart<'a>>>,
    role: Option<Text<'a>>,
}

#[derive(Deserialize)]
struct UsualPart<'a> {
    #[serde(borrow, rename = "functionCall")]
    function_call: Option<Object<UsualCall<'a>>>,
    #[serde(default, rename = "function_call")]
    snake: Absent,
}

#[derive(Deserialize)]
struct UsualCall<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    id: Option<Text<'a>>,
    args: Option<&'a RawValue>,
}
