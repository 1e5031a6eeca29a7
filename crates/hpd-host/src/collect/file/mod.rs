//! Files of values, read again when they change. Here: their problems.

mod watched;

use std::fmt;
use std::path::{Path, PathBuf};

pub(crate) use watched::Watched;

use hpd_document::{FileProblem, Place, write_problems};

/// All problems with a file, without its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    file: PathBuf,
    problems: Vec<FileProblem>,
}

impl FileError {
    pub(crate) fn new(file: &Path, mut problems: Vec<FileProblem>) -> Self {
        problems.sort_by_key(|problem| problem.place);
        Self { file: file.to_owned(), problems }
    }

    /// Something is wrong with the file as a whole.
    pub(crate) fn whole(file: &Path, message: impl Into<String>) -> Self {
        Self::new(file, vec![FileProblem::whole(message)])
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
        write_problems(f, self.file.display(), &self.problems)
    }
}

impl std::error::Error for FileError {}

/// Notes that a place has no table.
pub(crate) fn no_table(place: &Place<'_>) {
    place.wrong("must be a table: `key: value`");
}
