//! Connections to the database.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::SqliteJournalError;
use super::schema::{MIGRATIONS, migrate};
use crate::journal::writer::wait_in_millis;
use crate::journal::{Durability, JournalOptions};

/// How long is waited before the mode of a database is changed after all.
const BEFORE_NEXT_TRY: Duration = Duration::from_millis(10);

/// Where a database is.
pub(super) enum Place {
    File(PathBuf),
    Memory,
}

impl Place {
    /// The connection that writes. The database is there afterwards, in its newest version.
    ///
    /// # Errors
    ///
    /// The database can't be opened or written, or is not a journal that this version knows.
    pub(super) fn writer(&self, options: &JournalOptions) -> Result<Connection, SqliteJournalError> {
        let mut connection = match self {
            Self::File(path) => {
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
                let connection = open(path, flags, options.patience)?;
                keep_write_ahead_log(&connection, options.patience)?;
                connection
            }
            Self::Memory => Connection::open_in_memory()?,
        };
        let synchronous = match options.durability {
            Durability::Durable => "FULL",
            Durability::Relaxed => "NORMAL",
        };
        connection.pragma_update(None, "synchronous", synchronous)?;
        // What is erased is overwritten.
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

fn open(path: &Path, flags: OpenFlags, patience: Duration) -> Result<Connection, SqliteJournalError> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    be_patient(&connection, patience)?;
    // Nothing stands in any file but those of the database.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(connection)
}

/// Waits so long for a transaction of somebody else from now on.
pub(super) fn be_patient(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_millis(wait_in_millis(patience).into()))
}

fn keep_write_ahead_log(connection: &Connection, patience: Duration) -> Result<(), SqliteJournalError> {
    let began = Instant::now();
    loop {
        match write_ahead_log_mode(connection) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => return Err(SqliteJournalError::no_write_ahead_log(mode)),
            // SQLite itself waits for nobody when the mode is changed.
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
