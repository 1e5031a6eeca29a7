//! Why a journal can't be opened.

use std::fmt;

use crate::journal::database::newer;
use crate::pending::StoreError;

/// Why a journal in an SQLite database can't be opened.
#[derive(Debug)]
pub struct SqliteJournalError(Kind);

#[derive(Debug)]
enum Kind {
    Database(rusqlite::Error),
    Foreign { sign: String },
    Newer { found: i64, known: usize },
    NoWriteAheadLog { mode: String },
    NoThread(std::io::Error),
}

impl SqliteJournalError {
    /// Whether the file is something else than a journal: a database of another program, or no database. It is as it
    /// was then.
    pub fn is_of_another_file(&self) -> bool {
        match &self.0 {
            Kind::Foreign { .. } => true,
            Kind::Database(error) => error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase),
            Kind::Newer { .. } | Kind::NoWriteAheadLog { .. } | Kind::NoThread(_) => false,
        }
    }

    /// The database is another program's, as this says of it.
    pub(super) const fn foreign(sign: String) -> Self {
        Self(Kind::Foreign { sign })
    }

    pub(super) const fn newer(found: i64, known: usize) -> Self {
        Self(Kind::Newer { found, known })
    }

    pub(super) const fn no_write_ahead_log(mode: String) -> Self {
        Self(Kind::NoWriteAheadLog { mode })
    }

    pub(super) const fn no_thread(error: std::io::Error) -> Self {
        Self(Kind::NoThread(error))
    }
}

impl fmt::Display for SqliteJournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Database(error) => write!(f, "the journal can't be opened: {}", reason(error)),
            Kind::Foreign { sign } => write!(
                f,
                "the file is a database of another program: {sign}; give the journal a file of its own"
            ),
            Kind::Newer { found, known } => f.write_str(&newer(found, known)),
            Kind::NoWriteAheadLog { mode } => write!(
                f,
                "the journal can't be opened: where it is, SQLite can't keep a write-ahead log (it says \"{mode}\")"
            ),
            Kind::NoThread(error) => write!(f, "the journal's thread can't be started: {error}"),
        }
    }
}

impl std::error::Error for SqliteJournalError {}

impl From<rusqlite::Error> for SqliteJournalError {
    fn from(error: rusqlite::Error) -> Self {
        Self(Kind::Database(error))
    }
}

/// A failure of the database.
pub(super) fn failed(error: rusqlite::Error) -> StoreError {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => StoreError::new(msg),
        other => StoreError::new(other),
    }
}

/// SQLite's text, which names tables and columns, and no values; without the statement.
fn reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}
