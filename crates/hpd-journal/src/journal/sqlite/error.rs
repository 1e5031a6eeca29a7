//! Why a journal can't be opened.

use std::error::Error;
use std::fmt;
use std::io;

use rusqlite::ErrorCode;
use rusqlite::ffi::SQLITE_ERROR;

use crate::journal::database::newer;
use crate::pending::{StoreError, StoreErrorKind};

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
    File(io::Error),
    NotWritable(io::Error),
    Replaced,
    NoJournal,
    Store(StoreError),
}

impl SqliteJournalError {
    /// Whether the file is not a journal: a database of another program, or no database. Such a file stays unchanged.
    pub fn is_of_another_file(&self) -> bool {
        match &self.0 {
            Kind::Foreign { .. } => true,
            Kind::Database(error) => error.sqlite_error_code() == Some(ErrorCode::NotADatabase),
            _ => false,
        }
    }

    /// What failed, as far as it is known: for programs that tell a person what to do.
    pub fn kind(&self) -> StoreErrorKind {
        match &self.0 {
            _ if self.is_of_another_file() => StoreErrorKind::NotAJournal,
            Kind::Foreign { .. } | Kind::NoJournal => StoreErrorKind::NotAJournal,
            Kind::Database(error) => kind(error),
            Kind::Newer { .. } => StoreErrorKind::Newer,
            Kind::File(error) => match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => StoreErrorKind::Missing,
                io::ErrorKind::PermissionDenied => StoreErrorKind::Permission,
                _ => StoreErrorKind::Other,
            },
            Kind::NotWritable(_) => StoreErrorKind::Permission,
            Kind::Replaced => StoreErrorKind::Moved,
            Kind::Store(error) => error.kind(),
            Kind::NoWriteAheadLog { .. } | Kind::NoThread(_) => StoreErrorKind::Other,
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

    /// The file can't be examined.
    pub(super) const fn file(error: io::Error) -> Self {
        Self(Kind::File(error))
    }

    /// The file, or its folder, can't be written.
    pub(super) const fn not_writable(error: io::Error) -> Self {
        Self(Kind::NotWritable(error))
    }

    /// SQLite opened it to be read only.
    pub(super) fn read_only() -> Self {
        Self(Kind::NotWritable(io::Error::other("it may only be read")))
    }

    /// Another file came to the path while the first one was opened.
    pub(super) const fn replaced() -> Self {
        Self(Kind::Replaced)
    }

    /// The database is empty.
    pub(super) const fn no_journal() -> Self {
        Self(Kind::NoJournal)
    }

    /// Whether SQLite could not open a file, or write to it.
    pub(super) fn is_of_access(&self) -> bool {
        let codes = [ErrorCode::CannotOpen, ErrorCode::ReadOnly, ErrorCode::PermissionDenied];
        let is_read_only = matches!(&self.0, Kind::NotWritable(_));
        is_read_only
            || matches!(&self.0, Kind::Database(error) if error.sqlite_error_code().is_some_and(|code| codes.contains(&code)))
    }
}

fn is_held(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

impl fmt::Display for SqliteJournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Database(error) if is_held(error) => {
                let reason = reason(error);
                write!(
                    f,
                    "the journal can't be opened: {reason}, since another program holds the file for itself"
                )
            }
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
            Kind::File(error) => write!(f, "the journal can't be opened: {error}"),
            Kind::NotWritable(error) => write!(
                f,
                "the journal can't be opened, since it can't be written: {error}; \
                 `SqliteJournal::open_to_read` reads it"
            ),
            Kind::Replaced => {
                f.write_str("the journal can't be opened: another file came to its path at the same time")
            }
            Kind::NoJournal => f.write_str("there is no journal: the file is empty"),
            Kind::Store(error) => {
                let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                write!(f, "the journal can't be opened: {reason}")
            }
        }
    }
}

impl Error for SqliteJournalError {}

/// A journal that can't be opened, for those who open one of several kinds.
impl From<SqliteJournalError> for StoreError {
    fn from(error: SqliteJournalError) -> Self {
        Self::of_kind(error.kind(), error)
    }
}

impl From<StoreError> for SqliteJournalError {
    fn from(error: StoreError) -> Self {
        Self(Kind::Store(error))
    }
}

impl From<rusqlite::Error> for SqliteJournalError {
    fn from(error: rusqlite::Error) -> Self {
        Self(Kind::Database(error))
    }
}

/// A failure of the database.
pub(super) fn failed(error: rusqlite::Error) -> StoreError {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => StoreError::of_kind(StoreErrorKind::Older, msg),
        other => StoreError::of_kind(kind(&other), other),
    }
}

/// The kind of a failure, by SQLite's code.
fn kind(error: &rusqlite::Error) -> StoreErrorKind {
    if matches!(error, rusqlite::Error::SqlInputError { .. }) {
        return StoreErrorKind::Older;
    }
    let code = error.sqlite_error();
    match code.map(|code| code.code) {
        // The code of a statement that does not fit the tables. The statements are the program's own.
        Some(ErrorCode::Unknown) if code.is_some_and(|code| code.extended_code == SQLITE_ERROR) => {
            StoreErrorKind::Older
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            StoreErrorKind::Busy
        }
        Some(
            ErrorCode::PermissionDenied | ErrorCode::ReadOnly | ErrorCode::AuthorizationForStatementDenied,
        ) => StoreErrorKind::Permission,
        Some(ErrorCode::CannotOpen) => StoreErrorKind::Missing,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::SystemIoFailure) => {
            StoreErrorKind::Damaged
        }
        _ => StoreErrorKind::Other,
    }
}

/// SQLite's text, which names tables and columns, and no values; without the statement.
fn reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rusqlite::{Connection, OpenFlags};

    use super::{SqliteJournalError, failed};
    use crate::journal::{JournalOptions, SqliteJournal};
    use crate::pending::{StoreError, StoreErrorKind};

    #[test]
    fn a_failure_has_the_kind_of_its_code() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal.db");
        let (one, other) = (Connection::open(&file).unwrap(), Connection::open(&file).unwrap());
        let read = |connection: &Connection| {
            connection.query_row("SELECT count(*) FROM here", (), |row| row.get::<_, i64>(0)).map_err(failed)
        };
        assert_eq!(read(&one).unwrap_err().kind(), StoreErrorKind::Older);
        let column = one.prepare("SELECT none FROM sqlite_schema").map(drop).map_err(failed).unwrap_err();
        assert_eq!(column.kind(), StoreErrorKind::Older);
        one.execute_batch("CREATE TABLE here (column); BEGIN EXCLUSIVE").unwrap();
        other.busy_timeout(std::time::Duration::ZERO).unwrap();
        assert_eq!(read(&other).unwrap_err().kind(), StoreErrorKind::Busy);
        one.execute_batch("COMMIT").unwrap();
        let reader = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let written = reader.execute("INSERT INTO here VALUES (1)", ()).map_err(failed).unwrap_err();
        assert_eq!(written.kind(), StoreErrorKind::Permission);
        let missing =
            Connection::open_with_flags(folder.path().join("none"), OpenFlags::SQLITE_OPEN_READ_ONLY);
        assert_eq!(missing.map_err(failed).unwrap_err().kind(), StoreErrorKind::Missing);
        drop((one, other, reader));
        fs::write(&file, "This is a letter, and not a database. ".repeat(100)).unwrap();
        assert_eq!(read(&Connection::open(&file).unwrap()).unwrap_err().kind(), StoreErrorKind::Damaged);
    }

    #[test]
    fn a_journal_that_can_t_be_opened_says_its_kind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal.db");
        let kind = || {
            let error = SqliteJournal::open_to_read(&file, JournalOptions::default()).err().unwrap();
            (error.kind(), StoreError::from(error).kind())
        };
        assert_eq!(kind(), (StoreErrorKind::Missing, StoreErrorKind::Missing));
        fs::write(&file, "").unwrap();
        assert_eq!(kind(), (StoreErrorKind::NotAJournal, StoreErrorKind::NotAJournal));
        fs::write(&file, "This is a letter, and not a database. ".repeat(100)).unwrap();
        assert_eq!(kind().0, StoreErrorKind::NotAJournal);
        fs::remove_file(&file).unwrap();
        Connection::open(&file).unwrap().execute_batch("CREATE TABLE letters (text)").unwrap();
        assert_eq!(kind().0, StoreErrorKind::NotAJournal);
        fs::remove_file(&file).unwrap();
        drop(SqliteJournal::open(&file).unwrap());
        let newer = "INSERT INTO journal_schema (version) VALUES (99)";
        Connection::open(&file).unwrap().execute_batch(newer).unwrap();
        assert_eq!(kind().0, StoreErrorKind::Newer);
        let store = SqliteJournalError::from(StoreError::of_kind(StoreErrorKind::Busy, "locked"));
        assert_eq!(store.kind(), StoreErrorKind::Busy);
    }
}
