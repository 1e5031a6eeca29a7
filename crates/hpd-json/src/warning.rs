//! Repairs and promotions in the arguments of an accepted call.

use serde::Serialize;

/// A repair, a promotion, or an ignored part of accepted arguments.
///
/// `message` never repeats a value. If a value was changed, `from` and `to` have the value before and after the change.
/// Both are shortened, and hidden if the value is sensitive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Warning {
    /// The kind of change.
    pub code: WarningCode,
    /// JSON pointer to the place; empty for the arguments as a whole.
    pub pointer: String,
    /// Description of the change in words.
    pub message: String,
    /// Byte offset of the repair in the argument text, if the text was repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// The value as sent: as JSON, or as its raw text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The value as read, as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl Warning {
    /// A warning about the value at `pointer`.
    #[cold]
    pub fn new(code: WarningCode, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let (pointer, message) = (pointer.into(), message.into());
        Self { code, pointer, message, offset: None, from: None, to: None }
    }
}

/// Where it is, and the change in words; no values.
impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.message)
    }
}

/// The kinds of warnings. The names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum WarningCode {
    /// Empty text, blank text or `null` was read as `{}`.
    EmptyArguments,
    /// An argument that the function does not know was ignored, or passed on to an external tool.
    UnknownField,
    /// A Markdown fence around the object was taken off.
    FenceRemoved,
    /// Text around the one object was ignored.
    TextIgnored,
    /// A call around the object, as in `callback({..});`, was taken off.
    CallRemoved,
    /// A comma too many was ignored.
    ExtraComma,
    /// A comma that was missing was added.
    MissingComma,
    /// A closing bracket or brace too many was ignored.
    ExtraCloser,
    /// Closing brackets or braces were missing after a complete value, and were added.
    MissingCloser,
    /// A comment was ignored.
    CommentIgnored,
    /// Quotes that JSON does not have were read as JSON's quotes.
    Quotes,
    /// A key without quotes was read as a key with quotes.
    UnquotedKey,
    /// A text without quotes was read as a string.
    UnquotedValue,
    /// Quotes inside a string, without a backslash, were read as a part of it.
    UnescapedQuote,
    /// `True`, `False` or `None` was read as JSON's word.
    PythonLiteral,
    /// `undefined` was read as absent.
    Undefined,
    /// A string contained an unescaped line break, tab or other control character.
    ControlCharacter,
    /// A byte order mark, or whitespace that JSON does not allow, was ignored.
    UnusualBlank,
    /// An escape that JSON does not have was read by the only meaning that it can have.
    InvalidEscape,
    /// The object was wrapped in a string, or all its quotes were escaped.
    EscapedObject,
    /// The object was inside another, under a key such as `arguments`.
    Unwrapped,
    /// The same object was sent more than once.
    RepeatedObject,
    /// A key was sent more than once, with the same value.
    DuplicateKey,
    /// A string was read as a boolean.
    StringToBoolean,
    /// A string was read as a number.
    StringToNumber,
    /// A string was read as `null`, or as absent.
    StringToNull,
    /// A string that contains an array as JSON was read as the array.
    StringToArray,
    /// A string that contains an object as JSON was read as the object.
    StringToObject,
    /// A number was read as a string.
    NumberToString,
    /// A number was read as a boolean.
    NumberToBoolean,
    /// A boolean was read as a string.
    BooleanToString,
    /// An object was read as a string.
    ObjectToString,
    /// `null` was read as absent.
    NullIgnored,
    /// A single value was read as an array of one item.
    ValueToArray,
    /// An array of one item was read as that item.
    ArrayToValue,
    /// A listed value in another spelling was read as the listed one.
    EnumSpelling,
    /// A key in another spelling was read as the declared one.
    KeySpelling,
    /// A number has more digits than its type holds, and was rounded.
    Rounded,
    /// The user changed values of the call before it ran.
    Edited,
    /// A date, time, id or address in another notation was read in the expected one.
    Format,
}

impl WarningCode {
    /// The stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EmptyArguments => "EMPTY_ARGUMENTS",
            Self::UnknownField => "UNKNOWN_FIELD",
            Self::FenceRemoved => "FENCE_REMOVED",
            Self::TextIgnored => "TEXT_IGNORED",
            Self::CallRemoved => "CALL_REMOVED",
            Self::ExtraComma => "EXTRA_COMMA",
            Self::MissingComma => "MISSING_COMMA",
            Self::ExtraCloser => "EXTRA_CLOSER",
            Self::MissingCloser => "MISSING_CLOSER",
            Self::CommentIgnored => "COMMENT_IGNORED",
            Self::Quotes => "QUOTES",
            Self::UnquotedKey => "UNQUOTED_KEY",
            Self::UnquotedValue => "UNQUOTED_VALUE",
            Self::UnescapedQuote => "UNESCAPED_QUOTE",
            Self::PythonLiteral => "PYTHON_LITERAL",
            Self::Undefined => "UNDEFINED",
            Self::ControlCharacter => "CONTROL_CHARACTER",
            Self::UnusualBlank => "UNUSUAL_BLANK",
            Self::InvalidEscape => "INVALID_ESCAPE",
            Self::EscapedObject => "ESCAPED_OBJECT",
            Self::Unwrapped => "UNWRAPPED",
            Self::RepeatedObject => "REPEATED_OBJECT",
            Self::DuplicateKey => "DUPLICATE_KEY",
            Self::StringToBoolean => "STRING_TO_BOOLEAN",
            Self::StringToNumber => "STRING_TO_NUMBER",
            Self::StringToNull => "STRING_TO_NULL",
            Self::StringToArray => "STRING_TO_ARRAY",
            Self::StringToObject => "STRING_TO_OBJECT",
            Self::NumberToString => "NUMBER_TO_STRING",
            Self::NumberToBoolean => "NUMBER_TO_BOOLEAN",
            Self::BooleanToString => "BOOLEAN_TO_STRING",
            Self::ObjectToString => "OBJECT_TO_STRING",
            Self::NullIgnored => "NULL_IGNORED",
            Self::ValueToArray => "VALUE_TO_ARRAY",
            Self::ArrayToValue => "ARRAY_TO_VALUE",
            Self::EnumSpelling => "ENUM_SPELLING",
            Self::KeySpelling => "KEY_SPELLING",
            Self::Rounded => "ROUNDED",
            Self::Edited => "EDITED",
            Self::Format => "FORMAT",
        }
    }
}

impl std::fmt::Display for WarningCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The warning about a text that holds nothing.
#[cold]
pub fn warn_blank() -> Warning {
    Warning::new(WarningCode::EmptyArguments, "", "the arguments were empty and were read as {}")
}
