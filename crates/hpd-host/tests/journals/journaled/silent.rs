//! A journal that no longer answers: reads are answered all the same.

#![allow(clippy::unused_async, reason = "synchronous writes run on threads of their own, which takes time")]

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_executor::block_on;
use futures_util::FutureExt;
use hpd_host::approval::{
    CallState, Decided, InsertError, PendingCall, PendingFilter, PendingId, PendingStore, PendingVerdict,
    Permission, StoreError, StoredOutcome,
};
use hpd_host::events::{EventHub, EventRecord, NewEvent};
use hpd_host::journal::{
    ChainHead, Erasure, EventFilter, Journal, MemoryJournal, RegisteredTool, Verification,
};
use hpd_host::system::{BoxFuture, System, Timestamp};
use hpd_host::testing::{Asked, FakeTimer, Tapped};
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};

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

    /// Counts coins.
    #[ai_function]
    fn count(
        /** Of this value. */
        of: u32,
    ) -> u32 {
        of
    }

    /// Puts something in.
    #[ai_function(write, risk = low)]
    async fn put() -> String {
        "Put in.".to_owned()
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
        // All events together are waited for no longer than the journal says.
        let answered = (0..=1).find_map(|_| {
            let answered = call.as_mut().now_or_never();
            timer.advance(Duration::from_secs(3));
            answered
        });
        let outcome = answered.expect("it is answered");
        assert_eq!(outcome.for_model_as_text(), "There is enough.", "after {writes} writes");
    }
}

/// The tools, the turn, the call; then record, row, claim and end.
#[test]
fn a_write_is_answered_although_the_journal_never_answers() {
    for writes in 0..9 {
        let timer = FakeTimer::new();
        let approval = Approval::new().writes(Permission::Allow);
        let builder = Toolbox::builder().plugin(Till).approval(approval).journal(Silent::after(writes));
        let toolbox =
            builder.system(System::new().timer(timer.clone())).build().expect("nothing is wrong with it");
        let (session, call) = (Session::with_id("s1"), RawCall::new("c1", "put", "{}"));
        let mut call = pin!(toolbox.call(&session, &call));
        // One patience for all steps, and one for the end.
        let answered = (0..=2).find_map(|_| {
            let answered = call.as_mut().now_or_never();
            timer.advance(Duration::from_secs(3));
            answered
        });
        let text = answered.expect("it is answered").for_model_as_text().into_owned();
        let is_honest =
            ["Put in.", "did not run", "is not recorded yet"].iter().any(|part| text.contains(part));
        assert!(is_honest, "after {writes} writes: {text}");
    }
}

/// Open questions of another process may be answered by a call. They are looked up where there may be any, and not again
/// after a failure, until the user writes.
#[test]
fn a_lookup_of_open_questions_that_failed_is_not_repeated() {
    let lookups = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&lookups);
    let journal = Tapped::new(MemoryJournal::new(), move |asked: &Asked<'_>| match asked {
        Asked::List(_) => {
            counted.fetch_add(1, Ordering::Relaxed);
            Err(StoreError::new("it is silent"))
        }
        _ => Ok(()),
    });
    let toolbox = Toolbox::builder().plugin(Till).journal(journal).build().expect("nothing is wrong with it");
    let session = Session::with_id("s1");
    let call = |name: &str, arguments: &str| {
        let answer = block_on(toolbox.call(&session, &RawCall::new("c1", name, arguments)));
        assert_eq!(answer.status(), "ok");
        lookups.load(Ordering::Relaxed)
    };
    assert_eq!(call("look", "{}"), 0);
    assert_eq!(call("count", r#"{"of": 5}"#), 1);
    assert_eq!(call("count", r#"{"of": 5}"#), 1);
    session.user_says("Once more");
    assert_eq!(call("count", r#"{"of": 5}"#), 2);
}
