//! Connections to the database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::SqliteJournalError;
use super::schema::{MIGRATIONS, migrate};
use crate::journal::Durability;

/// How long a transaction of another process is waited for.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

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
    pub(super) fn writer(&self, durability: Durability) -> Result<Connection, SqliteJournalError> {
        let mut connection = match self {
            Self::File(path) => {
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
                let connection = open(path, flags)?;
                keep_write_ahead_log(&connection)?;
                connection
            }
            Self::Memory => Connection::open_in_memory()?,
        };
        let synchronous = match durability {
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
    pub(super) fn reader(&self) -> Result<Option<Connection>, SqliteJournalError> {
        let Self::File(path) = self else { return Ok(None) };
        // To read a write-ahead log, SQLite may have to write.
        let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.pragma_update(None, "query_only", "ON")?;
        Ok(Some(connection))
    }
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection, SqliteJournalError> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    // Nothing stands in any file but those of the database.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(connection)
}

fn keep_write_ahead_log(connection: &Connection) -> Result<(), SqliteJournalError> {
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode == "wal" { Ok(()) } else { Err(SqliteJournalError::no_write_ahead_log(mode)) }
}
