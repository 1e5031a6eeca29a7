//! The tool that searches for tools: its description for the model, and what it found.

use hpd_runtime::spec::QualifiedId;

/// The tool's qualified id, and its name.
pub(crate) const SEARCH: &str = "search_tools";

/// The id under which a session notes that a search found a tool: no container has it.
pub(crate) fn found_id(tool: &QualifiedId) -> QualifiedId {
    QualifiedId::new(Some(SEARCH), tool.as_str())
}

/// The tool of such an id.
pub(crate) fn found_tool(noted: &QualifiedId) -> Option<QualifiedId> {
    let tool = noted.as_str().strip_prefix(SEARCH)?.strip_prefix('.')?;
    Some(QualifiedId::new(None, tool))
}

/// The tool's description for the model.
pub(crate) const SEARCH_TEXT: &str = "Searches for tools that are not in the list, by words about what they do. The answer has their arguments: call them by name then.";

/// The schema that the model sees and calls are checked by.
pub(crate) const SEARCH_SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""query":{"type":"string","minLength":1,"maxLength":1000,"description":"Words about what the tool does: cancel an invoice."}},"#,
    r#""required":["query"],"additionalProperties":false}"#,
);
