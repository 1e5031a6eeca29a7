//! The findings of a check by the tool's author.

use super::ErrorCode;

/// A mistake that a check by the tool's author found, in words for the model.
///
/// ```
/// # use hpd_schema::__private::error::{ErrorCode, Violation};
///
/// fn check_dates(start: u32, end: u32) -> Result<(), Violation> {
///     if end < start {
///         return Err(Violation::new("End must not lie before Start")
///             .property("End")
///             .code(ErrorCode::OutOfRange));
///     }
///     Ok(())
/// }
/// # assert!(check_dates(2, 1).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// In a box, so that the results of checks are small.
    pub(super) said: Box<Said>,
}

/// The texts of a violation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) message: String,
    pub(super) property: Option<String>,
    pub(super) code: ErrorCode,
    pub(super) expected: Option<String>,
    pub(super) suggestion: Option<String>,
    pub(super) hint: Option<String>,
}

impl Violation {
    /// A violation with the text that the model reads.
    pub fn new(message: impl Into<String>) -> Self {
        let said = Said {
            message: message.into(),
            property: None,
            code: ErrorCode::CustomCheck,
            expected: None,
            suggestion: None,
            hint: None,
        };
        Self { said: Box::new(said) }
    }

    /// Sets the field that is wrong, as a dotted name seen from the arguments: `Lines`, `Lines[0].Amount`. In
    /// the check of one parameter the name may start with an index: `[0].Amount`. Without a name, the
    /// parameter itself is wrong.
    #[must_use]
    pub fn property(mut self, property: impl Into<String>) -> Self {
        self.said.property = Some(property.into());
        self
    }

    /// Sets the code. Without this method, the code is [`ErrorCode::CustomCheck`].
    #[must_use]
    pub fn code(mut self, code: ErrorCode) -> Self {
        self.said.code = code;
        self
    }

    /// Sets the expected value.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.said.expected = Some(expected.into());
        self
    }

    /// Sets the value to send instead.
    #[must_use]
    pub fn suggestion(mut self, suggestion: impl Into<String>) -> Self {
        self.said.suggestion = Some(suggestion.into());
        self
    }

    /// Sets how the right value is obtained.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.said.hint = Some(hint.into());
        self
    }

    /// The text for the model.
    pub fn message(&self) -> &str {
        &self.said.message
    }

    /// The field, seen from the arguments, for the check of `parameter` or of all of them.
    pub(super) fn full_property(&self, parameter: Option<&str>) -> String {
        match (self.said.property.as_deref(), parameter) {
            (Some(part), Some(parameter)) if part.starts_with('[') => format!("{parameter}{part}"),
            (Some(property), _) => property.to_owned(),
            (None, parameter) => parameter.unwrap_or_default().to_owned(),
        }
    }
}

impl From<String> for Violation {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for Violation {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.said.message)
    }
}

impl std::error::Error for Violation {}

/// Error types of a check: a text, a type with `#[derive(ModelError)]`, a [`Violation`], or several.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the error of a check",
    note = "return `Result<(), String>`, or an error with `#[derive(ModelError)]`; to name a place in the value, return `Violation` or `Vec<Violation>` of `hpd_host::error` or `hpd_runtime::error`"
)]
pub trait IntoViolations {
    /// The violations, in the order in which the model reads them.
    fn into_violations(self) -> Vec<Violation>;
}

impl IntoViolations for Violation {
    fn into_violations(self) -> Vec<Violation> {
        vec![self]
    }
}

impl IntoViolations for Vec<Violation> {
    fn into_violations(self) -> Vec<Violation> {
        self
    }
}

impl IntoViolations for String {
    fn into_violations(self) -> Vec<Violation> {
        vec![self.into()]
    }
}

impl IntoViolations for &str {
    fn into_violations(self) -> Vec<Violation> {
        vec![self.into()]
    }
}
