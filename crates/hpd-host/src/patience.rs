//! How long a call waits for its store and its journal: one patience for all steps together, and one for its end.

use std::cell::RefCell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use hpd_journal::__private::within;
use hpd_journal::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingStore,
    PendingVerdict, SessionRecord, StoreError, StoredOutcome,
};
use hpd_journal::{BoxFuture, Timer, Timestamp};

thread_local! {
    /// The call that is polled on this thread. Stores have no parameter for it.
    static CALL: RefCell<Option<Arc<Waited>>> = const { RefCell::new(None) };
}

/// What a wait is for. Each has a patience of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaitFor {
    /// Everything until the run of a write, and all events.
    Steps,
    /// The end of a write that ran.
    End,
}

/// How long a call has waited, in microseconds.
#[derive(Debug, Default)]
struct Waited {
    steps: AtomicU64,
    end: AtomicU64,
}

impl Waited {
    fn of(&self, what: WaitFor) -> &AtomicU64 {
        match what {
            WaitFor::Steps => &self.steps,
            WaitFor::End => &self.end,
        }
    }

    fn rest(&self, what: WaitFor, patience: Duration) -> Duration {
        patience.saturating_sub(Duration::from_micros(self.of(what).load(Ordering::Relaxed)))
    }

    fn add(&self, what: WaitFor, time: Duration) {
        let waited = self.of(what);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        waited.store(waited.load(Ordering::Relaxed).saturating_add(micros), Ordering::Relaxed);
    }
}

/// A future of one call: what it waits for its store and its journal counts together. The caller boxes it: so the program
/// has its code once, where it is made.
pub(crate) fn of_one_call<T>(future: BoxFuture<'_, T>) -> OfOneCall<'_, T> {
    OfOneCall { waited: Arc::default(), future }
}

/// A part of the call that is polled here. It may be polled elsewhere, and its waits still count as the call's.
pub(crate) fn of_this_call<T>(future: BoxFuture<'_, T>) -> OfOneCall<'_, T> {
    OfOneCall { waited: CALL.with_borrow(Clone::clone).unwrap_or_default(), future }
}

/// See [`of_one_call`].
pub(crate) struct OfOneCall<'a, T> {
    waited: Arc<Waited>,
    future: BoxFuture<'a, T>,
}

impl<T> Future for OfOneCall<'_, T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        /// A function may make calls of its own, and may panic.
        struct Outer(Option<Arc<Waited>>);

        impl Drop for Outer {
            fn drop(&mut self) {
                CALL.set(self.0.take());
            }
        }

        let _outer = Outer(CALL.replace(Some(Arc::clone(&self.waited))));
        self.future.as_mut().poll(cx)
    }
}

/// The output of a future, within the rest of the call's patience; without a call, within the patience. Without a rest,
/// the future is still polled once: a journal queues an event then.
pub(crate) async fn in_time<T: Send>(
    timer: &dyn Timer,
    patience: Duration,
    what: WaitFor,
    future: impl Future<Output = T> + Send,
) -> Option<T> {
    let mut output = None;
    wait(timer, patience, what, pin!(async { output = Some(future.await) })).await;
    output
}

async fn wait(
    timer: &dyn Timer,
    patience: Duration,
    what: WaitFor,
    mut future: Pin<&mut (dyn Future<Output = ()> + Send)>,
) {
    if future.as_mut().now_or_never().is_some() {
        return;
    }
    let call = CALL.with_borrow(Clone::clone);
    let rest = call.as_ref().map_or(patience, |call| call.rest(what, patience));
    if rest.is_zero() {
        return;
    }
    let began = Instant::now();
    let done = within(timer, rest, future).await;
    if let Some(call) = call {
        // A wait in vain is the last one, whatever clock the timer goes by.
        call.add(what, if done.is_some() { began.elapsed() } else { patience });
    }
}

/// Whether the call that is polled here has no patience left.
pub(crate) fn is_over(patience: Duration, what: WaitFor) -> bool {
    CALL.with_borrow(|call| call.as_ref().is_some_and(|call| call.rest(what, patience).is_zero()))
}

/// A store that is waited for no longer than the patience.
pub(crate) struct PatientStore {
    inner: Arc<dyn PendingStore>,
    timer: Arc<dyn Timer>,
    patience: Duration,
}

impl PatientStore {
    pub(crate) fn new(inner: Arc<dyn PendingStore>, timer: Arc<dyn Timer>, patience: Duration) -> Self {
        Self { inner, timer, patience }
    }

    fn in_time<'a, T: Send + 'a, E: From<StoreError> + Send + 'a>(
        &'a self,
        what: WaitFor,
        answer: BoxFuture<'a, Result<T, E>>,
    ) -> BoxFuture<'a, Result<T, E>> {
        Box::pin(async move {
            let answer = in_time(&*self.timer, self.patience, what, answer).await;
            answer.unwrap_or_else(|| Err(StoreError::new("the store did not answer in time").into()))
        })
    }
}

impl PendingStore for PatientStore {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        self.in_time(WaitFor::Steps, self.inner.insert(call, max_open))
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.get(id))
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.decide(id, verdict, now))
    }

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.decide_by(id, verdict, by, now))
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.claim(id, now, lease))
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.in_time(WaitFor::End, self.inner.finish(id, state, outcome))
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.expire(now))
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.list(filter))
    }

    fn keeps_session_records(&self) -> bool {
        self.inner.keeps_session_records()
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.session_record(owner))
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.in_time(WaitFor::Steps, self.inner.put_session_record(owner, record, now))
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::pin::pin;
    use std::time::Duration;

    use futures_util::FutureExt;
    use hpd_journal::testing::FakeTimer;

    use super::{WaitFor, in_time, of_one_call};

    const PATIENCE: Duration = Duration::from_secs(3);

    #[test]
    fn a_call_waits_once_for_its_steps_and_once_for_its_end() {
        let timer = FakeTimer::new();
        let call = of_one_call(Box::pin(async {
            let mut answers = Vec::new();
            for what in [WaitFor::Steps, WaitFor::Steps, WaitFor::End, WaitFor::End, WaitFor::Steps] {
                answers.push(in_time(&timer, PATIENCE, what, pending::<()>()).await);
            }
            answers
        }));
        let mut call = pin!(call);
        for _ in 0..2 {
            assert_eq!(call.as_mut().now_or_never(), None);
            timer.advance(PATIENCE);
        }
        assert_eq!(call.now_or_never(), Some(vec![None; 5]));
    }

    #[test]
    fn what_is_there_at_once_is_taken_without_a_rest() {
        let timer = FakeTimer::new();
        let call = of_one_call(Box::pin(async {
            let silent = in_time(&timer, PATIENCE, WaitFor::Steps, pending::<u8>()).await;
            (silent, in_time(&timer, PATIENCE, WaitFor::Steps, async { 7 }).await)
        }));
        let mut call = pin!(call);
        assert_eq!(call.as_mut().now_or_never(), None);
        timer.advance(PATIENCE);
        assert_eq!(call.now_or_never(), Some((None, Some(7))));
    }

    #[test]
    fn calls_do_not_share_their_patience() {
        let timer = FakeTimer::new();
        let mut first =
            pin!(of_one_call(Box::pin(in_time(&timer, PATIENCE, WaitFor::Steps, pending::<()>()))));
        assert_eq!(first.as_mut().now_or_never(), None);
        timer.advance(PATIENCE);
        let mut second =
            pin!(of_one_call(Box::pin(in_time(&timer, PATIENCE, WaitFor::Steps, pending::<()>()))));
        assert_eq!(first.now_or_never(), Some(None));
        assert_eq!(second.as_mut().now_or_never(), None);
        timer.advance(PATIENCE);
        assert_eq!(second.now_or_never(), Some(None));
    }
}
