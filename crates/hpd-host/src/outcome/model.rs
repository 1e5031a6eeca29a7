//! An outcome for the model, and for the user.

use std::borrow::Cow;

use hpd_journal::__private::{parse_trusted, shown};
use hpd_journal::pending::StoredOutcome;
use hpd_runtime::Output;
use hpd_runtime::args::Node;
use hpd_runtime::output::{FileContent, JsonText, Part};
use serde_json::{Value, json};

use super::{FunctionResult, Outcome, OutcomeKind, WarningNote};
use crate::call_error::CallError;

/// An outcome for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelMessage<'a> {
    /// The text of the tool's result.
    pub text: Cow<'a, str>,
    /// Whether it is marked as an error.
    pub is_error: bool,
}

/// The model's text for a result that went to the user.
const SHOWN_TO_USER: &str = "The result was shown to the user.";
/// The model's text for a function without a result: some providers refuse an empty one.
const DONE: &str = "Done.";
/// The model's text for an empty text.
const EMPTY: &str = "(The result is empty.)";

impl Outcome {
    /// The model's form: results as text or JSON, errors as JSON.
    #[inline]
    pub fn for_model(&self) -> ModelMessage<'_> {
        match &self.kind {
            OutcomeKind::Result(result @ FunctionResult { direct: false, .. }) => {
                ModelMessage { text: result.as_text(), is_error: false }
            }
            OutcomeKind::Error(error) => ModelMessage { text: error.to_json().into(), is_error: true },
            OutcomeKind::Settled(outcome) => {
                ModelMessage { text: outcome.text.as_str().into(), is_error: outcome.is_error }
            }
            _ => ModelMessage { text: self.for_model_as_text(), is_error: false },
        }
    }

    /// The model's text, with errors in sentences instead of JSON.
    #[inline]
    pub fn for_model_as_text(&self) -> Cow<'_, str> {
        match (&self.kind, &self.recovered) {
            (OutcomeKind::Expanded(_), Some(recovered)) if !recovered.went_on => recovered.to_string().into(),
            (kind @ OutcomeKind::Confirm(_), _) => {
                let text = kind.as_text(&self.tool_name);
                match WarningNote::of_other_values(&self.warnings) {
                    None => text,
                    Some(note) => format!("{text}\n\n{}", note.line()).into(),
                }
            }
            (kind, _) => kind.as_text(&self.tool_name),
        }
    }

    /// The model's text as a JSON value: JSON results and errors as they are, text as a string.
    pub fn for_model_as_json(&self) -> Value {
        match &self.kind {
            OutcomeKind::Error(error) => json!(error),
            OutcomeKind::Result(FunctionResult { output, direct: false, extra, .. }) => {
                let note = extra.note();
                if let Some(text) = json_of(output) {
                    return match note {
                        None => json_value(text),
                        Some(note) => json_value(&note.in_json(text)),
                    };
                }
                match output {
                    Output::Content(parts) if !parts.is_empty() => parts_value(parts, None, note),
                    Output::Structured(output) => {
                        parts_value(output.parts_for_model(), output.structured(), note)
                    }
                    _ => Value::String(self.for_model_as_text().into_owned()),
                }
            }
            _ => Value::String(self.for_model_as_text().into_owned()),
        }
    }

    /// The text for the user, if any: a question, a cancellation, or a result that goes to the user.
    pub fn for_user(&self) -> Option<Cow<'_, str>> {
        match &self.kind {
            OutcomeKind::AskUser(question) => Some(question.question().into()),
            OutcomeKind::Confirm(question) => Some(question.text().into()),
            OutcomeKind::Result(FunctionResult { direct: true, output, .. }) => Some(output_text(output)),
            OutcomeKind::Error(CallError::NotApproved(error)) => Some(error.for_user().into()),
            _ => None,
        }
    }
}

impl OutcomeKind {
    /// The model's text, with errors as sentences.
    #[inline]
    pub(crate) fn as_text(&self, tool_name: &str) -> Cow<'_, str> {
        match self {
            Self::Result(result @ FunctionResult { direct: false, .. }) => result.as_text(),
            other => other.as_told(tool_name),
        }
    }

    #[inline(never)]
    fn as_told(&self, tool_name: &str) -> Cow<'_, str> {
        match self {
            Self::Result(_) => SHOWN_TO_USER.into(),
            Self::Expanded(expansion) => expansion.told(),
            Self::Error(error) => error.to_string().into(),
            Self::AskUser(question) => question.to_string().into(),
            Self::Confirm(question) => question.for_model().into(),
            Self::Settled(outcome) => settled(outcome),
            Self::Forward(_) => format!("'{}' was handed on.", shown(tool_name)).into(),
        }
    }
}

/// The stored end of a write. The stored text of an error is JSON with its sentences. A list of errors stays JSON.
fn settled(outcome: &StoredOutcome) -> Cow<'_, str> {
    let error = if outcome.is_error { parse_trusted(&outcome.text).ok() } else { None };
    let sentences = error.filter(|error| error.get("errors").is_none()).and_then(|error| {
        let sentence = |name| error.get(name).and_then(Node::as_str);
        let message = sentence("error_message")?;
        Some(match sentence("retry_guidance") {
            Some(guidance) => format!("{message} {guidance}"),
            None => message.to_owned(),
        })
    });
    sentences.map_or_else(|| outcome.text.as_str().into(), Cow::Owned)
}

impl FunctionResult {
    #[inline]
    fn as_text(&self) -> Cow<'_, str> {
        match self.extra.note() {
            None => output_text(&self.output),
            Some(note) => note.beside(&self.output).into(),
        }
    }
}

/// The JSON text that a result consists of: all that its model reads is in it.
#[inline]
pub(crate) fn json_of(output: &Output) -> Option<&str> {
    match output {
        Output::Json(text) if !text.is_empty() => Some(text),
        Output::Structured(output) if output.parts_for_model().is_empty() => {
            output.structured().map(JsonText::as_str)
        }
        _ => None,
    }
}

#[inline]
pub(super) fn output_text(output: &Output) -> Cow<'_, str> {
    let text: Cow<'_, str> = match output {
        Output::Nothing => return DONE.into(),
        Output::Text(text) | Output::Json(text) => text.as_str().into(),
        Output::Content(parts) => parts_text(parts, None).into(),
        Output::Structured(structured) => match json_of(output) {
            Some(json) => json.into(),
            None => parts_text(structured.parts_for_model(), structured.structured()).into(),
        },
    };
    if text.is_empty() { EMPTY.into() } else { text }
}

/// Parts and a structured value after them as one text.
pub(crate) fn parts_text(parts: &[Part], structured: Option<&JsonText>) -> String {
    let parts = parts.iter().map(Part::to_text);
    let structured = structured.map(|json| Cow::Borrowed(json.as_str()));
    parts.chain(structured).collect::<Vec<_>>().join("\n")
}

/// A JSON text as a value. Functions can build one by hand; one that is none is a string.
pub(super) fn json_value(text: &str) -> Value {
    parse_trusted(text).map_or_else(|_| Value::String(text.to_owned()), |tree| tree.to_value())
}

/// Parts as a JSON value, with a structured value and a note after them.
pub(super) fn parts_value(
    parts: &[Part],
    structured: Option<&JsonText>,
    note: Option<&WarningNote>,
) -> Value {
    let structured =
        structured.map(|json| json!({ "type": "structured", "value": json_value(json.as_str()) }));
    let note = note.map(|note| json!({ "type": "text", "text": note.line() }));
    parts.iter().map(part_value).chain(structured).chain(note).collect()
}

/// A part as a JSON value, for programs: bytes are base64.
fn part_value(part: &Part) -> Value {
    match part {
        Part::Text { text } => json!({ "type": "text", "text": text }),
        Part::Image { data, mime_type } => json!({ "type": "image", "data": data, "mime_type": mime_type }),
        Part::Audio { data, mime_type } => json!({ "type": "audio", "data": data, "mime_type": mime_type }),
        Part::File { uri, mime_type, content } => {
            let content = match content {
                FileContent::Text(text) => json!({ "text": text }),
                FileContent::Base64(data) => json!({ "base64": data }),
            };
            json!({ "type": "file", "uri": uri, "mime_type": mime_type, "content": content })
        }
        Part::Link { uri, name, mime_type, description } => json!({
            "type": "link",
            "uri": uri,
            "name": name,
            "mime_type": mime_type,
            "description": description,
        }),
        Part::Extended { part, members, resource_members } => json!({
            "type": "extended",
            "part": part_value(part),
            "members": json_value(members.as_str()),
            "resource_members": resource_members.as_ref().map(|members| json_value(members.as_str())),
        }),
        Part::Other { json } => json!({ "type": "other", "json": json_value(json.as_str()) }),
    }
}
