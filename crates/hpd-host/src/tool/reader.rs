//! The tool that reads documents: its description for the model, and its arguments.

use hpd_runtime::__private::{Accepted, OwnNames, SchemaPlan};
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::shape::ShapeError;
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

const SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""document_id":{"type":"string","minLength":1,"description":"The id of the document."},"#,
    r#""offset":{"type":"integer","minimum":0,"description":"Where to go on in a document that was cut: the number that the cut names. Leave it out to start at the beginning."}},"#,
    r#""required":["document_id"],"additionalProperties":false}"#,
);

/// The tool's arguments, and its documents.
#[derive(Debug)]
pub(crate) struct DocumentReader {
    plan: SchemaPlan,
    leniency: Leniency,
    pub(crate) part_bytes: usize,
    pub(crate) library: Library,
    /// The tool's name.
    pub(crate) name: Box<str>,
}

/// The requested document.
#[derive(Debug, Deserialize)]
pub(crate) struct DocumentRequest {
    pub(crate) document_id: String,
    #[serde(default)]
    pub(crate) offset: Option<u64>,
}

impl DocumentReader {
    /// The schema that the model sees and calls are checked by.
    pub(crate) const SCHEMA: &str = SCHEMA;

    /// Works out how arguments are read.
    pub(crate) fn new(
        name: &str,
        library: Library,
        part_bytes: usize,
        limits: Limits,
        leniency: Leniency,
    ) -> Result<Self, ShapeError> {
        // The text is JSON: it is written above.
        let schema = serde_json::from_str(SCHEMA).unwrap_or_default();
        let plan = SchemaPlan::new(&schema, limits)?.named(OwnNames::new([name]));
        Ok(Self { plan, leniency, part_bytes: part_bytes.max(LEAST_PART_BYTES), library, name: name.into() })
    }

    /// Reads and checks an argument text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub(crate) fn read(
        &self,
        text: &str,
        stop_reason: StopReason,
    ) -> Result<Accepted, Box<ValidationErrorResponse>> {
        self.plan.read(text, &self.reading(stop_reason))
    }

    pub(crate) const fn reading(&self, stop_reason: StopReason) -> Reading {
        Reading { leniency: self.leniency, writes: false, stop_reason }
    }

    pub(crate) const fn plan(&self) -> &SchemaPlan {
        &self.plan
    }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::{Leniency, Limits};

    use super::{DocumentReader, Library, READ_DOCUMENT};

    #[test]
    fn the_schema_is_one() {
        assert!(serde_json::from_str::<serde_json::Value>(DocumentReader::SCHEMA).is_ok());
        assert!(
            DocumentReader::new(READ_DOCUMENT, Library::default(), 0, Limits::default(), Leniency::Safe)
                .is_ok()
        );
    }
}
