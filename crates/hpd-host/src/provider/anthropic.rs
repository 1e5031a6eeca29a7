//! Anthropic's messages.

use std::borrow::Cow;

use hpd_runtime::RawCall;
use hpd_runtime::output::Part;
use serde::Serialize;
use serde_json::value::RawValue;

use super::ProviderError;
use super::answer::{Answer, PDF, pdf, raw};
use super::json::{Json, Object};
use super::reply::{ModelResponse, check_failure, check_role, other_form, stop_reason};
use crate::outcome::Outcome;

/// Blocks of tools that Anthropic runs itself; the same message has their results.
const OWN_TOOLS: [&str; 2] = ["server_tool_use", "mcp_tool_use"];
/// The images that a result may hold.
const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/// Reads a response, which is the message itself.
pub(super) fn read(message: &str) -> Result<ModelResponse, ProviderError> {
    let message = Json::parse(message)?.object()?;
    check_failure(&message)?;
    check_role(&message, "assistant")?;
    if let Some(calls) = message.get("tool_calls") {
        return Err(other_form(calls.place()));
    }
    let stop_reason = stop_reason(message.get("stop_reason"))?;
    let content = message.need("content", "an array of blocks")?;
    let kept = AssistantMessage { role: "assistant", content: content.raw() };
    if content.is_string() {
        return Ok(ModelResponse::of(Vec::new(), stop_reason, vec![raw(&kept)]));
    }
    let blocks = content.array()?;
    // A message without content is refused when it is sent back.
    let history = if blocks.is_empty() { Vec::new() } else { vec![raw(&kept)] };
    let mut calls = Vec::new();
    for block in blocks {
        let block = block.object()?;
        match block.string("type").as_deref() {
            Some("tool_use") => calls.push(read_call(&block)?),
            Some(kind) if kind.ends_with("tool_use") && !OWN_TOOLS.contains(&kind) => {
                return Err(ProviderError::foreign(block.place(), kind));
            }
            _ => {}
        }
    }
    Ok(ModelResponse::of(calls, stop_reason, history))
}

fn read_call(block: &Object<'_>) -> Result<RawCall, ProviderError> {
    let input = block.need("input", "an object")?.arguments()?;
    Ok(RawCall::new(block.need_string("id")?, block.need_string("name")?, input))
}

/// One message for all outcomes: the results of a message's calls must not be separated.
pub(super) fn results(outcomes: &[Outcome]) -> Vec<Box<RawValue>> {
    if outcomes.is_empty() {
        return Vec::new();
    }
    let answers: Vec<_> = outcomes.iter().map(Answer::of).collect();
    let texts: Vec<_> = answers.iter().map(Answer::text).collect();
    let results = outcomes.iter().zip(&answers).zip(&texts);
    let content = results.map(|((outcome, answer), text)| ToolResult {
        kind: "tool_result",
        tool_use_id: &outcome.call_id,
        content: content(answer, text),
        is_error: answer.is_error(),
    });
    vec![raw(&UserMessage { role: "user", content: content.collect() })]
}

fn content<'a>(answer: &'a Answer<'_>, text: &'a str) -> Content<'a> {
    match answer {
        Answer::Parts(answer) if answer.parts.iter().any(is_shown) => {
            let after = answer.texts_after().map(|text| Block::Text { text: text.into() });
            // An empty text is refused.
            let blocks = answer.parts.iter().map(Block::of).chain(after);
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
    content: Vec<ToolResult<'a>>,
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
