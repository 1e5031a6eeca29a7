//! Events of other processes: whether anybody wants them, and which ones this process has published itself.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "sqlite")]
use std::time::Duration;

use futures_util::task::AtomicWaker;

/// What a hub and the watcher of its database tell each other.
#[derive(Debug, Default)]
pub(crate) struct Watching {
    state: Mutex<State>,
    changed: Condvar,
    waker: AtomicWaker,
}

#[derive(Debug, Default)]
struct State {
    is_heard: bool,
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    is_over: bool,
    /// The entries that this process published, while the database is watched: ranges, in order.
    own: Option<VecDeque<RangeInclusive<u64>>>,
}

impl Watching {
    /// There are subscribers, or none any more.
    pub(super) fn note_heard(&self, is_heard: bool) {
        let mut state = self.lock();
        if state.is_heard == is_heard {
            return;
        }
        state.is_heard = is_heard;
        if !is_heard {
            state.own = None;
        }
        drop(state);
        self.tell();
    }

    /// This process publishes an entry.
    pub(super) fn note_own(&self, entry: u64) {
        let mut state = self.lock();
        let Some(own) = &mut state.own else { return };
        match own.back_mut() {
            Some(last) if *last.end() + 1 == entry => *last = *last.start()..=entry,
            _ => own.push_back(entry..=entry),
        }
    }

    fn tell(&self) {
        self.changed.notify_all();
        self.waker.wake();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // It is always consistent, so a panic in another holder leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The side of the watcher.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
impl Watching {
    /// The journal is gone: nothing is watched any more.
    pub(crate) fn end(&self) {
        self.lock().is_over = true;
        self.tell();
    }

    /// Keeps the entries that this process publishes, from now on.
    pub(crate) fn begin(&self) {
        self.lock().own = Some(VecDeque::new());
    }

    /// The entries after `after`, up to `head`, that this process did not publish. Those up to `head` are forgotten.
    pub(crate) fn of_others(&self, after: u64, head: u64) -> Vec<RangeInclusive<u64>> {
        let mut state = self.lock();
        let mut others = Vec::new();
        let mut next = after + 1;
        while let Some(own) = state.own.as_mut().and_then(VecDeque::front_mut) {
            if *own.start() > head {
                break;
            }
            if *own.start() > next {
                others.push(next..=*own.start() - 1);
            }
            next = next.max(own.end() + 1);
            if *own.end() > head {
                *own = head + 1..=*own.end();
                break;
            }
            state.own.as_mut().and_then(VecDeque::pop_front);
        }
        if next <= head {
            others.push(next..=head);
        }
        others
    }

    /// Waits on this thread until somebody subscribes. Returns `false` if the journal is gone.
    #[cfg(feature = "sqlite")]
    pub(crate) fn wait_until_heard(&self) -> bool {
        let mut state = self.lock();
        while !state.is_heard && !state.is_over {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.is_over
    }

    /// Waits on this thread for a time. Returns `false` if nobody listens any more, or the journal is gone.
    #[cfg(feature = "sqlite")]
    pub(crate) fn pause(&self, time: Duration) -> bool {
        let state = self.lock();
        let goes_on = |state: &mut State| state.is_heard && !state.is_over;
        let waited = self.changed.wait_timeout_while(state, time, goes_on);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        goes_on(&mut state)
    }

    /// Resolves when somebody subscribes, or nobody listens any more. The answer is `false` if the journal is gone.
    #[cfg(feature = "postgres")]
    pub(crate) fn until_heard(&self, is_heard: bool) -> impl Future<Output = bool> + '_ {
        futures_util::future::poll_fn(move |cx| {
            self.waker.register(cx.waker());
            let state = self.lock();
            if state.is_over || state.is_heard == is_heard {
                return std::task::Poll::Ready(!state.is_over);
            }
            std::task::Poll::Pending
        })
    }
}

#[cfg(all(test, feature = "sqlite"))]
mod tests {
    use std::time::Duration;

    use super::Watching;

    #[test]
    fn own_entries_are_not_those_of_others() {
        let watching = Watching::default();
        assert_eq!(watching.of_others(0, 2), [1..=2], "nothing was kept before");
        watching.begin();
        for entry in [3, 4, 7, 9, 10] {
            watching.note_own(entry);
        }
        assert_eq!(watching.of_others(2, 4), []);
        assert_eq!(watching.of_others(4, 9), [5..=6, 8..=8]);
        assert_eq!(watching.of_others(9, 12), [11..=12]);
        assert_eq!(watching.of_others(12, 12), []);
    }

    #[test]
    fn a_pause_ends_with_its_reason() {
        let watching = Watching::default();
        assert!(!watching.pause(Duration::from_secs(60)), "nobody listens");
        watching.note_heard(true);
        assert!(watching.wait_until_heard());
        assert!(watching.pause(Duration::from_millis(1)));
        watching.end();
        assert!(!watching.pause(Duration::from_secs(60)));
        assert!(!watching.wait_until_heard());
    }
}
