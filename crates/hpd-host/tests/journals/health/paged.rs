//! A journal is read in pages.

use std::sync::Mutex;

use futures_executor::block_on;
use hpd_host::approval::{
    CallState, Decided, InsertError, PendingCall, PendingFilter, PendingId, PendingStore, PendingVerdict,
    StoreError, StoredOutcome,
};
use hpd_host::events::{EventHub, EventRecord, NewEvent};
use hpd_host::journal::health::{HealthSpan, Period, health};
use hpd_host::journal::{ChainHead, Erasure, EventFilter, Journal, RegisteredTool, Verification};
use hpd_host::system::{BoxFuture, Timestamp};

use crate::health::day::day;
use crate::health::events::{HOUR, call, counted, records};

/// A journal that can be read, and nothing else.
struct Kept {
    records: Vec<EventRecord>,
    /// The number of its last entry.
    head: u64,
    /// It answers each page with the first one.
    goes_round: bool,
    /// How many events each page had.
    pages: Mutex<Vec<usize>>,
    hub: EventHub,
}

impl Kept {
    fn new(records: Vec<EventRecord>) -> Self {
        let head = records.last().map_or(0, |record| record.entry);
        Self { records, head, goes_round: false, pages: Mutex::default(), hub: EventHub::new() }
    }

    fn page(&self, filter: &EventFilter) -> Vec<EventRecord> {
        let after = if self.goes_round { 0 } else { filter.after_entry.unwrap_or_default() };
        let takes = |record: &&EventRecord| {
            record.entry > after
                && filter.before_entry.is_none_or(|before| record.entry < before)
                && filter.from.is_none_or(|from| record.at >= from)
                && filter.until.is_none_or(|until| record.at < until)
        };
        let mut all: Vec<_> = self.records.iter().filter(takes).cloned().collect();
        let limit = filter.limit.unwrap_or(usize::MAX);
        if filter.newest {
            all.drain(..all.len().saturating_sub(limit));
        }
        all.truncate(limit);
        all
    }
}

/// For the methods of a journal that only serves reads.
fn no<'a, T: 'a>() -> BoxFuture<'a, T> {
    unreachable!("figures are read, and nothing is written")
}

impl PendingStore for Kept {
    fn insert(&self, _: PendingCall, _: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        no()
    }

    fn get<'a>(&'a self, _: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        no()
    }

    fn decide<'a>(
        &'a self,
        _: &'a PendingId,
        _: PendingVerdict,
        _: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        no()
    }

    fn claim<'a>(
        &'a self,
        _: &'a PendingId,
        _: Timestamp,
        _: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        no()
    }

    fn finish<'a>(
        &'a self,
        _: &'a PendingId,
        _: CallState,
        _: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        no()
    }

    fn expire(&self, _: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        no()
    }

    fn list<'a>(&'a self, _: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        no()
    }
}

impl Journal for Kept {
    fn append(&self, _: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        no()
    }

    fn post(&self, _: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        no()
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        let page = self.page(filter);
        self.pages.lock().unwrap().push(page.len());
        Box::pin(async { Ok(page) })
    }

    fn register_tools(&self, _: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>> {
        no()
    }

    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
        Box::pin(async { Ok(ChainHead::default().number(self.head)) })
    }

    fn verify<'a>(&'a self, _: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>> {
        no()
    }

    fn erase<'a>(&'a self, _: &'a Erasure, _: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        no()
    }

    fn prune<'a>(&'a self, _: Timestamp, _: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        no()
    }

    fn hub(&self) -> &EventHub {
        &self.hub
    }
}

const BY_HOUR: HealthSpan = HealthSpan { from: None, until: None, by: Period::Hour };

#[test]
fn a_journal_and_its_events_have_the_same_figures() {
    let journal = Kept::new(day());
    assert_eq!(block_on(health(&journal, &BY_HOUR)).unwrap(), counted(&day()));
}

#[test]
fn a_long_journal_is_read_in_pages() {
    let journal = Kept::new(records((0..9_500).map(|at| ("s", "t", at, call("pay")))));
    assert_eq!(block_on(health(&journal, &BY_HOUR)).unwrap().events, 9_500);
    // The first event is looked for: older ones may have been removed.
    assert_eq!(*journal.pages.lock().unwrap(), [1, 2_000, 2_000, 2_000, 2_000, 1_500]);
}

#[test]
fn what_is_written_meanwhile_is_not_counted() {
    let mut journal = Kept::new(records((0..5_000).map(|at| ("s", "t", at, call("pay")))));
    journal.head = 2_200;
    assert_eq!(block_on(health(&journal, &BY_HOUR)).unwrap().events, 2_200);
    assert_eq!(*journal.pages.lock().unwrap(), [1, 2_000, 200]);
}

#[test]
fn an_empty_journal_has_figures() {
    assert_eq!(block_on(health(&Kept::new(Vec::new()), &BY_HOUR)).unwrap(), counted(&[]));
}

#[test]
fn erased_events_in_the_end_do_not_matter() {
    let mut journal = Kept::new(day());
    journal.head = 1_000;
    assert_eq!(block_on(health(&journal, &BY_HOUR)).unwrap(), counted(&day()));
    assert_eq!(*journal.pages.lock().unwrap(), [day().len()]);
}

#[test]
fn a_span_has_a_first_moment_and_one_behind_its_last() {
    let journal = Kept::new(records((0..10).map(|hour| ("s", "t", hour * HOUR, call("pay")))));
    let hour = |hour: u64| Some(Timestamp::from_millis(hour * HOUR));
    let span = HealthSpan { from: hour(3), until: hour(5), by: Period::Hour };
    let found = block_on(health(&journal, &span)).unwrap();
    assert_eq!((found.first, found.last), (hour(3), hour(4)));
}

/// A span is found by its moments: entries before and after it are not read.
#[test]
fn of_a_long_journal_a_span_is_read_alone() {
    let journal = Kept::new(records((0..20_000).map(|minute| ("s", "t", minute * HOUR / 60, call("pay")))));
    let hour = |hour: u64| Some(Timestamp::from_millis(hour * HOUR));
    let span = HealthSpan { from: hour(100), until: hour(150), by: Period::Hour };
    assert_eq!(block_on(health(&journal, &span)).unwrap().events, 3_000);
    assert_eq!(*journal.pages.lock().unwrap(), [1, 1, 2_000, 1_000]);
    let later = HealthSpan { from: hour(1_000), until: None, by: Period::Hour };
    assert_eq!(block_on(health(&journal, &later)).unwrap(), counted(&[]));
}

#[test]
fn a_journal_that_gives_other_events_is_an_error() {
    let mut journal = Kept::new(records((0..2_500).map(|at| ("s", "t", at, call("pay")))));
    journal.goes_round = true;
    let error = std::error::Error::source(&block_on(health(&journal, &BY_HOUR)).unwrap_err())
        .map(ToString::to_string);
    let text = "events after entry 2000 and up to 2500 were asked for, and others came";
    assert_eq!(error.as_deref(), Some(text));
}
