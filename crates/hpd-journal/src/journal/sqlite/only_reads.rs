//! A journal that is opened to be read only.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_executor::block_on;
use rusqlite::{Connection, OpenFlags};

use super::SqliteJournalError;
use super::connect::open;
use super::identity::{Identity, beside};
use super::read::answer;
use super::schema::{MIGRATIONS, check};
use crate::journal::writer::{Command, Shared, Waiting};
use crate::pending::StoreError;

const REFUSAL: &str = "the journal was opened to be read, and is not written to";

/// A connection to an existing journal, and its file.
///
/// # Errors
///
/// There is no journal, or it can't be read.
pub(super) fn open_to_read(
    path: &Path,
    patience: Duration,
) -> Result<(Connection, Arc<Identity>), SqliteJournalError> {
    let is_fixed = |is_fixed| Identity::of_reader(path, is_fixed).map_err(SqliteJournalError::file);
    let identity = is_fixed(false)?;
    match open_shared(path, patience) {
        Ok(connection) => Ok((connection, identity)),
        // Readers of a write-ahead log have to write beside it. Without a log, no program has the journal open.
        Err(error) if error.is_of_access() && !has_log(path) => {
            let identity = is_fixed(true)?;
            open_fixed(path, patience).map_or(Err(error), |connection| Ok((connection, identity)))
        }
        Err(error) => Err(error),
    }
}

/// Beside programs that write.
fn open_shared(path: &Path, patience: Duration) -> Result<Connection, SqliteJournalError> {
    // To read a write-ahead log, SQLite may have to write. A protected file is opened as if only reading was asked for.
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE, patience)?;
    connection.pragma_update(None, "query_only", "ON")?;
    check(&connection, MIGRATIONS)?;
    Ok(connection)
}

/// A file that nobody changes: SQLite neither locks it nor looks for a log.
fn open_fixed(path: &Path, patience: Duration) -> Result<Connection, SqliteJournalError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = open(Path::new(&address(path)), flags, patience)?;
    check(&connection, MIGRATIONS)?;
    Ok(connection)
}

fn has_log(path: &Path) -> bool {
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    std::fs::metadata(beside(&real, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// The path as SQLite's address of an immutable file.
fn address(path: &Path) -> String {
    let mut address = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                address.push(char::from(*byte));
            }
            // To write into a text never fails.
            other => drop(write!(address, "%{other:02X}")),
        }
    }
    address + "?immutable=1"
}

/// Answers reads, and refuses writes, until no sender is left.
pub(super) fn run_to_read(
    mut connection: Connection,
    identity: &Identity,
    shared: &Shared,
    mut waiting: Waiting,
) {
    while let Some(requests) = block_on(waiting.next(shared.options.batch)) {
        for request in requests {
            match &request.command {
                Command::Read(_) => answer(&mut connection, Some(identity), shared, request),
                Command::Write(_) | Command::Compact => request.answer(Err(StoreError::new(REFUSAL))),
            }
        }
    }
    identity.leave(&connection);
}
