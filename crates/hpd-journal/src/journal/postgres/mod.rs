//! A journal in a PostgreSQL database.
//!
//! Every transaction has two round trips. The first begins it, locks the end of the chain, and reads the input. The
//! commands then run here. The second writes their output and commits.

mod compact;
mod database;
mod erase;
mod error;
mod filter;
mod journal;
mod load;
mod migrate;
mod needs;
mod others;
mod pages;
mod probe;
mod prune;
mod read;
mod readers;
mod records;
mod results;
mod rows;
mod save;
mod sql;
mod verify;
mod working;
mod writer;

pub use error::{PostgresFailure, PostgresJournalError};
pub use journal::PostgresJournal;
