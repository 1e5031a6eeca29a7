//! The dialect of a session's last native list.

use std::sync::{Arc, Mutex, PoisonError};

use hpd_runtime::dialect::Dialect;

use super::Session;

/// The dialect in which the host wrote the last native list of a session: what that list left out is not loaded. All lists
/// of the session share it, and another session has its own.
#[derive(Debug, Default)]
pub(crate) struct ListDialect(Mutex<Option<Dialect>>);

impl ListDialect {
    /// A list was written, with its schemas as they are if there is no dialect.
    pub(crate) fn note(&self, dialect: Option<Dialect>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = dialect;
    }

    fn get(&self) -> Option<Dialect> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// The note for a native list.
    pub(crate) fn list_dialect_note(&self) -> Arc<ListDialect> {
        Arc::clone(self.seen().list_dialect.get_or_insert_default())
    }

    /// The dialect of the last native list; `None` if it has none, or none was written.
    pub(crate) fn list_dialect(&self) -> Option<Dialect> {
        let note = self.seen().list_dialect.clone();
        note.and_then(|note| note.get())
    }
}
