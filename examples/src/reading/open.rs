//! The journal that a program was given.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hpd_host::journal::{ChainKey, JournalOptions, SqliteJournal};

/// What each database of `SQLite` begins with.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// A table that each journal has. Its name stands near the beginning of the file, since it was made first.
const TABLE: &[u8] = b"journal_schema";

/// How much of the file is the beginning.
const BEGINNING: u64 = 1 << 18;

/// Why a journal can't be read: a sentence.
#[derive(Debug)]
pub struct OpenError(String);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}

/// Opens a journal that is there. [`SqliteJournal::open`] would make one of an empty file, and add its tables to a database that
/// is another program's: so the file is looked at first.
///
/// # Errors
///
/// The file is not there, can't be read, or is no journal.
pub fn open(path: &Path, key: Option<&Path>) -> Result<SqliteJournal, OpenError> {
    let problem = |path: &Path, error: &dyn fmt::Display| OpenError(format!("{}: {error}", path.display()));
    if !is_journal(path).map_err(|error| problem(path, &error))? {
        return Err(problem(path, &"this is not a journal"));
    }
    let mut options = JournalOptions::default();
    if let Some(key) = key {
        let bytes = std::fs::read(key).map_err(|error| problem(key, &error))?;
        options.key = Some(ChainKey::new(bytes));
    }
    SqliteJournal::open_with(path, options).map_err(|error| problem(path, &with_sources(&error)))
}

/// Whether a file looks like a journal.
fn is_journal(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(BEGINNING).read_to_end(&mut start)?;
    // What was written last stands in a file beside it, until it is carried over.
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    let has_table = || start.windows(TABLE.len()).any(|part| part == TABLE);
    Ok(start.starts_with(SQLITE) && (has_log || has_table()))
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
