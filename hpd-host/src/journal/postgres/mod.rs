//! A journal in a PostgreSQL database.
//!
//! A transaction has two round trips, whatever it writes: one begins it, locks the end of the chain and reads what its commands have to
//! know; then the commands are carried out here; the other writes all that came of them and commits.

mod database;
mod erase;
mod error;
mod journal;
mod load;
mod migrate;
mod needs;
mod prune;
mod read;
mod rows;
mod save;
mod sql;
mod working;
mod writer;

pub use error::{PostgresFailure, PostgresJournalError};
pub use journal::PostgresJournal;
