//! The append-only record of all events, chained by hash. An event shares a transaction with the change that it
//! reports.
//!
//! A [`Journal`] is also a [`PendingStore`](crate::pending::PendingStore): each step of a pending call is written
//! together with its events. [`MemoryJournal`] is for tests and for programs that keep nothing.
//!
//! Examples import from `hpd_journal` or `hpd_host`. With either crate, the paths from `journal` on are the same.
//!
#![doc = include_str!("../../docs/journal.md")]

#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod batches;
mod chain;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod database;
mod entry;
mod export;
mod filter;
mod free_text;
pub mod health;
mod memory;
mod missing;
mod options;
mod overview;
mod payload;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod plan;
#[cfg(feature = "postgres")]
mod postgres;
mod ranges;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod reads;
mod retention;
mod sensitive_values;
mod sessions;
#[cfg(feature = "sqlite")]
mod sqlite;
mod status;
mod store;
mod timeline;
pub(crate) mod transition;
mod verify;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod writer;

pub use chain::{ChainHead, ChainKey};
pub use entry::Entry;
pub use export::{ExportError, ExportFailure, Exported, export};
pub use free_text::FreeText;
pub use memory::MemoryJournal;
pub use missing::MissingEvents;
pub use options::{Durability, JournalOptions};
pub use overview::{SessionOverview, SessionOverviews, session_overviews};
#[cfg(feature = "postgres")]
pub use postgres::{PostgresFailure, PostgresJournal, PostgresJournalError};
pub use sessions::{SessionFilter, SessionSummary};
#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteJournal, SqliteJournalError};
pub use status::{
    BatchStatus, BreakerStatus, CommitStatus, CommitTime, JournalStatus, LostStatus, QueueStatus,
};
pub use store::{Compacted, Erasure, EventFilter, Journal, RegisteredTool};
pub use timeline::{CallKey, CallTimeline, call_timeline, call_timelines, timelines};
pub use verify::{Damage, Verification, VerifyProgress, VerifySlice, verify_with};

/// The target of log lines. Hosts filter by it, and `hpd-host` is the crate that they name.
const LOG: &str = "hpd_host::journal";
