//! The model's part of an outcome, for every provider.

use std::borrow::Cow;

use hpd_runtime::Output;
use hpd_runtime::output::Part;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::outcome::{FunctionResult, Outcome, OutcomeKind, part_text, parts_text};

/// The model's part of an outcome.
#[derive(Debug)]
pub(super) enum Answer<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A JSON text.
    Json(Cow<'a, str>),
    /// Several parts, at least one, and the note after them.
    Parts(&'a [Part], Option<String>),
    /// An error, as a JSON text.
    Error(Cow<'a, str>),
}

impl<'a> Answer<'a> {
    pub(super) fn of(outcome: &'a Outcome) -> Self {
        match &outcome.kind {
            OutcomeKind::Result(FunctionResult {
                output: Output::Json(text), direct: false, note, ..
            }) if !text.is_empty() => {
                Self::Json(note.as_ref().map_or(Cow::Borrowed(text), |note| note.in_json(text).into()))
            }
            OutcomeKind::Result(FunctionResult {
                output: Output::Content(parts),
                direct: false,
                note,
                ..
            }) if parts.iter().any(|part| !part_text(part).is_empty()) => {
                Self::Parts(parts, note.as_ref().map(|note| note.line()))
            }
            _ => {
                let message = outcome.for_model();
                if message.is_error { Self::Error(message.text) } else { Self::Text(message.text) }
            }
        }
    }

    pub(super) const fn is_error(&self) -> bool {
        matches!(self, Self::Error(_))
    }

    /// As a text.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Error(text) | Self::Json(text) => Cow::Borrowed(text),
            Self::Parts(parts, None) => parts_text(parts).into(),
            Self::Parts(parts, Some(note)) => format!("{}\n\n{note}", parts_text(parts)).into(),
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

/// A JSON text as a value, if it is an object.
pub(super) fn json_object(text: &str) -> Option<Box<RawValue>> {
    let value = RawValue::from_string(text.to_owned()).ok()?;
    value.get().starts_with('{').then_some(value)
}

/// A value as JSON.
pub(super) fn raw(value: &impl Serialize) -> Box<RawValue> {
    // All of this is structs of texts and JSON, which always serialise.
    to_raw_value(value).expect("structs of texts can be written as JSON")
}
