//! All texts about wrong arguments.

use std::fmt::{self, Write};

use hpd_json::__private::escaped;
use hpd_json::text::cut;
use hpd_json::{Cut, Limit, SyntaxError, SyntaxErrorKind};
use memchr::memmem;

use super::findings::Finding;
use super::{ErrorCode, ValidationErrorResponse};

/// Guidance after an error.
pub(crate) const RETRY_GUIDANCE: &str = "The provided arguments are invalid. Please review the errors, correct the \
                                         arguments based on the function schema, and try again.";

/// Maximum characters of a message from another author.
pub(super) const LONGEST_MESSAGE: usize = 512;
/// Values of a list that are named.
const LISTED: usize = 20;
/// Bytes after which a list of values ends.
const LIST_BYTES: usize = 400;
/// Characters of a pattern or a value that the schema asks for.
const LONGEST_VALUE: usize = 128;

/// "1 item", "2 items"
pub fn counted(count: u64, name: &str) -> String {
    if count == 1 { format!("1 {name}") } else { format!("{count} {name}s") }
}

/// Adds the expected value, unless the message has it.
pub(crate) fn with_expected(mut finding: Finding, expected: impl Into<Option<String>>) -> Finding {
    let said = finding.message.as_bytes();
    let is_said =
        |expected: &String| expected.len() <= said.len() && memmem::find(said, expected.as_bytes()).is_some();
    finding.expected = expected.into().filter(|expected| !is_said(expected));
    finding
}

/// A field's name as the subject of a sentence.
fn subject(property: &str) -> &str {
    if property.is_empty() { "the arguments" } else { property }
}

/// One form of a verb for a field, another for all arguments.
fn verb<'a>(property: &str, field: &'a str, arguments: &'a str) -> &'a str {
    if property.is_empty() { arguments } else { field }
}

/// A field that is absent, or null.
pub fn required(property: &str) -> Finding {
    Finding::new(ErrorCode::RequiredField, format!("{} is required", subject(property)))
}

/// A required field is absent, and there is an unknown one that looks like it.
pub(crate) fn required_misspelt(property: &str, name: &str, sent: &str) -> Finding {
    let mut finding = required(property);
    // Writing into a `String` can't fail.
    let _ = write!(finding.message, ", but \"{}\" was sent", cut(&escaped(sent), 64));
    finding.suggestion = Some(name.to_owned());
    finding
}

/// A field that is absent, beside one that asks for it.
pub(crate) fn required_with(property: &str, because: &str) -> Finding {
    let mut finding = required(property);
    // Writing into a `String` can't fail.
    let _ = write!(finding.message, " if \"{}\" is sent", cut(&escaped(because), 64));
    finding
}

pub(crate) fn empty(property: &str) -> Finding {
    Finding::new(ErrorCode::EmptyField, format!("{} must not be empty", subject(property)))
}

/// A field that has to be an array with items.
pub fn empty_array(property: &str) -> Finding {
    Finding::new(ErrorCode::EmptyField, format!("{} must be a non-empty array", subject(property)))
}

/// `expected` and `sent` with their articles: "an integer", "a string".
pub(crate) fn wrong_type(property: &str, expected: &str, sent: &str) -> Finding {
    let message = format!("{} must be {expected}, but {sent} was sent", subject(property));
    Finding::new(ErrorCode::TypeMismatch, message)
}

/// `bound` in words: "at least 1", "less than 10".
pub(crate) fn out_of_range(property: &str, bound: &str) -> Finding {
    Finding::new(ErrorCode::OutOfRange, format!("{} must be {bound}", subject(property)))
}

/// A decimal that its type could only round.
pub(crate) fn too_many_digits(property: &str) -> Finding {
    let message = format!("{} must be a number of at most 28 digits", subject(property));
    Finding::new(ErrorCode::OutOfRange, message)
}

/// `bound` in words: "at least 3 characters", "at most 1 item".
pub(crate) fn wrong_length(property: &str, bound: &str) -> Finding {
    Finding::new(ErrorCode::Length, format!("{} must have {bound}", subject(property)))
}

pub(crate) fn pattern(property: &str, pattern: &str) -> Finding {
    let pattern = cut(pattern, LONGEST_VALUE);
    Finding::new(
        ErrorCode::PatternMismatch,
        format!("{} must match the pattern {pattern}", subject(property)),
    )
}

pub(crate) fn no_decimal(property: &str) -> Finding {
    let message = format!("{} must be a decimal number, such as 12.50", subject(property));
    Finding::new(ErrorCode::PatternMismatch, message)
}

/// `description` with its article: "a date (YYYY-MM-DD)".
pub(crate) fn format(property: &str, description: &str) -> Finding {
    Finding::new(ErrorCode::Format, format!("{} must be {description}", subject(property)))
}

/// `values` as [`list`] writes them.
pub(crate) fn not_listed(property: &str, values: &str) -> Finding {
    Finding::new(ErrorCode::NotInEnum, format!("{} must be {values}", subject(property)))
}

/// `"a"`, or `one of: "a", "b"`, from JSON texts.
pub(crate) fn list<S: AsRef<str>>(values: impl ExactSizeIterator<Item = S>) -> String {
    let count = values.len();
    let mut text = String::new();
    let mut named = 0;
    for value in values.take(LISTED) {
        if named > 0 && text.len() >= LIST_BYTES {
            break;
        }
        if named > 0 {
            text.push_str(", ");
        }
        text.push_str(&cut(value.as_ref(), LONGEST_VALUE));
        named += 1;
    }
    if named < count {
        // Writing into a `String` can't fail.
        let _ = write!(text, ", ... ({} more)", count - named);
    }
    if count == 1 { text } else { format!("one of: {text}") }
}

pub(crate) fn unknown(property: &str) -> Finding {
    Finding::new(ErrorCode::UnknownField, format!("{} is not a known field", subject(property)))
}

/// Another spelling of the field `name`.
pub(crate) fn misspelt(property: &str, name: &str) -> Finding {
    let mut finding = unknown(property);
    finding.suggestion = Some(name.to_owned());
    finding
}

/// One of several spellings of the field `name` that were sent together.
pub(crate) fn spelt_twice(property: &str, name: &str) -> Finding {
    let message = format!("{} is one of several spellings of {name}: send {name} once", subject(property));
    Finding::new(ErrorCode::UnknownField, message)
}

/// A field that is not the model's to send.
pub(crate) fn configured(property: &str) -> Finding {
    let message = format!("{} is filled from the configuration and must not be sent", subject(property));
    Finding::new(ErrorCode::UnknownField, message)
}

pub(crate) fn bad_name(property: &str) -> Finding {
    Finding::new(ErrorCode::UnknownField, format!("{} is not an allowed name for a field", subject(property)))
}

pub(crate) fn duplicate_key(property: &str) -> Finding {
    Finding::new(ErrorCode::DuplicateKey, format!("{} was sent more than once", subject(property)))
}

pub(crate) fn duplicate_items(property: &str, first: usize, second: usize) -> Finding {
    let message =
        format!("{} must not hold the same item twice: {first} and {second} are equal", subject(property));
    Finding::new(ErrorCode::Items, message)
}

/// `bound` in words: "at least 1 item"; `wanted` with its article: "a string".
pub(crate) fn contains(property: &str, bound: &str, wanted: &str) -> Finding {
    Finding::new(ErrorCode::Items, format!("{} must hold {bound} like this: {wanted}", subject(property)))
}

/// `alternatives` in words: "a string or an integer".
pub(crate) fn no_alternative(property: &str, alternatives: &str) -> Finding {
    Finding::new(ErrorCode::NoAlternative, format!("{} must be {alternatives}", subject(property)))
}

pub(crate) fn ambiguous(property: &str) -> Finding {
    let fits = verb(property, "fits", "fit");
    let message = format!("{} {fits} more than one alternative, and must fit exactly one", subject(property));
    Finding::new(ErrorCode::NoAlternative, message)
}

pub(crate) fn not_allowed(property: &str) -> Finding {
    Finding::new(
        ErrorCode::NotAllowed,
        format!("{} {} not allowed", subject(property), verb(property, "is", "are")),
    )
}

pub(crate) fn forbidden_value(property: &str) -> Finding {
    Finding::new(
        ErrorCode::NotAllowed,
        format!("{} {} a value that is not allowed", subject(property), verb(property, "has", "have")),
    )
}

/// The schema accepts a value, but the type does not decode from it.
pub fn unreadable_value(property: &str) -> Finding {
    Finding::new(
        ErrorCode::Format,
        format!("{} {} a value that can't be read", subject(property), verb(property, "has", "have")),
    )
}

pub(crate) fn too_much_to_check() -> Finding {
    Finding::new(ErrorCode::Limit, "the arguments take too long to check: send less".to_owned())
}

/// Why a text of arguments can't be read.
pub(crate) fn unreadable(error: &SyntaxError, text: &str) -> Finding {
    let (code, what) = match error.kind {
        SyntaxErrorKind::Truncated(cut) => return truncated(cut),
        SyntaxErrorKind::Limit(limit) => (ErrorCode::Limit, beyond(limit)),
        SyntaxErrorKind::RootNotObject => (ErrorCode::TypeMismatch, "must be a JSON object"),
        SyntaxErrorKind::OtherCall => (
            ErrorCode::NotAllowed,
            "hold a call of another tool: call that tool itself, or send the fields of this one",
        ),
        SyntaxErrorKind::RepeatedCall => (
            ErrorCode::NotAllowed,
            "hold the whole call: send the fields of this tool themselves, without the call around them",
        ),
        kind => (ErrorCode::InvalidJson, malformed(kind)),
    };
    let place = match error.kind {
        SyntaxErrorKind::RootNotObject
        | SyntaxErrorKind::OtherCall
        | SyntaxErrorKind::RepeatedCall
        | SyntaxErrorKind::Limit(Limit::Text) => String::new(),
        _ => format!(
            " (at character {})",
            text.get(..error.offset).map_or(error.offset, |t| t.chars().count()) + 1
        ),
    };
    Finding::new(code, format!("the arguments {what}{place}"))
}

const fn beyond(limit: Limit) -> &'static str {
    match limit {
        Limit::Text => "are too long: send less",
        Limit::Depth => "are nested too deeply",
        Limit::Nodes => "hold too many values: send less",
        Limit::String => "hold a value that is too long: send less",
        Limit::Key => "hold a field name that is too long",
        Limit::Items => "hold an array with too many items: send less",
        _ => "are too large: send less",
    }
}

/// The problem of a text that is not JSON, and the text to send instead.
const fn malformed(kind: SyntaxErrorKind) -> &'static str {
    match kind {
        SyntaxErrorKind::TrailingText => "must be one JSON object with nothing behind it",
        SyntaxErrorKind::BadEscape => "are not valid JSON: a bad escape in a string",
        SyntaxErrorKind::BadNumber => "are not valid JSON: a bad number",
        SyntaxErrorKind::ControlCharacter => "are not valid JSON: an unescaped control character in a string",
        SyntaxErrorKind::SeveralValues => "hold several values: send one call for each",
        SyntaxErrorKind::MissingValue => {
            "are not valid JSON: a value is missing; send it, or leave its field out"
        }
        SyntaxErrorKind::MissingColon => "are not valid JSON: a key must be followed by a colon and a value",
        SyntaxErrorKind::MissingComma => "are not valid JSON: put a comma between values",
        SyntaxErrorKind::MismatchedCloser => "are not valid JSON: close each [ with ] and each { with }",
        SyntaxErrorKind::NotANumber => {
            "are not valid JSON, which has no NaN or Infinity: send a finite number, or null"
        }
        SyntaxErrorKind::Ellipsis => "are not complete: send all values in place of the ellipsis",
        SyntaxErrorKind::UnquotedValue => "are not valid JSON: put texts in double quotes",
        SyntaxErrorKind::UnescapedQuote => {
            "are not valid JSON: put a backslash before each quote inside a string"
        }
        SyntaxErrorKind::Ambiguous => {
            "can be read in more than one way: send one JSON object and nothing else"
        }
        SyntaxErrorKind::ReservedKey => {
            "hold a reserved field name: leave out the field that begins with `$serde_json::private::`"
        }
        _ => "are not valid JSON",
    }
}

fn truncated(cut: Cut) -> Finding {
    let place = match cut {
        Cut::Empty => "before they begin",
        Cut::MissingClosers | Cut::AfterOpener => "before they are closed",
        Cut::InString => "inside a string",
        Cut::InNumber => "at a number",
        Cut::InWord => "inside a word",
        Cut::InKey => "at a key",
        Cut::InComment => "inside a comment",
        Cut::AfterColon => "after a colon",
        Cut::AfterComma => "after a comma",
    };
    let message = format!("the arguments end {place}: send them again, complete, or send less at once");
    Finding::new(ErrorCode::Truncated, message)
}

/// The answer for models that read text.
pub(super) fn write_response(response: &ValidationErrorResponse, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("Invalid arguments:\n")?;
    for error in &response.errors {
        write!(f, "- {}", error.error_message)?;
        if let Some(expected) = &error.expected {
            write!(f, " (expected: {expected})")?;
        }
        if let Some(suggestion) = &error.suggestion {
            write!(f, "; did you mean {suggestion}?")?;
        }
        if error.suggestion.is_none() && (error.hint.is_some() || error.obtain.is_some()) {
            f.write_str(".")?;
        }
        if let Some(hint) = &error.hint {
            write!(f, " {hint}")?;
        }
        if let Some(obtain) = &error.obtain {
            write!(f, " Call {obtain} to get it.")?;
        }
        f.write_str("\n")?;
    }
    if response.more_errors > 0 {
        writeln!(f, "- and {} more", response.more_errors)?;
    }
    f.write_str(&response.retry_guidance)
}
