//! Ends of calls that the store does not have yet, though the process knows them. They are written again until the
//! lease of the call is over.

mod worker;

use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hpd_journal::__private::within;
use hpd_journal::pending::{CallState, PendingCall, PendingId, PendingStore, StoreError, StoredOutcome};
use hpd_journal::{MonotonicClock, SystemTimer, Timer};
use hpd_runtime::__private::text::HIDDEN;

use crate::patience::{WaitFor, is_over};

/// How many ends are kept at most. Beyond it, the oldest is dropped.
const MOST: usize = 1_024;
/// How many bytes of texts are kept at most.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// The pause after a failed attempt; it doubles.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How often attempts of others are looked at.
const SETTLING: Duration = Duration::from_millis(5);
/// The longest time of a pass in which an attempt failed.
const LONGEST_PASS: Duration = Duration::from_secs(10);
/// How long a caller waits for further attempts after a failed one.
const IN_FRONT: Duration = Duration::from_secs(3);

/// The end of a call that ran, or is known not to have run.
pub(crate) struct KnownEnd {
    pub(crate) store: Arc<dyn PendingStore>,
    pub(crate) id: PendingId,
    pub(crate) state: CallState,
    pub(crate) outcome: StoredOutcome,
    /// The end of the lease, by the monotonic clock.
    pub(crate) until: Duration,
    /// How long one attempt may take.
    pub(crate) patience: Duration,
}

/// The result of recording an end.
pub(crate) enum Told {
    /// It is stored.
    Stored,
    /// The call is not known to run any more.
    Over,
    /// The store failed. The end is kept, and written again.
    Later(StoreError),
}

/// The results of a pass over the ends that were kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) stored: usize,
    /// The lease was over, or the row had another end.
    pub(crate) over: usize,
    /// They are kept.
    pub(crate) failed: usize,
}

/// Ends of a toolbox and its snapshots.
#[derive(Default)]
pub(crate) struct KnownEnds {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    waiting: VecDeque<Waiting>,
    bytes: usize,
    /// Ends that were dropped because there were too many.
    dropped: u64,
    /// A worker takes care of them.
    is_worked: bool,
    /// Attempts at this moment: their ends are not in the list.
    underway: usize,
}

struct Waiting {
    end: KnownEnd,
    due: Duration,
    pause: Duration,
}

impl fmt::Debug for KnownEnds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownEnds").field("waiting", &self.lock().waiting.len()).finish_non_exhaustive()
    }
}

impl KnownEnd {
    /// One attempt. `Ok(false)`: the call is not known to run any more.
    async fn store(&self) -> Result<bool, StoreError> {
        let answer = within(&SystemTimer::default(), self.patience, self.attempt()).await;
        answer.unwrap_or_else(|| Err(StoreError::new("the store did not answer in time")))
    }

    async fn attempt(&self) -> Result<bool, StoreError> {
        if self.store.finish(&self.id, self.state, self.outcome.clone()).await? {
            return Ok(true);
        }
        // An attempt whose answer was lost may have been written.
        let row = self.store.get(&self.id).await?;
        Ok(row.is_some_and(|row| self.is_of(&row)))
    }

    /// Whether a row has this end. The store may have hidden sensitive values in its text.
    fn is_of(&self, row: &PendingCall) -> bool {
        row.state == self.state
            && row.outcome.as_ref().is_some_and(|stored| {
                stored.is_error == self.outcome.is_error
                    && stored.notes == self.outcome.notes
                    && (stored.text == self.outcome.text || stored.text.contains(HIDDEN))
            })
    }
}

/// An end that is counted as underway: kept, if the attempt fails or is dropped.
struct OnItsWay<'a> {
    ends: &'a KnownEnds,
    waiting: Option<Waiting>,
}

impl Drop for OnItsWay<'_> {
    fn drop(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            self.ends.keep(waiting);
        }
        self.ends.lock().underway -= 1;
    }
}

impl KnownEnds {
    /// Stores an end. The caller waits at most the patience; further attempts follow without it.
    pub(crate) async fn tell(&self, end: KnownEnd, clock: &dyn MonotonicClock) -> Told {
        let (timer, began) = (SystemTimer::default(), clock.elapsed());
        let (patience, in_front) = (end.patience, end.patience.min(IN_FRONT));
        let waiting = Waiting { end, due: began, pause: PAUSE };
        self.lock().underway += 1;
        let mut on_its_way = OnItsWay { ends: self, waiting: Some(waiting) };
        let mut cause = None;
        let attempts = async {
            let mut pause = PAUSE;
            loop {
                let Some(waiting) = &on_its_way.waiting else { return Ok(false) };
                match waiting.end.attempt().await {
                    Ok(stored) => return Ok(stored),
                    Err(error) => cause = Some(error),
                }
                if pause > in_front / 2 || is_over(patience, WaitFor::End) {
                    return Err(());
                }
                timer.sleep(pause).await;
                pause = pause.saturating_mul(2);
            }
        };
        if let Some(Ok(stored)) = within(&timer, patience, attempts).await {
            drop(on_its_way.waiting.take());
            return if stored { Told::Stored } else { Told::Over };
        }
        if let Some(waiting) = &mut on_its_way.waiting {
            waiting.due = clock.elapsed().saturating_add(PAUSE);
        }
        Told::Later(cause.unwrap_or_else(|| StoreError::new("the store did not answer in time")))
    }

    /// How many ends are kept.
    pub(crate) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    /// How many ends were dropped because there were too many.
    pub(crate) fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    /// One attempt at each end that is due.
    pub(crate) async fn pass(&self, clock: &dyn MonotonicClock) -> Pass {
        self.attempts(clock, false, LONGEST_PASS).await
    }

    /// One attempt at each end that is due, or at all ends. After a failure, none begins later than `longest`.
    async fn attempts(&self, clock: &dyn MonotonicClock, all: bool, longest: Duration) -> Pass {
        let mut pass = Pass::default();
        let now = clock.elapsed();
        // Those that fail come last again.
        for _ in 0..self.len() {
            if pass.failed > 0 && clock.elapsed().saturating_sub(now) >= longest {
                break;
            }
            let Some(waiting) = self.take(now, all) else { break };
            let mut on_its_way = OnItsWay { ends: self, waiting: Some(waiting) };
            let Some(waiting) = &mut on_its_way.waiting else { break };
            match waiting.end.store().await {
                Ok(true) => pass.stored += 1,
                Ok(false) => pass.over += 1,
                Err(_) if clock.elapsed() < waiting.end.until => {
                    pass.failed += 1;
                    waiting.due = clock.elapsed().saturating_add(waiting.pause);
                    waiting.pause = waiting.pause.saturating_mul(2).min(LONGEST_PAUSE);
                    continue;
                }
                Err(error) => {
                    pass.over += 1;
                    let pending = waiting.end.id.as_str();
                    tracing::error!(
                        target: "hpd::call", pending, %error,
                        "the end of a call was not recorded before its lease was over"
                    );
                }
            }
            drop(on_its_way.waiting.take());
        }
        pass
    }

    /// One attempt at each end, and the end of attempts by others, before rows expire. A store that hangs is waited for
    /// until the patience is over: it does not keep other rows from expiring.
    pub(crate) async fn settle(&self, clock: &dyn MonotonicClock, patience: Duration) -> Pass {
        let began = clock.elapsed();
        let rest = || patience.saturating_sub(clock.elapsed().saturating_sub(began));
        if !self.others(rest()).await {
            return Pass { failed: self.len(), ..Pass::default() };
        }
        let pass = self.attempts(clock, true, rest()).await;
        self.others(rest()).await;
        pass
    }

    /// Waits for attempts by others. `false`: they were not over in time.
    async fn others(&self, rest: Duration) -> bool {
        let timer = SystemTimer::default();
        let waited = async {
            while self.lock().underway > 0 {
                timer.sleep(SETTLING).await;
            }
        };
        within(&timer, rest, waited).await.is_some()
    }

    /// The first end that is due, or the first at all.
    fn take(&self, now: Duration, all: bool) -> Option<Waiting> {
        let mut inner = self.lock();
        let index = inner.waiting.iter().position(|waiting| all || waiting.due <= now)?;
        let waiting = inner.waiting.remove(index)?;
        inner.underway += 1;
        inner.bytes = inner.bytes.saturating_sub(waiting.end.bytes());
        Some(waiting)
    }

    fn keep(&self, waiting: Waiting) {
        let mut inner = self.lock();
        inner.bytes = inner.bytes.saturating_add(waiting.end.bytes());
        inner.waiting.push_back(waiting);
        while inner.waiting.len() > 1 && (inner.waiting.len() > MOST || inner.bytes > MOST_BYTES) {
            let Some(oldest) = inner.waiting.pop_front() else { break };
            inner.bytes = inner.bytes.saturating_sub(oldest.end.bytes());
            inner.dropped = inner.dropped.saturating_add(1);
            let (pending, dropped) = (oldest.end.id.as_str(), inner.dropped);
            tracing::error!(
                target: "hpd::call", pending, dropped,
                "the end of a call is dropped: too many ends are not recorded"
            );
        }
    }

    /// When the next end is due; `None` without ends. The worker is done then.
    fn next_due(&self) -> Option<Duration> {
        let mut inner = self.lock();
        let due = inner.waiting.iter().map(|waiting| waiting.due).min();
        if due.is_none() {
            inner.is_worked = false;
        }
        due
    }

    /// Whether a worker is to be started.
    fn claim_work(&self) -> bool {
        let mut inner = self.lock();
        let is_free = !inner.waiting.is_empty() && !inner.is_worked;
        is_free && !mem::replace(&mut inner.is_worked, true)
    }

    fn release_work(&self) {
        self.lock().is_worked = false;
    }

    /// No step leaves the list half changed, so a panic of another thread is none of ours.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KnownEnd {
    fn bytes(&self) -> usize {
        self.outcome.text.len().saturating_add(self.id.as_str().len())
    }
}
