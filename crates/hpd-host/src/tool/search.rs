//! The tool that searches for tools: its description for the model.

/// The tool's qualified id, and its name.
pub(crate) const SEARCH: &str = "search_tools";

/// The tool's description for the model.
pub(crate) const SEARCH_TEXT: &str = "Searches for tools that are not in the list, by words about what they do. The answer has their arguments: call them by name then.";

/// The schema that the model sees and calls are checked by.
pub(crate) const SEARCH_SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""query":{"type":"string","minLength":1,"maxLength":1000,"description":"Words about what the tool does: cancel an invoice."}},"#,
    r#""required":["query"],"additionalProperties":false}"#,
);
