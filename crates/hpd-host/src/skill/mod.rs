//! Skills beyond the macros: the sources of documents, the reading tool, and skill folders in and out.

#[cfg(feature = "yaml")]
mod allowed;
mod document;
mod export;
#[cfg(feature = "yaml")]
mod folder;
mod imported;
mod library;
mod part;
mod problem;
mod reader;
mod rules;
mod source;

pub use document::{DocumentText, SkillDocument};
pub use export::{ExportedSkill, SkillExportError};
#[cfg(feature = "yaml")]
pub use folder::{SkillFolder, SkillFolderError, SkillFolders};
pub use imported::ImportedSkill;
pub(crate) use library::{Content, DocumentProblem, Library, StoredDocument};
pub(crate) use part::part;
pub use problem::SkillProblem;
pub(crate) use reader::{DocumentReader, DocumentRequest, PART_BYTES, READ_DOCUMENT, READ_DOCUMENT_TEXT};
pub(crate) use rules::{check_description, check_name};
pub use source::DocumentSource;

/// The plugin of imported skills: the first half of their qualified ids.
pub(crate) const IMPORTED: &str = "AgentSkills";

/// The metadata key for a document's description.
fn description_key(path: &str) -> String {
    format!("document:{path}")
}
