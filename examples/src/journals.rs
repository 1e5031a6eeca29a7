//! The journals that programs keep and read: in a file, or on a server.

use std::sync::Arc;

use hpd_host::journal::{Journal, PostgresJournal, SqliteJournal};

/// Opens the journal at a place: the address of a PostgreSQL server, or else an SQLite file.
///
/// # Errors
///
/// It can't be opened, as a sentence.
pub async fn open_journal(place: &str) -> Result<Arc<dyn Journal>, String> {
    let fail = |error: &dyn std::fmt::Display| format!("The journal can't be opened: {error}.");
    if place.starts_with("postgres://") || place.starts_with("postgresql://") {
        let journal = PostgresJournal::connect(place).await.map_err(|error| fail(&error))?;
        return Ok(Arc::new(journal));
    }
    Ok(Arc::new(SqliteJournal::open(place).map_err(|error| fail(&error))?))
}
