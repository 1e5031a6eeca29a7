//! The answer to a call whose arguments are wrong.

use std::borrow::Cow;
use std::fmt;

use hpd_json::__private::cut_bytes;
use hpd_json::Node;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{ErrorCode, text};

/// One thing that is wrong in the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidationError {
    /// The field, as a dotted name: `Lines[0].Amount`. Empty for the arguments as a whole.
    pub property: String,
    /// The field as a JSON pointer. The error's JSON omits the pointer if it says no more than the name.
    pub pointer: String,
    /// The sent value: shortened, `null` if absent, hidden if sensitive.
    pub attempted_value: Node<'static>,
    /// The problem, in a sentence.
    pub error_message: String,
    /// The problem, as a code.
    pub error_code: ErrorCode,
    /// The expected value, unless the message has it.
    pub expected: Option<String>,
    /// The probably intended name or value, to send instead.
    pub suggestion: Option<String>,
    /// How the value is obtained, in words.
    pub hint: Option<String>,
    /// The function that yields the value.
    pub obtain: Option<String>,
}

impl ValidationError {
    /// Cuts the error so that its text has at most `most` bytes, and its place is readable. Names to send or to call
    /// stay whole or are removed. Other texts keep their beginning.
    pub(super) fn fit(&mut self, max: usize) {
        for place in [&mut self.property, &mut self.pointer] {
            cut_bytes(place, LONGEST_PLACE);
        }
        if self.text_length() <= max {
            return;
        }
        // At least half of it is for the message.
        let mut left = max - max / 2;
        for name in [&mut self.obtain, &mut self.suggestion] {
            name.take_if(|name| name.len() > left);
            left -= name.as_ref().map_or(0, String::len);
        }
        left += max / 2;
        cut_bytes(&mut self.error_message, left);
        left -= self.error_message.len();
        for words in [&mut self.expected, &mut self.hint] {
            if let Some(words) = words {
                cut_bytes(words, left);
                left -= words.len();
            }
            words.take_if(|words| words.is_empty());
        }
    }

    /// Bytes of text for the model.
    pub(super) fn text_length(&self) -> usize {
        let texts = [&self.expected, &self.suggestion, &self.hint, &self.obtain];
        self.error_message.len() + texts.into_iter().flatten().map(String::len).sum::<usize>()
    }

    /// The argument that the field is, or is a part of; `None` for the arguments as a whole.
    pub fn field(&self) -> Option<&str> {
        let token = self.pointer.strip_prefix('/')?.split('/').next()?;
        let key = if token.contains('~') {
            Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(token)
        };
        // A cut or cleaned name matches only the model's own name.
        Some(self.property.get(..key.len()).filter(|name| **name == *key).unwrap_or(&self.property))
    }

    /// Fields that JSON leaves out when empty.
    fn extras(&self) -> [(&'static str, Option<&String>); 5] {
        [
            ("pointer", (!self.pointer_is_plain()).then_some(&self.pointer)),
            ("expected", self.expected.as_ref()),
            ("suggestion", self.suggestion.as_ref()),
            ("hint", self.hint.as_ref()),
            ("obtain", self.obtain.as_ref()),
        ]
    }

    /// Appends the output of `serialize` directly to a text: each refused call needs it.
    fn write_json(&self, out: &mut String) {
        out.push_str("{\"property\":");
        write_text(&self.property, out);
        out.push_str(",\"attempted_value\":");
        self.attempted_value.write_json(out);
        out.push_str(",\"error_message\":");
        write_text(&self.error_message, out);
        // Codes and keys are plain.
        out.push_str(",\"error_code\":\"");
        out.push_str(self.error_code.as_str());
        out.push('"');
        for (key, value) in self.extras() {
            let Some(value) = value else { continue };
            out.push_str(",\"");
            out.push_str(key);
            out.push_str("\":");
            write_text(value, out);
        }
        out.push('}');
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
        for (key, value) in self.extras() {
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
    /// The errors, in the order of the function's parameters.
    pub errors: Vec<ValidationError>,
    /// How many more errors there are than are listed.
    pub more_errors: usize,
    /// Guidance for the model.
    pub retry_guidance: String,
}

impl ValidationErrorResponse {
    /// The value of `error_type`.
    pub const ERROR_TYPE: &'static str = "validation_error";

    /// An answer that lists `errors`, with the usual guidance.
    pub fn new(errors: Vec<ValidationError>) -> Self {
        Self { errors, more_errors: 0, retry_guidance: text::RETRY_GUIDANCE.to_owned() }
    }

    /// The arguments with an error in them or below them, each once, in the order of the errors. Errors about
    /// the arguments as a whole belong to no argument.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields_of(|_| true)
    }

    /// The arguments that are absent or empty, or that hold a required field that is absent or empty.
    pub fn missing_fields(&self) -> impl Iterator<Item = &str> {
        self.fields_of(|error| matches!(error.error_code, ErrorCode::RequiredField | ErrorCode::EmptyField))
    }

    fn fields_of(&self, accept: impl Fn(&ValidationError) -> bool) -> impl Iterator<Item = &str> {
        let mut fields: Vec<&str> = Vec::new();
        for field in self.errors.iter().filter(|error| accept(error)).filter_map(ValidationError::field) {
            if !fields.contains(&field) {
                fields.push(field);
            }
        }
        fields.into_iter()
    }

    /// The answer as JSON.
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(USUAL_LENGTH);
        out.push_str("{\"error_type\":");
        write_text(Self::ERROR_TYPE, &mut out);
        out.push_str(",\"errors\":[");
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            error.write_json(&mut out);
        }
        out.push(']');
        if self.more_errors > 0 {
            out.push_str(",\"more_errors\":");
            out.push_str(&self.more_errors.to_string());
        }
        out.push_str(",\"retry_guidance\":");
        write_text(&self.retry_guidance, &mut out);
        out.push('}');
        out
    }
}

/// Bytes of a name or a pointer: 128 characters of four bytes, and a mark where more was cut.
const LONGEST_PLACE: usize = 128 * 4 + '…'.len_utf8();

/// Bytes of JSON that an answer with a few errors fits into.
const USUAL_LENGTH: usize = 1000;

fn write_text(text: &str, out: &mut String) {
    Node::String(text.into()).write_json(out);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_what_serde_writes() {
        let bare = ValidationError {
            property: String::new(),
            pointer: String::new(),
            attempted_value: Node::Null,
            error_message: "a \"quote\", a \\, a\nline, a \u{1} and an é".to_owned(),
            error_code: ErrorCode::InvalidJson,
            expected: None,
            suggestion: None,
            hint: None,
            obtain: None,
        };
        let full = ValidationError {
            property: "lines[1].\"id\"".to_owned(),
            pointer: "/lines/1/\"id\"".to_owned(),
            attempted_value: Node::parse("[1, 1e400, \"\\t\"]", &hpd_json::Limits::default()).unwrap(),
            expected: Some("text".to_owned()),
            suggestion: Some("\"a\"".to_owned()),
            hint: Some("look".to_owned()),
            obtain: Some("list_ids".to_owned()),
            ..bare.clone()
        };
        for (errors, more_errors) in [(vec![], 0), (vec![bare.clone()], 0), (vec![bare, full], 12)] {
            let response = ValidationErrorResponse { more_errors, ..ValidationErrorResponse::new(errors) };
            assert_eq!(response.to_json(), serde_json::to_string(&response).unwrap());
        }
    }
}
