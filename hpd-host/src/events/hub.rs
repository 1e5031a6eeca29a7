//! Who hears of events while they happen.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_channel::mpsc::{Receiver, Sender, channel};
use futures_util::Stream;

use super::EventRecord;

/// Who hears of events. A journal publishes them after it wrote them; nobody who listens holds anybody up.
#[derive(Debug, Default)]
pub struct EventHub {
    /// Looked at first, since mostly nobody listens.
    listeners: AtomicU64,
    subscribers: Mutex<Vec<Subscriber>>,
}

/// Somebody who listens.
#[derive(Debug)]
struct Subscriber {
    session: Option<String>,
    events: Sender<Arc<EventRecord>>,
    fell_behind: Arc<AtomicBool>,
}

/// What somebody who listens hears.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// An event.
    Event(Arc<EventRecord>),
    /// Events were left out, since too many waited to be heard. Nothing comes after this: read on from the journal, and
    /// subscribe again.
    Resync,
}

/// The events that somebody hears, from the moment of the subscription on. It ends after [`Heard::Resync`].
#[derive(Debug)]
pub struct Subscription {
    events: Receiver<Arc<EventRecord>>,
    fell_behind: Arc<AtomicBool>,
    is_over: bool,
}

impl EventHub {
    /// A hub that nobody listens to.
    pub fn new() -> Self {
        Self::default()
    }

    /// Hears of the events of a session, or of all, from now on. At most `capacity` of them wait to be heard; if there are more, the
    /// subscription ends with [`Heard::Resync`].
    pub fn subscribe(&self, session: Option<&str>, capacity: usize) -> Subscription {
        // A channel has room for one more of each sender.
        let (sender, receiver) = channel(capacity.saturating_sub(1));
        let fell_behind = Arc::new(AtomicBool::new(false));
        let subscriber = Subscriber {
            session: session.map(str::to_owned),
            events: sender,
            fell_behind: Arc::clone(&fell_behind),
        };
        let mut subscribers = self.lock();
        subscribers.push(subscriber);
        self.count(&subscribers);
        Subscription { events: receiver, fell_behind, is_over: false }
    }

    /// Tells those who listen of events, in the order in which they were written. Called by journals.
    pub fn publish(&self, events: impl IntoIterator<Item = EventRecord>) {
        if self.listeners.load(Ordering::Acquire) == 0 {
            return;
        }
        let mut subscribers = self.lock();
        for event in events {
            let event = Arc::new(event);
            subscribers.retain_mut(|subscriber| subscriber.tell(&event));
        }
        self.count(&subscribers);
    }

    fn count(&self, subscribers: &[Subscriber]) {
        let count = u64::try_from(subscribers.len()).unwrap_or(u64::MAX);
        self.listeners.store(count, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Subscriber>> {
        // The list is whole at any time: a panic elsewhere leaves nothing half done in it.
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscriber {
    /// Whether it still listens afterwards.
    fn tell(&mut self, event: &Arc<EventRecord>) -> bool {
        if self.session.as_ref().is_some_and(|session| *session != event.session) {
            return !self.events.is_closed();
        }
        match self.events.try_send(Arc::clone(event)) {
            Ok(()) => true,
            Err(error) => {
                self.fell_behind.store(error.is_full(), Ordering::Release);
                false
            }
        }
    }
}

impl Stream for Subscription {
    type Item = Heard;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Heard>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        match Pin::new(&mut self.events).poll_next(cx) {
            Poll::Ready(Some(event)) => Poll::Ready(Some(Heard::Event(event))),
            Poll::Ready(None) => {
                self.is_over = true;
                let fell_behind = self.fell_behind.load(Ordering::Acquire);
                Poll::Ready(fell_behind.then_some(Heard::Resync))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests;
