//! What was set right in the arguments of a call that went through.

use serde::Serialize;

/// Something that was set right, or ignored, in arguments that were accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What was done.
    pub code: WarningCode,
    /// JSON pointer to the place.
    pub pointer: String,
    /// The same in words.
    pub message: String,
}

/// The kinds of warnings. The names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum WarningCode {
    /// Empty text, blank text or `null` was read as `{}`.
    EmptyArguments,
    /// An argument that the function does not know was ignored.
    UnknownField,
}
