//! One writer for each journal in a database. Commands of all sessions enter one bounded queue. The writer takes the
//! queued commands and carries them out in one transaction, in order. After the commit it publishes and answers. If one
//! command fails, all are rolled back, and each is tried alone.
//!
//! This module is the same for all databases: the commands, the queue, and the work after the commit.

mod command;
mod methods;
mod queue;
mod requests;
mod shared;

pub(crate) use command::{Answer, Command, ReadCommand, Request, Slice, WriteCommand};
pub(crate) use methods::journal_methods;
pub(crate) use queue::{Waiting, queue};
pub(crate) use requests::Requests;
pub(crate) use shared::{Shared, Written, wait_in_millis};
