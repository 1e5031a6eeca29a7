//! One writer for each journal in a database. Commands of all sessions enter one bounded queue. The writer takes the
//! queued commands and carries them out in one transaction, in order. After the commit it publishes and answers. If one
//! command fails, all are rolled back, and each is tried alone.
//!
//! This module is the same for all databases: the commands, the queue, and the work after the commit.

mod breaker;
mod command;
mod lost;
mod meters;
mod methods;
mod queue;
mod requests;
mod shared;

pub(crate) use breaker::Breaker;
#[cfg(feature = "postgres")]
pub(crate) use command::patiences;
pub(crate) use command::{Answer, Command, CompactedSlice, ReadCommand, Request, WriteCommand};
#[cfg(feature = "postgres")]
pub(crate) use lost::{Doubt, kinds_of};
pub(crate) use lost::{Gap, Kinds, Lost};
pub(crate) use meters::Meters;
pub(crate) use methods::journal_methods;
#[cfg(feature = "postgres")]
pub(crate) use queue::Nudge;
pub(crate) use queue::{Waiting, counted_queue, queue};
pub(crate) use requests::Requests;
pub(crate) use shared::{Shared, Written, wait_in_millis};
