//! The name of a call: unknown, or of a tool that is hidden.

use std::fmt;

use hpd_runtime::spec::QualifiedId;
use serde::Serialize;

/// The mistake of a call, before its arguments are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CallMistake {
    /// A container was called with parameters.
    ContainerWithParameters,
    /// The name has the name of a container or plugin as a prefix.
    QualifiedName,
    /// There is no tool of the name, but one like it.
    MisspeltName,
    /// There is no tool of the name, and nothing like it.
    UnknownName,
    /// The tool is inside a container that is not expanded.
    HiddenTool,
}

impl CallMistake {
    /// The name that it has as JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ContainerWithParameters => "container_with_parameters",
            Self::QualifiedName => "qualified_name",
            Self::MisspeltName => "misspelt_name",
            Self::UnknownName => "unknown_name",
            Self::HiddenTool => "hidden_tool",
        }
    }
}

/// There is no tool of this name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnknownTool {
    pub(crate) error_type: &'static str,
    /// The name that was called.
    pub tool_name: String,
    /// The name that was meant, or the nearest one that the session sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The names of all that may be meant, where that is more than one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
    /// The kind of mistake.
    #[serde(skip)]
    pub mistake: CallMistake,
}

pub(crate) const EXACT_NAMES: &str = "Call a tool by exactly the name in the list of tools.";
/// The same where tools may be called that are not in the list.
pub(crate) const EXACT_NAMES_ANYWHERE: &str =
    "Call a tool by exactly the name in the list of tools, or in the answer of its container.";

impl UnknownTool {
    pub(crate) const ERROR_TYPE: &'static str = "unknown_tool";
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
    pub(crate) error_type: &'static str,
    /// The name that was called.
    pub tool_name: String,
    /// The tool's own name, if the call used another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The container to expand first: the outermost unexpanded container of the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_name: Option<String>,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
    /// The kind of mistake.
    #[serde(skip)]
    pub mistake: CallMistake,
    #[serde(skip)]
    pub(crate) id: QualifiedId,
}

impl HiddenTool {
    pub(crate) const ERROR_TYPE: &'static str = "tool_not_visible";

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
