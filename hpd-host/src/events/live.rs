//! Events as a stream: what is kept, then what happens.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::Stream;

use super::{EventRecord, Heard, Subscription};
use crate::approval::StoreError;
use crate::journal::{EventFilter, Journal};

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
}

/// Up to where events were told.
#[derive(Debug, Clone, Copy)]
enum Position {
    /// The number of the last event.
    Number(u64),
    /// Nothing yet: it began when this was the last entry of the journal.
    Entry(u64),
}

/// Events that were read, and whether there may be more behind them.
type Page = (Vec<EventRecord>, bool);

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

    /// The number by which a stream like this one goes on behind an event.
    pub(super) fn number(&self, record: &EventRecord) -> u64 {
        if self.session.is_some() { record.seq } else { record.entry }
    }

    fn subscribe(&mut self) {
        let hub = self.journal.hub();
        self.subscription = Some(hub.subscribe(self.session.as_deref(), self.capacity));
    }

    /// Reads the next page.
    fn read(&self) -> State {
        // With the event that the stream was to begin after, if that is not known to be there.
        let after = |number: u64| number - u64::from(self.claimed.is_some());
        let filter = match (self.told, self.session.is_some()) {
            (Position::Number(seq), true) => {
                EventFilter { after_seq: Some(after(seq)), ..Default::default() }
            }
            (Position::Number(entry), false) => {
                EventFilter { after_entry: Some(after(entry)), ..Default::default() }
            }
            (Position::Entry(entry), _) => EventFilter { after_entry: Some(entry), ..Default::default() },
        };
        let filter = EventFilter { session: self.session.clone(), limit: Some(self.page), ..filter };
        let journal = Arc::clone(&self.journal);
        State::Reading(Box::pin(async move {
            let records = journal.read(&filter).await?;
            let may_go_on = filter.may_go_on_behind(&records);
            Ok((records, may_go_on))
        }))
    }

    /// Takes a page; whether the stream has to end.
    fn take_page(&mut self, (records, may_go_on): Page) -> Option<Told> {
        if self.claimed.take().is_some() && records.is_empty() {
            return Some(Told::Resync { after: 0 });
        }
        for record in records {
            self.take(Arc::new(record));
        }
        self.state = if may_go_on {
            self.read()
        } else if self.subscription.is_none() {
            // It listens from now on: what was written between reading and listening is read after all.
            self.subscribe();
            self.read()
        } else {
            if let Some(held) = self.held.take() {
                self.take(held);
            }
            State::Hearing
        };
        None
    }

    /// Takes an event that is next, or known already.
    fn take(&mut self, record: Arc<EventRecord>) {
        let number = self.number(&record);
        // What is read then is behind that entry; what is heard was published after the stream began, wherever it is.
        let is_new = match self.told {
            Position::Number(told) => number > told,
            Position::Entry(_) => true,
        };
        if is_new {
            self.told = Position::Number(number);
            self.ready.push_back(record);
        }
    }

    /// Takes an event that was published.
    fn hear(&mut self, record: Arc<EventRecord>) {
        let is_behind_gap = match self.told {
            Position::Number(told) => self.number(&record) > told.saturating_add(1),
            Position::Entry(end) => record.entry > end.saturating_add(1),
        };
        if is_behind_gap {
            self.held = Some(record);
            self.state = self.read();
        } else {
            self.take(record);
        }
    }

    fn end(&mut self) {
        self.state = State::Over;
        self.subscription = None;
    }

    /// One step; `Poll::Ready(None)` if there is another one to take.
    fn step(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Told, StoreError>>> {
        let told = match &mut self.state {
            State::Beginning(head) => match head.as_mut().poll(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(end)) => {
                    self.told = Position::Entry(end);
                    self.state = State::Hearing;
                    None
                }
                Poll::Ready(Err(error)) => Some(Err(error)),
            },
            State::Reading(page) => match page.as_mut().poll(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(page)) => self.take_page(page).map(Ok),
                Poll::Ready(Err(error)) => Some(Err(error)),
            },
            State::Hearing => {
                let Some(subscription) = &mut self.subscription else { return Poll::Pending };
                match Pin::new(subscription).poll_next(cx) {
                    Poll::Pending if self.is_to_catch_up => {
                        self.is_to_catch_up = false;
                        self.state = self.read();
                        None
                    }
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Some(Heard::Event(record))) => {
                        self.hear(record);
                        None
                    }
                    Poll::Ready(Some(Heard::Resync) | None) => Some(Ok(self.fell_behind())),
                }
            }
            State::Over => return Poll::Pending,
        };
        Poll::Ready(told)
    }

    /// The end of a stream that is not told everything any more.
    fn fell_behind(&self) -> Told {
        match self.told {
            Position::Number(after) => Told::Resync { after },
            // Numbers of a session are others.
            Position::Entry(entry) => Told::Resync { after: if self.session.is_none() { entry } else { 0 } },
        }
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
