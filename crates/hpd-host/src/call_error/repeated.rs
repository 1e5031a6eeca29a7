//! The answer to a call that was sent again although it can't succeed.

use std::fmt;

use hpd_journal::__private::shown;
use serde::Serialize;

use super::CallError;

/// The same call failed with the same error again and again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RepeatedCall {
    error_type: &'static str,
    /// The name that was called.
    pub tool_name: String,
    /// How often it failed.
    pub attempts: u32,
    /// The problem.
    pub error_message: String,
    /// The error, the same each time.
    pub error: CallError,
    /// Guidance for the model.
    pub retry_guidance: String,
}

impl RepeatedCall {
    pub(crate) const ERROR_TYPE: &'static str = "repeated_call";
    /// The first of the same failures that is answered differently.
    pub(crate) const TOO_OFTEN: u32 = 3;

    /// The answer to a call that failed `attempts` times with the same error: the error, or advice against repeating
    /// the call.
    #[cold]
    pub(crate) fn answer(name: &str, attempts: u32, error: CallError) -> CallError {
        if attempts < Self::TOO_OFTEN {
            return error;
        }
        let tool_name = shown(name);
        CallError::Repeated(Box::new(Self {
            error_type: Self::ERROR_TYPE,
            error_message: format!(
                "This call of '{tool_name}' has failed {attempts} times with the same error."
            ),
            tool_name,
            attempts,
            error,
            retry_guidance:
                "Do NOT send the same call again. Change the arguments as the error says, use another tool, \
                             or ask the user."
                    .to_owned(),
        }))
    }
}

impl fmt::Display for RepeatedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} The error: {}", self.error_message, self.retry_guidance, self.error)
    }
}
