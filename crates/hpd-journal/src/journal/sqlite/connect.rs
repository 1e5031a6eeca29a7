//! Connections to the database.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::SqliteJournalError;
use super::identity::{FileId, Identity, beside};
use super::schema::{MIGRATIONS, check_owner, migrate};
use super::watch::Watch;
use crate::journal::writer::wait_in_millis;
use crate::journal::{Durability, JournalOptions};

/// How long is waited before the mode of a database is changed after all.
const BEFORE_NEXT_TRY: Duration = Duration::from_millis(10);

/// Where a database is.
pub(super) enum Place {
    File(PathBuf),
    Memory,
}

/// SQLite's name of a database in memory.
const IN_MEMORY: &str = ":memory:";

impl Place {
    /// A file. Its path stays the same when the program changes its working directory.
    ///
    /// # Errors
    ///
    /// The path is empty, or there is no working directory.
    pub(super) fn file(path: &Path) -> Result<Self, SqliteJournalError> {
        if path == Path::new(IN_MEMORY) {
            return Ok(Self::File(path.to_owned()));
        }
        std::path::absolute(path).map(Self::File).map_err(SqliteJournalError::file)
    }

    /// The connection that writes, and the check of its file.
    ///
    /// # Errors
    ///
    /// As [`writer`](Self::writer).
    pub(super) fn watched_writer(
        &self,
        options: &JournalOptions,
    ) -> Result<(Connection, Option<Watch>), SqliteJournalError> {
        let Self::File(path) = self else { return Ok((self.writer(options)?, None)) };
        let before = FileId::at(path);
        let connection = self.writer(options)?;
        let identity = Identity::of_writer(path).map_err(SqliteJournalError::file)?;
        if before.is_some() && before != FileId::at(path) {
            return Err(SqliteJournalError::replaced());
        }
        let watch = Watch::new(identity, &connection)?;
        Ok((connection, Some(watch)))
    }

    /// The connection that writes. The database is there afterwards, in its newest version.
    ///
    /// # Errors
    ///
    /// The database can't be opened or written, is another program's, or is of a version that this one does not know.
    pub(super) fn writer(&self, options: &JournalOptions) -> Result<Connection, SqliteJournalError> {
        let mut connection = match self {
            Self::File(path) => {
                let opened = open_to_write(path, options.patience);
                opened.map_err(|error| if error.is_of_access() { unwritable(path, error) } else { error })?
            }
            Self::Memory => {
                let connection = Connection::open_in_memory()?;
                keep_plans(&connection)?;
                shrink_in_slices(&connection)?;
                connection
            }
        };
        let synchronous = match options.durability {
            Durability::Durable => "FULL",
            Durability::Relaxed => "NORMAL",
        };
        connection.pragma_update(None, "synchronous", synchronous)?;
        // Erased data is overwritten.
        connection.pragma_update(None, "secure_delete", "ON")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        connection.set_prepared_statement_cache_capacity(64);
        migrate(&mut connection, MIGRATIONS)?;
        Ok(connection)
    }

    /// A connection that reads beside the one that writes; `None` if there can be none.
    ///
    /// # Errors
    ///
    /// The database can't be opened.
    pub(super) fn reader(&self, patience: Duration) -> Result<Option<Connection>, SqliteJournalError> {
        let Self::File(path) = self else { return Ok(None) };
        // To read a write-ahead log, SQLite may have to write.
        let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE, patience)?;
        connection.pragma_update(None, "query_only", "ON")?;
        Ok(Some(connection))
    }
}

/// A connection that writes. Not yet migrated.
fn open_to_write(path: &Path, patience: Duration) -> Result<Connection, SqliteJournalError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let connection = open(path, flags, patience)?;
    take_over(&connection, patience)?;
    Ok(connection)
}

/// The system's reason why a file can't be written; the given error if there is none.
fn unwritable(path: &Path, error: SqliteJournalError) -> SqliteJournalError {
    let refused = |result: io::Result<File>| {
        let refused = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
        result.err().filter(|error| refused.contains(&error.kind()))
    };
    // Only after SQLite could not open it: to close a file drops the locks of the process.
    if let Some(reason) = refused(OpenOptions::new().append(true).open(path)) {
        return SqliteJournalError::not_writable(reason);
    }
    let probe = beside(path, "-probe");
    let probed = OpenOptions::new().write(true).create_new(true).open(&probe);
    if probed.is_ok() {
        // It is empty; if it stays, it does no harm.
        let _ = std::fs::remove_file(&probe);
    }
    refused(probed).map_or(error, SqliteJournalError::not_writable)
}

/// Makes an empty database one that [`compact`](crate::journal::Journal::compact) shrinks in slices.
fn shrink_in_slices(connection: &Connection) -> rusqlite::Result<()> {
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
    if pages == 0 { connection.pragma_update(None, "auto_vacuum", "INCREMENTAL") } else { Ok(()) }
}

pub(super) fn open(
    path: &Path,
    flags: OpenFlags,
    patience: Duration,
) -> Result<Connection, SqliteJournalError> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    be_patient(&connection, patience)?;
    keep_plans(&connection)?;
    // Temporary data never reaches a file.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(connection)
}

/// Plans a prepared statement once. Otherwise SQLite may plan it again for each new parameter, and takes longer for that than
/// for an insertion.
fn keep_plans(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(drop)
}

/// Sets the time to wait for other transactions from now on.
pub(super) fn be_patient(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_millis(wait_in_millis(patience).into()))
}

fn keep_write_ahead_log(connection: &Connection, patience: Duration) -> Result<(), SqliteJournalError> {
    let began = Instant::now();
    loop {
        match write_ahead_log_mode(connection) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => return Err(SqliteJournalError::no_write_ahead_log(mode)),
            // SQLite itself does not wait when the mode changes.
            Err(error) if is_busy(&error) && began.elapsed() < patience => thread::sleep(BEFORE_NEXT_TRY),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The mode, after it was changed if it was another one.
fn write_ahead_log_mode(connection: &Connection) -> rusqlite::Result<String> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode == "wal" {
        return Ok(mode);
    }
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Makes a file keep a write-ahead log, if it is a journal or empty. Another file stays as it is.
fn take_over(connection: &Connection, patience: Duration) -> Result<(), SqliteJournalError> {
    // To close a database may be to carry its log over, and that log may be another program's.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let checked = check_owner(connection);
    if checked.is_ok() || has_empty_log(connection) {
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    }
    checked?;
    if !connection.is_readonly("main")? {
        shrink_in_slices(connection)?;
    }
    keep_write_ahead_log(connection, patience)?;
    if connection.is_readonly("main")? {
        return Err(SqliteJournalError::read_only());
    }
    Ok(())
}

/// Whether the write-ahead log beside the file exists only because the file was read. It disappears when the file is
/// closed.
fn has_empty_log(connection: &Connection) -> bool {
    let log = connection.path().map(|path| std::fs::metadata(format!("{path}-wal")));
    log.is_some_and(|log| log.is_ok_and(|log| log.len() == 0))
}

#[cfg(test)]
mod tests {
    use rusqlite::{Connection, OpenFlags};

    use super::super::SqliteJournalError;
    use super::{MIGRATIONS, Place, migrate, take_over};
    use crate::journal::JournalOptions;

    const READ_ONLY: &str = "the journal can't be opened, since it can't be written: it may only be read; \
        `SqliteJournal::open_to_read` reads it";

    /// Makes a file and takes it over, though it may only be read: SQLite opens a file that is protected as if that had
    /// been asked for.
    fn take_over_protected(make: impl FnOnce(&std::path::Path)) -> Result<(), SqliteJournalError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal.db");
        make(&file);
        let mut connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        take_over(&connection, JournalOptions::PATIENCE)?;
        migrate(&mut connection, MIGRATIONS)
    }

    #[test]
    fn an_empty_file_that_may_only_be_read_is_refused() {
        let taken = take_over_protected(|file| std::fs::write(file, "").unwrap());
        assert_eq!(
            taken.unwrap_err().to_string(),
            "the journal can't be opened: attempt to write a readonly database"
        );
    }

    #[test]
    fn a_database_of_another_program_is_said_to_be_one_also_where_it_may_only_be_read() {
        let taken = take_over_protected(|file| {
            Connection::open(file).unwrap().execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
        });
        assert!(taken.unwrap_err().is_of_another_file());
    }

    #[test]
    fn a_journal_that_may_only_be_read_is_refused() {
        let taken = take_over_protected(|file| {
            Place::File(file.to_owned()).writer(&JournalOptions::default()).unwrap();
        });
        assert_eq!(taken.unwrap_err().to_string(), READ_ONLY);
    }

    #[test]
    fn a_journal_that_does_not_say_that_it_is_one_is_refused_also_where_it_may_only_be_read() {
        let taken = take_over_protected(|file| {
            let connection = Place::File(file.to_owned()).writer(&JournalOptions::default()).unwrap();
            connection.pragma_update(None, "application_id", 0).unwrap();
        });
        assert_eq!(taken.unwrap_err().to_string(), READ_ONLY);
    }
}
