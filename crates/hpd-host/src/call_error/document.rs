//! A document that can't be read.

use std::fmt;

use hpd_journal::__private::shown;
use serde::Serialize;

/// A document can't be read: there is none of this id, or not yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DocumentError {
    pub(crate) error_type: &'static str,
    /// The id that was asked for.
    pub document_id: String,
    /// The nearest id that can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The container to expand first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_name: Option<String>,
    /// The documents that can be read; the first of them, if they are many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readable_documents: Vec<String>,
    /// The problem.
    pub error_message: String,
    /// Guidance for the model.
    pub retry_guidance: String,
}

impl DocumentError {
    pub(crate) const UNKNOWN: &'static str = "unknown_document";
    const CLOSED: &'static str = "document_not_readable";
    const NO_TEXT: &'static str = "document_not_text";

    /// The key `error_type` for the model.
    pub const fn error_type(&self) -> &'static str {
        self.error_type
    }

    pub(crate) fn new(
        error_type: &'static str,
        id: &str,
        error_message: String,
        retry_guidance: String,
    ) -> Self {
        Self {
            error_type,
            document_id: shown(id),
            suggestion: None,
            container_name: None,
            readable_documents: Vec::new(),
            error_message,
            retry_guidance,
        }
    }

    pub(crate) fn hidden(id: &str, skill: &str, container: &str) -> Self {
        let id = shown(id);
        let message = format!("'{id}' is a document of the skill '{skill}', which is not expanded yet.");
        let then = if skill == container {
            String::new()
        } else {
            format!("then call '{skill}' with NO arguments, ")
        };
        let guidance = format!(
            "First call '{container}' with NO arguments to expand it, {then}then read the document again."
        );
        Self { container_name: Some(container.to_owned()), ..Self::new(Self::CLOSED, &id, message, guidance) }
    }

    pub(crate) fn no_text(id: &str, why: &str) -> Self {
        let message = format!("'{}' can't be read: {why}.", shown(id));
        Self::new(Self::NO_TEXT, id, message, "Do not try again. Go on without it.".to_owned())
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.error_message, self.retry_guidance)
    }
}
