//! A journal that can't be written: what reads goes on, and nothing that writes runs.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_executor::block_on;
use futures_util::FutureExt;
use hpd_host::approval::{
    CallState, Decided, InsertError, PendingCall, PendingFilter, PendingId, PendingStore, Permission,
    StoreError, StoreFuture, StoredOutcome, Verdict,
};
use hpd_host::events::{EventHub, EventRecord, NewEvent};
use hpd_host::journal::{
    ChainHead, Erasure, EventFilter, Journal, MemoryJournal, RegisteredTool, Verification,
};
use hpd_host::testing::{FakeClock, FakeTimer};
use hpd_host::{RawCall, Session, Timestamp, Toolbox, plugin};

/// A journal of which nothing is written any more after so many writes.
struct Failing {
    inner: MemoryJournal,
    left: AtomicU32,
    /// Nothing is answered then, instead of a failure.
    is_silent: bool,
    /// A claim takes a minute by this clock.
    slow_by: Option<FakeClock>,
}

impl Failing {
    fn after(writes: u32) -> Self {
        Self { inner: MemoryJournal::new(), left: AtomicU32::new(writes), is_silent: false, slow_by: None }
    }

    fn fails(&self) -> bool {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }

    fn unless_it_fails<'a, T: Send + 'a>(
        &'a self,
        write: impl FnOnce() -> StoreFuture<'a, Result<T, StoreError>> + Send + 'a,
    ) -> StoreFuture<'a, Result<T, StoreError>> {
        Box::pin(async move {
            match self.fails() {
                true if self.is_silent => pending().await,
                true => Err(StoreError::new("no space is left")),
                false => write().await,
            }
        })
    }
}

impl PendingStore for Failing {
    fn insert(&self, call: PendingCall, most_open: usize) -> StoreFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            if self.fails() {
                return Err(InsertError::Store(StoreError::new("no space is left")));
            }
            self.inner.insert(call, most_open).await
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.inner.get(id)
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: Verdict,
        now: Timestamp,
    ) -> StoreFuture<'a, Result<Decided, StoreError>> {
        self.unless_it_fails(move || self.inner.decide(id, verdict, now))
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        if let Some(clock) = &self.slow_by {
            clock.advance(Duration::from_secs(60));
        }
        self.unless_it_fails(move || self.inner.claim(id, now, lease))
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> StoreFuture<'a, Result<bool, StoreError>> {
        self.unless_it_fails(move || self.inner.finish(id, state, outcome))
    }

    fn expire(&self, now: Timestamp) -> StoreFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.unless_it_fails(move || self.inner.expire(now))
    }

    fn list<'a>(
        &'a self,
        filter: &'a PendingFilter,
    ) -> StoreFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.inner.list(filter)
    }
}

impl Journal for Failing {
    fn append(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>> {
        self.unless_it_fails(move || self.inner.append(events))
    }

    fn post(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>> {
        self.unless_it_fails(move || self.inner.post(events))
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> StoreFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        self.inner.read(filter)
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> StoreFuture<'_, Result<(), StoreError>> {
        self.unless_it_fails(move || self.inner.register_tools(tools))
    }

    fn head(&self) -> StoreFuture<'_, Result<ChainHead, StoreError>> {
        self.inner.head()
    }

    fn verify<'a>(
        &'a self,
        known: Option<&'a ChainHead>,
    ) -> StoreFuture<'a, Result<Verification, StoreError>> {
        self.inner.verify(known)
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>> {
        self.unless_it_fails(move || self.inner.erase(what, reason))
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>> {
        self.unless_it_fails(move || self.inner.prune(before, reason))
    }

    fn hub(&self) -> &EventHub {
        self.inner.hub()
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(3)
    }
}

/// Counts what happens.
#[derive(Clone, Default)]
struct Till(Arc<AtomicU32>);

#[plugin]
impl Till {
    /// Takes something out.
    #[ai_function(write, risk = low)]
    fn take(&self) -> String {
        let taken = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        format!("Taken: {taken}.")
    }

    /// Looks inside.
    #[ai_function]
    fn look() -> String {
        "There is enough.".to_owned()
    }
}

fn call(writes: u32, tool: &str) -> (String, u32) {
    let till = Till::default();
    let builder = Toolbox::builder().plugin(till.clone()).writes(Permission::Allow);
    let toolbox = builder.journal(Failing::after(writes)).build().expect("nothing is wrong with it");
    let outcome = block_on(toolbox.call(&Session::with_id("s1"), &RawCall::new("c1", tool, "{}")));
    (outcome.for_model_as_text().into_owned(), till.0.load(Ordering::Relaxed))
}

#[test]
fn a_read_is_answered_although_nothing_can_be_told() {
    assert_eq!(call(0, "look").0, "There is enough.");
}

/// The tools, the turn, the call, the end.
#[test]
fn a_read_is_answered_although_the_journal_never_answers() {
    for writes in 0..4 {
        let timer = FakeTimer::new();
        let journal = Failing { is_silent: true, ..Failing::after(writes) };
        let builder = Toolbox::builder().plugin(Till::default()).timer(timer.clone()).journal(journal);
        let toolbox = builder.build().expect("nothing is wrong with it");
        let (session, call) = (Session::with_id("s1"), RawCall::new("c1", "look", "{}"));
        let mut call = pin!(toolbox.call(&session, &call));
        // Nothing is waited for longer than the journal says, and no more than four times.
        let answered = (0..=4).find_map(|_| {
            let answered = call.as_mut().now_or_never();
            timer.advance(Duration::from_secs(3));
            answered
        });
        let outcome = answered.expect("it is answered");
        assert_eq!(outcome.for_model_as_text(), "There is enough.", "after {writes} writes");
    }
}

/// The tools, the turn, the call, the insert, the claim, the end.
#[test]
fn a_write_runs_only_if_that_it_runs_is_written() {
    let runs: Vec<_> = (0..=6).map(|writes| call(writes, "take").1).collect();
    assert_eq!(runs, [0, 0, 0, 0, 0, 1, 1]);
}

#[test]
fn a_write_whose_end_is_not_written_is_no_success() {
    assert_eq!(
        call(5, "take").0,
        "'take' ran, but what it ended in could not be recorded. Do not call it again. Tell the user that it is not known \
         whether it took effect."
    );
    assert_eq!(call(6, "take").0, "Taken: 1.");
}

#[test]
fn a_write_that_is_taken_too_late_does_not_run() {
    let (till, clock) = (Till::default(), FakeClock::at(Timestamp::from_millis(1_767_225_600_000)));
    let journal = Arc::new(Failing { slow_by: Some(clock.clone()), ..Failing::after(u32::MAX) });
    let builder = Toolbox::builder().plugin(till.clone()).writes(Permission::Allow).clock(clock);
    let toolbox = builder.journal(Arc::clone(&journal)).build().expect("nothing is wrong with it");
    let outcome = block_on(toolbox.call(&Session::with_id("s1"), &RawCall::new("c1", "take", "{}")));
    assert_eq!(
        outcome.for_model_as_text(),
        "'take' can't be carried out right now. It did not run. Do not call it again. Tell the user that it can't be done \
         right now."
    );
    assert_eq!(till.0.load(Ordering::Relaxed), 0);
    let events = block_on(journal.read(&EventFilter::default())).expect("it can be read");
    let kinds: Vec<_> = events.iter().map(|record| record.event.kind()).collect();
    assert_eq!(kinds, ["turn_started", "tool_call", "write_validation", "tool_started", "tool_result"]);
}
