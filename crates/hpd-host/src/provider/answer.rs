//! The model's part of an outcome, for every provider.

use std::borrow::Cow;

use hpd_runtime::Output;
use hpd_runtime::output::{FileContent, JsonText, Part};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::outcome::{FunctionResult, Outcome, OutcomeKind, WarningNote, json_of, parts_text};

/// The model's part of an outcome.
#[derive(Debug)]
pub(super) enum Answer<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A JSON text.
    Json(Cow<'a, str>),
    /// Several parts, at least one.
    Parts(Parts<'a>),
    /// An error, as a JSON text.
    Error(Cow<'a, str>),
}

/// Parts, and the texts after them.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) content: &'a [Part],
    structured: Option<&'a JsonText>,
    note: Option<String>,
}

impl Parts<'_> {
    /// The texts after the parts: the structured value, and the note.
    pub(super) fn texts_after(&self) -> impl Iterator<Item = &str> {
        self.structured.map(JsonText::as_str).into_iter().chain(self.note.as_deref())
    }
}

impl<'a> Answer<'a> {
    pub(super) fn of(outcome: &'a Outcome) -> Self {
        if let OutcomeKind::Result(FunctionResult { output, direct: false, extra, .. }) = &outcome.kind {
            let note = extra.note();
            if let Some(text) = json_of(output) {
                return Self::Json(note.map_or(Cow::Borrowed(text), |note| note.in_json(text).into()));
            }
            let (parts, structured): (&[Part], _) = match output {
                Output::Content(parts) => (parts, None),
                Output::Structured(output) => (output.parts_for_model(), output.structured()),
                _ => (&[], None),
            };
            if structured.is_some() || parts.iter().any(|part| !part.to_text().is_empty()) {
                let note = note.map(WarningNote::line);
                return Self::Parts(Parts { content: parts, structured, note });
            }
        }
        let message = outcome.for_model();
        if message.is_error { Self::Error(message.text) } else { Self::Text(message.text) }
    }

    pub(super) const fn is_error(&self) -> bool {
        matches!(self, Self::Error(_))
    }

    /// As a text.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Error(text) | Self::Json(text) => Cow::Borrowed(text),
            Self::Parts(Parts { content: parts, structured, note }) => {
                let mut text = parts_text(parts, *structured);
                if let Some(note) = note {
                    text.extend(["\n\n", note]);
                }
                text.into()
            }
        }
    }

    /// As a JSON value: JSON as it is, with all its digits, and everything else as a string.
    pub(super) fn json(&self) -> Box<RawValue> {
        match self {
            Self::Json(text) | Self::Error(text) => json(text),
            _ => raw(&self.text()),
        }
    }
}

/// A JSON text as a value. Functions can build one by hand; one that is none is a string.
fn json(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap_or_else(|_| raw(&text))
}

/// The media type of the files that providers read.
pub(super) const PDF: &str = "application/pdf";

/// The address and the base64 text of a part, if it is a PDF.
pub(super) fn pdf(part: &Part) -> Option<(&str, &str)> {
    match part.plain() {
        Part::File { uri, mime_type: Some(mime_type), content: FileContent::Base64(data) }
            if mime_type == PDF =>
        {
            Some((uri, data))
        }
        _ => None,
    }
}

/// A value as JSON: a struct of texts and JSON, which always serialises. Else it were `null`, which providers refuse.
pub(super) fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
