//! One document of a skill.

use std::fmt;

use hpd_runtime::spec::{Document, DocumentContent};

/// A document of a skill, as it is announced to the model when the skill is expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkillDocument {
    /// The id by which it is read.
    pub id: String,
    /// A summary of the document, for the model.
    pub description: String,
    /// Where its text is.
    pub text: DocumentText,
}

/// Where a document's text is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentText {
    /// The text itself.
    Here(String),
    /// In a [document source](crate::skills::DocumentSource), which finds the text by the document's id.
    Source,
    /// No text: the file exists, but is not readable as text. Contains the reason.
    None(&'static str),
}

impl SkillDocument {
    /// One that a macro declares.
    pub(crate) fn of(document: &Document) -> Self {
        let text = match document.content {
            DocumentContent::Text(text) => DocumentText::Here(text.to_owned()),
            DocumentContent::Source => DocumentText::Source,
        };
        Self { id: document.id.to_owned(), description: document.description.to_owned(), text }
    }
}

impl fmt::Display for SkillDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} - {}", self.id, self.description)?;
        match self.text {
            DocumentText::None(why) => write!(f, " ({why})"),
            DocumentText::Here(_) | DocumentText::Source => Ok(()),
        }
    }
}
