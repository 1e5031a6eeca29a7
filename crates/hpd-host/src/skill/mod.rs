//! Skills beyond the macros: documents, their sources, and skill folders.

#[cfg(feature = "yaml")]
mod allowed;
mod document;
#[cfg(feature = "yaml")]
mod folder;
mod imported;
mod problem;
mod rules;
mod source;

pub use document::{DocumentText, SkillDocument};
#[cfg(feature = "yaml")]
pub use folder::{SkillFolder, SkillFolderError, SkillFolders};
pub use imported::ImportedSkill;
pub use problem::SkillProblem;
pub(crate) use rules::{check_description, check_name, kebab_case};
pub use source::DocumentSource;

/// The plugin of imported skills: the first half of their qualified ids.
pub(crate) const IMPORTED: &str = "AgentSkills";

/// The metadata key for a document's description.
pub(crate) fn description_key(path: &str) -> String {
    format!("document:{path}")
}
