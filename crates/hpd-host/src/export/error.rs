//! Why a skill was not written as a folder.

use std::path::PathBuf;
use std::{fmt, io};

/// Why a skill was not written as a folder.
#[derive(Debug)]
pub struct SkillExportError {
    skill: String,
    reason: Reason,
}

#[derive(Debug)]
pub(super) enum Reason {
    /// No skill has this name; perhaps this skill was meant.
    NoSkill(Option<String>),
    /// The format does not allow a part of it.
    Form(String),
    /// A document can't be read.
    Document { id: String, why: String },
    /// A file or folder can't be written.
    Write { file: PathBuf, error: io::Error },
}

impl SkillExportError {
    pub(super) fn new(skill: &str, reason: Reason) -> Self {
        Self { skill: skill.to_owned(), reason }
    }

    /// The skill's name, as the caller of the export gave it.
    pub fn skill(&self) -> &str {
        &self.skill
    }
}

impl fmt::Display for SkillExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skill = &self.skill;
        match &self.reason {
            Reason::NoSkill(None) => write!(f, "the toolbox has no skill `{skill}`"),
            Reason::NoSkill(Some(nearest)) => {
                write!(f, "the toolbox has no skill `{skill}`: did you mean `{nearest}`?")
            }
            Reason::Form(problem) => write!(f, "the skill `{skill}` can't be written as a folder: {problem}"),
            Reason::Document { id, why } => {
                write!(f, "the document `{id}` of the skill `{skill}` can't be read: {why}")
            }
            Reason::Write { file, error } => {
                write!(f, "the skill `{skill}` can't be written: {}: {error}", file.display())
            }
        }
    }
}

impl std::error::Error for SkillExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Write { error, .. } => Some(error),
            Reason::NoSkill(_) | Reason::Form(_) | Reason::Document { .. } => None,
        }
    }
}
