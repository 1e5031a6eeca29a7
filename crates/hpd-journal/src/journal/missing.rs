//! Events of a session that the journal does not give any more.

use super::ranges::Ranges;

/// How many erased entries are named at most: the newest.
pub(crate) const NAMED: usize = 1_000;

/// What became of the events of a session that [`read`](super::Journal::read) does not give any more, between two
/// numbers of the session. The reasons are in the events `erased` and `pruned`.
///
/// ```
/// use futures_executor::block_on;
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
/// use hpd_journal::journal::{Erasure, Journal, MemoryJournal};
///
/// let journal = MemoryJournal::new();
/// for session in ["s1", "s2", "s1"] {
///     let event = Event::TurnStarted(TurnStartedEvent::new(None));
///     let at = Timestamp::from_millis(1_767_225_600_000);
///     block_on(journal.append(vec![NewEvent::new(session, at, event)]))?;
/// }
/// block_on(journal.erase(&Erasure::Session("s1".to_owned()), "on request"))?;
/// let missing = block_on(journal.missing("s1", (1, u64::MAX)))?;
/// assert_eq!((missing.erased, missing.removed_through), (vec![(1, 1), (3, 3)], 0));
/// # Ok::<(), hpd_journal::pending::StoreError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingEvents {
    /// The numbers in the journal of entries whose contents were erased, as ranges: the first and the last number of each.
    /// They are the newest 1,000.
    pub erased: Vec<(u64, u64)>,
    /// The events up to this number of the session were removed; 0 if none was.
    pub removed_through: u64,
}

impl MissingEvents {
    /// Erased entries, the newest first; and the last number that was removed.
    pub(crate) fn new(newest_first: Vec<u64>, removed_through: u64) -> Self {
        let erased: Ranges = newest_first.into_iter().rev().collect();
        Self { erased: erased.into_pairs(), removed_through }
    }
}
