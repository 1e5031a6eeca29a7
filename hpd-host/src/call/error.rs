//! Why a call was not answered with a result.

use std::any::Any;
use std::fmt;

use hpd_runtime::error::{ContainerInvocationError, ValidationErrorResponse, nearest};
use hpd_runtime::{Failure, QualifiedId};
use serde::Serialize;

use crate::session::Session;
use crate::toolbox::{Tool, Toolbox};

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
        }
    }
}

impl std::error::Error for CallError {}

/// There is no tool of this name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnknownTool {
    error_type: &'static str,
    /// The name that was called.
    pub tool_name: String,
    /// The nearest name that the session sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// What was wrong.
    pub error_message: String,
    /// What to do now.
    pub retry_guidance: String,
}

/// Characters of a name that is repeated: a model may call anything.
const LONGEST_NAME: usize = 64;

impl UnknownTool {
    #[cold]
    pub(super) fn new(toolbox: &Toolbox, session: &Session, name: &str) -> Self {
        let visible = toolbox.tools(session);
        let suggestion = nearest(name, visible.iter().map(|tool| tool.name())).map(str::to_owned);
        let tool_name = hpd_runtime::error::cut(name, LONGEST_NAME);
        let retry_guidance = match &suggestion {
            Some(nearest) => {
                format!("Did you mean '{nearest}'? Call a tool by exactly the name in the list of tools.")
            }
            None => "Call a tool by exactly the name in the list of tools.".to_owned(),
        };
        Self {
            error_type: "unknown_tool",
            error_message: format!("There is no tool '{tool_name}'."),
            tool_name,
            suggestion,
            retry_guidance,
        }
    }
}

impl fmt::Display for UnknownTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}

/// The tool is inside a container that is not expanded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct HiddenTool {
    error_type: &'static str,
    /// The tool that was called.
    pub tool_name: String,
    /// The container to expand first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_name: Option<String>,
    /// What was wrong.
    pub error_message: String,
    /// What to do now.
    pub retry_guidance: String,
    #[serde(skip)]
    id: QualifiedId,
}

impl HiddenTool {
    #[cold]
    pub(super) fn new(toolbox: &Toolbox, session: &Session, tool: &Tool) -> Self {
        let containers = tool.reveal.by.iter().map(|&container| toolbox.at(container));
        // One that can be expanded now is more use than one that is hidden itself.
        let container = containers
            .clone()
            .find(|container| crate::visibility::is_visible(toolbox, session, container))
            .or_else(|| containers.clone().next())
            .map(|container| container.name().to_owned());
        let name = tool.name();
        let (error_message, retry_guidance) = match &container {
            Some(container) => (
                format!("'{name}' is inside the container '{container}', which is not expanded yet."),
                format!("First call '{container}' with NO arguments to expand it, then call '{name}' again."),
            ),
            None => (
                format!("'{name}' is not available."),
                "Call a tool by exactly the name in the list of tools.".to_owned(),
            ),
        };
        Self {
            error_type: "tool_not_visible",
            tool_name: name.to_owned(),
            container_name: container,
            error_message,
            retry_guidance,
            id: tool.id().clone(),
        }
    }

    /// The qualified id of the tool.
    pub const fn id(&self) -> &QualifiedId {
        &self.id
    }
}

impl fmt::Display for HiddenTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}

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

impl FunctionError {
    #[cold]
    pub(super) fn failed(failure: Failure) -> Self {
        let Failure { message, source } = failure;
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
    #[cold]
    pub(super) fn new(limit: usize) -> Self {
        Self {
            error_type: "too_many_calls",
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
