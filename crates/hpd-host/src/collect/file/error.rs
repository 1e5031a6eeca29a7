//! Problems with a file of values.

use std::fmt;
use std::path::{Path, PathBuf};

use super::Spot;

/// All problems with a file, without its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    file: PathBuf,
    problems: Vec<FileProblem>,
}

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileProblem {
    /// The line and column, from 1; `None` for the file as a whole.
    pub place: Option<(usize, usize)>,
    /// Where it is, by keys: `capabilities.place_order`. Empty for the file as a whole.
    pub path: String,
    /// The problem, in a sentence.
    pub message: String,
}

impl FileError {
    pub(crate) fn new(file: &Path, mut problems: Vec<FileProblem>) -> Self {
        problems.sort_by_key(|problem| problem.place);
        Self { file: file.to_owned(), problems }
    }

    /// Something is wrong with the file as a whole.
    pub(crate) fn whole(file: &Path, message: impl Into<String>) -> Self {
        let problem = FileProblem { place: None, path: String::new(), message: message.into() };
        Self::new(file, vec![problem])
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Everything that is wrong, in the order of the text.
    pub fn problems(&self) -> &[FileProblem] {
        &self.problems
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, FileProblem { place, path, message }) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}", self.file.display())?;
            if let Some((line, column)) = place {
                write!(f, ":{line}:{column}")?;
            }
            match path.as_str() {
                "" => write!(f, ": {message}")?,
                path => write!(f, ": `{path}` {message}")?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

/// The problems so far.
#[derive(Default)]
pub(crate) struct Problems(Vec<FileProblem>);

impl Problems {
    /// Notes a problem at a spot.
    pub(crate) fn wrong(&mut self, spot: &Spot, path: &str, message: impl Into<String>) {
        let (path, message) = (path.to_owned(), message.into());
        self.0.push(FileProblem { place: Some(spot.place), path, message });
    }

    pub(crate) fn into_list(self) -> Vec<FileProblem> {
        self.0
    }
}
