//! A question that a function has for the user.

use super::AskedInput;

/// A question of a function to the user. The function needs the answer, and has not had any effect.
///
/// ```
/// use hpd_runtime::output::AskRequest;
///
/// let ask = AskRequest::new("Which node should I use?").missing(["node_id"]);
/// assert_eq!(ask.missing, ["node_id"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AskRequest {
    /// The question.
    pub question: String,
    /// The parameters whose values the answer gives; empty if the function does not say.
    pub missing: Vec<String>,
    /// The inputs that are asked for, which are no parameters. The call is made again with their answers.
    pub inputs: Vec<AskedInput>,
}

impl AskRequest {
    /// The request for inputs, which are no parameters.
    #[cold]
    pub(super) fn of_inputs(inputs: Vec<AskedInput>) -> Self {
        let question = inputs.iter().map(|input| input.request.message()).collect::<Vec<_>>().join("\n");
        Self { inputs, ..Self::new(question) }
    }

    /// A question in words that the user reads.
    pub fn new(question: impl Into<String>) -> Self {
        Self { question: question.into(), missing: Vec::new(), inputs: Vec::new() }
    }

    /// The parameters whose values the answer gives.
    #[must_use]
    pub fn missing<N: Into<String>>(mut self, parameters: impl IntoIterator<Item = N>) -> Self {
        self.missing.extend(parameters.into_iter().map(Into::into));
        self
    }
}
