//! The words of a model's message: its answer, its thinking and its refusal, read from the parts that are kept.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::Provider;
use super::json::{Json, Object};

/// The kinds of words in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// The answer to the user.
    Text,
    /// The reasoning before it, or a summary of it.
    Thinking,
    /// Why the model does not answer.
    Refusal,
}

/// The words of one kind in a message; `None` if there are none. Pieces of a text follow each other as they are, pieces
/// of thinking are paragraphs.
pub(super) fn words(provider: Provider, history: &[Box<RawValue>], wanted: Words) -> Option<Cow<'_, str>> {
    let mut pieces = Vec::new();
    for item in history {
        let Ok(item) = Json::of(item).object() else { continue };
        match provider {
            Provider::OpenAiChat => chat(&item, wanted, &mut pieces),
            Provider::OpenAiResponses => responses(&item, wanted, &mut pieces),
            Provider::Anthropic => content(item.get("content"), wanted, &mut pieces),
            Provider::Gemini => gemini(&item, wanted, &mut pieces),
            Provider::Mcp => {}
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    // The pieces of Gemini's thinking are parts of one text.
    let is_split = wanted == Words::Thinking && provider != Provider::Gemini;
    match pieces.len() {
        0 | 1 => pieces.pop(),
        _ => Some(pieces.join(if is_split { "\n\n" } else { "" }).into()),
    }
}

fn chat<'a>(message: &Object<'a>, wanted: Words, pieces: &mut Vec<Cow<'a, str>>) {
    content(message.get("content"), wanted, pieces);
    match wanted {
        Words::Text => {}
        // The names of services with a compatible interface.
        Words::Thinking => {
            let named = ["reasoning_content", "reasoning"].into_iter();
            pieces.extend(named.filter_map(|key| message.get(key)).find_map(|text| text.lossy()));
        }
        Words::Refusal => pieces.extend(message.get("refusal").and_then(|text| text.lossy())),
    }
}

fn responses<'a>(item: &Object<'a>, wanted: Words, pieces: &mut Vec<Cow<'a, str>>) {
    match item.string("type").as_deref() {
        Some("message") => content(item.get("content"), wanted, pieces),
        Some("reasoning") if wanted == Words::Thinking => {
            let known = pieces.len();
            texts(item.get("content"), pieces);
            // Most models give a summary alone.
            if pieces.len() == known {
                texts(item.get("summary"), pieces);
            }
        }
        _ => {}
    }
}

fn gemini<'a>(message: &Object<'a>, wanted: Words, pieces: &mut Vec<Cow<'a, str>>) {
    for part in blocks(message.get("parts")) {
        let is_thought = part.get("thought").is_some_and(|thought| thought.text() == "true");
        let kind = if is_thought { Words::Thinking } else { Words::Text };
        if kind == wanted {
            pieces.extend(part.get("text").and_then(|text| text.lossy()));
        }
    }
}

/// The words of a content: a text, or blocks with their kind.
fn content<'a>(content: Option<Json<'a>>, wanted: Words, pieces: &mut Vec<Cow<'a, str>>) {
    if wanted == Words::Text {
        pieces.extend(content.as_ref().and_then(Json::lossy));
    }
    for block in blocks(content) {
        let kind = block.string("type");
        let (kind, key) = match kind.as_deref() {
            Some("text" | "output_text") => (Words::Text, "text"),
            Some("thinking") => (Words::Thinking, "thinking"),
            Some("refusal") => (Words::Refusal, "refusal"),
            _ => continue,
        };
        if kind != wanted {
            continue;
        }
        let said = block.get(key);
        pieces.extend(said.as_ref().and_then(Json::lossy));
        // Mistral's thinking is a list of texts.
        texts(said, pieces);
    }
}

/// The texts of blocks.
fn texts<'a>(content: Option<Json<'a>>, pieces: &mut Vec<Cow<'a, str>>) {
    pieces.extend(blocks(content).into_iter().filter_map(|block| block.get("text")?.lossy()));
}

/// The objects of an array; none if it is not one.
fn blocks(content: Option<Json<'_>>) -> Vec<Object<'_>> {
    let blocks = content.filter(Json::is_array).and_then(|blocks| blocks.array().ok()).unwrap_or_default();
    blocks.iter().filter_map(|block| block.object().ok()).collect()
}
