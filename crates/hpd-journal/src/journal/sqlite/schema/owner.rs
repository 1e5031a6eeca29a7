//! Whose database it is.

use rusqlite::Connection;

use crate::journal::database::{lacks, missing_table};
use crate::journal::sqlite::SqliteJournalError;

/// The application id in a journal's file header.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"hpdj");

/// Checks that a database is a journal, or is empty and may become one. Reads only.
///
/// # Errors
///
/// It is a database of another program, no database, or can't be read.
pub(in crate::journal::sqlite) fn check_owner(connection: &Connection) -> Result<(), SqliteJournalError> {
    match header(connection, "application_id")? {
        APPLICATION_ID => return Ok(()),
        0 => {}
        other => return Err(SqliteJournalError::foreign(format!("its application_id is {other}"))),
    }
    // All in one statement, since another process may be about to make the journal.
    let names: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    if names.is_empty() {
        return match header(connection, "user_version")? {
            0 => Ok(()),
            other => Err(SqliteJournalError::foreign(format!("its user_version is {other}"))),
        };
    }
    // Journals from before the header are recognised by their tables.
    match missing_table(&names, "journal_schema") {
        None => Ok(()),
        Some(table) => Err(SqliteJournalError::foreign(lacks(table))),
    }
}

/// Writes into the header that this is a journal, unless it says so.
///
/// # Errors
///
/// The database can't be written.
pub(super) fn mark(connection: &Connection) -> Result<(), SqliteJournalError> {
    if header(connection, "application_id")? != APPLICATION_ID {
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
    Ok(())
}

fn header(connection: &Connection, field: &str) -> Result<i32, SqliteJournalError> {
    Ok(connection.pragma_query_value(None, field, |row| row.get(0))?)
}
