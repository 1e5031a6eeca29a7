//! Threads of a journal.

use std::thread::{self, JoinHandle, ThreadId};

use super::SqliteJournalError;
use crate::journal::LOG;

/// A thread that is waited for when this is dropped; not by those threads that it waits for itself.
pub(super) struct Joined {
    thread: Option<JoinHandle<()>>,
    not_by: Vec<ThreadId>,
}

impl Joined {
    /// # Errors
    ///
    /// There can't be another thread.
    pub(super) fn start(name: &str, run: impl FnOnce() + Send + 'static) -> Result<Self, SqliteJournalError> {
        let started = thread::Builder::new().name(name.to_owned()).spawn(run);
        let thread = started.map_err(SqliteJournalError::no_thread)?;
        // Whoever is woken by an answer may drop the journal on the thread that gave it.
        Ok(Self { not_by: vec![thread.thread().id()], thread: Some(thread) })
    }

    /// The same, for a thread that waits for another one itself.
    pub(super) fn not_joined_by(mut self, other: Option<ThreadId>) -> Self {
        self.not_by.extend(other);
        self
    }

    pub(super) fn id(&self) -> Option<ThreadId> {
        self.thread.as_ref().map(|thread| thread.thread().id())
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        if !self.not_by.contains(&thread::current().id()) && thread.join().is_err() {
            tracing::error!(target: LOG, "a thread of the journal has panicked");
        }
    }
}
