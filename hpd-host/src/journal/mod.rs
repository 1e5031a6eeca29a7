//! Where everything that happens to calls is kept: append-only, chained by hash, and in one transaction with what it is about.
//!
//! A [`Journal`] is also a [`PendingStore`](crate::approval::PendingStore): each step of a pending call is written together with the
//! events that tell of it. [`MemoryJournal`] is for tests and for programs that keep nothing.
//!
//! # What [`verify`](Journal::verify) finds, and what not
//!
//! Each entry has a link: a hash over its fields, over the salted hash of its contents, and over the link before it. With a
//! [key](JournalOptions::key), only who knows the key can make links. A head is what [`head`](Journal::head) said, kept where
//! whoever changes the journal can't change it.
//!
//! | what somebody did who can write to the database | without a key | with a key | without a key, with a head |
//! |---|---|---|---|
//! | edited a field of an entry, or its contents | found | found | found |
//! | took contents away, with no event that says so | found | found | found |
//! | took entries away, in front or between | found | found | found |
//! | put entries in, moved or copied them | found | found | found |
//! | took entries away at the end | not found | found by a head alone | found |
//! | wrote entries at the end | not found | found | not found |
//! | did any of this in front of the head, and worked out all links behind it again | not found | found | found |
//! | the same behind the head | not found | found | not found |
//! | wrote an event that says that contents were erased, or entries removed, and did so | not found | found | not found |
//! | put the whole journal back as it was at an earlier time | not found | found by a head alone | found |
//! | put contents back that were erased | not found | not found | not found |
//! | changed calls that wait, or the list of tools, which are no entries | not found | not found | not found |
//!
//! Calls that wait have a digest of their own: one that was changed does not run. Who edits an entry behind a gap (entries that are missing) changes what can't be compared with the link before it: the gap is
//! found, and the contents are compared with their hash, and no more. How each thing that does not fit came to be so is told as
//! the likeliest way.

mod chain;
mod entry;
mod filter;
mod memory;
mod options;
mod ranges;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod transition;
mod vault;
mod verify;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod writer;

pub use chain::{ChainHead, ChainKey};
pub use entry::Entry;
pub use memory::MemoryJournal;
pub use options::{Durability, JournalOptions};
#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteJournal, SqliteJournalError};
pub use store::{Erasure, EventFilter, Journal, RegisteredTool};
pub use verify::{Damage, Verification};
