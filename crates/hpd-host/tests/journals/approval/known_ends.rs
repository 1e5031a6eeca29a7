//! Ends that the store does not take at once: they are written again until the lease is over.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use futures_executor::block_on;
use hpd_host::approval::{
    CallState, Decided, DecidedBy, InsertError, MemoryStore, Owner, PendingCall, PendingFilter, PendingId,
    PendingStore, PendingVerdict, Permission, SessionRecord, StoreError, StoredOutcome,
};
use hpd_host::results::LargeResults;
use hpd_host::system::{BoxFuture, System, Timestamp};
use hpd_host::testing::FakeClock;
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox, ToolboxBuilder, plugin};

const NOT_YET: &str = "'take' ran, but what it ended in is not recorded yet. Do not call it again. Tell the user that it \
                       is not known yet whether it took effect.";

/// How the store takes an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taking {
    Works,
    /// Nothing is written.
    Fails,
    /// It is written, and the caller gets an error.
    LosesTheAnswer,
    /// The caller gets no answer.
    Hangs,
    /// Another process ends the row meanwhile, and the caller gets an error.
    OthersEndIt,
}

/// A store whose `finish` does as the test says, for so many attempts. Clones are the same store.
#[derive(Clone)]
struct Shaky {
    inner: Arc<MemoryStore>,
    taking: Arc<Mutex<(Taking, usize)>>,
    attempts: Arc<AtomicUsize>,
}

impl Shaky {
    fn new(taking: Taking, attempts: usize) -> Self {
        let taking = Arc::new(Mutex::new((taking, attempts)));
        Self { inner: Arc::default(), taking, attempts: Arc::default() }
    }

    fn mend(&self) {
        *self.taking.lock().unwrap() = (Taking::Works, 0);
    }

    fn next(&self) -> Taking {
        self.attempts.fetch_add(1, Ordering::SeqCst);
        let (taking, left) = &mut *self.taking.lock().unwrap();
        if *left == 0 {
            return Taking::Works;
        }
        *left -= 1;
        *taking
    }
}

impl PendingStore for Shaky {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        self.inner.insert(call, max_open)
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
        self.inner.decide(id, verdict, now)
    }

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        self.inner.decide_by(id, verdict, by, now)
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.inner.claim(id, now, lease)
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            match self.next() {
                Taking::Works => self.inner.finish(id, state, outcome).await,
                Taking::Fails => Err(StoreError::new("no connection")),
                Taking::LosesTheAnswer => {
                    self.inner.finish(id, state, outcome).await?;
                    Err(StoreError::new("the connection is lost"))
                }
                Taking::Hangs => std::future::pending().await,
                Taking::OthersEndIt => {
                    self.inner.expire(Timestamp::from_millis(u64::MAX)).await?;
                    Err(StoreError::new("no connection"))
                }
            }
        })
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.inner.expire(now)
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.inner.list(filter)
    }

    fn keeps_session_records(&self) -> bool {
        true
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        self.inner.session_record(owner)
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.inner.put_session_record(owner, record, now)
    }
}

#[derive(Default)]
struct Till;

#[plugin]
#[expect(clippy::unused_async, reason = "an asynchronous write needs no thread")]
impl Till {
    /// Takes something out.
    #[ai_function(write, risk = low)]
    async fn take(&self) -> String {
        "Taken.".to_owned()
    }
}

struct Desk {
    store: Shaky,
    clock: FakeClock,
    toolbox: Toolbox,
}

impl Desk {
    fn new(store: Shaky) -> Self {
        Self::with(store, |builder| builder)
    }

    fn with(store: Shaky, more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let clock = FakeClock::at(Timestamp::from_millis(1_767_225_600_000));
        let approval = Approval::new().writes(Permission::Allow).pending_store(store.clone());
        let system = System::new().clock(clock.clone());
        let toolbox = more(Toolbox::builder().plugin(Till).approval(approval).system(system));
        Self { store, clock, toolbox: toolbox.build().unwrap() }
    }

    fn take(&self) -> Outcome {
        block_on(self.toolbox.call(&Session::with_id("s"), &RawCall::new("1", "take", "{}")))
    }

    fn row(&self) -> PendingCall {
        block_on(self.store.list(&PendingFilter::default())).unwrap().remove(0)
    }

    /// Waits until the row has an end.
    fn ended(&self) -> CallState {
        let began = Instant::now();
        while !self.row().state.is_final() && began.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(5));
        }
        self.row().state
    }
}

#[test]
fn a_store_that_fails_for_a_moment_is_asked_again() {
    for failures in [1, 2, 4] {
        let desk = Desk::new(Shaky::new(Taking::Fails, failures));
        assert_eq!(desk.take().for_model().text, "Taken.");
        assert_eq!(desk.store.attempts.load(Ordering::SeqCst), failures + 1);
        assert_eq!(desk.row().state, CallState::Succeeded);
    }
}

#[test]
fn an_end_whose_answer_was_lost_is_stored_once() {
    let desk = Desk::new(Shaky::new(Taking::LosesTheAnswer, 1));
    assert_eq!(desk.take().for_model().text, "Taken.");
    assert_eq!(desk.row().state, CallState::Succeeded);
}

#[test]
fn an_end_that_the_store_does_not_take_is_told_without_the_caller() {
    let desk = Desk::new(Shaky::new(Taking::Fails, usize::MAX));
    let outcome = desk.take();
    assert_eq!(outcome.for_model_as_text(), NOT_YET);
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"outcome_not_recorded","tool_name":"take","error_message":"'take' ran, but what it ended in is not recorded yet.","retry_guidance":"Do not call it again. Tell the user that it is not known yet whether it took effect."}"#
    );
    assert_eq!(outcome.for_host()["source"], "the store failed: no connection");
    assert_eq!(desk.row().state, CallState::Executing);
    desk.store.mend();
    assert_eq!(desk.ended(), CallState::Succeeded);
    assert_eq!(desk.row().outcome.unwrap().text, "Taken.");
}

#[test]
fn a_store_that_hangs_makes_the_caller_wait_for_its_patience() {
    let desk = Desk::new(Shaky::new(Taking::Hangs, usize::MAX));
    let began = Instant::now();
    assert_eq!(desk.take().for_model_as_text(), NOT_YET);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    desk.store.mend();
    assert_eq!(desk.ended(), CallState::Succeeded);
}

/// Each pass waits once for the store, however many ends it has.
#[test]
fn a_store_that_hangs_does_not_keep_rows_from_expiring() {
    let desk = Desk::new(Shaky::new(Taking::Fails, usize::MAX));
    for id in ["1", "2", "3", "4"] {
        let call = RawCall::new(id, "take", "{}");
        let outcome = block_on(desk.toolbox.call(&Session::with_id(id), &call));
        assert_eq!(outcome.for_model_as_text(), NOT_YET);
    }
    *desk.store.taking.lock().unwrap() = (Taking::Hangs, usize::MAX);
    desk.clock.advance(Duration::from_secs(3_600));
    let began = Instant::now();
    assert_eq!(block_on(desk.toolbox.expire_pending()).unwrap().len(), 4);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

/// A task of the caller's runtime does the same.
#[test]
fn on_a_runtime_a_task_tells_the_end() {
    let desk = Desk::new(Shaky::new(Taking::Fails, usize::MAX));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (session, call) = (Session::with_id("s"), RawCall::new("1", "take", "{}"));
        assert_eq!(desk.toolbox.call(&session, &call).await.for_model_as_text(), NOT_YET);
        desk.store.mend();
        while !desk.row().state.is_final() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    assert_eq!(desk.row().state, CallState::Succeeded);
}

/// The lease is over by the clock, but the process knows the end: it is stored before the row would become unknown.
#[test]
fn an_end_is_stored_before_its_row_expires() {
    let desk = Desk::new(Shaky::new(Taking::Fails, usize::MAX));
    assert_eq!(desk.take().for_model_as_text(), NOT_YET);
    desk.clock.advance(Duration::from_secs(3_600));
    desk.store.mend();
    assert!(block_on(desk.toolbox.expire_pending()).unwrap().is_empty());
    assert_eq!(desk.row().state, CallState::Succeeded);
}

/// Beyond the lease, the row becomes unknown: another process could not know better.
#[test]
fn an_end_that_is_never_stored_is_given_up_with_the_lease() {
    let desk = Desk::with(Shaky::new(Taking::Fails, usize::MAX), |builder| {
        // Nothing stays of the lease.
        builder.system(System::new().monotonic_clock(FakeClock::default()))
    });
    assert_eq!(desk.take().for_model_as_text(), NOT_YET);
    desk.clock.advance(Duration::from_secs(3_600));
    assert_eq!(block_on(desk.toolbox.expire_pending()).unwrap().len(), 1);
    assert_eq!(desk.row().state, CallState::Unknown);
}

/// The end of an earlier attempt is not taken for that of this one.
#[test]
fn a_row_with_another_end_keeps_it() {
    let desk = Desk::new(Shaky::new(Taking::OthersEndIt, 1));
    let text = desk.take().for_model_as_text().into_owned();
    assert_eq!(
        text,
        "'take' ran, but what it ended in could not be recorded. Do not call it again. Tell the user that it is not \
         known whether it took effect."
    );
    assert_eq!(desk.row().state, CallState::Unknown);
}

/// Each end has about a third of the bytes that are kept.
#[test]
fn the_oldest_end_is_dropped_when_there_are_too_many() {
    struct Long;

    #[plugin]
    #[expect(clippy::unused_async, reason = "an asynchronous write needs no thread")]
    impl Long {
        /// Writes much.
        #[ai_function(write, risk = low)]
        async fn take(&self) -> String {
            "x".repeat(6 * 1024 * 1024)
        }
    }

    let store = Shaky::new(Taking::Fails, usize::MAX);
    let approval = Approval::new().writes(Permission::Allow).pending_store(store.clone());
    let limits = hpd_host::Limits::new().result_bytes(8 * 1024 * 1024);
    let whole = LargeResults::off();
    let builder = Toolbox::builder().plugin(Long).approval(approval).limits(limits).large_results(whole);
    let toolbox = builder.build().unwrap();
    for id in ["1", "2", "3"] {
        let call = RawCall::new(id, "take", "{}");
        let text = block_on(toolbox.call(&Session::with_id(id), &call)).for_model_as_text().into_owned();
        assert_eq!(text, NOT_YET);
    }
    store.mend();
    let report = block_on(toolbox.housekeeping());
    assert_eq!((report.ends_waiting, report.ends_dropped), (0, 1));
    let rows = block_on(store.list(&PendingFilter::default())).unwrap();
    let stored = rows.iter().filter(|row| row.state == CallState::Succeeded).count();
    assert_eq!(stored, 2);
}
