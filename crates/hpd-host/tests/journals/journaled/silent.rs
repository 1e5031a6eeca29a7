//! A journal that no longer answers: reads are answered all the same.

use std::future::pending;
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use hpd_host::approval::{
    CallState, Decided, InsertError, PendingCall, PendingFilter, PendingId, PendingStore, PendingVerdict,
    StoreError, StoredOutcome,
};
use hpd_host::events::{EventHub, EventRecord, NewEvent};
use hpd_host::journal::{
    ChainHead, Erasure, EventFilter, Journal, MemoryJournal, RegisteredTool, Verification,
};
use hpd_host::system::{BoxFuture, System, Timestamp};
use hpd_host::testing::FakeTimer;
use hpd_host::{RawCall, Session, Toolbox, plugin};

/// A journal that answers nothing any more after so many writes.
struct Silent {
    inner: MemoryJournal,
    left: AtomicU32,
}

impl Silent {
    fn after(writes: u32) -> Self {
        Self { inner: MemoryJournal::new(), left: AtomicU32::new(writes) }
    }

    fn is_silent(&self) -> bool {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }

    fn unless_it_is_silent<'a, T: Send + 'a>(
        &'a self,
        write: impl FnOnce() -> BoxFuture<'a, Result<T, StoreError>> + Send + 'a,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        Box::pin(async move { if self.is_silent() { pending().await } else { write().await } })
    }
}

impl PendingStore for Silent {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            if self.is_silent() {
                return pending().await;
            }
            self.inner.insert(call, max_open).await
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.inner.get(id)
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        self.unless_it_is_silent(move || self.inner.decide(id, verdict, now))
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.unless_it_is_silent(move || self.inner.claim(id, now, lease))
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.unless_it_is_silent(move || self.inner.finish(id, state, outcome))
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.unless_it_is_silent(move || self.inner.expire(now))
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.inner.list(filter)
    }
}

impl Journal for Silent {
    fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.unless_it_is_silent(move || self.inner.append(events))
    }

    fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.unless_it_is_silent(move || self.inner.post(events))
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        self.inner.read(filter)
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.unless_it_is_silent(move || self.inner.register_tools(tools))
    }

    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
        self.inner.head()
    }

    fn verify<'a>(&'a self, known: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>> {
        self.inner.verify(known)
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        self.unless_it_is_silent(move || self.inner.erase(what, reason))
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        self.unless_it_is_silent(move || self.inner.prune(before, reason))
    }

    fn hub(&self) -> &EventHub {
        self.inner.hub()
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(3)
    }
}

struct Till;

#[plugin]
impl Till {
    /// Looks inside.
    #[ai_function]
    fn look() -> String {
        "There is enough.".to_owned()
    }
}

/// The tools, the turn, the call, the end.
#[test]
fn a_read_is_answered_although_the_journal_never_answers() {
    for writes in 0..4 {
        let timer = FakeTimer::new();
        let journal = Silent::after(writes);
        let builder =
            Toolbox::builder().plugin(Till).system(System::new().timer(timer.clone())).journal(journal);
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
