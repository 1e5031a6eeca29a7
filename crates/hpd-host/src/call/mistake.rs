//! The mistakes of calls.

use serde::Serialize;

/// The mistake of a call, before its arguments are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CallMistake {
    /// A container was called with parameters.
    ContainerWithParameters,
    /// The name had the container's or plugin's before it.
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
