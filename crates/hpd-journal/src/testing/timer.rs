//! A timer that a test drives by hand.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::system::BoxFuture;
use crate::system::Timer;

/// A timer whose time passes when a test says so. Clones are the same timer.
///
/// ```
/// use std::time::Duration;
///
/// use futures_util::future::join;
/// use hpd_host::system::System;
/// use hpd_host::testing::FakeTimer;
/// use hpd_host::{RawCall, Session, Toolbox, plugin};
///
/// struct Archive;
///
/// #[plugin]
/// impl Archive {
///     /// Searches everything.
///     #[ai_function]
///     async fn search(&self) -> String {
///         std::future::pending().await
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let timer = FakeTimer::new();
/// let toolbox = Toolbox::builder()
///     .plugin(Archive)
///     .system(System::new().timer(timer.clone()))
///     .build()?;
/// let (session, call) = (Session::new(), RawCall::new("1", "search", "{}"));
/// let (outcome, ()) =
///     join(toolbox.call(&session, &call), async { timer.advance(Duration::from_secs(60)) })
///         .await;
/// assert_eq!(
///     outcome.for_model_as_text(),
///     "The function was not done within 60 s and was given up. \
///      Ask for less at once, or go on without it."
/// );
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Clone, Default)]
pub struct FakeTimer {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The time since the timer was created.
    now: Duration,
    sleeping: Vec<Sleeping>,
    numbers: u64,
}

#[derive(Debug)]
struct Sleeping {
    number: u64,
    until: Duration,
    waker: Option<Waker>,
}

impl FakeTimer {
    /// A timer for which no time has passed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Advances the time, and wakes sleepers whose time is over.
    pub fn advance(&self, duration: Duration) {
        let mut state = self.lock();
        let now = state.now.saturating_add(duration);
        state.now = now;
        let due = state.sleeping.iter_mut().filter(|sleeping| sleeping.until <= now);
        let wakers: Vec<_> = due.filter_map(|sleeping| sleeping.waker.take()).collect();
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// The remaining time of each sleep, in the order in which the sleeps began.
    pub fn waiting(&self) -> Vec<Duration> {
        let state = self.lock();
        let left = state.sleeping.iter().map(|sleeping| sleeping.until.saturating_sub(state.now));
        left.filter(|left| !left.is_zero()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Timer for FakeTimer {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let mut state = self.lock();
        state.numbers += 1;
        let (number, until) = (state.numbers, state.now.saturating_add(duration));
        state.sleeping.push(Sleeping { number, until, waker: None });
        Box::pin(FakeSleep { timer: self.clone(), number })
    }
}

struct FakeSleep {
    timer: FakeTimer,
    number: u64,
}

impl Future for FakeSleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.timer.lock();
        let now = state.now;
        match state.sleeping.iter_mut().find(|sleeping| sleeping.number == self.number) {
            Some(sleeping) if sleeping.until > now => {
                sleeping.waker = Some(cx.waker().clone());
                Poll::Pending
            }
            _ => Poll::Ready(()),
        }
    }
}

impl Drop for FakeSleep {
    fn drop(&mut self) {
        self.timer.lock().sleeping.retain(|sleeping| sleeping.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};
    use std::time::Duration;

    use super::{FakeTimer, Timer};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn each_waits_its_own_time() {
        let timer = FakeTimer::new();
        let mut cx = Context::from_waker(Waker::noop());
        let (mut short, mut long) = (timer.sleep(SECOND), timer.sleep(2 * SECOND));
        assert!(short.as_mut().poll(&mut cx).is_pending());
        timer.advance(SECOND);
        assert!(short.as_mut().poll(&mut cx).is_ready());
        assert!(long.as_mut().poll(&mut cx).is_pending());
        assert_eq!(timer.waiting(), [SECOND]);
    }

    #[test]
    fn whoever_is_dropped_waits_no_longer() {
        let timer = FakeTimer::new();
        drop(timer.sleep(SECOND));
        assert!(timer.waiting().is_empty());
    }
}
