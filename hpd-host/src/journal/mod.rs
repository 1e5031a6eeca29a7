//! Where everything that happens to calls is kept: append-only, chained by hash, and in one transaction with what it is about.
//!
//! A [`Journal`] is also a [`PendingStore`](crate::approval::PendingStore): each step of a pending call is written together with the
//! events that tell of it. [`MemoryJournal`] is for tests and for programs that keep nothing.

mod chain;
mod entry;
mod memory;
mod options;
mod store;
mod transition;
mod vault;
mod verify;

pub use chain::{ChainHead, ChainKey};
pub use entry::Entry;
pub use memory::MemoryJournal;
pub use options::{Durability, JournalOptions};
pub use store::{Erasure, EventFilter, Journal, RegisteredTool};
pub(crate) use transition::text_or_json;
pub use verify::{Damage, Verification};
