//! Events that could not be written: counted by kind, until an entry of the journal names them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::events::{Event, JournalGapEvent, NewEvent};
use crate::journal::{LOG, LostStatus};
use crate::system::Timestamp;

/// How many events of each kind.
pub(crate) type Kinds = BTreeMap<&'static str, u64>;

/// How many commits without an answer are looked up later.
#[cfg(feature = "postgres")]
const DOUBTS: usize = 64;

/// The lost events of a journal in this process.
#[derive(Debug, Default)]
pub(crate) struct Lost {
    /// As in the state: on the good path, no lock is taken.
    unreported: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    all: Kinds,
    unreported: Kinds,
    /// When the first unreported one happened.
    since: Option<Timestamp>,
    #[cfg(feature = "postgres")]
    doubts: Vec<Doubt>,
}

/// A transaction whose commit had no answer. Its events count as lost until its last entry is found.
#[cfg(feature = "postgres")]
#[derive(Debug, Clone)]
pub(crate) struct Doubt {
    /// The number of its last entry.
    pub(crate) number: u64,
    /// The hash of that entry. No other entry has it, since contents are salted.
    pub(crate) hash: String,
    /// The appended events of the transaction.
    pub(crate) appended: Kinds,
    /// The lost events that the transaction reports.
    pub(crate) reported: Kinds,
}

/// The event about all lost events that no entry names yet, and how many it names.
pub(crate) struct Gap {
    pub(crate) event: NewEvent,
    pub(crate) kinds: Kinds,
}

/// How many events of each kind these are.
pub(crate) fn kinds_of<'e>(events: impl IntoIterator<Item = &'e NewEvent>) -> Kinds {
    let mut kinds = Kinds::new();
    for new in events {
        *kinds.entry(new.event.kind()).or_default() += 1;
    }
    kinds
}

impl Lost {
    /// Counts events that could not be written.
    pub(crate) fn note(&self, events: &[NewEvent]) {
        let Some(first) = events.iter().map(|new| new.at).min() else { return };
        let mut state = self.lock();
        let since = state.since.map_or(first, |since| since.min(first));
        state.since = Some(since);
        for (kind, count) in kinds_of(events) {
            *state.all.entry(kind).or_default() += count;
            *state.unreported.entry(kind).or_default() += count;
        }
        self.update(&state);
    }

    /// Whether an entry has to name lost events.
    pub(crate) fn is_unreported(&self) -> bool {
        self.unreported.load(Ordering::Acquire) > 0
    }

    /// The event about the lost events, if there are any.
    pub(crate) fn gap(&self, now: Timestamp) -> Option<Gap> {
        if !self.is_unreported() {
            return None;
        }
        let state = self.lock();
        let kinds = state.unreported.clone();
        let counts = kinds.iter().map(|(kind, count)| ((*kind).to_owned(), *count)).collect();
        let gap = JournalGapEvent::new(state.since.unwrap_or(now), now, counts);
        Some(Gap { event: NewEvent::new("", now, Event::JournalGap(gap)), kinds })
    }

    /// An entry names these.
    pub(crate) fn is_reported(&self, kinds: &Kinds) {
        let mut state = self.lock();
        subtract(&mut state.unreported, kinds);
        if state.unreported.is_empty() {
            state.since = None;
        }
        self.update(&state);
    }

    /// Keeps a transaction whose commit had no answer.
    #[cfg(feature = "postgres")]
    pub(crate) fn doubt(&self, doubt: Doubt) {
        let mut state = self.lock();
        if state.doubts.len() >= DOUBTS {
            state.doubts.remove(0);
        }
        state.doubts.push(doubt);
    }

    /// The transactions whose commits had no answer, the oldest first.
    #[cfg(feature = "postgres")]
    pub(crate) fn doubts(&self) -> Vec<Doubt> {
        self.lock().doubts.clone()
    }

    /// A doubted transaction was looked up. If the journal has it, its events are not lost.
    #[cfg(feature = "postgres")]
    pub(crate) fn is_settled(&self, doubt: &Doubt, is_written: bool) {
        let mut state = self.lock();
        state.doubts.retain(|other| other.hash != doubt.hash);
        if is_written {
            for kinds in [&doubt.appended, &doubt.reported] {
                subtract(&mut state.unreported, kinds);
            }
            subtract(&mut state.all, &doubt.appended);
            if state.unreported.is_empty() {
                state.since = None;
            }
        }
        self.update(&state);
    }

    pub(crate) fn status(&self) -> LostStatus {
        let state = self.lock();
        LostStatus {
            total: state.all.values().sum(),
            kinds: state.all.iter().map(|(kind, count)| ((*kind).to_owned(), *count)).collect(),
            unreported: state.unreported.values().sum(),
        }
    }

    fn update(&self, state: &State) {
        self.unreported.store(state.unreported.values().sum(), Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The counts are always consistent, so a panic in another holder leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn subtract(from: &mut Kinds, kinds: &Kinds) {
    for (kind, count) in kinds {
        if let Some(left) = from.get_mut(kind) {
            *left = left.saturating_sub(*count);
        }
    }
    from.retain(|_, count| *count > 0);
}

/// Logs each event that was not written.
pub(crate) fn log_lost(events: &[NewEvent]) {
    for lost in events {
        let (kind, at) = (lost.event.kind(), lost.at.as_millis());
        tracing::error!(
            target: LOG,
            kind,
            session = lost.session,
            call = lost.call_id,
            at,
            "an event was not written"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::Lost;
    use crate::events::{Event, JournalGapEvent, NewEvent, ToolStartedEvent, TurnStartedEvent};
    use crate::pending::PendingId;
    use crate::system::Timestamp;

    fn events() -> [NewEvent; 2] {
        let turn = Event::TurnStarted(TurnStartedEvent::new(None));
        let started = Event::ToolStarted(ToolStartedEvent::new("pay", PendingId::new("p")));
        [(turn, 5), (started, 3)].map(|(event, at)| NewEvent::new("s", Timestamp::from_millis(at), event))
    }

    #[test]
    fn one_event_names_all_that_no_entry_names_yet() {
        let lost = Lost::default();
        let now = Timestamp::from_millis(9);
        assert!(lost.gap(now).is_none());
        lost.note(&events());
        lost.note(&events()[..1]);
        let gap = lost.gap(now).unwrap();
        let kinds = [("turn_started".to_owned(), 2), ("tool_started".to_owned(), 1)].into();
        let named = JournalGapEvent::new(Timestamp::from_millis(3), now, kinds);
        assert_eq!((&*gap.event.session, gap.event.event), ("", Event::JournalGap(named)));
        // More may be lost before the event is written.
        lost.note(&events()[..1]);
        lost.is_reported(&gap.kinds);
        let status = lost.status();
        assert_eq!((status.total, status.unreported), (4, 1));
        assert!(lost.is_unreported());
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn what_is_found_later_is_not_lost() {
        let lost = Lost::default();
        lost.note(&events());
        let appended = super::kinds_of(&events());
        let doubt = super::Doubt { number: 7, hash: "a".to_owned(), appended, reported: super::Kinds::new() };
        lost.doubt(doubt.clone());
        lost.is_settled(&doubt, true);
        assert_eq!((lost.status(), lost.doubts().len()), (crate::journal::LostStatus::default(), 0));
        lost.note(&events());
        lost.doubt(doubt.clone());
        lost.is_settled(&doubt, false);
        assert_eq!((lost.status().total, lost.status().unreported), (2, 2));
    }
}
