//! The state of a journal, for monitoring.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::system::Timestamp;

/// The state of a journal in this process: see [`Journal::status`](super::Journal::status). Counts begin when the journal
/// is opened.
///
/// ```
/// use hpd_journal::journal::{Journal, MemoryJournal};
///
/// let status = MemoryJournal::new().status();
/// assert_eq!((status.lost.total, status.breaker.open_since), (0, None));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct JournalStatus {
    /// Requests that wait to be written.
    pub queue: QueueStatus,
    /// Transactions that were committed.
    pub commits: CommitStatus,
    /// Their sizes.
    pub batches: BatchStatus,
    /// Events that could not be written.
    pub lost: LostStatus,
    /// Silences of the database.
    pub breaker: BreakerStatus,
}

/// Requests that wait to be written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct QueueStatus {
    /// Requests in the queue.
    pub length: usize,
    /// Places in the queue.
    pub capacity: usize,
    /// Requests that wait for a place.
    pub in_line: usize,
}

/// Committed transactions. Times are in microseconds, from the begin of a transaction to the answer of its commit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CommitStatus {
    /// The number of transactions.
    pub count: u64,
    /// The time of the last one; `None` before the first.
    pub last_us: Option<u64>,
    /// The mean time; `None` before the first.
    pub mean_us: Option<u64>,
    /// The longest time; `None` before the first.
    pub max_us: Option<u64>,
    /// The sum of all times.
    pub sum_us: u64,
    /// Transactions by their time: one number for each of [`BOUNDS_US`](Self::BOUNDS_US), without those of lesser bounds,
    /// and one for longer times.
    pub histogram: CommitTime,
}

impl CommitStatus {
    /// The greatest time of each part of the histogram, in microseconds.
    pub const BOUNDS_US: [u64; 14] = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
        5_000_000,
    ];
}

/// Commit times: how many transactions each part of the histogram has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CommitTime(pub(crate) [u64; CommitStatus::BOUNDS_US.len() + 1]);

impl CommitTime {
    /// Each part: its greatest time in microseconds, and its number of transactions. The last part has no greatest time.
    ///
    /// ```
    /// use hpd_journal::journal::CommitTime;
    ///
    /// let parts: Vec<_> = CommitTime::default().parts().collect();
    /// assert_eq!((parts[0], parts[14]), ((Some(100), 0), (None, 0)));
    /// ```
    pub fn parts(&self) -> impl Iterator<Item = (Option<u64>, u64)> {
        let bounds = CommitStatus::BOUNDS_US.into_iter().map(Some).chain([None]);
        bounds.zip(self.0)
    }
}

/// As a list of pairs: the greatest time, `null` for the last part, and the number.
impl Serialize for CommitTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.parts())
    }
}

/// Sizes of transactions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BatchStatus {
    /// The entries of all transactions.
    pub entries: u64,
    /// The requests of all transactions.
    pub requests: u64,
    /// The most requests in one transaction.
    pub max_requests: u64,
    /// The requests of the last transaction.
    pub last_requests: u64,
}

/// Events that could not be written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LostStatus {
    /// All of them, also those that a `journal_gap` names.
    pub total: u64,
    /// The number of each [type](crate::events::Event::kind).
    pub kinds: BTreeMap<String, u64>,
    /// Those that no `journal_gap` names yet.
    pub unreported: u64,
}

/// Silences of the database, during which requests fail at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BreakerStatus {
    /// Since when requests fail at once; `None` if the database answers.
    pub open_since: Option<Timestamp>,
    /// How often a silence began.
    pub opened: u64,
    /// How often a silence ended.
    pub closed: u64,
    /// When the last silence began; `None` before the first.
    pub last_silence: Option<Timestamp>,
}
