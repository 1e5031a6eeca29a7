//! An outcome for the model, and for the user.

use std::borrow::Cow;

use hpd_journal::__private::{parse_trusted, shown};
use hpd_journal::pending::StoredOutcome;
use hpd_runtime::Output;
use hpd_runtime::args::Node;
use hpd_runtime::output::Part;
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
            OutcomeKind::Result(FunctionResult {
                output: Output::Json(text), direct: false, note, ..
            }) if !text.is_empty() => {
                let text =
                    note.as_ref().map_or(Cow::Borrowed(text.as_str()), |note| note.in_json(text).into());
                match parse_trusted(&text) {
                    Ok(tree) => tree.to_value(),
                    Err(_) => Value::String(text.into_owned()),
                }
            }
            OutcomeKind::Result(FunctionResult {
                output: Output::Content(parts),
                direct: false,
                note,
                ..
            }) if !parts.is_empty() => {
                note.as_ref().map_or_else(|| json!(parts), |note| json!(note.behind(parts)))
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
        match &self.note {
            None => output_text(&self.output),
            Some(note) => note.beside(&self.output).into(),
        }
    }
}

#[inline]
pub(super) fn output_text(output: &Output) -> Cow<'_, str> {
    match output {
        Output::Nothing => DONE.into(),
        Output::Text(text) | Output::Json(text) if text.is_empty() => EMPTY.into(),
        Output::Text(text) | Output::Json(text) => text.as_str().into(),
        Output::Content(parts) => match parts_text(parts) {
            text if text.is_empty() => EMPTY.into(),
            text => text.into(),
        },
    }
}

/// Parts as one text.
pub(crate) fn parts_text(parts: &[Part]) -> String {
    parts.iter().map(part_text).collect::<Vec<_>>().join("\n")
}

/// A part as a text.
pub(crate) fn part_text(part: &Part) -> String {
    match part {
        Part::Text { text } | Part::Resource { text: Some(text), .. } => text.clone(),
        Part::Image { data, mime_type } => format!("[image, {mime_type}, {} bytes of base64]", data.len()),
        Part::Resource { uri, text: None, .. } => format!("[resource {uri}]"),
        Part::Structured { value } => value.to_string(),
    }
}
