//! The body of a response: written once, read by each connection from its start.

use std::convert::Infallible;
use std::fmt;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_util::Stream;
use hpd_journal::__private::HEARTBEAT;
use hpd_journal::{BoxFuture, Timer};

/// What was written so far. It is kept as long as somebody writes or reads it.
pub(super) struct Written {
    headers: Headers,
    state: Mutex<State>,
}

/// Names and values of headers.
type Headers = &'static [(&'static str, &'static str)];

#[derive(Default)]
struct State {
    texts: Vec<Arc<str>>,
    is_over: bool,
    readers: usize,
    /// Of readers that have read everything.
    waiting: Vec<Waker>,
}

impl Written {
    /// Nothing yet, of a response with these headers.
    pub(super) fn new(headers: Headers) -> Arc<Self> {
        Arc::new(Self { headers, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A reader that panicked has changed nothing.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self, text: String) {
        if text.is_empty() {
            return;
        }
        let waiting = {
            let mut state = self.state();
            state.texts.push(text.into());
            mem::take(&mut state.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Nothing follows.
    pub(super) fn end(&self) {
        let waiting = {
            let mut state = self.state();
            state.is_over = true;
            mem::take(&mut state.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    pub(super) fn has_readers(&self) -> bool {
        self.state().readers > 0
    }
}

/// The body of a response, as texts. [`headers`](Self::headers) are those of the response.
///
/// After 15 seconds of silence it gives a comment, which clients do not read: it keeps proxies from closing the
/// connection. A client that disconnects drops the body. The turn continues: a write is never interrupted.
pub struct ResponseBody {
    written: Arc<Written>,
    /// How many texts were read.
    read: usize,
    timer: Arc<dyn Timer>,
    heartbeat: Duration,
    silence: Option<BoxFuture<'static, ()>>,
}

impl ResponseBody {
    pub(super) fn new(written: &Arc<Written>, timer: Arc<dyn Timer>, heartbeat: Duration) -> Self {
        written.state().readers += 1;
        Self { written: Arc::clone(written), read: 0, timer, heartbeat, silence: None }
    }

    /// The headers of the response: content type, no caching, no proxy buffering, and those of the protocol.
    pub fn headers(&self) -> &'static [(&'static str, &'static str)] {
        self.written.headers
    }

    /// The next text, the end, or nothing yet.
    fn next_text(&mut self, cx: &Context<'_>) -> Poll<Option<String>> {
        let mut state = self.written.state();
        let Some(texts) = state.texts.get(self.read..).filter(|texts| !texts.is_empty()) else {
            if state.is_over {
                return Poll::Ready(None);
            }
            if !state.waiting.iter().any(|waker| waker.will_wake(cx.waker())) {
                state.waiting.push(cx.waker().clone());
            }
            return Poll::Pending;
        };
        self.read += texts.len();
        Poll::Ready(Some(texts.concat()))
    }
}

impl Stream for ResponseBody {
    type Item = Result<String, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let text = self.next_text(cx);
        if let Poll::Ready(text) = text {
            self.silence = None;
            return Poll::Ready(text.map(Ok));
        }
        let Self { timer, heartbeat, silence, .. } = &mut *self;
        let wait = silence.get_or_insert_with(|| timer.sleep(*heartbeat));
        if wait.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        *silence = None;
        Poll::Ready(Some(Ok(HEARTBEAT.to_owned())))
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.written.state().readers -= 1;
    }
}

impl fmt::Debug for ResponseBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The texts are not shown: questions hold nonces.
        f.debug_struct("ResponseBody").field("read", &self.read).finish_non_exhaustive()
    }
}
