//! How a function fails: with a text for the model, and the cause for the log.

use std::borrow::Cow;
use std::fmt;

/// What a failed function tells, once it was turned into this crate's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What the model may see.
    pub message: String,
    /// The cause, for the log alone.
    pub source: Option<String>,
}

/// An error whose author has said what the model may see of it.
///
/// Only [`for_model`](Self::for_model) reaches the model; [`for_log`](Self::for_log) goes to the host's log.
///
/// ```
/// use hpd_runtime::ModelError;
/// use std::borrow::Cow;
///
/// #[derive(Debug)]
/// enum LookupError { NotFound(String), Database(std::io::Error) }
///
/// impl ModelError for LookupError {
///     fn for_model(&self) -> Cow<'_, str> {
///         match self {
///             Self::NotFound(id) => format!("There is no invoice {id}.").into(),
///             Self::Database(_) => "The invoices can't be read right now.".into(),
///         }
///     }
///     fn for_log(&self) -> Option<String> {
///         Some(format!("{self:?}"))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` doesn't say what the model may see of it",
    label = "the error of an `#[ai_function]` needs `hpd_runtime::ModelError`",
    note = "implement `ModelError` for it, or return `ToolError::new(\"what the model reads\").source(error)`"
)]
pub trait ModelError {
    /// What the model reads.
    fn for_model(&self) -> Cow<'_, str>;

    /// What the log gets besides; nothing by default.
    fn for_log(&self) -> Option<String> {
        None
    }
}

impl ModelError for String {
    fn for_model(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl ModelError for &str {
    fn for_model(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl ModelError for std::convert::Infallible {
    fn for_model(&self) -> Cow<'_, str> {
        match *self {}
    }
}

/// A ready-made error: a text for the model and, for the log, the cause.
#[derive(Debug)]
pub struct ToolError {
    message: Cow<'static, str>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl ToolError {
    /// An error with the text that the model reads.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self { message: message.into(), source: None }
    }

    /// Adds the cause, for the log.
    #[must_use]
    pub fn source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl ModelError for ToolError {
    fn for_model(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.message)
    }

    fn for_log(&self) -> Option<String> {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = std::error::Error::source(self);
        let mut text = String::new();
        while let Some(error) = cause {
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(&error.to_string());
            cause = error.source();
        }
        (!text.is_empty()).then_some(text)
    }
}

impl Failure {
    #[cold]
    pub(crate) fn of(error: &impl ModelError) -> Self {
        Self { message: error.for_model().into_owned(), source: error.for_log() }
    }
}
