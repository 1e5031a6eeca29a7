//! The journal that a program was given.

use std::fmt;
use std::path::Path;

use hpd_host::journal::{ChainKey, JournalOptions, SqliteJournal};

/// Why a journal can't be read: a sentence.
#[derive(Debug)]
pub struct OpenError(String);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}

/// Opens a journal that is there. [`SqliteJournal::open`] would make one of a file that is empty, or not there.
///
/// # Errors
///
/// The file is not there, can't be read, or is no journal.
pub fn open(path: &Path, key: Option<&Path>) -> Result<SqliteJournal, OpenError> {
    let problem = |path: &Path, error: &dyn fmt::Display| OpenError(format!("{}: {error}", path.display()));
    if std::fs::metadata(path).map_err(|error| problem(path, &error))?.len() == 0 {
        return Err(problem(path, &"the file is empty"));
    }
    let mut options = JournalOptions::default();
    if let Some(key) = key {
        let bytes = std::fs::read(key).map_err(|error| problem(key, &error))?;
        options.key = Some(ChainKey::new(bytes));
    }
    SqliteJournal::open_with(path, options).map_err(|error| problem(path, &with_sources(&error)))
}

/// An error with what is behind it, in one line, each text once.
pub fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        source = error.source();
    }
    super::shown(&text)
}
