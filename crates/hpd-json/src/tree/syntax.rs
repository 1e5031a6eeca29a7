//! Errors of a text that is not JSON.

use std::fmt;

use crate::limits::Limit;

/// Where and why a text could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// The byte of the text at which reading stopped.
    pub offset: usize,
    /// The kind of error.
    pub kind: SyntaxErrorKind,
}

/// The kinds of errors of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The text ends too early.
    Truncated(Cut),
    /// Text follows the value.
    TrailingText,
    /// A character that is not allowed there.
    UnexpectedCharacter,
    /// An escape that JSON does not have, or half of a surrogate pair.
    BadEscape,
    /// A number that JSON does not have: `01`, `.5`, `1.`, `+1`.
    BadNumber,
    /// A control character in a string, or an unescaped line end.
    ControlCharacter,
    /// The text is not an object: JSON of another type, or no JSON at all.
    RootNotObject,
    /// There is more than one value, and they are not the same.
    SeveralValues,
    /// A key without a value, or a comma with nothing before it.
    MissingValue,
    /// A key that no colon follows.
    MissingColon,
    /// Something follows a value without a comma.
    MissingComma,
    /// A bracket is closed by a brace, or a brace by a bracket.
    MismatchedCloser,
    /// `NaN` or `Infinity`.
    NotANumber,
    /// Three dots in place of values.
    Ellipsis,
    /// A value without quotes that is not a number, `true`, `false` or `null`.
    UnquotedValue,
    /// A quote inside a string without a backslash before it, as it seems.
    UnescapedQuote,
    /// The text can be read in more than one way.
    Ambiguous,
    /// The object is a call of another tool, with its name and its arguments.
    OtherCall,
    /// The object is a whole call of the tool that gets it, and may be meant as its arguments.
    RepeatedCall,
    /// A key that begins with `$serde_json::private::`. `serde_json` gives an object with such a key another meaning.
    ReservedKey,
    /// One of the limits is broken.
    Limit(Limit),
}

/// Where a text that ends too early was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// There is no text at all.
    Empty,
    /// Inside a string.
    InString,
    /// Inside a number, or right after one, where further digits may be missing.
    InNumber,
    /// Inside `true`, `false` or `null`.
    InWord,
    /// Inside a key, or between it and its colon.
    InKey,
    /// After a colon.
    AfterColon,
    /// After a comma.
    AfterComma,
    /// After an opening bracket or brace.
    AfterOpener,
    /// Inside a comment.
    InComment,
    /// After a complete value: closing brackets or braces are missing.
    MissingClosers,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            SyntaxErrorKind::Truncated(Cut::Empty) => "the text is empty",
            SyntaxErrorKind::Truncated(Cut::InString) => "the text ends inside a string",
            SyntaxErrorKind::Truncated(Cut::InNumber) => "the text ends at a number",
            SyntaxErrorKind::Truncated(Cut::InWord) => "the text ends inside a word",
            SyntaxErrorKind::Truncated(Cut::InKey) => "the text ends at a key",
            SyntaxErrorKind::Truncated(Cut::AfterColon) => "the text ends after a colon",
            SyntaxErrorKind::Truncated(Cut::AfterComma) => "the text ends after a comma",
            SyntaxErrorKind::Truncated(Cut::AfterOpener) => "the text ends after an opening bracket",
            SyntaxErrorKind::Truncated(Cut::InComment) => "the text ends inside a comment",
            SyntaxErrorKind::Truncated(Cut::MissingClosers) => "closing brackets are missing",
            SyntaxErrorKind::TrailingText => "there is text behind the value",
            SyntaxErrorKind::UnexpectedCharacter => "unexpected character",
            SyntaxErrorKind::BadEscape => "bad escape in a string",
            SyntaxErrorKind::BadNumber => "bad number",
            SyntaxErrorKind::ControlCharacter => "control character in a string",
            SyntaxErrorKind::RootNotObject => "not an object",
            SyntaxErrorKind::SeveralValues => "several values",
            SyntaxErrorKind::MissingValue => "a value is missing",
            SyntaxErrorKind::MissingColon => "a colon is missing",
            SyntaxErrorKind::MissingComma => "a comma is missing",
            SyntaxErrorKind::MismatchedCloser => "wrong closing bracket",
            SyntaxErrorKind::NotANumber => "not a number",
            SyntaxErrorKind::Ellipsis => "an ellipsis in place of values",
            SyntaxErrorKind::UnquotedValue => "a value without quotes",
            SyntaxErrorKind::UnescapedQuote => "an unescaped quote in a string",
            SyntaxErrorKind::Ambiguous => "more than one reading",
            SyntaxErrorKind::OtherCall => "a call of another tool",
            SyntaxErrorKind::RepeatedCall => "a call in place of arguments",
            SyntaxErrorKind::ReservedKey => "a reserved key",
            SyntaxErrorKind::Limit(Limit::Text) => "the text is too long",
            SyntaxErrorKind::Limit(Limit::Depth) => "nested too deeply",
            SyntaxErrorKind::Limit(Limit::Nodes) => "too many values",
            SyntaxErrorKind::Limit(Limit::String) => "a string is too long",
            SyntaxErrorKind::Limit(Limit::Key) => "a key is too long",
            SyntaxErrorKind::Limit(Limit::Items) => "an array has too many items",
        };
        write!(f, "{what} (byte {})", self.offset)
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::{Cut, SyntaxError, SyntaxErrorKind as Kind};
    use crate::limits::Limit;

    #[test]
    fn an_error_says_what_and_where() {
        for (kind, text) in [
            (Kind::Truncated(Cut::Empty), "the text is empty (byte 7)"),
            (Kind::Truncated(Cut::InString), "the text ends inside a string (byte 7)"),
            (Kind::Truncated(Cut::InNumber), "the text ends at a number (byte 7)"),
            (Kind::Truncated(Cut::InWord), "the text ends inside a word (byte 7)"),
            (Kind::Truncated(Cut::InKey), "the text ends at a key (byte 7)"),
            (Kind::Truncated(Cut::AfterColon), "the text ends after a colon (byte 7)"),
            (Kind::Truncated(Cut::AfterComma), "the text ends after a comma (byte 7)"),
            (Kind::Truncated(Cut::AfterOpener), "the text ends after an opening bracket (byte 7)"),
            (Kind::Truncated(Cut::InComment), "the text ends inside a comment (byte 7)"),
            (Kind::Truncated(Cut::MissingClosers), "closing brackets are missing (byte 7)"),
            (Kind::TrailingText, "there is text behind the value (byte 7)"),
            (Kind::UnexpectedCharacter, "unexpected character (byte 7)"),
            (Kind::BadEscape, "bad escape in a string (byte 7)"),
            (Kind::BadNumber, "bad number (byte 7)"),
            (Kind::ControlCharacter, "control character in a string (byte 7)"),
            (Kind::RootNotObject, "not an object (byte 7)"),
            (Kind::SeveralValues, "several values (byte 7)"),
            (Kind::MissingValue, "a value is missing (byte 7)"),
            (Kind::MissingColon, "a colon is missing (byte 7)"),
            (Kind::MissingComma, "a comma is missing (byte 7)"),
            (Kind::MismatchedCloser, "wrong closing bracket (byte 7)"),
            (Kind::NotANumber, "not a number (byte 7)"),
            (Kind::Ellipsis, "an ellipsis in place of values (byte 7)"),
            (Kind::UnquotedValue, "a value without quotes (byte 7)"),
            (Kind::UnescapedQuote, "an unescaped quote in a string (byte 7)"),
            (Kind::Ambiguous, "more than one reading (byte 7)"),
            (Kind::OtherCall, "a call of another tool (byte 7)"),
            (Kind::RepeatedCall, "a call in place of arguments (byte 7)"),
            (Kind::ReservedKey, "a reserved key (byte 7)"),
            (Kind::Limit(Limit::Text), "the text is too long (byte 7)"),
            (Kind::Limit(Limit::Depth), "nested too deeply (byte 7)"),
            (Kind::Limit(Limit::Nodes), "too many values (byte 7)"),
            (Kind::Limit(Limit::String), "a string is too long (byte 7)"),
            (Kind::Limit(Limit::Key), "a key is too long (byte 7)"),
            (Kind::Limit(Limit::Items), "an array has too many items (byte 7)"),
        ] {
            assert_eq!(SyntaxError { offset: 7, kind }.to_string(), text);
        }
    }
}
