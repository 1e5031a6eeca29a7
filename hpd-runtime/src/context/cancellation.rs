//! A flag that ends calls.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// A flag that is raised once, and can be waited for. Clones share it.
///
/// The default is [`never`](Self::never) raised.
#[derive(Clone, Default)]
pub struct Cancellation {
    state: Option<Arc<CancellationState>>,
}

#[derive(Default)]
struct CancellationState {
    cancelled: AtomicBool,
    wakers: Mutex<Vec<Waker>>,
}

impl Cancellation {
    /// A flag that can be raised.
    pub fn new() -> Self {
        Self { state: Some(Arc::default()) }
    }

    /// A flag that is never raised: [`cancel`](Self::cancel) has no effect.
    pub const fn never() -> Self {
        Self { state: None }
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        let Some(state) = &self.state else { return };
        state.cancelled.store(true, Ordering::Release);
        let wakers = std::mem::take(&mut *state.wakers.lock().unwrap_or_else(PoisonError::into_inner));
        for waker in wakers {
            waker.wake();
        }
    }

    /// Whether the flag was raised.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.cancelled.load(Ordering::Acquire))
    }

    /// Waits until the flag is raised.
    pub fn cancelled(&self) -> Cancelled<'_> {
        Cancelled { cancellation: self }
    }
}

/// The future of [`Cancellation::cancelled`].
pub struct Cancelled<'a> {
    cancellation: &'a Cancellation,
}

impl Future for Cancelled<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(state) = &self.cancellation.state else { return Poll::Pending };
        let mut wakers = state.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        // Checked under the lock: a cancellation between check and registration would wake no waiter.
        if state.cancelled.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        if !wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
            wakers.push(cx.waker().clone());
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Wake, Waker};

    use super::{Cancellation, Future};

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_cancellation_wakes_those_who_wait() {
        let cancellation = Cancellation::new();
        let count = Arc::new(Count::default());
        let waker = Waker::from(count.clone());
        let mut waiting = pin!(cancellation.cancelled());
        assert!(waiting.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        cancellation.clone().cancel();
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert!(waiting.poll(&mut Context::from_waker(&waker)).is_ready());
        assert!(cancellation.is_cancelled());
    }

    #[test]
    fn nobody_can_cancel_what_never_ends() {
        let cancellation = Cancellation::never();
        cancellation.cancel();
        assert!(!cancellation.is_cancelled());
    }
}
