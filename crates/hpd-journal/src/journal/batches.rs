//! Erasure and retention in batches: one transaction and one event per batch, so that writers are not blocked. Finished
//! batches stay done after a cancellation.

use super::Erasure;

/// How many entries, and how many calls, are erased or removed in one transaction.
pub(crate) const BATCH: u64 = 5_000;

/// How far an erasure or a removal has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The place of the last entry that was looked at.
    after: u64,
    /// The place of the last entry that is looked at; `None` before the first piece.
    through: Option<u64>,
}

/// The result of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Batch {
    /// How many entries were erased or removed.
    pub(crate) count: u64,
    /// The start of the next batch; `None` if nothing is left.
    pub(crate) rest: Option<Progress>,
}

impl Progress {
    pub(crate) fn is_first(self) -> bool {
        self.through.is_none()
    }

    /// The last entry that is looked at: `last` if this is the first piece.
    pub(crate) fn through(self, last: u64) -> u64 {
        self.through.unwrap_or(last)
    }

    /// After a piece of a removal that removed so many entries and calls.
    pub(crate) fn rest_of_removal(through: u64, entries: u64, calls: usize) -> Option<Self> {
        (entries == BATCH || is_full(calls)).then_some(Self { after: 0, through: Some(through) })
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
    through: u64,
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
        (!is_over).then_some(Progress { after, through: Some(self.through) })
    }
}

fn is_full(calls: usize) -> bool {
    u64::try_from(calls).is_ok_and(|calls| calls >= BATCH)
}

#[cfg(test)]
mod tests {
    use super::{BATCH, BatchRange, Progress};
    use crate::journal::Erasure;
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
    fn it_is_not_over_while_there_are_calls() {
        let range = first(&Erasure::Turn("turn".to_owned()), 10);
        assert!(range.rest(0, None, 5_000).is_some());
        assert_eq!(range.rest(0, None, 4_999), None);
        assert!(Progress::rest_of_removal(10, 0, 5_000).is_some());
        assert_eq!(Progress::rest_of_removal(10, 4_999, 0), None);
    }
}
