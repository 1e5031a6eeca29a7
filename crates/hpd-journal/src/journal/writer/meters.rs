//! Counts of transactions: atomic, without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::journal::{BatchStatus, CommitStatus, CommitTime};

/// Counts of transactions. Only the writer counts.
#[derive(Debug, Default)]
pub(crate) struct Meters {
    count: AtomicU64,
    last_us: AtomicU64,
    max_us: AtomicU64,
    sum_us: AtomicU64,
    histogram: [AtomicU64; CommitStatus::BOUNDS_US.len() + 1],
    entries: AtomicU64,
    requests: AtomicU64,
    max_requests: AtomicU64,
    last_requests: AtomicU64,
}

impl Meters {
    /// Counts a committed transaction.
    pub(crate) fn committed(&self, took: Duration, requests: usize, entries: usize) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let (requests, entries) = (as_count(requests), as_count(entries));
        self.count.fetch_add(1, Relaxed);
        self.last_us.store(us, Relaxed);
        self.max_us.fetch_max(us, Relaxed);
        self.sum_us.fetch_add(us, Relaxed);
        let part = CommitStatus::BOUNDS_US.partition_point(|bound| *bound < us);
        if let Some(part) = self.histogram.get(part) {
            part.fetch_add(1, Relaxed);
        }
        self.entries.fetch_add(entries, Relaxed);
        self.requests.fetch_add(requests, Relaxed);
        self.max_requests.fetch_max(requests, Relaxed);
        self.last_requests.store(requests, Relaxed);
    }

    pub(crate) fn commits(&self) -> CommitStatus {
        let (count, sum_us) = (self.count.load(Relaxed), self.sum_us.load(Relaxed));
        let if_any = |us: u64| (count > 0).then_some(us);
        CommitStatus {
            count,
            last_us: if_any(self.last_us.load(Relaxed)),
            mean_us: sum_us.checked_div(count),
            max_us: if_any(self.max_us.load(Relaxed)),
            sum_us,
            histogram: CommitTime(std::array::from_fn(|part| self.histogram[part].load(Relaxed))),
        }
    }

    pub(crate) fn batches(&self) -> BatchStatus {
        BatchStatus {
            entries: self.entries.load(Relaxed),
            requests: self.requests.load(Relaxed),
            max_requests: self.max_requests.load(Relaxed),
            last_requests: self.last_requests.load(Relaxed),
        }
    }
}

fn as_count(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Meters;

    #[test]
    fn transactions_are_counted_by_their_time() {
        let meters = Meters::default();
        for (us, requests) in [(100, 1), (101, 64), (9_000_000, 2)] {
            meters.committed(Duration::from_micros(us), requests, requests * 2);
        }
        let commits = meters.commits();
        assert_eq!((commits.count, commits.last_us, commits.max_us), (3, Some(9_000_000), Some(9_000_000)));
        assert_eq!((commits.mean_us, commits.sum_us), (Some(3_000_067), 9_000_201));
        let parts: Vec<_> = commits.histogram.parts().filter(|(_, count)| *count > 0).collect();
        assert_eq!(parts, [(Some(100), 1), (Some(250), 1), (None, 1)]);
        let batches = meters.batches();
        assert_eq!((batches.entries, batches.requests, batches.max_requests), (134, 67, 64));
        assert_eq!(batches.last_requests, 2);
    }

    #[test]
    fn before_the_first_transaction_there_are_no_times() {
        let commits = Meters::default().commits();
        assert_eq!((commits.last_us, commits.mean_us, commits.max_us), (None, None, None));
    }
}
