//! A breaker: after a silence of the database, requests fail at once, until one probe is answered.
//!
//! `PostgreSQL` opens it. `SQLite` has no silence: it answers a wait for a lock by itself, in time.

use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "postgres")]
use std::time::Duration;
use std::time::Instant;

use crate::journal::BreakerStatus;
use crate::pending::{StoreError, StoreErrorKind};
use crate::system::Timestamp;

/// Open while the database is silent. Atomic: on the good path, no lock is taken.
#[derive(Debug)]
pub(crate) struct Breaker {
    /// Moments are microseconds after this.
    start: Instant,
    /// The moment of the opening, plus one; 0 while it is closed.
    open: AtomicU64,
    /// The moment of the last closing.
    #[cfg(feature = "postgres")]
    closed_at: AtomicU64,
    opened: AtomicU64,
    closed: AtomicU64,
    /// When the last silence began, in milliseconds after the epoch, plus one; 0 before the first.
    last_silence: AtomicU64,
}

impl Default for Breaker {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            open: AtomicU64::new(0),
            #[cfg(feature = "postgres")]
            closed_at: AtomicU64::new(0),
            opened: AtomicU64::new(0),
            closed: AtomicU64::new(0),
            last_silence: AtomicU64::new(0),
        }
    }
}

impl Breaker {
    /// The failure of a request while it is open.
    pub(crate) fn refusal(&self) -> Option<StoreError> {
        let since = self.open.load(Ordering::Acquire).checked_sub(1)?;
        let silent = self.moment(Instant::now()).saturating_sub(since) / 1_000;
        let text = format!(
            "the journal has not answered for {} s: requests fail at once, and one probe tries again",
            silent.div_ceil(1_000).max(1)
        );
        Some(StoreError::of_kind(StoreErrorKind::Unreachable, text))
    }

    pub(crate) fn status(&self) -> BreakerStatus {
        let last_silence = self.last_silence.load(Ordering::Relaxed).checked_sub(1);
        let last_silence = last_silence.map(Timestamp::from_millis);
        let is_open = self.open.load(Ordering::Acquire) > 0;
        BreakerStatus {
            open_since: last_silence.filter(|_| is_open),
            opened: self.opened.load(Ordering::Relaxed),
            closed: self.closed.load(Ordering::Relaxed),
            last_silence,
        }
    }

    fn moment(&self, instant: Instant) -> u64 {
        u64::try_from(instant.saturating_duration_since(self.start).as_micros()).unwrap_or(u64::MAX - 1)
    }
}

#[cfg(feature = "postgres")]
impl Breaker {
    /// Opens after a silence that began at this moment. Returns whether it was closed. A silence that began before the
    /// last closing is over: its connection is, and not the database.
    pub(crate) fn open(&self, began: Instant, clock: Timestamp) -> bool {
        let began = self.moment(began);
        if began < self.closed_at.load(Ordering::Acquire) {
            return false;
        }
        let was_closed =
            self.open.compare_exchange(0, began + 1, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if was_closed {
            self.opened.fetch_add(1, Ordering::Relaxed);
            let silent = self.moment(Instant::now()).saturating_sub(began) / 1_000;
            let since = clock.as_millis().saturating_sub(silent);
            self.last_silence.store(since.saturating_add(1), Ordering::Relaxed);
        }
        was_closed
    }

    /// Whether a connection of this moment is from before the last silence: it may be one that never answers.
    pub(crate) fn is_from_before(&self, created: Instant) -> bool {
        self.moment(created) < self.closed_at.load(Ordering::Acquire)
    }

    /// Closes. Returns how long the silence was, unless it was closed already.
    pub(crate) fn close(&self) -> Option<Duration> {
        let now = self.moment(Instant::now());
        self.closed_at.store(now, Ordering::Release);
        let since = self.open.swap(0, Ordering::AcqRel).checked_sub(1)?;
        self.closed.fetch_add(1, Ordering::Relaxed);
        Some(Duration::from_micros(now.saturating_sub(since)))
    }
}

#[cfg(all(test, feature = "postgres"))]
mod tests {
    use std::error::Error;
    use std::time::{Duration, Instant};

    use super::Breaker;
    use crate::system::Timestamp;

    const CLOCK: Timestamp = Timestamp::from_millis(1_000_000);

    #[test]
    fn it_refuses_while_it_is_open() {
        let breaker = Breaker::default();
        assert!(breaker.refusal().is_none());
        assert!(breaker.open(Instant::now(), CLOCK));
        assert_eq!(
            breaker.refusal().unwrap().source().unwrap().to_string(),
            "the journal has not answered for 1 s: requests fail at once, and one probe tries again"
        );
        assert!(breaker.close().is_some());
        assert!(breaker.refusal().is_none());
    }

    #[test]
    fn it_opens_and_closes_once() {
        let breaker = Breaker::default();
        assert!(breaker.open(Instant::now(), CLOCK));
        assert!(!breaker.open(Instant::now(), CLOCK));
        assert!(breaker.close().is_some());
        assert_eq!(breaker.close(), None);
        let status = breaker.status();
        assert_eq!((status.opened, status.closed, status.open_since), (1, 1, None));
        assert!(status.last_silence.is_some_and(|since| since <= CLOCK));
    }

    #[test]
    fn a_silence_that_began_before_the_last_answer_does_not_open_it() {
        let breaker = Breaker::default();
        let began = Instant::now();
        assert!(breaker.open(began, CLOCK));
        std::thread::sleep(Duration::from_millis(2));
        breaker.close();
        assert!(!breaker.open(began, CLOCK));
        assert!(breaker.open(Instant::now(), CLOCK));
    }
}
