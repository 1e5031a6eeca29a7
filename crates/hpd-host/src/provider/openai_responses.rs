//! `OpenAI`'s responses.

use std::borrow::Cow;
use std::collections::HashSet;

use hpd_runtime::RawCall;
use hpd_runtime::args::StopReason;
use hpd_runtime::output::Part;
use serde::Serialize;
use serde_json::value::RawValue;

use super::ProviderError;
use super::answer::{Answer, PDF, pdf, raw};
use super::json::{Json, Object};
use super::reply::{ModelResponse, check_failure};
use crate::outcome::Outcome;

/// Reads a response, or the array of items in it.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
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
            "function_call" => calls.push(read_call(item, stop_reason)?),
            kind if waits(item, kind, &answered) => return Err(ProviderError::foreign(item.place(), kind)),
            _ => {}
        }
    }
    Ok(ModelResponse { calls, stop_reason, history })
}

fn why_stopped(response: &Object<'_>) -> Result<StopReason, ProviderError> {
    if let Some(details) = response.get("incomplete_details")
        && let Some(reason) = details.object()?.string("reason")
    {
        return Ok(StopReason::of_name(&reason));
    }
    Ok(response.string("status").map_or(StopReason::Unknown, |status| StopReason::of_name(&status)))
}

/// The ids of calls that `OpenAI`'s own tools answered in the same response.
fn answered(items: &[Object<'_>]) -> HashSet<String> {
    let outputs = items.iter().filter(|item| is_output(&item.string("type").unwrap_or_default()));
    outputs.filter_map(|item| item.string("call_id")).map(Cow::into_owned).collect()
}

fn is_output(kind: &str) -> bool {
    kind.ends_with("_output")
}

/// Whether an item needs an answer from the response's receiver: such items have an id for it. Calls of `OpenAI`'s own
/// tools have none, or come with their answer.
fn waits(item: &Object<'_>, kind: &str, answered: &HashSet<String>) -> bool {
    kind == "mcp_approval_request"
        || (!is_output(kind) && item.string("call_id").is_some_and(|id| !answered.contains(&*id)))
}

fn read_call(item: &Object<'_>, stop_reason: StopReason) -> Result<RawCall, ProviderError> {
    let arguments = item.get("arguments").map(|arguments| arguments.arguments()).transpose()?;
    let call =
        RawCall::new(item.need_string("call_id")?, item.need_string("name")?, arguments.unwrap_or_default());
    // Where the response does not say that it was cut, the item itself may.
    let own = item.string("status").map_or(StopReason::Unknown, |status| StopReason::of_name(&status));
    Ok(call.stopped_by(if own.may_cut() && !stop_reason.may_cut() { own } else { stop_reason }))
}

/// One item an outcome.
pub(super) fn results(outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
    let item = |outcome: &Outcome| {
        let answer = Answer::of(outcome);
        let output = match &answer {
            Answer::Parts(answer) if answer.parts.iter().any(is_shown) => {
                let after = answer.texts_after().map(|text| InputPart::InputText { text: text.into() });
                Content::Parts(answer.parts.iter().map(InputPart::of).chain(after).collect())
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
#[serde(tag = "type", rename_all = "snake_case")]
enum InputPart<'a> {
    InputText { text: Cow<'a, str> },
    InputImage { image_url: String },
    InputFile { filename: &'a str, file_data: String },
}

impl<'a> InputPart<'a> {
    fn of(part: &'a Part) -> Self {
        match part.plain() {
            Part::Image { data, mime_type } => {
                Self::InputImage { image_url: format!("data:{mime_type};base64,{data}") }
            }
            part => match pdf(part) {
                Some((filename, data)) => {
                    Self::InputFile { filename, file_data: format!("data:{PDF};base64,{data}") }
                }
                None => Self::InputText { text: part.to_text() },
            },
        }
    }
}
