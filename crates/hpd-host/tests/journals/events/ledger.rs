//! A journal that a test drives: it can be written by another process, forget entries, and fail.

use std::sync::{Arc, Mutex};

use hpd_host::approval::{
    CallState, Decided, InsertError, MemoryStore, PendingCall, PendingFilter, PendingId, PendingStore,
    PendingVerdict, StoreError, StoredOutcome,
};
use hpd_host::events::{EventHub, EventRecord, NewEvent};
use hpd_host::journal::{ChainHead, Erasure, EventFilter, Journal, RegisteredTool, Verification};
use hpd_host::system::{BoxFuture, Timestamp};

use crate::events::conversation::{record, retry};

#[derive(Default)]
pub(crate) struct Ledger {
    store: MemoryStore,
    hub: EventHub,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    records: Vec<EventRecord>,
    /// The numbers of entries that are there, and have no contents any more.
    erased: Vec<u64>,
    reads: usize,
    fails: bool,
    /// How many events are written right after the next read.
    written_after_read: usize,
}

impl Ledger {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// This process writes so many events in a session.
    pub(crate) fn write(&self, session: &str, count: usize) {
        let written = self.write_elsewhere(session, count);
        self.hub.publish(written);
    }

    /// Another process writes events; this one gets no notice.
    pub(crate) fn write_elsewhere(&self, session: &str, count: usize) -> Vec<EventRecord> {
        let mut state = self.state.lock().unwrap();
        let mut written = Vec::new();
        for _ in 0..count {
            let seq =
                state.records.iter().filter(|record| record.session == session).map(|last| last.seq).max();
            let mut new = record(seq.unwrap_or(0) + 1, "t1", None, retry());
            session.clone_into(&mut new.session);
            new.entry = state.records.last().map_or(0, |last| last.entry) + 1;
            state.records.push(new.clone());
            written.push(new);
        }
        written
    }

    /// This process publishes events that it wrote before.
    pub(crate) fn publish(&self, written: Vec<EventRecord>) {
        self.hub.publish(written);
    }

    /// These are kept.
    pub(crate) fn keep(&self, records: Vec<EventRecord>) {
        self.state.lock().unwrap().records = records;
    }

    /// Makes an entry one that was erased.
    pub(crate) fn erase_entry(&self, entry: u64) {
        self.state.lock().unwrap().erased.push(entry);
    }

    /// This process writes events in the session `s1` between the next read and the step after it.
    pub(crate) fn write_after_read(&self, count: usize) {
        self.state.lock().unwrap().written_after_read = count;
    }

    pub(crate) fn fail(&self, fails: bool) {
        self.state.lock().unwrap().fails = fails;
    }

    /// How many events were written, in a session or in all.
    pub(crate) fn count(&self, session: Option<&str>) -> u64 {
        let state = self.state.lock().unwrap();
        let written =
            state.records.iter().filter(|record| session.is_none_or(|session| record.session == session));
        written.count() as u64
    }

    /// How often it was read.
    pub(crate) fn reads(&self) -> usize {
        self.state.lock().unwrap().reads
    }

    fn found(&self, filter: &EventFilter) -> Result<Vec<EventRecord>, StoreError> {
        let mut state = self.state.lock().unwrap();
        state.reads += 1;
        if state.fails {
            return Err(StoreError::new("the disk is gone"));
        }
        let takes = |record: &&EventRecord| {
            !state.erased.contains(&record.entry)
                && filter.session.as_ref().is_none_or(|session| *session == record.session)
                && filter.after_seq.is_none_or(|after| record.seq > after)
                && filter.after_entry.is_none_or(|after| record.entry > after)
        };
        Ok(state.records.iter().filter(takes).take(filter.limit.unwrap_or(usize::MAX)).cloned().collect())
    }
}

fn answer<'a, T: Send + 'a>(value: T) -> BoxFuture<'a, T> {
    Box::pin(async { value })
}

/// No stream does that.
fn unasked<'a, T: Send + 'a>() -> BoxFuture<'a, Result<T, StoreError>> {
    answer(Err(StoreError::new("a stream only reads")))
}

impl Journal for Ledger {
    fn append(&self, _: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        unasked()
    }

    fn post(&self, _: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        unasked()
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        let found = self.found(filter);
        let count = std::mem::take(&mut self.state.lock().unwrap().written_after_read);
        self.write("s1", count);
        answer(found)
    }

    fn register_tools(&self, _: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>> {
        unasked()
    }

    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
        let number = self.state.lock().unwrap().records.last().map_or(0, |last| last.entry);
        answer(Ok(ChainHead::default().number(number)))
    }

    fn verify<'a>(&'a self, _: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>> {
        unasked()
    }

    fn erase<'a>(&'a self, _: &'a Erasure, _: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        unasked()
    }

    fn prune<'a>(&'a self, _: Timestamp, _: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        unasked()
    }

    fn hub(&self) -> &EventHub {
        &self.hub
    }
}

impl PendingStore for Ledger {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        self.store.insert(call, max_open)
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.store.get(id)
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        self.store.decide(id, verdict, now)
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.store.claim(id, now, lease)
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.store.finish(id, state, outcome)
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.store.expire(now)
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.store.list(filter)
    }
}
