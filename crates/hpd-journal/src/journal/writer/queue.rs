//! The bounded queue in front of a writer. Further requests wait in line for a slot.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use futures_channel::oneshot;

#[cfg(feature = "postgres")]
use super::{Command, WriteCommand};
use super::{Lost, Request};
use crate::journal::QueueStatus;
use crate::pending::StoreError;

/// A queue with so many places.
pub(crate) fn queue(places: usize) -> (Entrance, Waiting) {
    counted_queue(places, Arc::default())
}

/// The same, with the place where events of failed requests are counted.
pub(crate) fn counted_queue(places: usize, lost: Arc<Lost>) -> (Entrance, Waiting) {
    let state = State {
        placed: VecDeque::new(),
        places: places.max(1),
        line: VecDeque::new(),
        came: 0,
        writer: None,
        is_closed: false,
    };
    let queue = Arc::new(Queue { state: Mutex::new(state), lost });
    (Entrance { queue: Arc::clone(&queue) }, Waiting { queue })
}

struct Queue {
    state: Mutex<State>,
    lost: Arc<Lost>,
}

struct State {
    placed: VecDeque<Request>,
    places: usize,
    /// Those who wait for a place, the first first.
    line: VecDeque<Standing>,
    /// The number of requests that ever waited in line.
    came: u64,
    /// Wakes the writer.
    writer: Option<Waker>,
    /// One of the two ends is gone.
    is_closed: bool,
}

/// A request in line for a slot.
struct Standing {
    number: u64,
    request: Request,
    placed: oneshot::Sender<()>,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is always consistent, so a panic in another holder leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes the oldest requests out. Requests in line get their slots.
    fn take(&mut self, max: usize) -> Vec<Request> {
        let count = self.placed.len().min(max.max(1));
        let taken = self.placed.drain(..count).collect();
        while self.placed.len() < self.places {
            let Some(next) = self.line.pop_front() else { break };
            self.placed.push_back(next.request);
            // Who gave up between standing in line and here is answered like one who gives up later.
            let _ = next.placed.send(());
        }
        taken
    }
}

/// The sending side of the queue. Requests with a slot are still carried out after it is dropped.
pub(crate) struct Entrance {
    queue: Arc<Queue>,
}

impl Entrance {
    /// Takes a slot for the request at once, or a place in line. The returned future resolves when the request has its
    /// slot. Dropped before that, it takes the request back.
    pub(crate) fn send(&self, request: Request) -> Place {
        let request = request.counted_by(&self.queue.lost);
        let mut state = self.queue.lock();
        if state.is_closed {
            drop(state);
            request.give_up();
            return Place::Closed;
        }
        if state.placed.len() < state.places && state.line.is_empty() {
            state.placed.push_back(request);
            let writer = state.writer.take();
            drop(state);
            if let Some(writer) = writer {
                writer.wake();
            }
            return Place::Taken;
        }
        let (placed, receiver) = oneshot::channel();
        let number = state.came;
        state.came += 1;
        state.line.push_back(Standing { number, request, placed });
        Place::InLine(Ticket { queue: Arc::clone(&self.queue), number, placed: receiver })
    }

    /// Requests in the queue, its places, and requests in line.
    pub(crate) fn status(&self) -> QueueStatus {
        let state = self.queue.lock();
        QueueStatus { length: state.placed.len(), capacity: state.places, in_line: state.line.len() }
    }

    /// A way to wake the writer, which does not keep the queue open.
    #[cfg(feature = "postgres")]
    pub(crate) fn nudge(&self) -> Nudge {
        Nudge { queue: Arc::clone(&self.queue) }
    }
}

/// Wakes a writer that may have something to report.
#[cfg(feature = "postgres")]
#[derive(Clone)]
pub(crate) struct Nudge {
    queue: Arc<Queue>,
}

#[cfg(feature = "postgres")]
impl Nudge {
    /// Queues a request without contents, whatever else waits.
    pub(crate) fn wake(&self) {
        let (request, _) = Request::new(Command::Write(WriteCommand::Append(Vec::new())));
        let mut state = self.queue.lock();
        if state.is_closed {
            return;
        }
        state.placed.push_front(request);
        let writer = state.writer.take();
        drop(state);
        if let Some(writer) = writer {
            writer.wake();
        }
    }
}

impl Drop for Entrance {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.is_closed = true;
        let writer = state.writer.take();
        drop(state);
        if let Some(writer) = writer {
            writer.wake();
        }
    }
}

/// The place of a request in the queue.
pub(crate) enum Place {
    Taken,
    InLine(Ticket),
    Closed,
}

impl Place {
    /// Waits until the request has its place.
    ///
    /// # Errors
    ///
    /// The writer has ended.
    pub(crate) async fn taken(self) -> Result<(), StoreError> {
        match self {
            Self::Taken => Ok(()),
            Self::InLine(mut ticket) => (&mut ticket.placed).await.map_err(|_| writer_ended()),
            Self::Closed => Err(writer_ended()),
        }
    }
}

pub(super) fn writer_ended() -> StoreError {
    StoreError::new("the journal's writer has ended")
}

/// Whose turn it is to get a place.
pub(crate) struct Ticket {
    queue: Arc<Queue>,
    number: u64,
    placed: oneshot::Receiver<()>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        let Ok(index) = state.line.binary_search_by_key(&self.number, |standing| standing.number) else {
            return;
        };
        let given_up = state.line.remove(index);
        drop(state);
        if let Some(given_up) = given_up {
            given_up.request.give_up();
        }
    }
}

/// The requests that wait, for the writer.
pub(crate) struct Waiting {
    queue: Arc<Queue>,
}

impl Waiting {
    /// The oldest requests, at least one and at most so many, once there are any; `None` when the other end is gone and
    /// nothing is left.
    pub(crate) async fn next(&mut self, max: usize) -> Option<Vec<Request>> {
        poll_fn(|cx| {
            let mut state = self.queue.lock();
            let taken = state.take(max);
            if !taken.is_empty() {
                return Poll::Ready(Some(taken));
            }
            if state.is_closed {
                return Poll::Ready(None);
            }
            state.writer = Some(cx.waker().clone());
            Poll::Pending
        })
        .await
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.is_closed = true;
        let (placed, line) = (std::mem::take(&mut state.placed), std::mem::take(&mut state.line));
        drop(state);
        let line = line.into_iter().map(|standing| standing.request);
        for request in placed.into_iter().chain(line) {
            request.answer(Err(writer_ended()));
        }
    }
}

#[cfg(test)]
mod tests;
