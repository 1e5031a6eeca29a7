//! A journal in an SQLite database. One thread writes, in transactions that take the write lock at once. Several
//! processes may open the same journal. Another thread reads.

mod calls;
mod connect;
mod entries;
mod erase;
mod error;
mod filter;
mod journal;
mod pages;
mod read;
mod records;
mod schema;
mod thread;
mod work;
mod writer;

pub use error::SqliteJournalError;
pub use journal::SqliteJournal;
