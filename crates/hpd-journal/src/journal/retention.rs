//! Which entries are old: a removal takes them from the beginning, by their times or by their numbers.
//!
//! An entry has the time of the clock that its writer had. A time later than now is wrong: the clock was ahead. Such an
//! entry counts as written at the time of the next entry that is not from the future, since that one was written later.
//! A time that may be right is never doubted: a young entry stays, and so do all entries after it.

use super::LOG;
use crate::system::Timestamp;

/// The end of a removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pruning {
    /// Entries that are older than this moment.
    Before(Timestamp),
    /// Entries up to this number.
    Through(u64),
}

/// Whether an entry is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Age {
    Old,
    Young,
    /// It is as old as the next entry that is not from the future.
    Future,
}

impl Pruning {
    /// The same in a database, which can't hold all moments.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn stored(self) -> Self {
        match self {
            Self::Before(before) => Self::Before(before.min(super::database::LAST_MOMENT)),
            Self::Through(_) => self,
        }
    }

    pub(crate) fn age(self, entry: u64, at: Timestamp, now: Timestamp) -> Age {
        match self {
            Self::Through(through) if entry <= through => Age::Old,
            Self::Through(_) => Age::Young,
            Self::Before(moment) => age(moment, at, now),
        }
    }
}

/// The age of an entry by its time. Nothing is from the future for a moment that is to come itself.
pub(crate) fn age(before: Timestamp, at: Timestamp, now: Timestamp) -> Age {
    if at < before {
        Age::Old
    } else if at > now && before <= now {
        Age::Future
    } else {
        Age::Young
    }
}

/// Entries from the future that are followed by an old one, as pairs of the first and the last. Takes numbers and times
/// of neighbours in the order of the journal.
pub(crate) fn old_futures(
    entries: impl IntoIterator<Item = (u64, Timestamp)>,
    before: Timestamp,
    now: Timestamp,
) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    let mut run: Option<(u64, u64)> = None;
    for (entry, at) in entries {
        match age(before, at, now) {
            Age::Future => run = Some((run.map_or(entry, |(first, _)| first), entry)),
            Age::Old => found.extend(run.take()),
            Age::Young => run = None,
        }
    }
    found
}

/// Entries from the future, up to the next entry that is not.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
#[derive(Default)]
pub(crate) struct FutureRun {
    next: u64,
    is_old: bool,
}

#[cfg(any(feature = "postgres", feature = "sqlite"))]
impl FutureRun {
    /// The run of an entry from the future. `next` is the next entry that is not. If the run is old, the log names it.
    pub(crate) fn begin(
        (entry, at): (u64, Timestamp),
        next: Option<(u64, Timestamp)>,
        before: Timestamp,
        now: Timestamp,
    ) -> Self {
        let Some((next, next_at)) = next else { return Self { next: u64::MAX, is_old: false } };
        let is_old = age(before, next_at, now) == Age::Old;
        if is_old {
            warn_of_the_future(entry, at, next);
        }
        Self { next, is_old }
    }

    pub(crate) fn has(&self, entry: u64) -> bool {
        entry < self.next
    }

    pub(crate) fn is_old(&self) -> bool {
        self.is_old
    }
}

/// Logs that an entry from the future is removed or erased, and those from the future after it.
pub(crate) fn warn_of_the_future(entry: u64, at: Timestamp, next: u64) {
    let at = at.as_millis();
    tracing::warn!(
        target: LOG,
        entry,
        at,
        next,
        "an entry of a later time than now counts as old, since the next one is"
    );
}

#[cfg(test)]
mod tests {
    use super::{Age, Pruning, old_futures};
    use crate::system::Timestamp;

    const fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn an_age_is_by_the_time_or_by_the_number() {
        let before = |moment| Pruning::Before(at(3_000)).age(1, at(moment), at(5_000));
        assert_eq!([2_999, 3_000, 5_000, 5_001].map(before), [Age::Old, Age::Young, Age::Young, Age::Future]);
        let through = |entry| Pruning::Through(7).age(entry, at(9_000), at(5_000));
        assert_eq!([1, 7, 8].map(through), [Age::Old, Age::Old, Age::Young]);
    }

    #[test]
    fn a_moment_to_come_makes_the_future_old_or_young() {
        let before = |moment| Pruning::Before(at(9_000)).age(1, at(moment), at(5_000));
        assert_eq!([4_000, 8_999, 9_000].map(before), [Age::Old, Age::Old, Age::Young]);
    }

    #[test]
    fn entries_from_the_future_are_as_old_as_the_next_one() {
        let found =
            |moments: &[u64]| old_futures((1..).zip(moments.iter().copied().map(at)), at(3_000), at(5_000));
        assert_eq!(found(&[1_000, 9_000, 9_000, 2_000, 9_000, 4_000, 9_000]), [(2, 3)]);
        assert_eq!(found(&[9_000, 1_000, 9_000, 2_000]), [(1, 1), (3, 3)]);
        assert_eq!(found(&[9_000]), []);
    }
}
