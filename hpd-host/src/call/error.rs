//! Why a call was not answered with a result.

use std::any::Any;
use std::fmt;
use std::hash::BuildHasher;

use hpd_runtime::Failure;
use hpd_runtime::error::{ContainerInvocationError, ValidationErrorResponse, visible};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::denied::Denied;
use super::document::DocumentError;
use super::repeated::RepeatedCall;
use super::unknown::{HiddenTool, UnknownTool};
use super::withheld::{NotReleased, StillWaiting};
use crate::outcome::cut_text;

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
    /// The tool may change something, and nobody has said whether it does.
    NotReleased(Box<NotReleased>),
    /// The call can't be handed on: one with the same id waits for its result, or too many do.
    StillWaiting(Box<StillWaiting>),
    /// A document can't be read: there is none of this id, or not yet.
    Document(Box<DocumentError>),
    /// A filter denied the call.
    Denied(Box<Denied>),
    /// The same call failed with the same error again and again.
    Repeated(Box<RepeatedCall>),
}

impl CallError {
    /// Something that can't happen: said rather than a panic.
    #[cold]
    pub(super) fn internal() -> Self {
        Self::Function(Box::new(FunctionError::lost()))
    }

    /// What the key `error_type` says to the model.
    pub const fn error_type(&self) -> &'static str {
        match self {
            Self::UnknownTool(_) => UnknownTool::ERROR_TYPE,
            Self::HiddenTool(_) => HiddenTool::ERROR_TYPE,
            Self::Container(_) => ContainerInvocationError::ERROR_TYPE,
            Self::Validation(_) => ValidationErrorResponse::ERROR_TYPE,
            Self::Function(error) => error.error_type.as_str(),
            Self::TooManyCalls(_) => TooManyCalls::ERROR_TYPE,
            Self::NotReleased(_) => NotReleased::ERROR_TYPE,
            Self::StillWaiting(error) => error.error_type(),
            Self::Document(error) => error.error_type(),
            Self::Denied(_) => Denied::ERROR_TYPE,
            Self::Repeated(_) => RepeatedCall::ERROR_TYPE,
        }
    }
}

impl CallError {
    /// Cuts what a function says beyond `most` bytes.
    #[cold]
    pub(super) fn shorten(&mut self, most: usize) {
        match self {
            Self::Function(error) => cut_text(&mut error.error_message, most),
            Self::Repeated(repeated) => repeated.error.shorten(most),
            // All others say what this crate wrote, with names that are cut.
            _ => {}
        }
    }

    /// A hash of what the error says. That of refused arguments is made without writing them out.
    pub(super) fn fingerprint(&self) -> u64 {
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
            Self::StillWaiting(error) => error.fmt(f),
            Self::Document(error) => error.fmt(f),
            Self::Denied(error) => error.fmt(f),
            Self::Repeated(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CallError {}

/// The function ran, or was about to, and did not succeed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FunctionError {
    error_type: FunctionErrorType,
    /// What the model reads.
    pub error_message: String,
    /// The cause, for the log alone.
    #[serde(skip)]
    pub source: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum FunctionErrorType {
    FunctionError,
    FunctionPanicked,
    Cancelled,
}

impl FunctionErrorType {
    const fn as_str(self) -> &'static str {
        match self {
            Self::FunctionError => "function_error",
            Self::FunctionPanicked => "function_panicked",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What the model reads of a function that does not say why it failed.
const FAILED: &str = "The function failed, and does not say why.";

impl FunctionError {
    #[cold]
    pub(super) fn failed(failure: Failure) -> Self {
        let Failure { message, source } = failure;
        let message = if message.trim().is_empty() { FAILED.into() } else { visible(&message).into_owned() };
        Self { error_type: FunctionErrorType::FunctionError, error_message: message, source }
    }

    #[cold]
    pub(super) fn panicked(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        Self {
            error_type: FunctionErrorType::FunctionPanicked,
            error_message:
                "The function stopped because of an internal error. What it did until then is unknown."
                    .to_owned(),
            source: text.or_else(|| panic.downcast_ref::<String>().cloned()),
        }
    }

    #[cold]
    pub(super) fn cancelled() -> Self {
        Self {
            error_type: FunctionErrorType::Cancelled,
            error_message: "The call was cancelled.".to_owned(),
            source: None,
        }
    }

    #[cold]
    pub(super) fn not_started(error: &std::io::Error) -> Self {
        Self {
            error_type: FunctionErrorType::FunctionError,
            error_message: "The function can't be started right now. It did not run.".to_owned(),
            source: Some(error.to_string()),
        }
    }

    /// Reading or checking the arguments panicked: code of the function's types does part of it.
    #[cold]
    pub(super) fn not_checked(panic: &(dyn Any + Send)) -> Self {
        Self {
            error_message:
                "The arguments can't be checked because of an internal error. The function did not run."
                    .to_owned(),
            ..Self::panicked(panic)
        }
    }

    /// The thread of a local function ended without an answer.
    #[cold]
    pub(super) fn lost() -> Self {
        Self {
            error_type: FunctionErrorType::FunctionPanicked,
            error_message:
                "The function stopped because of an internal error. What it did until then is unknown."
                    .to_owned(),
            source: Some("the thread of the function ended without an answer".to_owned()),
        }
    }

    /// Whether the call was given up by the host.
    pub const fn is_cancelled(&self) -> bool {
        matches!(self.error_type, FunctionErrorType::Cancelled)
    }

    /// Whether the function panicked.
    pub const fn is_panic(&self) -> bool {
        matches!(self.error_type, FunctionErrorType::FunctionPanicked)
    }
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error_message)
    }
}

/// The message has more calls than are answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TooManyCalls {
    error_type: &'static str,
    /// How many are answered.
    pub limit: usize,
    /// What was wrong.
    pub error_message: String,
    /// What to do now.
    pub retry_guidance: String,
}

impl TooManyCalls {
    const ERROR_TYPE: &'static str = "too_many_calls";

    #[cold]
    pub(super) fn new(limit: usize) -> Self {
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
