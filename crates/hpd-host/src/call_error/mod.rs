//! Why a call was not answered with a result.

mod denied;
mod document;
mod function_error;
mod hidden;
mod not_approved;
mod repeated;
mod unknown;
mod withheld;

use std::fmt;
use std::hash::BuildHasher;

use hpd_runtime::error::{ContainerInvocationError, ValidationErrorResponse};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

pub use denied::Denied;
pub use document::DocumentError;
pub use function_error::FunctionError;
pub(crate) use function_error::TimeLimit;
pub use not_approved::NotApproved;
pub use repeated::RepeatedCall;
pub use unknown::{CallMistake, HiddenTool, UnknownTool};
pub(crate) use unknown::{EXACT_NAMES, EXACT_NAMES_ANYWHERE};
pub use withheld::{NotReleased, StillPending};

/// Why a call was not answered with a result. Each kind is an object with `error_type` for the model; as text it says
/// the same in sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum CallError {
    /// There is no tool of this name.
    UnknownTool(Box<UnknownTool>),
    /// The tool is inside a container that is not expanded.
    HiddenTool(Box<HiddenTool>),
    /// A container was called with parameters.
    Container(Box<ContainerInvocationError>),
    /// The arguments are wrong.
    Validation(Box<ValidationErrorResponse>),
    /// The function ran, or was about to, and did not succeed.
    Function(Box<FunctionError>),
    /// The message has more calls than are answered.
    TooManyCalls(Box<TooManyCalls>),
    /// The tool is blocked until the host acts.
    NotReleased(Box<NotReleased>),
    /// The call was refused: a call with the same id still waits for its result, or too many calls wait.
    StillPending(Box<StillPending>),
    /// A document can't be read: the id is unknown, the skill is not expanded yet, or the file is not text.
    Document(Box<DocumentError>),
    /// A filter denied the call.
    Denied(Box<Denied>),
    /// A write did not run: the user declined, or could not be asked.
    NotApproved(Box<NotApproved>),
    /// The same call failed with the same error again and again.
    Repeated(Box<RepeatedCall>),
}

impl CallError {
    /// An impossible state: reported rather than a panic.
    #[cold]
    pub(crate) fn internal() -> Self {
        Self::Function(Box::new(FunctionError::lost(false)))
    }

    /// Calls of the tool are refused until the host acts.
    #[cold]
    pub(crate) fn not_released(tool: &str) -> Self {
        Self::NotReleased(Box::new(NotReleased::new(tool)))
    }

    /// Whether a function wants to know something from the user.
    pub(crate) fn asks_user(&self) -> bool {
        matches!(self, Self::Function(error) if error.ask_request().is_some())
    }

    /// The errors of refused arguments.
    pub(crate) fn refused(&self) -> Option<&ValidationErrorResponse> {
        match self {
            Self::Validation(response) => Some(response),
            Self::Repeated(repeated) => repeated.error.refused(),
            _ => None,
        }
    }

    /// The error of the function, if the call came as far as that.
    pub fn function(&self) -> Option<&FunctionError> {
        match self {
            Self::Function(error) => Some(error),
            Self::Repeated(repeated) => repeated.error.function(),
            _ => None,
        }
    }

    /// The value of the key `error_type`, for the model.
    pub const fn error_type(&self) -> &'static str {
        match self {
            Self::UnknownTool(_) => UnknownTool::ERROR_TYPE,
            Self::HiddenTool(_) => HiddenTool::ERROR_TYPE,
            Self::Container(_) => ContainerInvocationError::ERROR_TYPE,
            Self::Validation(_) => ValidationErrorResponse::ERROR_TYPE,
            Self::Function(error) => error.error_type(),
            Self::TooManyCalls(_) => TooManyCalls::ERROR_TYPE,
            Self::NotReleased(_) => NotReleased::ERROR_TYPE,
            Self::StillPending(error) => error.error_type(),
            Self::Document(error) => error.error_type(),
            Self::Denied(_) => Denied::ERROR_TYPE,
            Self::NotApproved(error) => error.error_type(),
            Self::Repeated(_) => RepeatedCall::ERROR_TYPE,
        }
    }
}

impl CallError {
    /// The error of the function. All other texts are this crate's own, with cut names.
    #[cold]
    pub(crate) fn function_mut(&mut self) -> Option<&mut FunctionError> {
        match self {
            Self::Function(error) => Some(error),
            Self::Repeated(repeated) => repeated.error.function_mut(),
            _ => None,
        }
    }

    /// A hash of the error's contents. For refused arguments it needs no formatted text.
    pub(crate) fn fingerprint(&self) -> u64 {
        match self {
            Self::Validation(response) => {
                let said = response.errors.iter().map(|error| {
                    let texts = (&error.property, &error.error_message, error.error_code.as_str());
                    FxBuildHasher.hash_one((texts, &error.expected, &error.suggestion))
                });
                said.fold(FxBuildHasher.hash_one(response.more_errors), |all, error| {
                    FxBuildHasher.hash_one((all, error))
                })
            }
            other => FxBuildHasher.hash_one(other.to_json()),
        }
    }

    /// The error as JSON, as the model reads it.
    pub(crate) fn to_json(&self) -> String {
        match self {
            Self::Validation(response) => response.to_json(),
            // All keys are strings, so that nothing can fail.
            other => serde_json::to_string(other).unwrap_or_default(),
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool(error) => error.fmt(f),
            Self::HiddenTool(error) => error.fmt(f),
            Self::Container(error) => error.fmt(f),
            Self::Validation(error) => error.fmt(f),
            Self::Function(error) => error.fmt(f),
            Self::TooManyCalls(error) => error.fmt(f),
            Self::NotReleased(error) => error.fmt(f),
            Self::StillPending(error) => error.fmt(f),
            Self::Document(error) => error.fmt(f),
            Self::Denied(error) => error.fmt(f),
            Self::NotApproved(error) => error.fmt(f),
            Self::Repeated(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CallError {}

/// The message has more calls than are answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TooManyCalls {
    error_type: &'static str,
    /// How many are answered.
    pub limit: usize,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
}

impl TooManyCalls {
    const ERROR_TYPE: &'static str = "too_many_calls";

    #[cold]
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            error_type: Self::ERROR_TYPE,
            limit,
            error_message: format!(
                "Only the first {limit} calls of a message are answered. This one did not run."
            ),
            retry_guidance: "Send it again in the next message.".to_owned(),
        }
    }
}

impl fmt::Display for TooManyCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}
