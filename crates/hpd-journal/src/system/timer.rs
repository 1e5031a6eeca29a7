//! Waiting.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use crate::system::BoxFuture;
use futures_util::FutureExt;
use futures_util::future::{Either, select};

use super::alarm::Alarm;

/// Waits, so that calls don't take longer than they may.
///
/// ```
/// use std::time::Duration;
///
/// use hpd_journal::{SystemTimer, Timer};
/// use hpd_journal::testing::FakeTimer;
///
/// futures_executor::block_on(SystemTimer::default().sleep(Duration::from_millis(1)));
///
/// // For tests: time passes when the test says so.
/// let timer = FakeTimer::new();
/// let waiting = timer.sleep(Duration::from_secs(60));
/// timer.advance(Duration::from_secs(60));
/// futures_executor::block_on(waiting);
/// ```
pub trait Timer: Send + Sync {
    /// Waits for this duration, starting at the call. Dropping the future ends the wait.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
}

impl<T: Timer + ?Sized> Timer for Arc<T> {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        (**self).sleep(duration)
    }
}

/// The result of a future; `None` if it takes longer than this, and is dropped.
pub async fn within<T>(timer: &dyn Timer, time: Duration, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    // Nothing that is there at once needs a timer.
    if let Some(done) = (&mut future).now_or_never() {
        return Some(done);
    }
    match select(future, timer.sleep(time)).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(((), _)) => None,
    }
}

/// Uses the timer of the tokio runtime that is current at the call, with the feature `tokio`. Without a runtime,
/// one thread of the process serves all timers.
#[derive(Debug, Default)]
pub struct SystemTimer {
    #[cfg(feature = "tokio")]
    tokio: tokio_timer::TokioTimer,
}

impl Timer for SystemTimer {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        #[cfg(feature = "tokio")]
        if let Some(sleep) = self.tokio.sleep(duration) {
            return Box::pin(sleep);
        }
        Box::pin(Alarm::after(duration))
    }
}

#[cfg(feature = "tokio")]
mod tokio_timer {
    use std::panic::catch_unwind;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use tokio::runtime::Handle;
    use tokio::time::Sleep;

    #[derive(Debug, Default)]
    pub(super) struct TokioTimer {
        /// A runtime was met that was built without timers.
        is_off: AtomicBool,
    }

    impl TokioTimer {
        /// `None` if no runtime is current, or it has no timers.
        pub(super) fn sleep(&self, duration: Duration) -> Option<Sleep> {
            if self.is_off.load(Ordering::Relaxed) || Handle::try_current().is_err() {
                return None;
            }
            // A runtime can't be asked whether it has timers: without them, this panics.
            let sleep = catch_unwind(|| tokio::time::sleep(duration)).ok();
            self.is_off.store(sleep.is_none(), Ordering::Relaxed);
            sleep
        }
    }
}
