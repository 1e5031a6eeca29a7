//! Broadcasts events while they happen.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_channel::mpsc::{Receiver, channel};
use futures_util::Stream;

use super::{EventRecord, StreamItem};
pub(crate) use subscribers::Heard;
use subscribers::{Gone, Place, Subscriber, Subscribers};
pub(crate) use watching::Watching;

mod subscribers;
mod watching;

/// Broadcasts committed events; slow subscribers never block the writer.
#[derive(Debug, Default)]
pub struct EventHub {
    /// Checked first, since most programs have no subscriber.
    is_heard: AtomicBool,
    subscribers: Mutex<Subscribers>,
    gone: Gone,
    watching: Arc<Watching>,
}

/// A live stream of events, from the subscription on. It ends after [`StreamItem::Lagged`]. An event of another process
/// may be missing if one of this process overtook it: an [`EventStream`](crate::stream::EventStream) has all.
#[derive(Debug)]
pub struct Subscription {
    events: Receiver<Heard>,
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
        self.watching.note_heard(true);
        Subscription {
            events: receiver,
            fell_behind,
            is_over: false,
            last: 0,
            place,
            gone: self.gone.clone(),
        }
    }

    /// Sends events to the subscribers, in the order in which they were written. Called by journals.
    pub fn publish(&self, events: impl IntoIterator<Item = EventRecord>) {
        if !self.is_heard.load(Ordering::Acquire) {
            return;
        }
        let events = events.into_iter().inspect(|event| self.watching.note_own(event.entry));
        self.tell(|subscribers| {
            if !subscribers.is_empty() {
                events.for_each(|event| subscribers.tell(&Arc::new(event)));
            }
        });
    }

    /// Sends events that other processes wrote. Subscribers may have read them already.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn publish_of_others(&self, events: impl IntoIterator<Item = EventRecord>) {
        self.tell(|subscribers| events.into_iter().for_each(|event| subscribers.tell(&Arc::new(event))));
    }

    /// Asks all subscribers to read the journal again: other processes may have written to it.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn ask_to_catch_up(&self) {
        self.tell(Subscribers::ask_to_catch_up);
    }

    /// Notes who is gone.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn forget_gone(&self) {
        self.tell(|_| {});
    }

    /// What the watcher of the database has to know.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn watching(&self) -> &Arc<Watching> {
        &self.watching
    }

    fn tell(&self, tell: impl FnOnce(&mut Subscribers)) {
        let mut subscribers = self.lock();
        tell(&mut subscribers);
        let is_heard = !subscribers.is_empty();
        self.is_heard.store(is_heard, Ordering::Release);
        if !is_heard {
            self.watching.note_heard(false);
        }
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
        loop {
            match self.poll_heard(cx) {
                Poll::Ready(Some(Heard::Event(event))) => {
                    let number = self.number(&event);
                    if number > self.last {
                        self.last = number;
                        return Poll::Ready(Some(StreamItem::Event(event)));
                    }
                }
                // Only a reader of the journal can catch up.
                #[cfg(any(feature = "postgres", feature = "sqlite"))]
                Poll::Ready(Some(Heard::OfOthers)) => {}
                Poll::Ready(None) => return Poll::Ready(self.lagged()),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

impl Subscription {
    /// What was heard last: an event, or that there may be others. `None` at the end.
    pub(crate) fn poll_heard(&mut self, cx: &mut Context<'_>) -> Poll<Option<Heard>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let heard = Pin::new(&mut self.events).poll_next(cx);
        self.is_over = matches!(heard, Poll::Ready(None));
        heard
    }

    /// The last item, if the subscription ended since it fell behind; once.
    fn lagged(&mut self) -> Option<StreamItem> {
        let fell_behind = self.fell_behind.swap(false, Ordering::AcqRel);
        fell_behind.then_some(StreamItem::Lagged { after: self.last })
    }

    fn number(&self, event: &EventRecord) -> u64 {
        if self.place.is_of_session() { event.seq } else { event.entry }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.gone.add(self.place.clone());
    }
}

#[cfg(test)]
mod tests;
