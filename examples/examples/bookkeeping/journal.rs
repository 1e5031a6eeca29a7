//! The bookkeeper's journal, if an option names a place for it.

use std::sync::Arc;

use hpd_examples::reading::is_address;
use hpd_host::journal::{Journal, PostgresJournal, SqliteJournal};

/// The option before the place of the journal.
const OPTION: &str = "--journal";

/// Takes the place of the journal out of a program's arguments: the address of a PostgreSQL server, or a file.
///
/// # Errors
///
/// The option is the last argument.
pub(crate) fn take_place(arguments: &mut Vec<String>) -> Result<Option<String>, String> {
    let Some(at) = arguments.iter().position(|argument| argument == OPTION) else { return Ok(None) };
    if at + 1 == arguments.len() {
        return Err(format!("{OPTION} needs a file, or the address of a PostgreSQL server"));
    }
    let place = arguments.drain(at..at + 2).next_back();
    Ok(place)
}

/// Opens the journal at a place, or makes one there.
///
/// # Errors
///
/// It can't be opened.
pub(crate) async fn open(place: &str) -> Result<Arc<dyn Journal>, Box<dyn std::error::Error>> {
    if is_address(place) {
        return Ok(Arc::new(PostgresJournal::connect(place).await?));
    }
    Ok(Arc::new(SqliteJournal::open(place)?))
}
