//! Failures of functions: a text for the model, the cause for the log, and the effect.

use std::borrow::Cow;
use std::fmt;

use hpd_schema::__private::error::{IntoViolations, Violation};
use serde::{Deserialize, Serialize};

use super::{AskRequest, InputError};

/// The effect of a failed call. It decides about an automatic second attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureEffect {
    /// The function did not run, or stopped before its effect, for a cause that may pass. The call is attempted once
    /// more.
    NotRun,
    /// The function ran, failed, and reports that its effect did not happen. The call is not attempted again.
    #[default]
    Failed,
    /// Nobody knows whether the call took effect. The call is attempted once more only if the function is idempotent, or
    /// an external tool that is a read.
    Unknown,
}

/// The failure of a function, as a type of this crate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Failure {
    /// The text for the model.
    pub message: String,
    /// The cause, for the log alone.
    pub source: Option<String>,
    /// The effect of the call.
    pub effect: FailureEffect,
    /// The question to the user, if the function needs an answer.
    pub ask: Option<Box<AskRequest>>,
}

/// An error with a text that its author declared for the model.
///
/// Only [`for_model`](Self::for_model) reaches the model; [`for_log`](Self::for_log) goes to the host's log.
///
/// ```
/// use hpd_runtime::output::FailureEffect;
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
///     fn effect(&self) -> FailureEffect {
///         match self {
///             Self::NotFound(_) => FailureEffect::Failed,
///             Self::Database(_) => FailureEffect::NotRun,
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no text for the model",
    label = "is no `ModelError`",
    note = "above a type of your own, write `#[derive(ModelError)]`, and above each variant `#[model_error(\"What the model reads.\")]`"
)]
pub trait ModelError {
    /// The text for the model.
    fn for_model(&self) -> Cow<'_, str>;

    /// Further text for the log; nothing by default.
    fn for_log(&self) -> Option<String> {
        None
    }

    /// The effect of the call; by default, the function failed and had no effect.
    fn effect(&self) -> FailureEffect {
        FailureEffect::Failed
    }

    /// The question to the user, if the function needs an answer; nothing by default.
    fn ask(&self) -> Option<AskRequest> {
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
///
/// By default, the effect is [`FailureEffect::Failed`]: the function had no effect, and is not attempted again.
///
/// ```
/// use hpd_runtime::output::FailureEffect;
/// use hpd_runtime::{ModelError, ToolError};
///
/// let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
/// let error =
///     ToolError::new("The printer can't be reached.").did_not_run().caused_by(refused);
/// assert_eq!(error.for_model(), "The printer can't be reached.");
/// assert_eq!(error.for_log().as_deref(), Some("connection refused"));
/// assert_eq!(error.effect(), FailureEffect::NotRun);
/// ```
#[derive(Debug)]
pub struct ToolError {
    message: Cow<'static, str>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
    effect: FailureEffect,
    ask: Option<Box<AskRequest>>,
}

impl ToolError {
    /// An error with the text that the model reads.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self { message: message.into(), source: None, effect: FailureEffect::Failed, ask: None }
    }

    /// The function needs an answer from the user; it had no effect. The call is repeated with the answer.
    ///
    /// ```
    /// use hpd_runtime::{ToolError, plugin};
    ///
    /// struct Cluster { nodes: Vec<String> }
    ///
    /// #[plugin]
    /// impl Cluster {
    ///     /// Restarts a node.
    ///     #[ai_function]
    ///     fn restart(
    ///         &self,
    ///         /// The node, if there are several.
    ///         node_id: Option<String>,
    ///     ) -> Result<String, ToolError> {
    ///         match (node_id, self.nodes.as_slice()) {
    ///             (Some(node), _) => Ok(format!("{node} restarts.")),
    ///             (None, [node]) => Ok(format!("{node} restarts.")),
    ///             (None, _) => {
    ///                 Err(ToolError::ask_user("Which node should I use?").missing(["node_id"]))
    ///             }
    ///         }
    ///     }
    /// }
    /// ```
    pub fn ask_user(question: impl Into<String>) -> Self {
        let ask = AskRequest::new(question);
        let message = ask.question.clone().into();
        Self { message, source: None, effect: FailureEffect::NotRun, ask: Some(Box::new(ask)) }
    }

    /// Sets the parameters whose values come from the user's answer. Without a question, the error's message becomes
    /// the question.
    #[must_use]
    pub fn missing<N: Into<String>>(mut self, parameters: impl IntoIterator<Item = N>) -> Self {
        let ask = self.ask.map_or_else(|| AskRequest::new(self.message.clone()), |ask| *ask);
        self.ask = Some(Box::new(ask.missing(parameters)));
        self
    }

    /// The same as another error: its texts, its effect and its question.
    #[cold]
    pub(crate) fn of(error: &impl ModelError) -> Self {
        let Failure { message, source, effect, ask } = Failure::of(error);
        Self { message: message.into(), source: source.map(Into::into), effect, ask }
    }

    /// Adds the cause, for the log.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Declares that the function had no effect, and that hpd may attempt the call once more by itself.
    #[must_use]
    pub const fn did_not_run(mut self) -> Self {
        self.effect = FailureEffect::NotRun;
        self
    }

    /// Declares that nobody knows whether the call took effect: the answer of a server did not come in time, for
    /// example.
    #[must_use]
    pub const fn outcome_unknown(mut self) -> Self {
        self.effect = FailureEffect::Unknown;
        self
    }
}

/// The user is asked for the input, and the call is made again with the answer.
///
/// Where `?` meets an error without a way into this type, rustc prints the line of this block, with its comment.
#[rustfmt::skip]
impl From<InputError> for ToolError { // of another crate: `.or_tell("What the model reads.")?`, by `OrTell`
    fn from(error: InputError) -> Self {
        Self::of(&error)
    }
}

/// In a check, the model reads the text as that of a wrong argument.
impl IntoViolations for ToolError {
    fn into_violations(self) -> Vec<Violation> {
        vec![Violation::new(self.message)]
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

    fn effect(&self) -> FailureEffect {
        self.effect
    }

    fn ask(&self) -> Option<AskRequest> {
        self.ask.as_deref().cloned()
    }
}

impl Failure {
    /// A failure without effect, with the text that the model reads.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// The failure that an error describes.
    #[cold]
    pub fn of(error: &impl ModelError) -> Self {
        Self {
            message: error.for_model().into_owned(),
            source: error.for_log(),
            effect: error.effect(),
            ask: error.ask().map(Box::new),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, FailureEffect, ModelError, ToolError};
    use crate::output::AskRequest;

    #[test]
    fn a_failure_is_definite_unless_it_says_otherwise() {
        assert_eq!(Failure::of(&"no").effect, FailureEffect::Failed);
        assert_eq!(Failure::of(&ToolError::new("no")).effect, FailureEffect::Failed);
        assert_eq!(Failure::of(&ToolError::new("no").did_not_run()).effect, FailureEffect::NotRun);
        assert_eq!(Failure::of(&ToolError::new("no").outcome_unknown()).effect, FailureEffect::Unknown);
    }

    #[test]
    fn a_question_is_the_text_of_its_error_and_nothing_has_run() {
        let failure = Failure::of(&ToolError::ask_user("Which node?").missing(["node_id", "zone"]));
        assert_eq!(failure.message, "Which node?");
        assert_eq!(failure.effect, FailureEffect::NotRun);
        assert_eq!(
            failure.ask.as_deref(),
            Some(&AskRequest::new("Which node?").missing(["node_id", "zone"]))
        );
    }

    #[test]
    fn an_error_that_names_what_is_missing_is_a_question() {
        let error = ToolError::new("Say which node.").missing(["node_id"]);
        assert_eq!(error.ask(), Some(AskRequest::new("Say which node.").missing(["node_id"])));
    }
}
