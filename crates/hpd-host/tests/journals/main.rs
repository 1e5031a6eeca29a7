//! What outlives a call: pending calls, journals, and the events of both.

mod approval;
#[cfg(feature = "sqlite")]
#[path = "../journal_common/mod.rs"]
mod common;
mod events;
mod health;
mod journal;
mod journal_sqlite;
mod journaled;
#[path = "../support/pages.rs"]
mod support_pages;

#[cfg(feature = "sqlite")]
use journal_sqlite::{Folder as Tested, view};
