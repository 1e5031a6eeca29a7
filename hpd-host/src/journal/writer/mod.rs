//! One writer for each journal in a database. Commands of all sessions stand in one bounded queue; the writer takes those that wait,
//! carries them out in one transaction, one after the other, commits, tells who listens, and answers. If one of them fails, all are
//! rolled back, and each is tried alone.
//!
//! What is here is the same for all databases: the commands, the queue, and what is done after the commit.

mod command;
mod methods;
mod queue;
mod requests;
mod shared;

pub(crate) use command::{Answer, Command, ReadCommand, Request, WriteCommand};
pub(crate) use methods::journal_methods;
pub(crate) use queue::{Waiting, queue};
pub(crate) use requests::Requests;
pub(crate) use shared::{Shared, Written, wait_in_millis};
