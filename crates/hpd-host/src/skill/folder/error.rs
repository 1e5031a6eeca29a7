//! Why a folder is no skill.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::skill::{ImportedSkill, SkillProblem};

/// Why a folder is no skill: everything that is wrong with it, at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillFolderError {
    folder: PathBuf,
    problems: Vec<SkillProblem>,
}

impl SkillFolderError {
    pub(super) fn unreadable(folder: &Path, why: &dyn fmt::Display) -> Self {
        let problem =
            SkillProblem { file: folder.to_owned(), line: None, message: format!("it can't be read: {why}") };
        Self { folder: folder.to_owned(), problems: vec![problem] }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Everything that is wrong.
    pub fn problems(&self) -> &[SkillProblem] {
        &self.problems
    }
}

impl fmt::Display for SkillFolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SkillFolderError {}

/// The problems and remarks of a folder so far.
pub(super) struct Report<'f> {
    /// As the caller named it.
    pub(super) folder: &'f Path,
    problems: Vec<SkillProblem>,
    remarks: Vec<SkillProblem>,
}

impl<'f> Report<'f> {
    pub(super) const fn new(folder: &'f Path) -> Self {
        Self { folder, problems: Vec::new(), remarks: Vec::new() }
    }

    /// Notes a problem with a file. Returns nothing.
    pub(super) fn wrong<T>(
        &mut self,
        file: &str,
        line: Option<usize>,
        message: impl Into<String>,
    ) -> Option<T> {
        self.problems.push(SkillProblem { file: self.folder.join(file), line, message: message.into() });
        None
    }

    /// Notes that the folder itself can't be read; there is nothing then.
    pub(super) fn wrong_folder<T>(&mut self, why: &dyn fmt::Display) -> Option<T> {
        self.problems.extend(SkillFolderError::unreadable(self.folder, why).problems);
        None
    }

    /// Notes a skipped part.
    pub(super) fn remark(&mut self, file: &str, line: Option<usize>, message: impl Into<String>) {
        self.remarks.push(SkillProblem { file: self.folder.join(file), line, message: message.into() });
    }

    /// Whether a key of the front matter has a problem or remark.
    pub(super) fn mentions(&self, key: &str) -> bool {
        let start = format!("`{key}` ");
        self.problems.iter().any(|problem| problem.message.starts_with(&start))
    }

    /// The skill with its remarks, if there is no problem. Without a skill, a problem was noted.
    pub(super) fn finish(self, skill: Option<ImportedSkill>) -> Result<ImportedSkill, SkillFolderError> {
        match skill {
            Some(skill) if self.problems.is_empty() => Ok(ImportedSkill { remarks: self.remarks, ..skill }),
            _ => Err(SkillFolderError { folder: self.folder.to_owned(), problems: self.problems }),
        }
    }
}
