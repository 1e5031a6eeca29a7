//! The work of a stream: reading pages and receiving live events.

use std::sync::Arc;
use std::task::{Context, Poll};

use super::{EventStream, Position, State};
use crate::events::{EventRecord, Heard, StreamItem};
use crate::journal::EventFilter;
use crate::pending::StoreError;

/// Events that were read.
pub(super) struct Page {
    records: Vec<EventRecord>,
    /// Whether more events may follow them.
    may_go_on: bool,
    /// The last entry of the stream, if the journal had it before the read.
    last: Option<u64>,
}

impl EventStream {
    pub(super) fn subscribe(&mut self) {
        let hub = self.journal.hub();
        self.subscription = Some(hub.subscribe(self.session.as_deref(), self.capacity));
    }

    /// Reads the next page.
    pub(super) fn read(&self) -> State {
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
        let (journal, last) = (Arc::clone(&self.journal), self.last);
        State::Reading(Box::pin(async move {
            let last = match last {
                Some(last) if last.is_written || journal.head().await?.number >= last.number => {
                    Some(last.number)
                }
                _ => None,
            };
            let records = journal.read(&filter).await?;
            Ok(Page { may_go_on: filter.may_have_more(&records), records, last })
        }))
    }

    /// Takes a page; whether the stream has to end.
    fn take_page(&mut self, page: Page) -> Option<StreamItem> {
        if self.claimed.take().is_some() && page.records.is_empty() {
            return Some(StreamItem::Lagged { after: 0 });
        }
        // The last entry may have been set after the page was requested.
        let last = self.last.as_mut().filter(|last| page.last == Some(last.number));
        let has_last = last.map(|last| last.is_written = true).is_some();
        for record in page.records {
            self.take(Arc::new(record));
        }
        if let State::Over = self.state {
            return None;
        }
        if page.may_go_on {
            self.state = self.read();
        } else if self.subscription.is_none() && !has_last {
            // The stream subscribes from now on. Events between the read and the subscription are read afterwards.
            self.subscribe();
            self.state = self.read();
        } else {
            self.state = State::Hearing;
            if let Some(held) = self.held.take() {
                self.take(held);
            }
            if has_last {
                self.end();
            }
        }
        None
    }

    /// Takes an event that is next, or known already. Behind the last one, the stream ends.
    fn take(&mut self, record: Arc<EventRecord>) {
        if self.last.is_some_and(|last| record.entry > last.number) {
            self.end();
            return;
        }
        let number = self.number(&record);
        // Events read then come after that entry. Live events were published after the stream began.
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
            self.is_to_catch_up |= self.last.is_some();
        }
    }

    pub(super) fn end(&mut self) {
        self.state = State::Over;
        self.subscription = None;
    }

    /// One step; `Poll::Ready(None)` if there is another one to take.
    pub(super) fn step(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<StreamItem, StoreError>>> {
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
                match subscription.poll_heard(cx) {
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
                    #[cfg(any(feature = "postgres", feature = "sqlite"))]
                    Poll::Ready(Some(Heard::OfOthers)) => {
                        self.is_to_catch_up = true;
                        None
                    }
                    Poll::Ready(None) => Some(Ok(self.fell_behind())),
                }
            }
            State::Over => return Poll::Pending,
        };
        Poll::Ready(told)
    }

    /// The end of a stream that lagged.
    fn fell_behind(&self) -> StreamItem {
        match self.told {
            Position::Number(after) => StreamItem::Lagged { after },
            // Numbers of a session are others.
            Position::Entry(entry) => {
                StreamItem::Lagged { after: if self.session.is_none() { entry } else { 0 } }
            }
        }
    }
}
