//! Anthropic's messages.

use std::borrow::Cow;
use std::sync::Arc;

use hpd_runtime::RawCall;
use hpd_runtime::args::{CallOrigin, Caller};
use hpd_runtime::output::Part;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, PDF, pdf, raw};
use super::host_tools::is_named;
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
    read_usual(message).map_or_else(|| read_any(message, &[]), Ok)
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
    let (mut calls, mut own) = (Vec::new(), OwnCalls::default());
    for Object(block) in blocks {
        let Some(Text(kind)) = block.kind else { continue };
        match &*kind {
            "tool_use" => {
                block.toolset_name.check()?;
                let input = usual::object_text(block.input?)?;
                let call = usual::call(block.id?, block.name?, Cow::Borrowed(input));
                calls.push(call.with_origin(origin(block.caller.map(RawValue::get))));
            }
            kind if is_foreign(kind) => return None,
            kind => {
                let result_of = block.tool_use_id.as_ref().map(|Text(id)| &**id);
                own.pass(kind, block.id.map(|Text(id)| id), result_of);
            }
        }
    }
    if own.wait() || calls.iter().any(|call| call.caller().is_some()) {
        with_results_alone(&mut calls);
    }
    let stop_reason = usual::stop_reason(message.stop_reason.as_ref());
    Some(ModelResponse::of(Provider::Anthropic, calls, stop_reason, history))
}

/// The calls of Anthropic's own tools that have no result yet. They run once the results of the other calls are there.
#[derive(Default)]
struct OwnCalls<'a>(Vec<Cow<'a, str>>);

impl<'a> OwnCalls<'a> {
    /// A block with this kind, its id, and the id of the call whose result it is.
    fn pass(&mut self, kind: &str, id: Option<Cow<'a, str>>, result_of: Option<&str>) {
        if OWN_TOOLS.contains(&kind) {
            self.0.extend(id);
        } else if kind.ends_with("tool_result") {
            self.0.retain(|call| Some(&**call) != result_of);
        }
    }

    const fn wait(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Anthropic takes no text in the message with the results of these calls.
fn with_results_alone(calls: &mut [RawCall]) {
    for call in calls {
        Arc::make_mut(call.origin.get_or_insert_default()).results_alone = true;
    }
}

/// A message without content is refused when it is sent back.
fn kept(content: &RawValue, is_empty: bool) -> Vec<Box<RawValue>> {
    if is_empty { Vec::new() } else { vec![raw(&AssistantMessage { role: "assistant", content })] }
}

/// A call that waits for another program.
fn is_foreign(kind: &str) -> bool {
    kind.ends_with("tool_use") && !OWN_TOOLS.contains(&kind)
}

/// `host_tools` are functions of the host.
pub(super) fn read_any(message: &str, host_tools: &[String]) -> Result<ModelResponse, ProviderError> {
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
    let (mut calls, mut host_calls, mut own) = (Vec::new(), Vec::new(), OwnCalls::default());
    let mut has_program = false;
    for json in blocks {
        // It passes with the history.
        let Ok(block) = json.object() else { continue };
        let Some(kind) = block.string("type") else { continue };
        // A tool of a set that Anthropic defines, such as a computer: its result has to name the set.
        let is_hosts = || block.get("toolset_name").is_some() || is_named(&block, host_tools);
        match &*kind {
            "tool_use" if !is_hosts() => calls.push(read_call(&block)?),
            kind if kind == "tool_use" || is_foreign(kind) => {
                host_calls.push(HostCall::of(&json, kind, "id"));
            }
            kind => {
                own.pass(kind, block.string("id"), block.string("tool_use_id").as_deref());
                continue;
            }
        }
        has_program |= caller(&block).is_some();
    }
    if own.wait() || has_program {
        with_results_alone(&mut calls);
    }
    let response = ModelResponse::of(Provider::Anthropic, calls, stop_reason, history);
    Ok(response.with_host_calls(host_calls))
}

/// The origin of a call with this caller.
fn origin(caller: Option<&str>) -> CallOrigin {
    CallOrigin::new().by(caller.and_then(Caller::parse_program))
}

/// The program that made a call.
fn caller(block: &json::Object<'_>) -> Option<Caller> {
    block.get("caller").and_then(|caller| Caller::parse_program(caller.text()))
}

fn read_call(block: &json::Object<'_>) -> Result<RawCall, ProviderError> {
    let input = block.need("input", "an object")?.arguments()?;
    let call = RawCall::new(block.need_string("id")?, block.need_string("name")?, input);
    Ok(call.with_origin(CallOrigin::new().by(caller(block))))
}

/// One message for all outcomes: the results of a message's calls must not be separated. The host's own follow them.
pub(super) fn results(outcomes: &[Outcome], host_answers: &[Box<RawValue>]) -> Vec<Box<RawValue>> {
    if outcomes.is_empty() && host_answers.is_empty() {
        return Vec::new();
    }
    let alone = outcomes.iter().any(has_results_alone);
    let answers: Vec<_> = outcomes.iter().map(Answer::of).collect();
    let told = outcomes.iter().zip(&answers).map(|(outcome, answer)| {
        let loading = Loading::of(outcome, alone);
        let text = loading.told(answer.text());
        (loading, text)
    });
    let told: Vec<_> = told.collect();
    let results = outcomes.iter().zip(&answers).zip(&told);
    let results = results.map(|((outcome, answer), (loading, text))| ToolResult {
        kind: "tool_result",
        tool_use_id: &outcome.call_id,
        content: loading.references().unwrap_or_else(|| content(answer, text)),
        is_error: answer.is_error(),
    });
    let content = results.map(UserBlock::Result);
    let content = content.chain(host_answers.iter().map(|answer| UserBlock::OfHost(answer)));
    // A result has either references or something else, so the texts of these containers follow all results.
    let behind = told.iter().filter(|(loading, _)| loading.has_text_behind());
    let behind = behind.map(|(_, text)| UserBlock::Text { kind: "text", text });
    vec![raw(&UserMessage { role: "user", content: content.chain(behind).collect() })]
}

/// Whether the message with a result may hold nothing but results.
fn has_results_alone(outcome: &Outcome) -> bool {
    outcome.origin.as_ref().is_some_and(|origin| origin.results_alone) || is_of_program(outcome)
}

/// Whether a program that the model wrote made the call.
fn is_of_program(outcome: &Outcome) -> bool {
    let caller = outcome.origin.as_ref().and_then(|origin| origin.caller.as_ref());
    caller.is_some_and(Caller::is_program)
}

/// How the answer of a container or of a search loads the deferred tools that it shows.
enum Loading<'a> {
    /// It shows none.
    None,
    /// By references in the result.
    Now {
        names: &'a [String],
        /// The answer says more than what it loads.
        has_text: bool,
    },
    /// By the next call of this tool: there is no place for references here, or none for the text.
    Later(&'a str),
}

impl<'a> Loading<'a> {
    /// `alone`: the message may hold nothing but results.
    fn of(outcome: &'a Outcome, alone: bool) -> Self {
        let (names, tool, has_text): (_, &str, _) = match &outcome.kind {
            OutcomeKind::Expanded(expansion) => {
                let has_text = expansion.instructions.is_some() || !expansion.documents.is_empty();
                // A recovered call has an explanation.
                (&expansion.loads, &expansion.container, has_text || outcome.recovered.is_some())
            }
            OutcomeKind::Result(result) => match result.extra.extent() {
                Extent::Found(found) => (&found.loads, &outcome.tool_name, false),
                _ => return Self::None,
            },
            _ => return Self::None,
        };
        if names.is_empty() {
            return Self::None;
        }
        // A program reads texts, and has nothing loaded.
        if is_of_program(outcome) || (alone && has_text) {
            Self::Later(tool)
        } else {
            Self::Now { names, has_text }
        }
    }

    /// The text of the answer, with the way to load the tools if it did not.
    fn told<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        match self {
            Self::Later(tool) => format!(
                "{text}\n\nThe tools named here are not loaded yet. To load them, call {tool} again: alone, and not from a \
                 program."
            )
            .into(),
            _ => text,
        }
    }

    fn references(&self) -> Option<Content<'a>> {
        let Self::Now { names, .. } = self else { return None };
        let references = names.iter().map(|tool_name| Block::ToolReference { tool_name });
        Some(Content::Blocks(references.collect()))
    }

    const fn has_text_behind(&self) -> bool {
        matches!(self, Self::Now { has_text: true, .. })
    }
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
    OfHost(&'a RawValue),
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
    tool_use_id: Option<Text<'a>>,
    caller: Option<&'a RawValue>,
    #[serde(default)]
    toolset_name: Absent,
}
