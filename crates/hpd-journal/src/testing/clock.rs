//! A clock that a test sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::system::{Clock, Timestamp};

/// A clock that a test sets. It never moves by itself. Clones are the same clock.
///
/// ```
/// use std::time::Duration;
///
/// use hpd_journal::{Clock, Timestamp};
/// use hpd_journal::testing::FakeClock;
///
/// let clock = FakeClock::at(Timestamp::from_millis(1_000));
/// clock.advance(Duration::from_secs(2));
/// assert_eq!(clock.now(), Timestamp::from_millis(3_000));
/// ```
#[derive(Debug, Clone, Default)]
pub struct FakeClock {
    millis: Arc<AtomicU64>,
}

impl FakeClock {
    /// A clock that shows this moment.
    pub fn at(moment: Timestamp) -> Self {
        Self { millis: Arc::new(AtomicU64::new(moment.as_millis())) }
    }

    /// Sets it, forwards or back.
    pub fn set(&self, moment: Timestamp) {
        self.millis.store(moment.as_millis(), Ordering::SeqCst);
    }

    /// Lets time pass.
    pub fn advance(&self, duration: Duration) {
        self.set(self.now().after(duration));
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.millis.load(Ordering::SeqCst))
    }
}
