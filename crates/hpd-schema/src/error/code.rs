//! The kinds of errors about arguments.

use serde::Serialize;

/// The kinds of errors about arguments. Their names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum ErrorCode {
    /// A required field is absent, or null.
    RequiredField,
    /// A field is empty and must not be empty.
    EmptyField,
    /// A value of another JSON type.
    TypeMismatch,
    /// A number is too small, too large, or not a multiple.
    OutOfRange,
    /// A text has too few or too many characters, an array or a map too few or too many entries.
    Length,
    /// A text does not match its pattern.
    PatternMismatch,
    /// A value is not in the list of allowed values.
    NotInEnum,
    /// A field that is not known.
    UnknownField,
    /// A text is not in its format: a date, an address, an id.
    Format,
    /// An array holds the same item twice, or too few or too many items that match `contains`.
    Items,
    /// A value fits none of the alternatives, or more than one where exactly one must fit.
    NoAlternative,
    /// A value that is forbidden.
    NotAllowed,
    /// The value did not pass a check by the tool's author.
    CustomCheck,
    /// The text of the arguments ends too early.
    Truncated,
    /// The text of the arguments is not JSON.
    InvalidJson,
    /// An object has a duplicate key.
    DuplicateKey,
    /// The arguments exceed a limit.
    Limit,
}

impl ErrorCode {
    /// The stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RequiredField => "REQUIRED_FIELD",
            Self::EmptyField => "EMPTY_FIELD",
            Self::TypeMismatch => "TYPE_MISMATCH",
            Self::OutOfRange => "OUT_OF_RANGE",
            Self::Length => "LENGTH",
            Self::PatternMismatch => "PATTERN_MISMATCH",
            Self::NotInEnum => "NOT_IN_ENUM",
            Self::UnknownField => "UNKNOWN_FIELD",
            Self::Format => "FORMAT",
            Self::Items => "ITEMS",
            Self::NoAlternative => "NO_ALTERNATIVE",
            Self::NotAllowed => "NOT_ALLOWED",
            Self::CustomCheck => "CUSTOM_CHECK",
            Self::Truncated => "TRUNCATED",
            Self::InvalidJson => "INVALID_JSON",
            Self::DuplicateKey => "DUPLICATE_KEY",
            Self::Limit => "LIMIT",
        }
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
