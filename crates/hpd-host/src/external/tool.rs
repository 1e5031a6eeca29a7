//! An external tool.

use hpd_runtime::output::JsonText;
use serde_json::Value;

use crate::class::Classification;

/// An external tool, as its source describes it.
///
/// ```
/// use hpd_host::external::{Classification, ExternalTool};
/// use serde_json::json;
///
/// let tool = ExternalTool::new("create_issue", "Opens an issue", json!({"type": "object"}))
///     .classified(Classification::Write);
/// assert_eq!(tool.name, "create_issue");
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ExternalTool {
    /// The name that its source gave it.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// The purpose, for the model; empty if its source gives none.
    pub description: String,
    /// The JSON Schema of its arguments. Models see its properties in the order of the alphabet, unless it was read
    /// from [a text](Self::list_from_text) or a manifest.
    pub input_schema: Value,
    /// The JSON Schema of its results, if its source gives one.
    pub output_schema: Option<Value>,
    /// The source's own hints.
    pub annotations: ToolAnnotations,
    /// The icons, as the source wrote them: a JSON array.
    pub icons: Option<JsonText>,
    /// The source's own metadata (`_meta`), as it was written: a JSON object.
    pub meta: Option<JsonText>,
    /// Whether a call may run as a task of its own, in MCP.
    pub task_support: Option<TaskSupport>,
    /// The host's classification. Unclassified tools get their class from their hints and names.
    pub classification: Classification,
    /// The text of the schema, where it is known: the order of its keys is that of the schema that models see.
    pub(crate) written: Option<Box<str>>,
    /// The text of the schema of the results, where it is known.
    pub(crate) written_output: Option<Box<str>>,
}

/// Whether calls of an external tool may run as tasks (MCP's `execution.taskSupport`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TaskSupport {
    /// Never.
    Forbidden,
    /// The client decides.
    Optional,
    /// Always.
    Required,
}

impl TaskSupport {
    /// The word of MCP.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Forbidden => "forbidden",
            Self::Optional => "optional",
            Self::Required => "required",
        }
    }

    pub(super) fn of(word: &str) -> Option<Self> {
        [Self::Forbidden, Self::Optional, Self::Required].into_iter().find(|support| support.as_str() == word)
    }
}

/// A source's hints about its own tool. A hint of an untrusted source makes checks stricter, and never weaker: see
/// [`Classification`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ToolAnnotations {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// Calling it twice has the effect of calling it once. No automatic second attempt relies on it; the host declares
    /// [`ToolRules::idempotent`](crate::external::ToolRules::idempotent).
    pub idempotent: Option<bool>,
    /// It reaches beyond its own system.
    pub open_world: Option<bool>,
}

impl ExternalTool {
    /// An unclassified tool.
    pub fn new(name: impl Into<String>, description: impl Into<String>, input_schema: Value) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            input_schema,
            output_schema: None,
            annotations: ToolAnnotations::default(),
            icons: None,
            meta: None,
            task_support: None,
            classification: Classification::Unclassified,
            written: None,
            written_output: None,
        }
    }

    /// Sets whether the tool changes something. If the host's [`Rules`](crate::external::Rules) for the source classify
    /// the tool too, the rules take precedence.
    #[must_use]
    pub const fn classified(mut self, classification: Classification) -> Self {
        self.classification = classification;
        self
    }
}
