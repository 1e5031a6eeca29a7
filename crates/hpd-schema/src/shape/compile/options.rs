//! Input and errors of compilation.

use std::fmt;

use hpd_json::Limits;

/// How a schema is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompileOptions {
    /// The schema describes Rust types. Rules that decoding enforces are not checked a second time.
    pub native_formats: bool,
    /// `format` is checked: `date`, `date-time`, `time`, `duration`, `email`, `hostname`, `ip`, `ipv4`,
    /// `ipv6`, `uri` and `uuid`. Formats of numbers, such as `int32`, `uint64` and `double`, are checked as ranges. Other
    /// formats are annotations, which are not checked.
    pub formats: bool,
    /// Bytes of the longest pattern that is compiled; longer ones are [`Unsupported`], and all without the feature
    /// `patterns`.
    pub pattern: usize,
}

impl CompileOptions {
    /// For the schema of an own function.
    pub const fn own() -> Self {
        Self { native_formats: true, formats: true, pattern: usize::MAX }
    }

    /// For the schema of an external tool.
    pub const fn outside(limits: &Limits) -> Self {
        Self { native_formats: false, formats: true, pattern: limits.pattern }
    }
}

/// A schema that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeError {
    /// JSON pointer to the keyword.
    pub pointer: String,
    /// The problem, in a sentence.
    pub message: String,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the schema" } else { &self.pointer };
        write!(f, "{place} {}", self.message)
    }
}

impl std::error::Error for ShapeError {}

/// A keyword that a schema uses and a Shape does not check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsupported {
    /// JSON pointer to the keyword.
    pub pointer: String,
    /// The keyword.
    pub keyword: String,
}
