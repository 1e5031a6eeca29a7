//! A journal in an SQLite database. One thread writes, in transactions that take the write lock at once. Several
//! processes may open the same journal. Another thread reads.

mod calls;
mod compact;
mod connect;
mod difference;
mod entries;
mod erase;
mod error;
mod filter;
mod identity;
mod journal;
mod only_reads;
mod others;
mod pages;
mod prune;
mod read;
mod records;
mod results;
mod schema;
mod thread;
mod verify;
mod watch;
mod work;
mod writer;

pub use error::SqliteJournalError;
pub use journal::SqliteJournal;
