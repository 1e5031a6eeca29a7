//! Problems with a skill's file.

use std::fmt;
use std::path::PathBuf;

/// An error or a note about a file of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkillProblem {
    /// The file or folder.
    pub file: PathBuf,
    /// The line, from 1, where there is one.
    pub line: Option<usize>,
    /// The problem, in a sentence.
    pub message: String,
}

impl fmt::Display for SkillProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        match self.line {
            Some(line) => write!(f, "{line}: {}", self.message),
            None => write!(f, " {}", self.message),
        }
    }
}
