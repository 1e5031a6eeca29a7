//! Events as a stream: first stored ones, then live ones.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::Stream;

use crate::events::{EventRecord, StreamItem, Subscription};
use crate::journal::Journal;
use crate::pending::StoreError;
use steps::Page;

mod steps;

/// Buffered events before a stream lags.
const CAPACITY: usize = 1_024;
/// How many events are read from the journal at once.
const PAGE: usize = 256;

/// Where an [`EventStream`] begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamStart {
    /// From now on.
    Now,
    /// After the event of this number; 0 for all stored events.
    After(u64),
}

/// The events of one session, or of all, without gaps and duplicates: first stored events, then live ones.
///
/// A stream of one session uses its numbers ([`EventRecord::seq`]), others those of the journal
/// ([`EventRecord::entry`]). A missing number, perhaps from another process, is read from the journal. Erased events
/// stay missing.
///
/// An error of the journal is the last item. No event is lost: a new stream can begin after the last delivered event.
///
/// ```
/// use std::sync::Arc;
///
/// use futures_util::{Stream, StreamExt};
/// use hpd_journal::events::StreamItem;
/// use hpd_journal::journal::Journal;
/// use hpd_journal::stream::{EventStream, StreamStart};
///
/// async fn print(
///     journal: Arc<dyn Journal>,
/// ) -> Result<(), hpd_journal::pending::StoreError> {
///     let mut stream = EventStream::of_session(journal, "s1", StreamStart::After(0));
///     while let Some(told) = stream.next().await {
///         match told? {
///             StreamItem::Event(record) => {
///                 println!("{} {}", record.seq, record.event.kind())
///             }
///             StreamItem::Lagged { after } => println!("to be read again from {after}"),
///         }
///     }
///     Ok(())
/// }
/// ```
pub struct EventStream {
    journal: Arc<dyn Journal>,
    session: Option<String>,
    capacity: usize,
    page: usize,
    told: Position,
    /// The number that it was to begin after: the first read makes sure that there is one.
    claimed: Option<u64>,
    subscription: Option<Subscription>,
    state: State,
    ready: VecDeque<Arc<EventRecord>>,
    /// A live event after a gap.
    held: Option<Arc<EventRecord>>,
    is_to_catch_up: bool,
    last: Option<LastEntry>,
}

/// The last entry of the stream.
#[derive(Debug, Clone, Copy)]
struct LastEntry {
    number: u64,
    /// Whether the journal is known to have it.
    is_written: bool,
}

/// The last delivered position.
#[derive(Debug, Clone, Copy)]
enum Position {
    /// The number of the last event.
    Number(u64),
    /// Nothing yet: it began when this was the last entry of the journal.
    Entry(u64),
}

type Later<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

enum State {
    /// The end of the journal is asked for.
    Beginning(Later<u64>),
    Reading(Later<Page>),
    Hearing,
    Over,
}

impl EventStream {
    /// The events of a session.
    pub fn of_session(journal: Arc<dyn Journal>, session: impl Into<String>, start: StreamStart) -> Self {
        Self::new(journal, Some(session.into()), start)
    }

    /// The events of all sessions. Only for readers who may see the events of every user.
    pub fn of_all(journal: Arc<dyn Journal>, start: StreamStart) -> Self {
        Self::new(journal, None, start)
    }

    fn new(journal: Arc<dyn Journal>, session: Option<String>, start: StreamStart) -> Self {
        let (told, claimed) = match start {
            StreamStart::Now => (Position::Entry(0), None),
            StreamStart::After(number) => {
                (Position::Number(number), Some(number).filter(|&number| number > 0))
            }
        };
        let mut stream = Self {
            journal,
            session,
            capacity: CAPACITY,
            page: PAGE,
            told,
            claimed,
            subscription: None,
            state: State::Hearing,
            ready: VecDeque::new(),
            held: None,
            is_to_catch_up: false,
            last: None,
        };
        stream.state = match start {
            StreamStart::Now => {
                // Subscribing first misses no event after the last read page.
                stream.subscribe();
                let journal = Arc::clone(&stream.journal);
                State::Beginning(Box::pin(async move { Ok(journal.head().await?.number) }))
            }
            StreamStart::After(_) => stream.read(),
        };
        stream
    }

    /// Sets limits, before the first item: `capacity` buffered events (default 1,024), and `page` events per read of
    /// the journal (default 256).
    #[must_use]
    pub fn with_limits(mut self, capacity: usize, page: usize) -> Self {
        (self.capacity, self.page) = (capacity, page.max(1));
        if self.subscription.take().is_some() {
            self.subscribe();
        }
        if let State::Reading(_) = self.state {
            self.state = self.read();
        }
        self
    }

    /// Reads the journal again, for events of other processes. A journal in a database does so by itself: within 300 ms,
    /// as long as somebody listens.
    pub fn catch_up(&mut self) {
        self.is_to_catch_up = true;
    }

    /// Ends the stream after this entry of the journal. Later events are not delivered. With the journal's
    /// [head](Journal::head) after a turn, the stream delivers the whole turn. The entry may be of any process or
    /// session, and may be erased.
    ///
    /// The stream waits for an unwritten entry. The stream looks for the entry after each event that it
    /// receives, and after each call of [`catch_up`](Self::catch_up).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use futures_executor::block_on;
    /// use futures_util::StreamExt;
    /// use hpd_host::events::{EventStream, StreamItem, StreamStart};
    /// use hpd_host::journal::{Journal, MemoryJournal};
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Clock;
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Gives the time.
    ///     #[ai_function]
    ///     fn now(&self) -> String {
    ///         "12:00".to_owned()
    ///     }
    /// }
    ///
    /// # block_on(async {
    /// let journal = Arc::new(MemoryJournal::new());
    /// let toolbox = Toolbox::builder().plugin(Clock).journal(Arc::clone(&journal)).build()?;
    /// let mut stream = EventStream::of_session(journal.clone(), "s1", StreamStart::Now);
    ///
    /// let session = Session::with_id("s1");
    /// session.user_says("What time is it?");
    /// toolbox.call(&session, &RawCall::new("c1", "now", "{}")).await;
    ///
    /// stream.end_at(journal.head().await?.number);
    /// let mut kinds = Vec::new();
    /// while let Some(told) = stream.next().await {
    ///     if let StreamItem::Event(record) = told? {
    ///         kinds.push(record.event.kind());
    ///     }
    /// }
    /// assert_eq!(kinds, ["turn_started", "tool_call", "tool_result"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    pub fn end_at(&mut self, entry: u64) {
        self.last = Some(LastEntry { number: entry, is_written: false });
        self.ready.retain(|record| record.entry <= entry);
        // Only the journal knows that no event is left.
        self.catch_up();
    }

    /// The number after which a stream like this one continues.
    pub(super) fn number(&self, record: &EventRecord) -> u64 {
        if self.session.is_some() { record.seq } else { record.entry }
    }
}

impl Stream for EventStream {
    type Item = Result<StreamItem, StoreError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Poll::Ready(Some(Ok(StreamItem::Event(record))));
            }
            if let State::Over = self.state {
                return Poll::Ready(None);
            }
            match self.step(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => {}
                Poll::Ready(Some(last)) => {
                    self.end();
                    return Poll::Ready(Some(last));
                }
            }
        }
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Beginning(_) => "beginning",
            State::Reading(_) => "reading",
            State::Hearing => "hearing",
            State::Over => "over",
        };
        f.debug_struct("EventStream")
            .field("session", &self.session)
            .field("told", &self.told)
            .field("state", &state)
            .finish_non_exhaustive()
    }
}
