//! `OpenAI`'s responses.

use std::borrow::Cow;
use std::collections::HashSet;

use hpd_runtime::RawCall;
use hpd_runtime::args::StopReason;
use hpd_runtime::output::Part;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, PDF, pdf, raw};
use super::json::{self, Json};
use super::reply::{ModelResponse, check_failure};
use super::usual::{self, Absent, Object, Text};
use super::{Provider, ProviderError};
use crate::outcome::Outcome;

/// A call of a function.
const CALL: &str = "function_call";
/// A question that the receiver answers.
const APPROVAL: &str = "mcp_approval_request";

/// Reads a response, or the array of items in it.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    read_usual(message).map_or_else(|| read_any(message), Ok)
}

/// A response whose items have texts in the members that are read.
pub(super) fn read_usual(message: &str) -> Option<ModelResponse> {
    let response: Response<'_> = usual::message(message)?;
    response.error.check()?;
    let reason = response.incomplete_details.and_then(|Object(details)| details.reason);
    let stop_reason = usual::stop_reason(reason.as_ref().or(response.status.as_ref()));
    let items = response.output.iter().map(|item| usual::object::<Item<'_>>(item.get()));
    let items = items.collect::<Option<Vec<_>>>()?;
    let is_answered = |id: &str| {
        let outputs = items.iter().filter(|Item { kind: Text(kind), .. }| is_output(kind));
        outputs.filter_map(|item| item.call_id.as_ref()).any(|Text(answered)| answered == id)
    };
    let is_other = |Item { kind: Text(kind), call_id, .. }: &Item<'_>| {
        let has_own = |Text(id): &Text<'_>| is_output(kind) || is_answered(id);
        kind == CALL || (kind != APPROVAL && call_id.as_ref().is_none_or(has_own))
    };
    // A call that waits for another program.
    if !items.iter().all(is_other) {
        return None;
    }
    let calls = items.into_iter().filter(|Item { kind: Text(kind), .. }| kind == CALL).map(|item| {
        let arguments = item.arguments.map_or(Cow::Borrowed(""), |Text(arguments)| arguments);
        let stopped_by = stopped_by(stop_reason, usual::stop_reason(item.status.as_ref()));
        Some(usual::call(item.call_id?, item.name?, arguments).stopped_by(stopped_by))
    });
    let calls = calls.collect::<Option<_>>()?;
    let history = response.output.iter().map(|&item| item.to_owned()).collect();
    Some(ModelResponse { provider: Provider::OpenAiResponses, calls, stop_reason, history })
}

pub(super) fn read_any(message: &str) -> Result<ModelResponse, ProviderError> {
    let json = Json::parse(message)?;
    let (items, stop_reason) = if json.is_array() {
        (json.array()?, StopReason::Unknown)
    } else {
        let response = json.object()?;
        check_failure(&response)?;
        (response.need("output", "an array of items")?.array()?, why_stopped(&response)?)
    };
    let history = items.iter().map(Json::keep).collect();
    let objects = items.iter().map(Json::object).collect::<Result<Vec<_>, _>>()?;
    let answered = answered(&objects);
    let mut calls = Vec::new();
    for item in &objects {
        match &*item.need_string("type")? {
            CALL => calls.push(read_call(item, stop_reason)?),
            kind if waits(item, kind, &answered) => return Err(ProviderError::foreign(item.place(), kind)),
            _ => {}
        }
    }
    Ok(ModelResponse { provider: Provider::OpenAiResponses, calls, stop_reason, history })
}

fn why_stopped(response: &json::Object<'_>) -> Result<StopReason, ProviderError> {
    if let Some(details) = response.get("incomplete_details")
        && let Some(reason) = details.object()?.string("reason")
    {
        return Ok(StopReason::of_name(&reason));
    }
    Ok(response.string("status").map_or(StopReason::Unknown, |status| StopReason::of_name(&status)))
}

/// The ids of calls that `OpenAI`'s own tools answered in the same response.
fn answered(items: &[json::Object<'_>]) -> HashSet<String> {
    let outputs = items.iter().filter(|item| is_output(&item.string("type").unwrap_or_default()));
    outputs.filter_map(|item| item.string("call_id")).map(Cow::into_owned).collect()
}

fn is_output(kind: &str) -> bool {
    kind.ends_with("_output")
}

/// Whether an item needs an answer from the response's receiver: such items have an id for it. Calls of `OpenAI`'s own
/// tools have none, or come with their answer.
fn waits(item: &json::Object<'_>, kind: &str, answered: &HashSet<String>) -> bool {
    kind == APPROVAL
        || (!is_output(kind) && item.string("call_id").is_some_and(|id| !answered.contains(&*id)))
}

fn read_call(item: &json::Object<'_>, stop_reason: StopReason) -> Result<RawCall, ProviderError> {
    let arguments = item.get("arguments").map(|arguments| arguments.arguments()).transpose()?;
    let call =
        RawCall::new(item.need_string("call_id")?, item.need_string("name")?, arguments.unwrap_or_default());
    let own = item.string("status").map_or(StopReason::Unknown, |status| StopReason::of_name(&status));
    Ok(call.stopped_by(stopped_by(stop_reason, own)))
}

/// Where the response does not say that it was cut, the item itself may.
fn stopped_by(response: StopReason, own: StopReason) -> StopReason {
    if own.may_cut() && !response.may_cut() { own } else { response }
}

/// One item an outcome.
pub(super) fn results(outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
    let item = |outcome: &Outcome| {
        let answer = Answer::of(outcome);
        let output = match &answer {
            Answer::Parts(answer) if answer.content.iter().any(is_shown) => {
                let after = answer.texts_after().map(|text| InputPart::Text { text: text.into() });
                Content::Parts(answer.content.iter().map(InputPart::of).chain(after).collect())
            }
            answer => Content::Text(&answer.text()),
        };
        raw(&CallOutput { kind: "function_call_output", call_id: &outcome.call_id, output })
    };
    outcomes.iter().map(item).collect()
}

/// Whether a part is more than a text there.
fn is_shown(part: &Part) -> bool {
    matches!(part.plain(), Part::Image { .. }) || pdf(part).is_some()
}

#[derive(Serialize)]
struct CallOutput<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    call_id: &'a str,
    output: Content<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(&'a str),
    Parts(Vec<InputPart<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum InputPart<'a> {
    #[serde(rename = "input_text")]
    Text { text: Cow<'a, str> },
    #[serde(rename = "input_image")]
    Image { image_url: String },
    #[serde(rename = "input_file")]
    File { filename: &'a str, file_data: String },
}

impl<'a> InputPart<'a> {
    fn of(part: &'a Part) -> Self {
        match part.plain() {
            Part::Image { data, mime_type } => {
                Self::Image { image_url: format!("data:{mime_type};base64,{data}") }
            }
            part => match pdf(part) {
                Some((filename, data)) => {
                    Self::File { filename, file_data: format!("data:{PDF};base64,{data}") }
                }
                None => Self::Text { text: part.to_text() },
            },
        }
    }
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow)]
    output: Vec<&'a RawValue>,
    status: Option<Text<'a>>,
    incomplete_details: Option<Object<Details<'a>>>,
    #[serde(default)]
    error: Absent,
}

#[derive(Deserialize)]
struct Details<'a> {
    #[serde(borrow)]
    reason: Option<Text<'a>>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow, rename = "type")]
    kind: Text<'a>,
    call_id: Option<Text<'a>>,
    name: Option<Text<'a>>,
    arguments: Option<Text<'a>>,
    status: Option<Text<'a>>,
}
