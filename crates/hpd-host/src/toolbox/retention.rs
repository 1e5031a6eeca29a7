//! How long the journal keeps its entries.

use std::sync::Mutex;
use std::time::Duration;

/// How long the journal keeps its entries: a setting of a toolbox. [`Toolbox::housekeeping`](crate::Toolbox::housekeeping)
/// removes older ones.
///
/// ```
/// use std::time::Duration;
///
/// use hpd_host::Toolbox;
/// use hpd_host::journal::{MemoryJournal, Retention};
///
/// let ninety_days = Duration::from_secs(90 * 24 * 60 * 60);
/// let toolbox = Toolbox::builder()
///     .journal(MemoryJournal::new())
///     .retention(Retention::of(ninety_days))
///     .build();
/// # assert!(toolbox.is_ok());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Retention {
    /// The age at which entries are removed.
    pub age: Duration,
    /// The reason, as the journal records it.
    pub reason: String,
}

impl Retention {
    /// Entries, ended calls and session records of this age are removed, for the reason `retention`.
    pub fn of(age: Duration) -> Self {
        Self { age, reason: "retention".to_owned() }
    }

    /// The reason, as the journal records it.
    #[must_use]
    pub fn reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = reason.into();
        self
    }
}

/// How often entries are removed at most: each removal is an event itself.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// When entries were last removed, by the monotonic clock.
#[derive(Debug, Default)]
pub(crate) struct LastRemoval(Mutex<Option<Duration>>);

impl LastRemoval {
    /// Whether entries are to be removed at this moment.
    pub(crate) fn is_due(&self, now: Duration) -> bool {
        let last = *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        last.is_none_or(|last| now.saturating_sub(last) >= EVERY)
    }

    pub(crate) fn note(&self, now: Duration) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(now);
    }
}
