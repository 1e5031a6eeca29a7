//! Whether somebody reads: who verifies a journal lets readers go first.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a verification waits for readers at most, each time. So it comes to its end while pages are read all the time.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);
/// A pause between two reads of one page is shorter.
const PAUSE: Duration = Duration::from_millis(3);
/// How often a verification that waits looks again.
pub(crate) const LOOK: Duration = Duration::from_millis(1);

/// Whether somebody reads. A verification then waits, so that it does not take a processor from who wants a page.
pub(crate) struct Reads {
    start: Instant,
    reading: AtomicUsize,
    /// When the last read ended, in milliseconds since the start.
    ended: AtomicU64,
}

/// A read, until it is dropped.
pub(crate) struct Reading<'r>(&'r Reads);

impl Reads {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), reading: AtomicUsize::new(0), ended: AtomicU64::new(0) }
    }

    /// Begins a read.
    pub(crate) fn begin(&self) -> Reading<'_> {
        self.reading.fetch_add(1, Ordering::Relaxed);
        Reading(self)
    }

    /// Whether somebody reads, or did a moment ago.
    pub(crate) fn goes_on(&self) -> bool {
        let since = self.now().saturating_sub(self.ended.load(Ordering::Relaxed));
        self.reading.load(Ordering::Relaxed) > 0 || Duration::from_millis(since) < PAUSE
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        let Self(reads) = self;
        reads.ended.store(reads.now(), Ordering::Relaxed);
        reads.reading.fetch_sub(1, Ordering::Relaxed);
    }
}
