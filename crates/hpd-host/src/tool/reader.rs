//! The tool that reads documents: its description for the model, and its arguments.

use serde::Deserialize;

use super::Library;

/// The tool's qualified id, and its name where the host gives it none.
pub(crate) const READ_DOCUMENT: &str = "read_skill_document";

/// The tool's description for the model.
pub(crate) const READ_DOCUMENT_TEXT: &str =
    "Reads a document of a skill by its id. Expanding a skill lists the ids of its documents.";

/// Bytes of a document that are read at once, where the host does not say.
pub(crate) const PART_BYTES: usize = 64 * 1024;
/// A smaller part would hold little more than the note.
const LEAST_PART_BYTES: usize = 1024;

/// The schema that the model sees and calls are checked by.
pub(crate) const READ_DOCUMENT_SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""document_id":{"type":"string","minLength":1,"description":"The id of the document."},"#,
    r#""offset":{"type":"integer","minimum":0,"description":"Where to go on in a document that was cut: the number that the cut names. Leave it out to start at the beginning."}},"#,
    r#""required":["document_id"],"additionalProperties":false}"#,
);

/// The documents, and how many bytes of one are read at once.
#[derive(Debug)]
pub(crate) struct DocumentReader {
    pub(crate) part_bytes: usize,
    pub(crate) library: Library,
}

impl DocumentReader {
    pub(crate) fn new(library: Library, part_bytes: usize) -> Self {
        Self { part_bytes: part_bytes.max(LEAST_PART_BYTES), library }
    }
}

/// The requested document.
#[derive(Debug, Deserialize)]
pub(crate) struct DocumentRequest {
    pub(crate) document_id: String,
    #[serde(default)]
    pub(crate) offset: Option<u64>,
}
