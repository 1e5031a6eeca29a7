//! Blocked calls of external tools, even with right arguments.

use std::fmt;

use serde::Serialize;

/// The tool is blocked until the host acts. The rules of its source are for a tool that the source does not have, or the
/// tool changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NotReleased {
    error_type: &'static str,
    /// The tool that was called.
    pub tool_name: String,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
}

impl NotReleased {
    pub(crate) const ERROR_TYPE: &'static str = "tool_not_released";

    #[cold]
    pub(crate) fn new(tool_name: &str) -> Self {
        Self {
            error_type: Self::ERROR_TYPE,
            error_message: format!("'{tool_name}' is not released for use. It did not run."),
            retry_guidance:
                "Do not call it again. Go on without it, or tell the user that it is not available."
                    .to_owned(),
            tool_name: tool_name.to_owned(),
        }
    }
}

impl fmt::Display for NotReleased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}

/// The call was refused: a call with the same id still waits for its result, or too many calls wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StillPending {
    error_type: &'static str,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
}

impl StillPending {
    const SAME_ID: &'static str = "call_still_waiting";
    const TOO_MANY: &'static str = "too_many_waiting_calls";

    /// The value of the key `error_type`, for the model.
    pub const fn error_type(&self) -> &'static str {
        self.error_type
    }

    #[cold]
    pub(crate) fn same_id() -> Self {
        Self {
            error_type: Self::SAME_ID,
            error_message: "A call with the same id still waits for its result. This one was not made."
                .to_owned(),
            retry_guidance: "Wait for the result of that call, then call again.".to_owned(),
        }
    }

    #[cold]
    pub(crate) fn too_many(limit: usize) -> Self {
        Self {
            error_type: Self::TOO_MANY,
            error_message: format!(
                "Too many calls wait for their results: the most is {limit}. This one was not made."
            ),
            retry_guidance: "Go on without it, or call again when the others have their results.".to_owned(),
        }
    }

    #[cold]
    pub(crate) fn too_many_questions(limit: usize) -> Self {
        Self {
            error_type: Self::TOO_MANY,
            error_message: format!(
                "Too many calls wait for the user's answer: the most is {limit}. This one did not run."
            ),
            retry_guidance: "Ask the user to answer the open questions first.".to_owned(),
        }
    }
}

impl fmt::Display for StillPending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}
