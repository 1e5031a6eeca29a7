//! `OpenAI`'s responses.

use std::borrow::Cow;
use std::collections::HashMap;

use hpd_runtime::RawCall;
use hpd_runtime::args::{CallForm, CallOrigin, Caller, StopReason};
use hpd_runtime::output::Part;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, PDF, pdf, raw};
use super::host_tools::is_named;
use super::json::{self, Json};
use super::reply::{HostCall, ModelResponse, check_failure};
use super::usual::{self, Absent, Object, Text};
use super::{Provider, ProviderError};
use crate::outcome::{Extent, MemberSchema, Outcome, OutcomeKind};
use crate::tool::{NO_PARAMETERS, SEARCH};

/// A call of a function.
const CALL: &str = "function_call";
/// A search for tools, which the receiver answers if its `execution` is `client`.
const SEARCH_CALL: &str = "tool_search_call";
/// A program that `OpenAI` runs: its end comes in a later response.
const PROGRAM: &str = "program";
/// A question that the receiver answers.
const APPROVAL: &str = "mcp_approval_request";
/// Its answer.
const APPROVAL_ANSWER: &str = "mcp_approval_response";
/// The output that has its call's id as its own.
const LOCAL_SHELL_OUTPUT: &str = "local_shell_call_output";

/// Reads a response, or the array of items in it.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    read_usual(message).map_or_else(|| read_any(message, &[]), Ok)
}

/// A response whose items have texts in the members that are read.
pub(super) fn read_usual(message: &str) -> Option<ModelResponse> {
    let response: Response<'_> = usual::message(message)?;
    response.error.check()?;
    let reason = response.incomplete_details.and_then(|Object(details)| details.reason);
    let stop_reason = why_stopped(reason.map(|Text(name)| name), response.status.map(|Text(name)| name));
    let items = response.output.iter().map(|item| usual::object::<Item<'_>>(item.get()));
    let items = items.collect::<Option<Vec<_>>>()?;
    let outputs = items.iter().enumerate().filter(|(_, item)| is_output(&item.kind.0));
    let answers: Vec<(usize, &str)> =
        outputs.filter_map(|(place, item)| Some((place, &*item.call_id.as_ref()?.0))).collect();
    let is_usual = |(place, Item { kind: Text(kind), call_id, .. }): (usize, &Item<'_>)| {
        let answers = |Text(id): &Text<'_>| answers.iter().any(|&(at, of)| at > place && of == id);
        let is_answered = call_id.as_ref().map(answers);
        match &**kind {
            // A call that was answered is none.
            CALL => is_answered != Some(true),
            APPROVAL | LOCAL_SHELL_OUTPUT => false,
            PROGRAM => true,
            // A call that waits for another program.
            kind => is_output(kind) || is_answered != Some(false),
        }
    };
    if !items.iter().enumerate().all(is_usual) {
        return None;
    }
    let calls = items.into_iter().filter(|Item { kind: Text(kind), .. }| kind == CALL).map(|item| {
        let arguments = item.arguments.map_or(Cow::Borrowed(""), |Text(arguments)| arguments);
        let stopped_by = stopped_by(stop_reason, usual::stop_reason(item.status.as_ref()));
        let origin = origin(item.namespace.map(|Text(name)| name), item.caller.map(RawValue::get));
        Some(usual::call(item.call_id?, item.name?, arguments).stopped_by(stopped_by).with_origin(origin))
    });
    let calls = calls.collect::<Option<_>>()?;
    let history = response.output.iter().map(|&item| item.to_owned()).collect();
    Some(ModelResponse::of_stopped(Provider::OpenAiResponses, calls, stop_reason, history))
}

/// `host_tools` are functions of the host.
pub(super) fn read_any(message: &str, host_tools: &[String]) -> Result<ModelResponse, ProviderError> {
    let json = Json::parse(message)?;
    let (items, stop_reason) = if json.is_array() {
        let items = json.array()?;
        check_items(&items)?;
        (items, StopReason::Unknown)
    } else {
        let response = json.object()?;
        check_failure(&response)?;
        let details = response.get("incomplete_details").and_then(|details| details.object().ok());
        let reason = details.and_then(|details| details.string("reason"));
        let stop_reason = why_stopped(reason, response.string("status"));
        (response.need("output", "an array of items")?.array()?, stop_reason)
    };
    let history = items.iter().map(Json::keep).collect();
    // An item that is no object passes with the history.
    let objects: Vec<_> = items.iter().filter_map(|item| Some((item, item.object().ok()?))).collect();
    let answers = Answers::of(&objects);
    let (mut calls, mut host_calls) = (Vec::new(), Vec::new());
    for (place, (json, item)) in objects.iter().enumerate() {
        let is_answered = |key: &str| item.string(key).is_some_and(|id| answers.has(&id, place));
        match &*kind_of(item) {
            // A call that has its result would run twice.
            CALL if is_answered("call_id") => {}
            CALL if is_named(item, host_tools) => host_calls.push(HostCall::of(json, CALL, "call_id")),
            CALL => calls.push(read_call(item, stop_reason)?),
            SEARCH_CALL if is_ours(item) && waits(item, SEARCH_CALL, is_answered) => {
                calls.push(read_search(item, stop_reason)?);
            }
            kind if waits(item, kind, is_answered) => {
                host_calls.push(HostCall::of(json, kind, "call_id"));
            }
            // It passes with the history.
            _ => {}
        }
    }
    let response = ModelResponse::of_stopped(Provider::OpenAiResponses, calls, stop_reason, history);
    Ok(response.with_host_calls(host_calls))
}

/// An array of which nothing is an item is another program's.
fn check_items(items: &[Json<'_>]) -> Result<(), ProviderError> {
    let mut first = None;
    for item in items {
        match item.object().and_then(|item| item.need_string("type")) {
            Ok(_) => return Ok(()),
            Err(error) => first = first.or(Some(error)),
        }
    }
    first.map_or(Ok(()), Err)
}

/// Why a response stopped: its status says less than the reason, and counts where the reason is not known.
fn why_stopped(reason: Option<Cow<'_, str>>, status: Option<Cow<'_, str>>) -> StopReason {
    let known = [reason, status].into_iter().flatten().map(|name| StopReason::of_name(&name));
    known.into_iter().find(|&reason| reason != StopReason::Unknown).unwrap_or_default()
}

/// The kind of an item; empty if it has none.
fn kind_of<'a>(item: &json::Object<'a>) -> Cow<'a, str> {
    item.string("type").unwrap_or_default()
}

/// The ids of calls and approvals that are answered among the same items, each with the place of its last answer.
struct Answers(HashMap<String, usize>);

impl Answers {
    fn of(items: &[(&Json<'_>, json::Object<'_>)]) -> Self {
        let ids = items.iter().enumerate().filter_map(|(place, (_, item))| {
            let id = match &*kind_of(item) {
                APPROVAL_ANSWER => item.string("approval_request_id"),
                LOCAL_SHELL_OUTPUT => item.string("call_id").or_else(|| item.string("id")),
                kind if is_output(kind) => item.string("call_id"),
                _ => None,
            };
            Some((id?.into_owned(), place))
        });
        Self(ids.collect())
    }

    /// Whether the call at a place has its answer behind it. Ids may come again.
    fn has(&self, id: &str, place: usize) -> bool {
        self.0.get(id).is_some_and(|&answer| answer > place)
    }
}

fn is_output(kind: &str) -> bool {
    kind.ends_with("_output")
}

/// Whether an item needs an answer from the response's receiver: such items have an id for it. Calls of `OpenAI`'s own
/// tools have none, or come with their answer.
fn waits(item: &json::Object<'_>, kind: &str, is_answered: impl Fn(&str) -> bool) -> bool {
    match kind {
        APPROVAL => !is_answered("id"),
        PROGRAM => false,
        kind => !is_output(kind) && item.string("call_id").is_some() && !is_answered("call_id"),
    }
}

fn read_call(item: &json::Object<'_>, stop_reason: StopReason) -> Result<RawCall, ProviderError> {
    let arguments = item.get("arguments").map(|arguments| arguments.arguments()).transpose()?;
    let call =
        RawCall::new(item.need_string("call_id")?, item.need_string("name")?, arguments.unwrap_or_default());
    let origin = origin(item.string("namespace"), item.get("caller").as_ref().map(Json::text));
    Ok(call.stopped_by(stopped_by(stop_reason, own_stop_reason(item))).with_origin(origin))
}

/// Whether the program runs a search.
fn is_ours(item: &json::Object<'_>) -> bool {
    item.string("execution").as_deref() == Some("client")
}

/// A search for tools, as a call of the tool that searches.
fn read_search(item: &json::Object<'_>, stop_reason: StopReason) -> Result<RawCall, ProviderError> {
    let arguments = item.get("arguments").map(|arguments| arguments.arguments()).transpose()?;
    let call = RawCall::new(item.need_string("call_id")?, SEARCH, arguments.unwrap_or_default());
    let origin = CallOrigin::new().of_form(CallForm::ToolSearch);
    Ok(call.stopped_by(stopped_by(stop_reason, own_stop_reason(item))).with_origin(origin))
}

/// What an item says of itself.
fn own_stop_reason(item: &json::Object<'_>) -> StopReason {
    item.string("status").map_or(StopReason::Unknown, |status| StopReason::of_name(&status))
}

/// The origin of a call in a namespace, with this caller.
fn origin(namespace: Option<Cow<'_, str>>, caller: Option<&str>) -> CallOrigin {
    CallOrigin::new().in_namespace(namespace.map(Cow::into_owned)).by(caller.and_then(Caller::parse_program))
}

/// Where the response does not say that it was cut, the item itself may.
fn stopped_by(response: StopReason, own: StopReason) -> StopReason {
    if own.may_cut() && !response.may_cut() { own } else { response }
}

/// One item an outcome.
pub(super) fn results(outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
    let item = |outcome: &Outcome| {
        if outcome.origin.as_ref().is_some_and(|origin| origin.form == CallForm::ToolSearch) {
            return search_output(outcome);
        }
        let answer = Answer::of(outcome);
        let text;
        let output = match &answer {
            Answer::Parts(answer) if answer.content.iter().any(is_shown) => {
                let after = answer.texts_after().map(|text| InputPart::Text { text: text.into() });
                Content::Parts(answer.content.iter().map(InputPart::of).chain(after).collect())
            }
            answer => {
                // The oldest compiler keeps no temporary value as long as the branch's.
                text = answer.text();
                Content::Text(&text)
            }
        };
        let caller = outcome.origin.as_ref().and_then(|origin| origin.caller.as_ref());
        // It was read as JSON.
        let caller = caller.and_then(|caller| serde_json::from_str(caller.json()).ok());
        raw(&CallOutput { kind: "function_call_output", call_id: &outcome.call_id, output, caller })
    };
    outcomes.iter().map(item).collect()
}

/// The tools that a search found; none if it failed, since such an item has no place for an error.
fn search_output(outcome: &Outcome) -> Box<RawValue> {
    let tools: &[MemberSchema] = match &outcome.kind {
        OutcomeKind::Result(result) => match result.extra.extent() {
            Extent::Found(found) => found.that_fit(),
            _ => &[],
        },
        _ => &[],
    };
    if let Some(error) = outcome.error() {
        let error = error.error_type();
        tracing::warn!(target: "hpd::call", { "error.type" = error }, "a search for tools failed: the model reads that nothing was found");
    }
    let tools = tools.iter().map(|tool| FoundTool {
        kind: "function",
        name: &tool.name,
        description: &tool.description,
        defer_loading: true,
        // Schemas are JSON. Skills have no parameters.
        parameters: serde_json::from_str(tool.input_schema.as_deref().unwrap_or(NO_PARAMETERS)).ok(),
        strict: false,
    });
    raw(&SearchOutput {
        kind: "tool_search_output",
        execution: "client",
        call_id: &outcome.call_id,
        status: "completed",
        tools: tools.collect(),
    })
}

#[derive(Serialize)]
struct SearchOutput<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    execution: &'static str,
    call_id: &'a str,
    status: &'static str,
    tools: Vec<FoundTool<'a>>,
}

#[derive(Serialize)]
struct FoundTool<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    description: &'a str,
    defer_loading: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'a RawValue>,
    strict: bool,
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
    /// A program gets its result only if the result names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    caller: Option<&'a RawValue>,
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
    namespace: Option<Text<'a>>,
    caller: Option<&'a RawValue>,
}
