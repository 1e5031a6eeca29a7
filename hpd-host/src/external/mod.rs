//! Tools whose code is not in this program.

use hpd_runtime::SourceType;
use serde_json::Value;

/// The tools of a server, a frontend or a list: only their names, descriptions and schemas are known. They lie in one
/// container, and their calls go through the same checks as those of Rust functions; a call that passes is
/// [forwarded](crate::OutcomeKind::Forward).
#[derive(Debug, Clone, PartialEq)]
pub struct ExternalTools {
    /// The name of the source, and of the container.
    pub source: String,
    /// What is inside, for the model.
    pub description: String,
    /// What kind of source it is.
    pub source_type: SourceType,
    /// The tools.
    pub tools: Vec<ExternalTool>,
}

/// One tool from outside.
#[derive(Debug, Clone, PartialEq)]
pub struct ExternalTool {
    /// The name that its source gave it.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub input_schema: Value,
    /// Whether it changes something; nothing that its source says of itself is relied on.
    pub write: bool,
}

impl ExternalTools {
    /// Tools of an MCP server.
    pub fn mcp(source: impl Into<String>, description: impl Into<String>, tools: Vec<ExternalTool>) -> Self {
        Self { source: source.into(), description: description.into(), source_type: SourceType::Mcp, tools }
    }

    /// Tools that run in the client.
    pub fn frontend(
        source: impl Into<String>,
        description: impl Into<String>,
        tools: Vec<ExternalTool>,
    ) -> Self {
        Self {
            source: source.into(),
            description: description.into(),
            source_type: SourceType::Frontend,
            tools,
        }
    }
}
