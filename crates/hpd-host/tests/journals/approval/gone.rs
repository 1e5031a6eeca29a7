//! Callers that go away: the future of a decision or a call is dropped at each of its polls.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use futures_executor::block_on;
use futures_util::FutureExt;
use hpd_host::approval::{
    Answer, CallState, Decided, DecidedBy, InsertError, MemoryStore, Owner, PendingCall, PendingFilter,
    PendingId, PendingStore, PendingVerdict, Permission, Question, SessionRecord, StoreError, StoredOutcome,
    UserChannel,
};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::{BoxFuture, Timestamp};
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};

use crate::approval::secrets::heard;

/// More polls than any call here takes.
const POLLS: usize = 200;

/// Lets the caller go away here. A store is polled twice at once: first without the caller's waker.
async fn pause() {
    let mut polls = 0;
    poll_fn(|cx| {
        polls += 1;
        if polls > 2 {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[derive(Clone, Default)]
struct Bank(Arc<AtomicUsize>);

#[plugin]
impl Bank {
    /// Pays.
    #[ai_function(write, risk = low)]
    async fn pay(
        &self,
        /** Euros. */
        amount: u32,
    ) -> String {
        pause().await;
        self.0.fetch_add(1, Ordering::SeqCst);
        tracing::info!(target: "bank", "paid");
        pause().await;
        format!("Paid {amount}.")
    }

    /// Pays at once.
    #[ai_function(write, risk = low)]
    fn pay_at_once(
        &self,
        /** Euros. */
        amount: u32,
    ) -> String {
        self.0.fetch_add(1, Ordering::SeqCst);
        format!("Paid {amount}.")
    }
}

/// A store that pauses before and after each step.
#[derive(Clone, Default)]
struct Slow(Arc<MemoryStore>);

impl Slow {
    fn slowly<'a, T: Send + 'a>(step: BoxFuture<'a, T>) -> BoxFuture<'a, T> {
        Box::pin(async move {
            pause().await;
            let answer = step.await;
            pause().await;
            answer
        })
    }
}

impl PendingStore for Slow {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        Self::slowly(self.0.insert(call, max_open))
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Self::slowly(self.0.get(id))
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Self::slowly(self.0.decide(id, verdict, now))
    }

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Self::slowly(self.0.decide_by(id, verdict, by, now))
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Self::slowly(self.0.claim(id, now, lease))
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Self::slowly(self.0.finish(id, state, outcome))
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.0.expire(now)
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        Self::slowly(self.0.list(filter))
    }

    fn keeps_session_records(&self) -> bool {
        true
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        Self::slowly(self.0.session_record(owner))
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Self::slowly(self.0.put_session_record(owner, record, now))
    }
}

struct Desk {
    bank: Bank,
    store: Slow,
    toolbox: Toolbox,
    session: Session,
}

impl Desk {
    fn new(writes: Permission) -> Self {
        let (bank, store) = (Bank::default(), Slow::default());
        let approval = Approval::new().writes(writes).pending_store(store.clone());
        let toolbox = Toolbox::builder().plugin(bank.clone()).approval(approval).build().unwrap();
        Self { bank, store, toolbox, session: Session::with_id("s") }
    }

    fn ran(&self) -> usize {
        self.bank.0.load(Ordering::SeqCst)
    }

    fn rows(&self) -> Vec<PendingCall> {
        // It is asked inside of other futures, and never waits.
        self.store.0.list(&PendingFilter::default()).now_or_never().unwrap().unwrap()
    }

    fn states(&self) -> Vec<&'static str> {
        self.rows().iter().map(|row| row.state.as_str()).collect()
    }

    async fn ask(&self, tool: &str) -> Question {
        match self.toolbox.call(&self.session, &pay(tool)).await.kind {
            OutcomeKind::Confirm(question) => *question,
            other => panic!("{other:?}"),
        }
    }

    async fn confirm(&self, question: &Question) -> String {
        let decision = UserChannel::local().decision(Answer::confirm(question));
        match self.toolbox.decide(&self.session, &decision).await {
            Ok(outcome) => outcome.for_model_as_text().into_owned(),
            Err(error) => error.to_string(),
        }
    }
}

fn pay(tool: &str) -> RawCall {
    RawCall::new("1", tool, r#"{"amount": 5}"#)
}

/// Polls a future so often, and drops it. Returns its output, if it was done.
fn dropped_after<T>(polls: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    (0..polls).find_map(|_| match future.as_mut().poll(&mut cx) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    })
}

/// Waits until no call runs. The rest runs on a thread of the toolbox, or as a task.
async fn settled(desk: &Desk) {
    for _ in 0..20_000 {
        let rows = desk.rows();
        let is_quiet =
            rows.iter().all(|row| !matches!(row.state, CallState::Approved | CallState::Executing));
        if is_quiet && !rows.is_empty() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_micros(50));
        pause().await;
    }
    panic!("a call still runs: {:?}", desk.states());
}

/// The decision counts from its first poll on. Its row may still be open for a moment.
async fn settled_after_decision(desk: &Desk) {
    for _ in 0..20_000 {
        if desk.states() != ["awaiting_approval"] {
            break;
        }
        std::thread::sleep(std::time::Duration::from_micros(50));
        pause().await;
    }
    settled(desk).await;
}

/// What is recorded of a decision that was dropped after so many polls.
async fn decide_and_go(tool: &str, polls: usize) -> bool {
    let desk = Desk::new(Permission::Ask);
    let question = desk.ask(tool).await;
    let answered = dropped_after(polls, desk.confirm(&question));
    if polls == 0 {
        // Nothing was begun, and nothing is done later.
        assert_eq!((desk.states(), desk.ran()), (vec!["awaiting_approval"], 0));
        return false;
    }
    settled_after_decision(&desk).await;
    assert_eq!((desk.states(), desk.ran()), (vec!["succeeded"], 1), "{tool} after {polls} polls");
    assert_eq!(desk.confirm(&question).await, "Paid 5.", "{tool} after {polls} polls");
    assert_eq!(desk.ran(), 1);
    answered.is_some()
}

/// The same for a call that the host allows.
async fn call_and_go(tool: &str, polls: usize) -> bool {
    let desk = Desk::new(Permission::Allow);
    let answered = dropped_after(polls, desk.toolbox.call(&desk.session, &pay(tool)));
    // Before the call is frozen, nothing of it is kept.
    for _ in 0..4_000 {
        if !desk.rows().is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_micros(50));
        pause().await;
    }
    if !desk.rows().is_empty() {
        settled(&desk).await;
        assert_eq!((desk.states(), desk.ran()), (vec!["succeeded"], 1), "{tool} after {polls} polls");
    }
    let again = desk.toolbox.call(&desk.session, &pay(tool)).await;
    assert!(again.for_model().text.starts_with("Paid 5."), "{tool} after {polls} polls: {again:?}");
    assert_eq!((desk.states(), desk.ran()), (vec!["succeeded"], 1), "{tool} after {polls} polls");
    answered.is_some()
}

/// The number of polls after which everything was answered: the test reached each point before.
fn at_each_poll(run: impl Fn(usize) -> bool) {
    let polls = (0..POLLS).find(|polls| run(*polls)).expect("it comes to its end");
    assert!(polls > 5, "{polls}");
}

#[test]
fn a_decision_runs_to_its_end_on_a_thread() {
    for tool in ["pay", "pay_at_once"] {
        at_each_poll(|polls| block_on(decide_and_go(tool, polls)));
    }
}

#[test]
fn a_decision_runs_to_its_end_on_the_callers_runtime() {
    for tool in ["pay", "pay_at_once"] {
        at_each_poll(|polls| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(decide_and_go(tool, polls))
        });
    }
}

#[test]
fn a_write_that_is_allowed_runs_to_its_end() {
    for tool in ["pay", "pay_at_once"] {
        at_each_poll(|polls| block_on(call_and_go(tool, polls)));
        at_each_poll(|polls| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(call_and_go(tool, polls))
        });
    }
}

/// A caller that blocks its runtime drives the call itself: no other task would run.
#[test]
fn a_caller_that_blocks_its_runtime_is_answered() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let _entered = runtime.enter();
    let desk = Desk::new(Permission::Ask);
    let question = block_on(desk.ask("pay"));
    assert_eq!(block_on(desk.confirm(&question)), "Paid 5.");
}

/// Records the events of the bank, in any thread that has it as its subscriber.
#[derive(Clone, Default)]
struct Listener(Arc<AtomicUsize>);

impl Subscriber for Listener {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "bank"
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        if event.metadata().target() == "bank" {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Whoever listens to the caller's events hears those of the rest, too, on another thread.
#[test]
fn the_rest_is_logged_where_the_caller_is() {
    // The log of the whole program comes first.
    heard(|| {});
    let desk = Desk::new(Permission::Ask);
    let question = block_on(desk.ask("pay"));
    let listener = Listener::default();
    tracing::subscriber::with_default(listener.clone(), || {
        dropped_after(2, desk.confirm(&question));
    });
    block_on(settled_after_decision(&desk));
    assert_eq!(listener.0.load(Ordering::SeqCst), 1);
}
