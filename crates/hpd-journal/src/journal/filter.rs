//! Filters and erasures, entry by entry. Journals in memory use this; queries of databases must agree with it.

use std::collections::BTreeSet;

use super::{CallKey, ChainHead, Entry, Erasure, EventFilter, payload};
use crate::events::{ErasedEvent, Event, EventRecord, NewEvent, PrunedEvent, id_to_keep};
use crate::journal::ranges::Ranges;
use crate::pending::{Owner, PendingCall};
use crate::setters::{optional_setters, setters};
use crate::system::Timestamp;

impl EventFilter {
    /// Whether an entry is read. The limit is ignored, since erased entries do not count towards it.
    pub(crate) fn takes(&self, entry: &Entry) -> bool {
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| Some(wanted) == found)
        };
        is(&self.session, Some(&entry.session))
            && is(&self.turn, entry.turn.as_deref())
            && is(&self.call_id, entry.call_id.as_deref())
            && self.takes_call_of(&entry.session, entry.turn.as_ref(), entry.call_id.as_ref())
            && self.after_seq.is_none_or(|seq| entry.seq > seq)
            && self.before_seq.is_none_or(|seq| entry.seq < seq)
            && self.after_entry.is_none_or(|number| entry.number > number)
            && self.before_entry.is_none_or(|number| entry.number < number)
            && self.from.is_none_or(|from| entry.at >= from)
            && self.until.is_none_or(|until| entry.at < until)
            && (self.kinds.is_empty() || self.kinds.contains(&&*entry.kind))
            && self.takes_principal(entry)
            && self.takes_tool(entry)
    }

    /// Whether this is one of the calls that are asked for, if some are.
    pub(crate) fn takes_call_of(
        &self,
        session: &str,
        turn: Option<&String>,
        call_id: Option<&String>,
    ) -> bool {
        let key = |call_id: &String| CallKey::new(session, turn.cloned(), call_id);
        self.calls.is_empty() || call_id.is_some_and(|call_id| self.calls.contains(&key(call_id)))
    }

    fn takes_tool(&self, entry: &Entry) -> bool {
        let Some(tool) = &self.tool else { return true };
        let event = entry.payload.as_deref().and_then(payload::event);
        event.is_some_and(|event| event.tool() == Some(tool))
    }

    fn takes_principal(&self, entry: &Entry) -> bool {
        if self.principal.is_none() && self.tenant.is_none() {
            return true;
        }
        let found = entry.payload.as_deref().map(payload::principal).unwrap_or_default();
        let is = |wanted: &Option<String>, found: Option<String>| {
            wanted.as_deref().is_none_or(|wanted| Some(id_to_keep(wanted)) == found)
        };
        is(&self.principal, found.id) && is(&self.tenant, found.tenant)
    }
}

optional_setters!(EventFilter {
    session: String,
    turn: String,
    call_id: String,
    tool: String,
    principal: String,
    tenant: String,
    after_seq: u64,
    before_seq: u64,
    after_entry: u64,
    before_entry: u64,
    from: Timestamp,
    until: Timestamp,
    limit: usize,
});
setters!(EventFilter { calls: BTreeSet<CallKey>, kinds: Vec<&'static str>, newest: bool, outline: bool });

impl EventFilter {
    /// Whether more events may follow a page. A page with fewer events than the limit is the last one: erased and
    /// unreadable events do not count towards the limit.
    ///
    /// ```
    /// use hpd_journal::journal::EventFilter;
    ///
    /// let filter = EventFilter::default().limit(100);
    /// assert!(!filter.may_have_more(&[]));
    /// ```
    pub fn may_have_more(&self, page: &[EventRecord]) -> bool {
        self.limit.is_some_and(|limit| page.len() >= limit)
    }
}

impl Erasure {
    /// Whether the contents of an entry are erased. Events about erasures never are: without them, an erasure would
    /// look like damage. `is_old_future`: it is from the future, and the next entry is before the moment of the erasure.
    pub(crate) fn takes_entry(&self, entry: &Entry, is_old_future: bool) -> bool {
        if entry.payload.is_none() || entry.is_of_the_journal() {
            return false;
        }
        match self {
            Self::Session(session) => entry.session == *session,
            Self::Turn(turn) => entry.turn.as_ref() == Some(turn),
            Self::Before(moment) => entry.at < *moment || is_old_future,
            Self::QueryOf(turn) => entry.kind == "turn_started" && entry.turn.as_ref() == Some(turn),
        }
    }

    /// Whether a call that waited is removed: it is cancelled first if it is open, and left alone while it runs.
    pub(crate) fn takes_call(&self, call: &PendingCall) -> bool {
        match self {
            Self::Session(session) => call.owner.session == *session,
            Self::Turn(turn) => call.notes.turn.as_ref() == Some(turn),
            Self::Before(moment) => call.created < *moment,
            Self::QueryOf(_) => false,
        }
    }

    /// Whether a session record that was last written at this moment is removed.
    pub(crate) fn takes_record(&self, owner: &Owner, updated: Timestamp) -> bool {
        match self {
            Self::Session(session) => owner.session == *session,
            Self::Before(moment) => updated < *moment,
            Self::Turn(_) | Self::QueryOf(_) => false,
        }
    }
}

/// The event of an erasure.
pub(crate) fn erased(entries: Ranges, reason: &str, at: Timestamp) -> NewEvent {
    let event = ErasedEvent { entries: entries.into_pairs(), reason: reason.to_owned() };
    of_the_journal(at, Event::Erased(event))
}

/// The event of a removal up to this entry.
pub(crate) fn pruned(through: &ChainHead, reason: &str, at: Timestamp) -> NewEvent {
    let event =
        PrunedEvent { through: through.number, hash: through.hash.clone(), reason: reason.to_owned() };
    of_the_journal(at, Event::Pruned(event))
}

/// An event of the journal itself, which is of no session.
fn of_the_journal(at: Timestamp, event: Event) -> NewEvent {
    NewEvent::new("", at, event)
}

#[cfg(test)]
mod tests {
    use futures_executor::block_on;

    use crate::journal::{Journal, JournalOptions, MemoryJournal};
    use crate::system::Timestamp;
    use crate::testing::{FakeClock, journal_kit::sample_event, log_lines};

    /// The log lines of pruning before 3,000 at 5,000, with entries of these moments.
    fn said(moments: &[u64]) -> Vec<String> {
        let clock = FakeClock::at(Timestamp::from_millis(5_000));
        let options = JournalOptions { clock: std::sync::Arc::new(clock), ..JournalOptions::default() };
        let journal = MemoryJournal::with_options(options);
        let events = moments.iter().map(|at| sample_event("session", "turn", *at));
        block_on(journal.append(events.collect())).unwrap();
        log_lines(crate::journal::LOG, tracing::Level::WARN, || {
            drop(block_on(journal.prune(Timestamp::from_millis(3_000), "old")));
        })
    }

    #[test]
    fn an_entry_of_the_future_that_is_removed_is_said() {
        assert_eq!(
            said(&[1_000, 9_000, 9_500, 2_000]),
            ["WARN message=an entry of a later time than now counts as old, since the next one is \
              entry=2 at=9000 next=4"]
        );
    }

    #[test]
    fn entries_that_stay_for_their_age_are_not_said() {
        assert_eq!(said(&[1_000, 4_000, 2_000]), [""; 0]);
        assert_eq!(said(&[1_000, 9_000]), [""; 0]);
        assert_eq!(said(&[1_000, 9_000, 4_000, 2_000]), [""; 0]);
        assert_eq!(said(&[]), [""; 0]);
    }
}
