//! The event about events that could not be written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::setters::setters;
use crate::system::Timestamp;

/// The data of [`Event::JournalGap`](super::Event::JournalGap): the first event that a journal writes after a failure.
/// It names the events that this process could not write. If the commit of an event had no answer, the journal first
/// looks for the row. The event counts only if the row is missing.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, JournalGapEvent};
///
/// let (since, until) = (Timestamp::from_millis(1_000), Timestamp::from_millis(4_000));
/// let gap = JournalGapEvent::new(since, until, BTreeMap::from([("tool_call".to_owned(), 2)]));
/// assert_eq!((gap.lost, Event::JournalGap(gap).kind()), (2, "journal_gap"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JournalGapEvent {
    /// When the first of these events could not be written.
    pub since: Timestamp,
    /// When the journal could write again.
    pub until: Timestamp,
    /// The number of missing events.
    pub lost: u64,
    /// The number of missing events of each [type](super::Event::kind).
    pub kinds: BTreeMap<String, u64>,
}

impl JournalGapEvent {
    /// A gap, by the number of missing events of each type.
    #[must_use]
    pub fn new(since: Timestamp, until: Timestamp, kinds: BTreeMap<String, u64>) -> Self {
        Self { since, until, lost: kinds.values().sum(), kinds }
    }
}

setters!(JournalGapEvent { since: Timestamp, until: Timestamp, lost: u64, kinds: BTreeMap<String, u64> });
