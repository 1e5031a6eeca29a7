//! Subscribers by session.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_channel::mpsc::Sender;

use crate::events::EventRecord;

/// The subscribers. A subscriber of one session costs nothing for events of another.
#[derive(Debug, Default)]
pub(super) struct Subscribers {
    of_all: BTreeMap<u64, Subscriber>,
    of_sessions: HashMap<Arc<str>, BTreeMap<u64, Subscriber>>,
    last: u64,
}

/// What a subscriber is told.
#[derive(Debug, Clone)]
pub(crate) enum Heard {
    Event(Arc<EventRecord>),
    /// Other processes may have written events.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    OfOthers,
}

/// A subscriber.
#[derive(Debug)]
pub(super) struct Subscriber {
    pub(super) events: Sender<Heard>,
    pub(super) fell_behind: Arc<AtomicBool>,
}

/// The position of a subscriber.
#[derive(Debug, Clone)]
pub(super) struct Place {
    session: Option<Arc<str>>,
    number: u64,
}

impl Place {
    /// Whether the subscriber is one of a session, not of all.
    pub(super) const fn is_of_session(&self) -> bool {
        self.session.is_some()
    }
}

/// Positions of dropped subscribers. They do not remove themselves: publishing may wake code that drops a subscriber
/// while the list is locked.
#[derive(Debug, Clone, Default)]
pub(super) struct Gone(Arc<Mutex<Vec<Place>>>);

impl Gone {
    pub(super) fn add(&self, place: Place) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(place);
    }

    pub(super) fn take(&self) -> Vec<Place> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Subscribers {
    /// Adds a subscriber of a session, or of all.
    pub(super) fn add(&mut self, session: Option<&str>, subscriber: Subscriber) -> Place {
        self.last += 1;
        let place = Place { session: session.map(Arc::from), number: self.last };
        let others = match &place.session {
            Some(session) => self.of_sessions.entry(Arc::clone(session)).or_default(),
            None => &mut self.of_all,
        };
        others.insert(place.number, subscriber);
        place
    }

    /// Removes a subscriber, if it is still there.
    pub(super) fn remove(&mut self, place: &Place) {
        let Some(session) = &place.session else {
            self.of_all.remove(&place.number);
            return;
        };
        let Some(listeners) = self.of_sessions.get_mut(session) else { return };
        listeners.remove(&place.number);
        if listeners.is_empty() {
            self.of_sessions.remove(session);
        }
    }

    /// Publishes an event. A subscriber that can't take it is removed.
    pub(super) fn tell(&mut self, event: &Arc<EventRecord>) {
        self.of_all.retain(|_, subscriber| subscriber.tell(Heard::Event(Arc::clone(event))));
        let Some(listeners) = self.of_sessions.get_mut(&*event.session) else { return };
        listeners.retain(|_, subscriber| subscriber.tell(Heard::Event(Arc::clone(event))));
        if listeners.is_empty() {
            self.of_sessions.remove(&*event.session);
        }
    }

    /// Tells all that other processes may have written events.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(super) fn ask_to_catch_up(&mut self) {
        self.of_all.retain(|_, subscriber| subscriber.tell(Heard::OfOthers));
        self.of_sessions.retain(|_, listeners| {
            listeners.retain(|_, subscriber| subscriber.tell(Heard::OfOthers));
            !listeners.is_empty()
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.of_all.is_empty() && self.of_sessions.is_empty()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.of_all.len() + self.of_sessions.values().map(BTreeMap::len).sum::<usize>()
    }
}

impl Subscriber {
    /// Whether it still listens afterwards.
    fn tell(&mut self, heard: Heard) -> bool {
        match self.events.try_send(heard) {
            Ok(()) => true,
            Err(error) => {
                self.fell_behind.store(error.is_full(), Ordering::Release);
                false
            }
        }
    }
}
