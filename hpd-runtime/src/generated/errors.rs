//! The pieces of `#[derive(ModelError)]`: what an error says for the log, by its type.
//!
//! As in `convert`, an inherent method with a bound takes precedence over a blanket trait's method.

use std::error::Error;
use std::ops::Deref;

use hpd_schema::__private::error::Violation;

use crate::output::{CheckError, ModelError, ToolError};

/// The log's view of a value.
pub struct LogOf<'e, T: ?Sized>(pub &'e T);

impl<T: Error + ?Sized> LogOf<'_, T> {
    /// The error and its causes.
    pub fn text(&self) -> Option<String> {
        Some(with_causes(self.0.to_string(), self.0.source()))
    }

    /// The error and its causes, beside what the model reads: without its own text if the model reads the same.
    pub fn beside(&self, told: &str) -> Option<String> {
        let (own, cause) = (self.0.to_string(), self.0.source());
        match cause {
            Some(cause) if own == told => Some(with_causes(cause.to_string(), cause.source())),
            None if own == told => None,
            cause => Some(with_causes(own, cause)),
        }
    }
}

/// The step for boxed errors, which are none themselves.
pub trait LogOfInner {
    /// The error and its causes.
    fn text(&self) -> Option<String>;
}

impl<T: Deref<Target: Error>> LogOfInner for LogOf<'_, T> {
    fn text(&self) -> Option<String> {
        LogOf(&**self.0).text()
    }
}

/// The step for values that are no errors.
pub trait NoLog {
    /// Nothing.
    fn text(&self) -> Option<String> {
        None
    }

    /// Nothing.
    fn beside(&self, _: &str) -> Option<String> {
        None
    }
}

impl<T: ?Sized> NoLog for &LogOf<'_, T> {}

/// An error's text and those of its causes. A text that repeats the one before it is left out.
fn with_causes(mut text: String, mut cause: Option<&(dyn Error + 'static)>) -> String {
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.ends_with(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}

/// What the fields of an error say, together.
pub fn first_cause<const N: usize>(causes: [Option<String>; N]) -> Option<String> {
    causes.into_iter().flatten().reduce(|all, cause| format!("{all}; {cause}"))
}

/// An error of this crate with the texts of another one.
#[cold]
pub fn tool_error(error: &impl ModelError) -> ToolError {
    ToolError::of(error)
}

/// What a check with the context found. An error with a question is one.
#[cold]
pub fn check_error(error: &impl ModelError) -> CheckError {
    CheckError::of(error)
}

/// What a check found, in the words for the model.
#[cold]
pub fn violations(error: &impl ModelError) -> Vec<Violation> {
    vec![Violation::new(error.for_model())]
}
