//! A timer for programs without an asynchronous runtime: one thread, which sleeps until the next alarm.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

/// All alarms of the program.
static ALARMS: Alarms = Alarms { waiting: Mutex::new(Waiting::NONE), changed: Condvar::new() };

struct Alarms {
    waiting: Mutex<Waiting>,
    /// The next alarm is another one.
    changed: Condvar,
}

struct Waiting {
    /// Whom to wake, by the moment, and by number where it is the same.
    wakers: BTreeMap<(Instant, u64), Waker>,
    numbers: u64,
    has_thread: bool,
}

impl Waiting {
    const NONE: Self = Self { wakers: BTreeMap::new(), numbers: 0, has_thread: false };

    fn next(&self) -> Option<Instant> {
        self.wakers.first_key_value().map(|((moment, _), _)| *moment)
    }

    /// Takes those out whose moment has come.
    fn take_due(&mut self, now: Instant) -> BTreeMap<(Instant, u64), Waker> {
        let later = self.wakers.split_off(&(now, u64::MAX));
        std::mem::replace(&mut self.wakers, later)
    }
}

impl Alarms {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // The list is always consistent, so a panic in another holder leaves nothing half done.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the thread, if it is not there. Where there are no threads, nothing rings.
    fn start(&'static self, waiting: &mut Waiting) {
        if !waiting.has_thread {
            let thread = thread::Builder::new().name("hpd-timer".to_owned());
            waiting.has_thread = thread.spawn(|| self.ring()).is_ok();
        }
    }

    fn ring(&self) -> ! {
        let mut waiting = self.lock();
        loop {
            let now = Instant::now();
            let due = waiting.take_due(now);
            if !due.is_empty() {
                // Woken without the lock: a woken task may set the next alarm at once.
                drop(waiting);
                due.into_values().for_each(Waker::wake);
                waiting = self.lock();
                continue;
            }
            waiting = match waiting.next() {
                None => self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
                Some(next) => {
                    let rest = next.saturating_duration_since(now);
                    self.changed.wait_timeout(waiting, rest).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

/// Ready at a moment.
pub(super) struct Alarm {
    /// `None`: a moment that never comes.
    moment: Option<Instant>,
    /// Given when it is waited for.
    number: Option<u64>,
}

impl Alarm {
    /// Ready after this time.
    pub(super) fn after(duration: Duration) -> Self {
        // There, asking for the time panics: a host gives a timer of its own.
        let has_time = cfg!(not(all(target_family = "wasm", target_os = "unknown")));
        let moment = if has_time { Instant::now().checked_add(duration) } else { None };
        Self { moment, number: None }
    }
}

impl Future for Alarm {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(moment) = self.moment else { return Poll::Pending };
        if Instant::now() >= moment {
            return Poll::Ready(());
        }
        let mut waiting = ALARMS.lock();
        ALARMS.start(&mut waiting);
        let number = *self.number.get_or_insert_with(|| {
            waiting.numbers += 1;
            waiting.numbers
        });
        let was_next = waiting.next();
        waiting.wakers.insert((moment, number), cx.waker().clone());
        if was_next.is_none_or(|next| moment < next) {
            ALARMS.changed.notify_one();
        }
        Poll::Pending
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let (Some(moment), Some(number)) = (self.moment, self.number) {
            // Dropped without the lock, since a waker is code of others.
            let waker = ALARMS.lock().wakers.remove(&(moment, number));
            drop(waker);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};
    use std::time::Duration;

    use futures_executor::block_on;
    use futures_util::future::{Either, select};

    use super::{ALARMS, Alarm, Future};

    #[test]
    fn the_earlier_alarm_rings_first() {
        let late = Alarm::after(Duration::from_secs(3600));
        let soon = Alarm::after(Duration::from_millis(1));
        assert!(matches!(block_on(select(late, soon)), Either::Right(_)));
    }

    #[test]
    fn an_alarm_that_nobody_waits_for_is_forgotten() {
        let mut alarm = Box::pin(Alarm::after(Duration::from_secs(3600)));
        assert!(alarm.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        let key = (alarm.moment.unwrap(), alarm.number.unwrap());
        assert!(ALARMS.lock().wakers.contains_key(&key));
        drop(alarm);
        assert!(!ALARMS.lock().wakers.contains_key(&key));
    }

    #[test]
    fn an_alarm_beyond_all_time_never_rings() {
        let mut alarm = pin!(Alarm::after(Duration::MAX));
        assert!(alarm.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        assert!(alarm.number.is_none());
    }
}
