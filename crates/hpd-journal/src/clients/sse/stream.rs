//! A response that is never done: events as they happen.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use crate::system::BoxFuture;
use futures_util::Stream;

use super::frame::{HEARTBEAT, numbered_frame, resync_frame, retry_frame, status_frame};
use crate::events::StreamItem;
use crate::pending::StoreError;
use crate::stream::EventStream;
use crate::system::Timer;

/// The silence before a comment is sent. Many proxies close connections that are silent for 30 or 60 seconds.
const HEARTBEAT_AFTER: Duration = Duration::from_secs(15);
/// How long a client waits before it connects again.
const RETRY_AFTER: Duration = Duration::from_secs(3);

/// The body of a `text/event-stream` response: one text per frame.
///
/// An error of the journal ends it and so closes the connection. The client reconnects and gets the rest. The error's
/// text is for the log.
///
/// ```
/// use std::sync::Arc;
///
/// use hpd_journal::SystemTimer;
/// use hpd_journal::clients::sse::{BadLastEventId, SseStream};
/// use hpd_journal::journal::Journal;
/// use hpd_journal::stream::{EventStream, StreamStart};
///
/// /// `GET /events`: a streamed body for a web framework, with the header
/// /// `content-type: text/event-stream`.
/// fn events(
///     journal: Arc<dyn Journal>,
///     session: &str,
///     last_event_id: Option<&str>,
/// ) -> Result<SseStream, BadLastEventId> {
///     let start = StreamStart::of_header(last_event_id, StreamStart::After(0))?;
///     let events = EventStream::of_session(journal, session, start);
///     Ok(SseStream::new(events, Arc::new(SystemTimer::default())).with_status_lines())
/// }
/// ```
pub struct SseStream {
    events: EventStream,
    timer: Arc<dyn Timer>,
    heartbeat: Duration,
    has_status_lines: bool,
    /// Texts to be sent; the first one is there from the start.
    frames: VecDeque<String>,
    /// Until the next comment.
    silence: Option<BoxFuture<'static, ()>>,
    is_over: bool,
}

impl SseStream {
    /// The headers of the response: content type, no caching, no proxy buffering.
    pub const HEADERS: [(&'static str, &'static str); 3] =
        [("content-type", "text/event-stream"), ("cache-control", "no-cache"), ("x-accel-buffering", "no")];

    /// The events as text. The timer says when nothing has happened for long.
    pub fn new(events: EventStream, timer: Arc<dyn Timer>) -> Self {
        Self {
            events,
            timer,
            heartbeat: HEARTBEAT_AFTER,
            has_status_lines: false,
            frames: VecDeque::from([retry_frame(RETRY_AFTER.as_millis())]),
            silence: None,
            is_over: false,
        }
    }

    /// Sends a comment whenever nothing has happened for this time: 15 seconds by default.
    #[must_use]
    pub fn heartbeat(mut self, after: Duration) -> Self {
        self.heartbeat = after;
        self
    }

    /// Tells clients to wait for this time before they connect again: 3 seconds by default. Call this before the first
    /// item is read.
    #[must_use]
    pub fn retry(mut self, after: Duration) -> Self {
        self.frames = VecDeque::from([retry_frame(after.as_millis())]);
        self
    }

    /// After each event, also sends the event's [text for people](crate::events::EventRecord::status_line).
    #[must_use]
    pub fn with_status_lines(mut self) -> Self {
        self.has_status_lines = true;
        self
    }

    /// Adds an item.
    fn take(&mut self, told: &StreamItem) {
        // Something happens: the time until the next comment begins anew.
        self.silence = None;
        match told {
            StreamItem::Event(record) => {
                self.frames.push_back(numbered_frame(record, self.events.number(record)));
                self.frames.extend(self.has_status_lines.then(|| status_frame(record)).flatten());
            }
            StreamItem::Lagged { after } => self.frames.push_back(resync_frame(*after)),
        }
    }

    /// Whether nothing happened for long enough.
    fn is_silent(&mut self, cx: &mut Context<'_>) -> bool {
        let (timer, after) = (&self.timer, self.heartbeat);
        let silence = self.silence.get_or_insert_with(|| timer.sleep(after));
        let is_over = silence.as_mut().poll(cx).is_ready();
        if is_over {
            self.silence = None;
        }
        is_over
    }
}

impl Stream for SseStream {
    type Item = Result<String, StoreError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(frame) = self.frames.pop_front() {
                return Poll::Ready(Some(Ok(frame)));
            }
            if self.is_over {
                return Poll::Ready(None);
            }
            match Pin::new(&mut self.events).poll_next(cx) {
                Poll::Ready(Some(Ok(told))) => self.take(&told),
                Poll::Ready(Some(Err(error))) => {
                    self.is_over = true;
                    return Poll::Ready(Some(Err(error)));
                }
                Poll::Ready(None) => self.is_over = true,
                Poll::Pending if self.is_silent(cx) => {
                    self.events.catch_up();
                    self.frames.push_back(HEARTBEAT.to_owned());
                }
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

impl fmt::Debug for SseStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The frames are not shown: questions hold nonces.
        f.debug_struct("SseStream").field("events", &self.events).finish_non_exhaustive()
    }
}
