//! The answer to a call whose arguments are wrong.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{ErrorCode, text};
use crate::args::Node;

/// One thing that is wrong in the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidationError {
    /// The field, as a dotted name: `Lines[0].Amount`. Empty for the arguments as a whole.
    pub property: String,
    /// The same as a JSON pointer. As JSON it is left out where it says no more than the name.
    pub pointer: String,
    /// What was sent: shortened, `null` if nothing was, and hidden if it is sensitive.
    pub attempted_value: Node<'static>,
    /// What is wrong, in words.
    pub error_message: String,
    /// What is wrong, as a code.
    pub error_code: ErrorCode,
    /// What would have been right, where the message does not say so.
    pub expected: Option<String>,
    /// What was probably meant: a name or a value to send instead.
    pub suggestion: Option<String>,
    /// How the value is obtained, in words.
    pub hint: Option<String>,
    /// The function that yields the value.
    pub obtain: Option<String>,
}

impl ValidationError {
    /// Bytes of text for the model.
    pub(super) fn text_length(&self) -> usize {
        let texts = [&self.expected, &self.suggestion, &self.hint, &self.obtain];
        self.error_message.len() + texts.into_iter().flatten().map(String::len).sum::<usize>()
    }

    /// Whether the pointer is the name with a slash before it, or as empty as it.
    fn pointer_is_plain(&self) -> bool {
        self.pointer.strip_prefix('/').unwrap_or(&self.pointer) == self.property
    }
}

impl Serialize for ValidationError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("property", &self.property)?;
        map.serialize_entry("attempted_value", &self.attempted_value)?;
        map.serialize_entry("error_message", &self.error_message)?;
        map.serialize_entry("error_code", &self.error_code)?;
        let pointer = (!self.pointer_is_plain()).then_some(&self.pointer);
        let extras = [
            ("pointer", pointer),
            ("expected", self.expected.as_ref()),
            ("suggestion", self.suggestion.as_ref()),
            ("hint", self.hint.as_ref()),
            ("obtain", self.obtain.as_ref()),
        ];
        for (key, value) in extras {
            if let Some(value) = value {
                map.serialize_entry(key, value)?;
            }
        }
        map.end()
    }
}

/// The answer to a call whose arguments are wrong, with all that is wrong in them.
///
/// As JSON it is an object with the keys `error_type`, `errors`, `more_errors` (only if there are more than are listed)
/// and `retry_guidance`. As text it says the same for models that read text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidationErrorResponse {
    /// What is wrong, in the order in which it was found: that of the function's parameters.
    pub errors: Vec<ValidationError>,
    /// How many more errors there are than are listed.
    pub more_errors: usize,
    /// What to do now.
    pub retry_guidance: String,
}

impl ValidationErrorResponse {
    /// The value of `error_type`.
    pub const ERROR_TYPE: &'static str = "validation_error";

    /// An answer that lists `errors`, with the usual guidance.
    pub fn new(errors: Vec<ValidationError>) -> Self {
        Self { errors, more_errors: 0, retry_guidance: text::RETRY_GUIDANCE.to_owned() }
    }

    /// The fields that are required and absent, as dotted names.
    pub fn missing_fields(&self) -> impl Iterator<Item = &str> {
        let missing = self.errors.iter().filter(|error| error.error_code == ErrorCode::RequiredField);
        missing.map(|error| error.property.as_str())
    }

    /// The answer as JSON.
    pub fn to_json(&self) -> String {
        // All keys are strings and all numbers are JSON, so that nothing can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Serialize for ValidationErrorResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("error_type", Self::ERROR_TYPE)?;
        map.serialize_entry("errors", &self.errors)?;
        if self.more_errors > 0 {
            map.serialize_entry("more_errors", &self.more_errors)?;
        }
        map.serialize_entry("retry_guidance", &self.retry_guidance)?;
        map.end()
    }
}

impl fmt::Display for ValidationErrorResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_response(self, f)
    }
}

impl std::error::Error for ValidationErrorResponse {}
