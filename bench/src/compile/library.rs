//! The libraries whose cost a function is measured.

use std::path::Path;

const SERDE: &str = "serde = { version = \"1\", features = [\"derive\"] }\n";
const SERDE_JSON: &str = "serde_json = \"1\"\n";
const SCHEMARS: &str = "schemars = \"1.2\"\n";

/// A library, or a common base of tool libraries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Library {
    /// Serde's derive alone: arguments, but no schema.
    Serde,
    /// Serde and schemars: arguments and schema, by hand.
    Schemars,
    /// hpd.
    Hpd,
    /// llm-tool.
    LlmTool,
    /// rmcp.
    Rmcp,
}

impl Library {
    /// The libraries of tools.
    pub(crate) const OF_TOOLS: [Self; 3] = [Self::Hpd, Self::LlmTool, Self::Rmcp];
    /// All of them, in the order of the report.
    pub(crate) const ALL: [Self; 5] = [Self::Serde, Self::Schemars, Self::Hpd, Self::LlmTool, Self::Rmcp];

    /// The name on the command line and in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Serde => "serde",
            Self::Schemars => "schemars",
            Self::Hpd => "hpd",
            Self::LlmTool => "llm-tool",
            Self::Rmcp => "rmcp",
        }
    }

    /// The dependencies of a crate that uses the library, as lines of its manifest.
    pub(super) fn dependencies(self, runtime: &Path) -> String {
        match self {
            Self::Serde => [SERDE, SERDE_JSON].concat(),
            Self::Schemars => [SERDE, SERDE_JSON, SCHEMARS].concat(),
            Self::Hpd => {
                // A literal string of TOML, so that a backslash in a path is a backslash.
                let path = runtime.display();
                format!("{SERDE}{SCHEMARS}hpd-runtime = {{ path = '{path}' }}\n")
            }
            Self::LlmTool => [SERDE, SERDE_JSON, SCHEMARS, "llm-tool = \"0.10.5\"\n"].concat(),
            Self::Rmcp => [
                SERDE,
                SERDE_JSON,
                SCHEMARS,
                "rmcp = { version = \"3.11\", default-features = false, features = [\"server\", \"macros\"] }\n",
            ]
            .concat(),
        }
    }

    /// The dependencies of a whole program, as lines of its manifest.
    pub(super) fn dependencies_of_program(self, runtime: &Path) -> String {
        match self {
            Self::Hpd => {
                let path = runtime.join("../crates/hpd-host");
                format!("{SERDE}{SCHEMARS}hpd-host = {{ path = '{}' }}\n", path.display())
            }
            other => other.dependencies(runtime),
        }
    }
}
