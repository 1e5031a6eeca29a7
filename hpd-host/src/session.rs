//! The state of one conversation.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hpd_runtime::QualifiedId;

/// The state of one conversation: what is expanded. It refers to tools by qualified id, so that it outlives a toolbox,
/// and is used by shared reference, since the calls of a turn run together.
#[derive(Debug, Default)]
pub struct Session {
    expanded: Mutex<HashSet<QualifiedId>>,
}

impl Session {
    /// A conversation in which nothing is expanded yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a container is expanded.
    pub fn is_expanded(&self, container: &QualifiedId) -> bool {
        self.expanded().contains(container)
    }

    /// Expands a container; whether it was not expanded before.
    pub fn expand(&self, container: &QualifiedId) -> bool {
        self.expanded().insert(container.clone())
    }

    pub(crate) fn expanded(&self) -> MutexGuard<'_, HashSet<QualifiedId>> {
        // The set is whole at any time: a panic elsewhere leaves nothing half done in it.
        self.expanded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
