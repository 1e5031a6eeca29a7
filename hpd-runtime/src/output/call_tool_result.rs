//! Results of MCP servers, read without a loss.

use hpd_json::{Limits, Node};
use serde_json::value::RawValue;

use super::content::TextCopy;
use super::members::Members;
use super::{FileContent, JsonText, Output, Part, StructuredOutput, ToolError};

impl Output {
    /// Reads the result of a tool of an MCP server: the JSON text of a `CallToolResult`.
    ///
    /// Nothing is lost on the way to an MCP client. `structuredContent`, annotations and `_meta` keep their text, with
    /// the order of keys and the digits of numbers. A part of an unknown kind, or one that can't be read, is kept as it
    /// is written.
    ///
    /// Servers often send the structured content as text, too. The model then reads it once, as structured content.
    ///
    /// ```
    /// use hpd_runtime::Output;
    ///
    /// let text = r#"{"content":[{"type":"text","text":"sunny"}],"isError":false}"#;
    /// assert_eq!(Output::from_call_tool_result(text).unwrap(), Output::Text("sunny".to_owned()));
    ///
    /// let text = r#"{"content":[{"type":"text","text":"No such city."}],"isError":true}"#;
    /// let error = Output::from_call_tool_result(text).unwrap_err();
    /// assert_eq!(error.to_string(), "No such city.");
    /// ```
    ///
    /// # Errors
    ///
    /// - The result is marked as an error. Its text is the error's text. The effect is
    ///   [`FailureEffect::Failed`](super::FailureEffect::Failed): MCP's errors are for the model to correct the call.
    ///   Where a server may fail in the middle of an effect, add [`outcome_unknown`](ToolError::outcome_unknown).
    /// - The server asks for input in place of a result. Nothing ran.
    /// - The text is not a `CallToolResult`. The tool ran, so that its effect is unknown.
    pub fn from_call_tool_result(json: &str) -> Result<Self, ToolError> {
        let result = ToolResult::read(json).map_err(unreadable)?;
        if result.asks {
            return Err(ToolError::new("The tool asks for input, which can't be given here.").did_not_run());
        }
        if result.is_error {
            return Err(ToolError::new(result.error_text()));
        }
        Ok(result.into_output())
    }
}

#[cold]
fn unreadable(reason: String) -> ToolError {
    ToolError::new("The tool ran, but its result can't be read.").outcome_unknown().caused_by(reason)
}

/// The members of a result.
#[derive(Default)]
struct ToolResult {
    parts: Vec<Part>,
    structured: Option<JsonText>,
    members: Option<JsonText>,
    is_error: bool,
    asks: bool,
}

impl ToolResult {
    fn read(json: &str) -> Result<Self, String> {
        let members: Members<'_> =
            serde_json::from_str(json).map_err(|error| format!("it is not a JSON object: {error}"))?;
        let asks = members.text("resultType").is_some_and(|kind| kind == "input_required");
        if asks {
            return Ok(Self { asks, ..Self::default() });
        }
        let structured = members.get("structuredContent").filter(|value| value.get() != "null");
        let parts = match members.get("content") {
            Some(content) => {
                let blocks: Vec<&RawValue> = serde_json::from_str(content.get())
                    .map_err(|_| "`content` is not an array".to_owned())?;
                blocks.into_iter().map(read_part).collect()
            }
            None if structured.is_some() => Vec::new(),
            None => return Err("it has no `content`".to_owned()),
        };
        let is_error = match members.get("isError").map(RawValue::get) {
            None | Some("false" | "null") => false,
            Some("true") => true,
            Some(_) => return Err("`isError` is not a boolean".to_owned()),
        };
        let rest = members.without(&["content", "structuredContent", "isError"]);
        Ok(Self { parts, structured: structured.map(JsonText::from), members: rest, is_error, asks })
    }

    fn error_text(&self) -> String {
        let texts: Vec<_> = self.parts.iter().map(Part::to_text).filter(|text| !text.is_empty()).collect();
        match &self.structured {
            _ if !texts.is_empty() => texts.join("\n"),
            Some(structured) => structured.as_str().to_owned(),
            None => "The tool failed, and does not say why.".to_owned(),
        }
    }

    fn into_output(self) -> Output {
        let Self { mut parts, structured, members, .. } = self;
        if structured.is_none() && members.is_none() {
            return match parts.as_mut_slice() {
                [Part::Text { text }] => Output::Text(std::mem::take(text)),
                _ => Output::Content(parts),
            };
        }
        let is_repeated = structured.as_ref().is_some_and(|structured| repeat(&parts, structured));
        let copy = if is_repeated { TextCopy::Whole } else { TextCopy::Other };
        // Without parts, no client has the value as text.
        let copy = if parts.is_empty() { TextCopy::Missing } else { copy };
        StructuredOutput { structured, parts, members, copy }.into()
    }
}

/// Whether parts say the same as a structured value: as one JSON text, or as the texts of its only member, which servers
/// put around values that are no objects.
fn repeat(parts: &[Part], structured: &JsonText) -> bool {
    let texts = parts.iter().map(|part| match part.plain() {
        Part::Text { text } => Some(text.as_str()),
        _ => None,
    });
    let Some(texts) = texts.collect::<Option<Vec<_>>>() else { return false };
    if matches!(texts.as_slice(), [text] if text.trim() == structured.as_str()) {
        return true;
    }
    let Ok(value) = Node::parse(structured.as_str(), &Limits::default()) else { return false };
    let inner = match &value {
        Node::Object(members) => match members.as_slice() {
            [(_, inner)] => Some(inner),
            _ => None,
        },
        _ => None,
    };
    match (texts.as_slice(), inner) {
        ([text], _) if says(text, &value) => true,
        ([text], Some(inner)) if says(text, inner) => true,
        (texts, Some(Node::Array(items))) => {
            texts.len() == items.len() && texts.iter().zip(items).all(|(text, item)| says(text, item))
        }
        _ => false,
    }
}

fn says(text: &str, value: &Node<'_>) -> bool {
    match value {
        Node::String(value) => value == text,
        value => Node::parse(text, &Limits::default()).is_ok_and(|tree| tree == *value),
    }
}

fn read_part(block: &RawValue) -> Part {
    serde_json::from_str(block.get())
        .ok()
        .and_then(|members| known_part(&members))
        .unwrap_or_else(|| Part::Other { json: block.into() })
}

/// A part of a known kind, with its further members.
fn known_part(members: &Members<'_>) -> Option<Part> {
    let (part, read, resource): (_, &[&str], _) = match members.text("type")?.as_str() {
        "text" => (Part::Text { text: members.text("text")? }, &["type", "text"], None),
        kind @ ("image" | "audio") => {
            let (data, mime_type) = (members.text("data")?, members.text("mimeType")?);
            let part = if kind == "image" {
                Part::Image { data, mime_type }
            } else {
                Part::Audio { data, mime_type }
            };
            (part, &["type", "data", "mimeType"], None)
        }
        "resource" => {
            let resource: Members<'_> = serde_json::from_str(members.get("resource")?.get()).ok()?;
            let (key, content) = match (resource.text("text"), resource.text("blob")) {
                (Some(text), None) => ("text", FileContent::Text(text)),
                (None, Some(data)) => ("blob", FileContent::Base64(data)),
                _ => return None,
            };
            let (uri, mime_type) = (resource.text("uri")?, resource.maybe_text("mimeType")?);
            let rest = resource.without(&["uri", "mimeType", key]);
            (Part::File { uri, mime_type, content }, &["type", "resource"], rest)
        }
        "resource_link" => {
            let part = Part::Link {
                uri: members.text("uri")?,
                name: members.text("name")?,
                mime_type: members.maybe_text("mimeType")?,
                description: members.maybe_text("description")?,
            };
            (part, &["type", "uri", "name", "mimeType", "description"], None)
        }
        _ => return None,
    };
    Some(match (members.without(read), resource) {
        (None, None) => part,
        (rest, resource_members) => Part::Extended {
            part: Box::new(part),
            members: rest.unwrap_or_else(JsonText::empty_object),
            resource_members,
        },
    })
}
