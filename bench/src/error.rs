//! Why a measurement did not come about.

use std::fmt;
use std::io;
use std::path::Path;

/// The reason why a measurement failed; the text names a remedy where there is one.
#[derive(Debug)]
pub(crate) struct Error(String);

/// The result of a step of a measurement.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with this text.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The system's error for an operation on a file.
    pub(crate) fn file(action: &str, path: &Path, error: &io::Error) -> Self {
        Self(format!("can't {action} `{}`: {error}", path.display()))
    }

    /// A program that can't be run or that failed.
    pub(crate) fn program(line: &str, reason: impl fmt::Display) -> Self {
        Self(format!("`{line}` failed: {reason}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
