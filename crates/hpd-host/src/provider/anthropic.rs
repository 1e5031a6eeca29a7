//! Anthropic's messages.

use std::borrow::Cow;

use hpd_runtime::RawCall;
use hpd_runtime::args::{CallOrigin, Caller};
use hpd_runtime::output::Part;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, PDF, pdf, raw};
use super::json::{self, Json};
use super::reply::{HostCall, ModelResponse, check_failure, check_role, other_form, stop_reason};
use super::usual::{self, Absent, Object, Text};
use super::{Provider, ProviderError};
use crate::outcome::{Extent, Outcome, OutcomeKind};

/// Blocks of tools that Anthropic runs itself; the same message has their results.
const OWN_TOOLS: [&str; 2] = ["server_tool_use", "mcp_tool_use"];
/// The images that a result may hold.
const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/// Reads a response, which is the message itself.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    read_usual(message).map_or_else(|| read_any(message), Ok)
}

/// A message with blocks, and inputs that are objects.
pub(super) fn read_usual(message: &str) -> Option<ModelResponse> {
    let message: UsualMessage<'_> = usual::message(message)?;
    message.error.check()?;
    message.tool_calls.check()?;
    if message.role.is_some_and(|Text(role)| role != "assistant") {
        return None;
    }
    let blocks: Vec<Object<UsualBlock<'_>>> = serde_json::from_str(message.content.get()).ok()?;
    let history = kept(message.content, blocks.is_empty());
    let mut calls = Vec::new();
    for Object(block) in blocks {
        match block.kind.as_ref().map(|Text(kind)| kind.as_ref()) {
            Some("tool_use") => {
                block.toolset_name.check()?;
                let input = usual::object_text(block.input?)?;
                let call = usual::call(block.id?, block.name?, Cow::Borrowed(input));
                calls.push(call.with_origin(origin(block.caller.map(RawValue::get))));
            }
            Some(kind) if is_foreign(kind) => return None,
            _ => {}
        }
    }
    let stop_reason = usual::stop_reason(message.stop_reason.as_ref());
    Some(ModelResponse::of(Provider::Anthropic, calls, stop_reason, history))
}

/// A message without content is refused when it is sent back.
fn kept(content: &RawValue, is_empty: bool) -> Vec<Box<RawValue>> {
    if is_empty { Vec::new() } else { vec![raw(&AssistantMessage { role: "assistant", content })] }
}

/// A call that waits for another program.
fn is_foreign(kind: &str) -> bool {
    kind.ends_with("tool_use") && !OWN_TOOLS.contains(&kind)
}

pub(super) fn read_any(message: &str) -> Result<ModelResponse, ProviderError> {
    let message = Json::parse(message)?.object()?;
    check_failure(&message)?;
    check_role(&message, "assistant")?;
    if let Some(calls) = message.get("tool_calls") {
        return Err(other_form(calls.place()));
    }
    let stop_reason = stop_reason(message.get("stop_reason"));
    let content = message.need("content", "an array of blocks")?;
    if content.is_string() {
        return Ok(ModelResponse::of(
            Provider::Anthropic,
            Vec::new(),
            stop_reason,
            kept(content.raw(), false),
        ));
    }
    let blocks = content.array()?;
    let history = kept(content.raw(), blocks.is_empty());
    let (mut calls, mut host_calls) = (Vec::new(), Vec::new());
    for json in blocks {
        // It passes with the history.
        let Ok(block) = json.object() else { continue };
        match block.string("type").as_deref() {
            // A tool of a set that Anthropic defines, such as a computer: its result has to name the set.
            Some(kind @ "tool_use") if block.get("toolset_name").is_some() => {
                host_calls.push(HostCall::of(&json, kind, "id"));
            }
            Some("tool_use") => calls.push(read_call(&block)?),
            Some(kind) if is_foreign(kind) => host_calls.push(HostCall::of(&json, kind, "id")),
            _ => {}
        }
    }
    let response = ModelResponse::of(Provider::Anthropic, calls, stop_reason, history);
    Ok(response.with_host_calls(host_calls))
}

/// The origin of a call with this caller.
fn origin(caller: Option<&str>) -> CallOrigin {
    CallOrigin::new().by(caller.and_then(Caller::parse_program))
}

fn read_call(block: &json::Object<'_>) -> Result<RawCall, ProviderError> {
    let input = block.need("input", "an object")?.arguments()?;
    let call = RawCall::new(block.need_string("id")?, block.need_string("name")?, input);
    Ok(call.with_origin(origin(block.get("caller").as_ref().map(Json::text))))
}

/// One message for all outcomes: the results of a message's calls must not be separated.
pub(super) fn results(outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
    if outcomes.is_empty() {
        return Vec::new();
    }
    let answers: Vec<_> = outcomes.iter().map(Answer::of).collect();
    let texts: Vec<_> = answers.iter().map(Answer::text).collect();
    // A message for a program has results alone: a container says there what it would load.
    let has_program = outcomes.iter().any(is_of_program);
    let loaded = |outcome| references(outcome).filter(|_| !has_program || !has_text(outcome));
    let results = outcomes.iter().zip(&answers).zip(&texts);
    let content = results.map(|((outcome, answer), text)| ToolResult {
        kind: "tool_result",
        tool_use_id: &outcome.call_id,
        content: loaded(outcome).unwrap_or_else(|| content(answer, text)),
        is_error: answer.is_error(),
    });
    let content = content.map(UserBlock::Result);
    // A result has either references or something else, so the texts of these containers follow all results.
    let told = outcomes.iter().zip(&texts);
    let told = told.filter(|(outcome, _)| has_text(outcome) && loaded(outcome).is_some());
    let told = told.map(|(_, text)| UserBlock::Text { kind: "text", text });
    vec![raw(&UserMessage { role: "user", content: content.chain(told).collect() })]
}

/// Whether a program that the model wrote made the call.
fn is_of_program(outcome: &Outcome) -> bool {
    let caller = outcome.origin.as_ref().and_then(|origin| origin.caller.as_ref());
    caller.is_some_and(Caller::is_program)
}

/// Whether the answer of a container says more than what it loads.
fn has_text(outcome: &Outcome) -> bool {
    match &outcome.kind {
        OutcomeKind::Expanded(expansion) => {
            expansion.instructions.is_some() || !expansion.documents.is_empty()
        }
        _ => false,
    }
}

/// The tools that the answer of a container or of a search loads, if they are deferred.
fn references(outcome: &Outcome) -> Option<Content<'_>> {
    let names = match &outcome.kind {
        OutcomeKind::Expanded(expansion) => &expansion.loads,
        OutcomeKind::Result(result) => match result.extra.extent() {
            Extent::Found(found) => &found.loads,
            _ => return None,
        },
        _ => return None,
    };
    let references: Vec<_> = names.iter().map(|tool_name| Block::ToolReference { tool_name }).collect();
    (!references.is_empty()).then_some(Content::Blocks(references))
}

fn content<'a>(answer: &'a Answer<'_>, text: &'a str) -> Content<'a> {
    match answer {
        Answer::Parts(answer) if answer.content.iter().any(is_shown) => {
            let after = answer.texts_after().map(|text| Block::Text { text: text.into() });
            // An empty text is refused.
            let blocks = answer.content.iter().map(Block::of).chain(after);
            Content::Blocks(
                blocks.filter(|block| !matches!(block, Block::Text { text } if text.is_empty())).collect(),
            )
        }
        _ => Content::Text(text),
    }
}

/// Whether a part is more than a text there.
fn is_shown(part: &Part) -> bool {
    matches!(Block::of(part), Block::Image { .. } | Block::Document { .. })
}

#[derive(Serialize)]
struct AssistantMessage<'a> {
    role: &'static str,
    content: &'a RawValue,
}

#[derive(Serialize)]
struct UserMessage<'a> {
    role: &'static str,
    content: Vec<UserBlock<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum UserBlock<'a> {
    Result(ToolResult<'a>),
    Text {
        #[serde(rename = "type")]
        kind: &'static str,
        text: &'a str,
    },
}

#[derive(Serialize)]
struct ToolResult<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    tool_use_id: &'a str,
    content: Content<'a>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_error: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(&'a str),
    Blocks(Vec<Block<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text { text: Cow<'a, str> },
    Image { source: Source<'a> },
    Document { source: Source<'a>, title: &'a str },
    ToolReference { tool_name: &'a str },
}

#[derive(Serialize)]
struct Source<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    media_type: &'a str,
    data: &'a str,
}

impl<'a> Source<'a> {
    const fn base64(media_type: &'a str, data: &'a str) -> Self {
        Self { kind: "base64", media_type, data }
    }
}

impl<'a> Block<'a> {
    fn of(part: &'a Part) -> Self {
        match part.plain() {
            Part::Image { data, mime_type } if IMAGES.contains(&mime_type.as_str()) => {
                Self::Image { source: Source::base64(mime_type, data) }
            }
            part => match pdf(part) {
                Some((title, data)) => Self::Document { source: Source::base64(PDF, data), title },
                None => Self::Text { text: part.to_text() },
            },
        }
    }
}

#[derive(Deserialize)]
struct UsualMessage<'a> {
    #[serde(borrow)]
    content: &'a RawValue,
    role: Option<Text<'a>>,
    stop_reason: Option<Text<'a>>,
    #[serde(default)]
    tool_calls: Absent,
    #[serde(default)]
    error: Absent,
}

#[derive(Deserialize)]
struct UsualBlock<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Text<'a>>,
    id: Option<Text<'a>>,
    name: Option<Text<'a>>,
    input: Option<&'a RawValue>,
    caller: Option<&'a RawValue>,
    #[serde(default)]
    toolset_name: Absent,
}
