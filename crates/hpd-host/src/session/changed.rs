//! Changes of a session's list, as a future.

use std::future::Future;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::{Seen, Session};

impl Session {
    /// Waits until the list of tools may have changed: something was expanded, collapsed or revealed, or the
    /// host chose another kind of list. Changes count from this call on, not from the first poll. Any number of futures may wait, and each may be dropped.
    ///
    /// The future does not notice changes by other [filters](crate::filter), or by another snapshot of the toolbox.
    ///
    /// ```
    /// use hpd_host::Session;
    /// use hpd_host::spec::QualifiedId;
    ///
    /// let session = Session::new();
    /// // Before the list is sent: no change is missed.
    /// let changed = session.changed();
    /// session.expand(&QualifiedId::new(None, "Math"));
    /// assert_eq!(futures_executor::block_on(changed), session.revision());
    /// ```
    pub fn changed(&self) -> SessionChanged {
        self.changed_since(self.revision())
    }

    /// Waits until the [revision](Self::revision) is another one than this: at once, if it is.
    pub fn changed_since(&self, revision: u64) -> SessionChanged {
        SessionChanged { session: self.share(), revision }
    }
}

/// The future of [`Session::changed`]: the new [revision](Session::revision).
#[derive(Debug)]
#[must_use = "a future does nothing unless it is polled"]
pub struct SessionChanged {
    session: Session,
    revision: u64,
}

impl Future for SessionChanged {
    type Output = u64;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u64> {
        // Compared and registered under one lock: no change falls between.
        let mut seen = self.session.seen();
        let revision = seen.expansions.revision();
        if revision != self.revision {
            return Poll::Ready(revision);
        }
        if !seen.waiting.iter().any(|waker| waker.will_wake(cx.waker())) {
            seen.waiting.push(cx.waker().clone());
        }
        Poll::Pending
    }
}

/// The locked view of a session. When it is released, a new revision wakes those who wait for one.
pub(crate) struct SeenGuard<'a> {
    seen: MutexGuard<'a, Seen>,
    revision: u64,
    /// Dropped after the lock, since fields are dropped in order: an executor may poll at once.
    woken: Woken,
}

/// Wakes all when it is dropped.
struct Woken(Vec<Waker>);

impl Drop for Woken {
    fn drop(&mut self) {
        self.0.drain(..).for_each(Waker::wake);
    }
}

impl<'a> SeenGuard<'a> {
    pub(super) fn lock(seen: &'a Mutex<Seen>) -> Self {
        // The state is always consistent, so a panic in another holder leaves nothing half done.
        let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        Self { revision: seen.expansions.revision(), seen, woken: Woken(Vec::new()) }
    }
}

impl Deref for SeenGuard<'_> {
    type Target = Seen;

    fn deref(&self) -> &Seen {
        &self.seen
    }
}

impl DerefMut for SeenGuard<'_> {
    fn deref_mut(&mut self) -> &mut Seen {
        &mut self.seen
    }
}

impl Drop for SeenGuard<'_> {
    fn drop(&mut self) {
        if !self.seen.waiting.is_empty() && self.seen.expansions.revision() != self.revision {
            self.woken.0 = std::mem::take(&mut self.seen.waiting);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Wake, Waker};

    use hpd_runtime::spec::QualifiedId;

    use super::Session;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn each_change_wakes_all_who_wait_once() {
        let session = Session::new();
        let container = QualifiedId::new(None, "Math");
        let counts: Vec<_> = (0..3).map(|_| Arc::new(Count::default())).collect();
        let mut waiting: Vec<_> = (0..3).map(|_| Box::pin(session.changed())).collect();
        for (count, future) in counts.iter().zip(&mut waiting) {
            let waker = Waker::from(count.clone());
            for _ in 0..2 {
                assert!(future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
            }
        }
        drop(waiting.pop());
        assert!(!session.collapse(&container));
        assert!(session.expand(&container));
        assert!(!session.expand(&container));
        session.collapse_all();
        let woken: Vec<_> = counts.iter().map(|count| count.0.load(Ordering::Relaxed)).collect();
        assert_eq!(woken, [1, 1, 1]);
        for future in &mut waiting {
            assert_eq!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(2));
        }
        assert!(session.seen().waiting.is_empty());
    }

    #[test]
    fn a_change_before_the_first_poll_counts() {
        let session = Session::new();
        let changed = session.changed();
        session.expand(&QualifiedId::new(None, "Math"));
        let mut changed = pin!(changed);
        let mut cx = Context::from_waker(Waker::noop());
        assert_eq!(changed.as_mut().poll(&mut cx), Poll::Ready(1));
        assert!(pin!(session.changed_since(1)).poll(&mut cx).is_pending());
    }
}
