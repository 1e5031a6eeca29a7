//! Broadcasts events while they happen.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_channel::mpsc::{Receiver, channel};
use futures_util::Stream;

use super::{EventRecord, StreamItem};
use subscribers::{Gone, Place, Subscriber, Subscribers};

mod subscribers;

/// Broadcasts committed events; slow subscribers never block the writer.
#[derive(Debug, Default)]
pub struct EventHub {
    /// Checked first, since most programs have no subscriber.
    is_heard: AtomicBool,
    subscribers: Mutex<Subscribers>,
    gone: Gone,
}

/// A live stream of events, from the subscription on. It ends after [`StreamItem::Lagged`].
#[derive(Debug)]
pub struct Subscription {
    events: Receiver<Arc<EventRecord>>,
    fell_behind: Arc<AtomicBool>,
    is_over: bool,
    /// The number of the last delivered event, as a stream of this subscription counts; 0 before the first one.
    last: u64,
    place: Place,
    gone: Gone,
}

impl EventHub {
    /// A hub without subscribers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Subscribes to the events of a session, or of all, from now on. At most `capacity` events are buffered. Beyond
    /// that, the subscription ends with [`StreamItem::Lagged`].
    pub fn subscribe(&self, session: Option<&str>, capacity: usize) -> Subscription {
        // A channel's capacity has one more slot for each sender.
        let (sender, receiver) = channel(capacity.saturating_sub(1));
        let fell_behind = Arc::new(AtomicBool::new(false));
        let subscriber = Subscriber { events: sender, fell_behind: Arc::clone(&fell_behind) };
        let mut subscribers = self.lock();
        let place = subscribers.add(session, subscriber);
        self.is_heard.store(true, Ordering::Release);
        Subscription {
            events: receiver,
            fell_behind,
            is_over: false,
            last: 0,
            place,
            gone: self.gone.clone(),
        }
    }

    /// Tells those who listen of events, in the order in which they were written. Called by journals.
    pub fn publish(&self, events: impl IntoIterator<Item = EventRecord>) {
        if !self.is_heard.load(Ordering::Acquire) {
            return;
        }
        let mut subscribers = self.lock();
        if !subscribers.is_empty() {
            events.into_iter().for_each(|event| subscribers.tell(&Arc::new(event)));
        }
        self.is_heard.store(!subscribers.is_empty(), Ordering::Release);
    }

    /// Those who listen, without those who are gone.
    fn lock(&self) -> MutexGuard<'_, Subscribers> {
        // They are always consistent, so a panic in another holder leaves nothing half done.
        let mut subscribers = self.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        for place in self.gone.take() {
            subscribers.remove(&place);
        }
        subscribers
    }
}

impl Stream for Subscription {
    type Item = StreamItem;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<StreamItem>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        match Pin::new(&mut self.events).poll_next(cx) {
            Poll::Ready(Some(event)) => {
                self.last = if self.place.is_of_session() { event.seq } else { event.entry };
                Poll::Ready(Some(StreamItem::Event(event)))
            }
            Poll::Ready(None) => {
                self.is_over = true;
                let fell_behind = self.fell_behind.load(Ordering::Acquire);
                Poll::Ready(fell_behind.then_some(StreamItem::Lagged { after: self.last }))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.gone.add(self.place.clone());
    }
}

#[cfg(test)]
mod tests;
