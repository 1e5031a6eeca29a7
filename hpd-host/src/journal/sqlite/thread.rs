//! Threads of a journal.

use std::thread::{self, JoinHandle};

use super::SqliteJournalError;

/// A thread that is waited for when this is dropped.
pub(super) struct Joined(Option<JoinHandle<()>>);

impl Joined {
    /// # Errors
    ///
    /// There can't be another thread.
    pub(super) fn start(name: &str, run: impl FnOnce() + Send + 'static) -> Result<Self, SqliteJournalError> {
        let started = thread::Builder::new().name(name.to_owned()).spawn(run);
        started.map(|thread| Self(Some(thread))).map_err(SqliteJournalError::no_thread)
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let Some(thread) = self.0.take() else { return };
        // Whoever is woken by an answer may drop the journal on its own thread.
        if thread.thread().id() != thread::current().id() && thread.join().is_err() {
            tracing::error!("a thread of the journal has panicked");
        }
    }
}
