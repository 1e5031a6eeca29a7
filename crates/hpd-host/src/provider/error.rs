//! Why the calls of a message can't be read.

use std::fmt;

use hpd_runtime::__private::text::cut;

/// An unreadable model message. The text names the problem and its place. Of the message, it repeats a few names only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderError {
    kind: ProviderErrorKind,
    /// Where in the message, as in `choices[0].message`; empty for the message itself.
    place: String,
    what: String,
}

/// The kinds of problems of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProviderErrorKind {
    /// The message is not JSON.
    Syntax,
    /// The message is JSON, but not a message of this provider.
    Shape,
    /// The provider sent an error in place of a message.
    Failed,
}

/// Characters of an error that the provider sent.
const LONGEST_REPORT: usize = 256;

impl ProviderError {
    #[cold]
    pub(super) fn syntax(error: &serde_json::Error) -> Self {
        let what = if error.is_eof() {
            "the message ends before its JSON does".to_owned()
        } else {
            format!("the message is not JSON: see line {}, column {}", error.line(), error.column())
        };
        Self { kind: ProviderErrorKind::Syntax, place: String::new(), what }
    }

    /// `expected` with its article: "an array".
    #[cold]
    pub(super) fn expected(place: String, expected: &str, found: &str) -> Self {
        let what = format!("expected {expected}, found {found}");
        Self { kind: ProviderErrorKind::Shape, place, what }
    }

    #[cold]
    pub(super) fn shape(place: String, what: impl Into<String>) -> Self {
        Self { kind: ProviderErrorKind::Shape, place, what: what.into() }
    }

    /// `report` is the provider's own text.
    #[cold]
    pub(super) fn failed(place: String, report: &str) -> Self {
        let what = format!("the provider reports: {}", cut(report, LONGEST_REPORT));
        Self { kind: ProviderErrorKind::Failed, place, what }
    }

    /// The kind of problem.
    pub const fn kind(&self) -> ProviderErrorKind {
        self.kind
    }

    /// Where in the message, as in `choices[0].message`; empty for the message itself.
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.what),
            place => write!(f, "{place}: {}", self.what),
        }
    }
}

impl std::error::Error for ProviderError {}
