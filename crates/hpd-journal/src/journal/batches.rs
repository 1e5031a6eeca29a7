//! Erasure and retention in batches: one transaction and one event per batch, so that writers are not blocked. Finished
//! batches stay done after a cancellation.

use super::Erasure;
use super::retention::Pruning;

/// How many entries, and how many calls, are erased or removed in one transaction.
pub(crate) const BATCH: u64 = 5_000;

/// How many long results are removed in one transaction: one may be as long as hundreds of entries.
pub(crate) const RESULTS: usize = 100;

/// How far an erasure or a removal has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The place of the last entry that was looked at.
    after: u64,
    /// The place of the last entry that is looked at; `None` before the first piece.
    through: Option<u64>,
    /// Entries up to this one are known to be old.
    pub(crate) old_through: u64,
    /// No call, no session record and no long result is left to remove.
    pub(crate) is_without_rows: bool,
}

/// The result of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Batch {
    /// How many entries were erased or removed.
    pub(crate) count: u64,
    /// The start of the next batch; `None` if nothing is left.
    pub(crate) rest: Option<Progress>,
}

impl Batch {
    /// A batch of removed long results, as [rows](as_rows).
    pub(crate) fn of_results(rows: usize) -> Self {
        let count = u64::try_from(rows.min(RESULTS)).unwrap_or(u64::MAX);
        Self { count, rest: is_full(rows).then(Progress::default) }
    }
}

/// Removed results as a number of rows: a full batch of results counts as a full one of calls.
pub(crate) fn as_rows(results: usize) -> usize {
    if results < RESULTS { results } else { usize::try_from(BATCH).unwrap_or(usize::MAX) }
}

impl Progress {
    pub(crate) fn is_first(self) -> bool {
        self.through.is_none()
    }

    /// The last entry that is looked at: `last` if this is the first piece.
    pub(crate) fn through(self, last: u64) -> u64 {
        self.through.unwrap_or(last)
    }

    /// Whether a removal looks for calls and session records, after this many entries. Those of a removal by number go
    /// last: which of them are old shows in the entries that stay.
    pub(crate) fn takes_rows(self, what: Pruning, entries: u64) -> bool {
        !self.is_without_rows && (matches!(what, Pruning::Before(_)) || entries < BATCH)
    }

    /// After a batch of a removal with this many entries and, if any were looked for, this many calls.
    pub(crate) fn rest_of_removal(self, through: u64, entries: u64, calls: Option<usize>) -> Option<Self> {
        let is_without_rows = self.is_without_rows || calls.is_some_and(|calls| !is_full(calls));
        let is_over = entries < BATCH && is_without_rows;
        (!is_over).then_some(Self { after: 0, through: Some(through), is_without_rows, ..self })
    }
}

/// The entries that one piece of an erasure looks at.
pub(crate) struct BatchRange {
    /// The column that entries have their place by: an index leads along it.
    pub(crate) column: &'static str,
    /// Entries after this number.
    pub(crate) after: u64,
    /// And up to this one.
    pub(crate) upto: u64,
    /// The last entry of the erasure.
    pub(crate) through: u64,
}

impl BatchRange {
    /// No entry after `last` is erased.
    pub(crate) fn of(what: &Erasure, progress: Progress, last: u64) -> Self {
        let (after, through) = (progress.after, progress.through(last));
        match what {
            Erasure::Session(_) => Self { column: "seq", after, upto: through, through },
            Erasure::Turn(_) | Erasure::QueryOf(_) => Self { column: "entry", after, upto: through, through },
            // Entries of a time may be anywhere, so a batch also limits the examined ones.
            Erasure::Before(_) => {
                Self { column: "entry", after, upto: through.min(after.saturating_add(BATCH)), through }
            }
        }
    }

    /// The rest after a batch with this many entries, the last of them here, and this many calls.
    pub(crate) fn rest(&self, entries: u64, last_found: Option<u64>, calls: usize) -> Option<Progress> {
        let after = match last_found {
            Some(last) if entries == BATCH => last,
            _ => self.upto,
        };
        let is_over = after >= self.through && !is_full(calls);
        (!is_over).then_some(Progress { after, through: Some(self.through), ..Progress::default() })
    }
}

fn is_full(calls: usize) -> bool {
    u64::try_from(calls).is_ok_and(|calls| calls >= BATCH)
}

#[cfg(test)]
mod tests {
    use super::{BATCH, BatchRange, Progress};
    use crate::journal::Erasure;
    use crate::journal::retention::Pruning;
    use crate::system::Timestamp;

    fn first(what: &Erasure, last: u64) -> BatchRange {
        BatchRange::of(what, Progress::default(), last)
    }

    #[test]
    fn what_is_found_by_an_index_is_looked_for_everywhere() {
        let range = first(&Erasure::Turn("turn".to_owned()), 20_000);
        assert_eq!((range.after, range.upto), (0, 20_000));
        assert_eq!(range.rest(3, Some(17), 0), None);
        let rest = range.rest(BATCH, Some(9_000), 0).unwrap();
        let next = BatchRange::of(&Erasure::Turn("turn".to_owned()), rest, 30_000);
        assert_eq!((next.after, next.upto), (9_000, 20_000));
    }

    #[test]
    fn what_is_of_a_time_is_looked_for_piece_by_piece() {
        let what = Erasure::Before(Timestamp::from_millis(1));
        let range = first(&what, 7_000);
        assert_eq!((range.after, range.upto), (0, 5_000));
        let next = BatchRange::of(&what, range.rest(0, None, 0).unwrap(), 9_000);
        assert_eq!((next.after, next.upto), (5_000, 7_000));
        assert_eq!(next.rest(1, Some(5_001), 0), None);
    }

    #[test]
    fn calls_are_looked_for_until_there_are_none() {
        let (before, through) = (Pruning::Before(Timestamp::from_millis(1)), Pruning::Through(1));
        let first = Progress::default();
        assert!(first.takes_rows(before, 5_000));
        let rest = first.rest_of_removal(10, 5_000, Some(4_999)).unwrap();
        assert!(!rest.takes_rows(before, 0));
        assert!(!first.takes_rows(through, 5_000));
        let rest = first.rest_of_removal(10, 5_000, None).unwrap();
        assert!(rest.takes_rows(through, 4_999));
    }

    #[test]
    fn it_is_not_over_while_there_are_calls() {
        let range = first(&Erasure::Turn("turn".to_owned()), 10);
        assert!(range.rest(0, None, 5_000).is_some());
        assert_eq!(range.rest(0, None, 4_999), None);
        let first = Progress::default();
        assert!(first.rest_of_removal(10, 0, Some(5_000)).is_some());
        assert_eq!(first.rest_of_removal(10, 4_999, Some(0)), None);
        assert!(first.rest_of_removal(10, 4_999, None).is_some());
    }
}
