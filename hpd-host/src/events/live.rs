//! Events as a stream: what is kept, then what happens.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::Stream;

use super::{EventRecord, Subscription};
use crate::approval::StoreError;
use crate::journal::Journal;
use steps::Page;

mod steps;

/// How many events wait to be taken before a stream has fallen behind.
const CAPACITY: usize = 1_024;
/// How many events are read from the journal at once.
const PAGE: usize = 256;

/// Where an [`EventStream`] begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamStart {
    /// With what happens from now on.
    Now,
    /// With what comes after the event of this number; 0 for everything that is kept.
    After(u64),
}

/// What an [`EventStream`] tells.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// An event.
    Event(Arc<EventRecord>),
    /// The stream ends here, and does not know what comes next. A new one goes on [after](StreamStart::After) this number. That is the
    /// last event that was told, if too many waited to be taken; or 0, if none was told of a session, or if the stream was to begin after an
    /// event that the journal does not have: whoever heard of it then begins anew.
    Resync {
        /// The number.
        after: u64,
    },
}

/// The events of one session, or of all, without a gap and without one told twice: first those that the journal keeps, then those
/// that it writes.
///
/// Numbers are those of the session ([`EventRecord::seq`]) where the stream is of one, else those of the journal
/// ([`EventRecord::entry`]). A number that is left out (another process may have written it) is looked for in the journal. What
/// was erased stays left out.
///
/// An error of the journal is an item, and the last one. Nothing is lost: a new stream goes on where this one ended.
///
/// ```
/// use std::sync::Arc;
///
/// use futures_util::{Stream, StreamExt};
/// use hpd_host::events::{EventStream, StreamStart, Told};
/// use hpd_host::journal::Journal;
///
/// async fn print(journal: Arc<dyn Journal>) -> Result<(), hpd_host::approval::StoreError> {
///     let mut stream = EventStream::of_session(journal, "s1", StreamStart::After(0));
///     while let Some(told) = stream.next().await {
///         match told? {
///             Told::Event(record) => println!("{} {}", record.seq, record.event.kind()),
///             Told::Resync { after } => println!("to be read again from {after}"),
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
    /// What was heard behind a gap.
    held: Option<Arc<EventRecord>>,
    is_to_catch_up: bool,
    last: Option<LastEntry>,
}

/// The last entry that is told.
#[derive(Debug, Clone, Copy)]
struct LastEntry {
    number: u64,
    /// Whether the journal is known to have it.
    is_written: bool,
}

/// Up to where events were told.
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

    /// The events of all sessions. It is for those who may see everybody's.
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
                // Whoever listens first misses nothing that is written behind the end that is read then.
                stream.subscribe();
                let journal = Arc::clone(&stream.journal);
                State::Beginning(Box::pin(async move { Ok(journal.head().await?.number) }))
            }
            StreamStart::After(_) => stream.read(),
        };
        stream
    }

    /// The same stream with other limits: at most `capacity` events wait to be taken, 1,024 by default; and `page` of them are read from
    /// the journal at once, 256 by default. It is to be called before anything is taken.
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

    /// Looks into the journal again, for what another process wrote: nobody tells of that here until this process writes something.
    pub fn catch_up(&mut self) {
        self.is_to_catch_up = true;
    }

    /// Ends the stream once everything up to this entry of the journal was told; what comes after it is not told, unless it was before.
    /// With the [head](Journal::head) of the journal after a turn, everything of that turn is told, whoever wrote it and even if
    /// nothing of it is of this session or still has its contents.
    ///
    /// An entry that is not written yet is waited for: whether it is there is looked at when the stream tells something, and when it
    /// [catches up](Self::catch_up).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use futures_executor::block_on;
    /// use futures_util::StreamExt;
    /// use hpd_host::events::{EventStream, StreamStart, Told};
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
    ///     if let Told::Event(record) = told? {
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
        // That nothing is left to be told, only the journal says.
        self.catch_up();
    }

    /// The number by which a stream like this one goes on behind an event.
    pub(super) fn number(&self, record: &EventRecord) -> u64 {
        if self.session.is_some() { record.seq } else { record.entry }
    }
}

impl Stream for EventStream {
    type Item = Result<Told, StoreError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Poll::Ready(Some(Ok(Told::Event(record))));
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
