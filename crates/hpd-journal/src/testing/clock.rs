//! A clock that a test sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::system::{Clock, MonotonicClock, Timestamp};

/// A clock that a test sets. It never moves by itself. Clones are the same clock.
///
/// As a [`MonotonicClock`] it has the time that [passed](Self::advance): [`set`](Self::set) moves only the time of the
/// day.
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
    passed: Arc<AtomicU64>,
}

impl FakeClock {
    /// A clock that shows this moment.
    pub fn at(moment: Timestamp) -> Self {
        Self { millis: Arc::new(AtomicU64::new(moment.as_millis())), passed: Arc::default() }
    }

    /// Sets it, forwards or back.
    pub fn set(&self, moment: Timestamp) {
        self.millis.store(moment.as_millis(), Ordering::SeqCst);
    }

    /// Lets time pass.
    pub fn advance(&self, duration: Duration) {
        self.set(self.now().after(duration));
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        self.passed.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.millis.load(Ordering::SeqCst))
    }
}

impl MonotonicClock for FakeClock {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.passed.load(Ordering::SeqCst))
    }
}
