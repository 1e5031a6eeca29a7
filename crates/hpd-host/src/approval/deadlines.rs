//! The ends of the questions that this process asked, by a clock that never goes back.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hpd_journal::pending::PendingId;

/// How many are kept. Beyond it, the earliest is dropped: the time of the day alone decides about its question.
const MOST: usize = 16_384;

/// The ends of questions, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Deadlines {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    by_id: HashMap<PendingId, Duration>,
    by_time: BTreeSet<(Duration, PendingId)>,
}

impl Deadlines {
    /// A question was asked, whose time is over then.
    pub(crate) fn add(&self, id: &PendingId, at: Duration) {
        let mut inner = self.lock();
        inner.remove(id);
        if inner.by_time.len() >= MOST
            && let Some((_, earliest)) = inner.by_time.first().cloned()
        {
            inner.remove(&earliest);
        }
        inner.by_time.insert((at, id.clone()));
        inner.by_id.insert(id.clone(), at);
    }

    /// The question is done with.
    pub(crate) fn forget(&self, id: &PendingId) {
        self.lock().remove(id);
    }

    /// Whether the time of a question is over. `false` for a question of another process.
    pub(crate) fn is_over(&self, id: &PendingId, now: Duration) -> bool {
        self.lock().by_id.get(id).is_some_and(|at| *at <= now)
    }

    /// No step leaves the lists half changed, so a panic of another thread is none of ours.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn remove(&mut self, id: &PendingId) {
        if let Some(at) = self.by_id.remove(id) {
            self.by_time.remove(&(at, id.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hpd_journal::pending::PendingId;

    use super::{Deadlines, MOST};

    #[test]
    fn the_earliest_makes_room() {
        let deadlines = Deadlines::default();
        let id = |number: usize| PendingId::new(number.to_string());
        for number in 0..=MOST {
            deadlines.add(&id(number), Duration::from_secs(u64::try_from(number).unwrap()));
        }
        let far = Duration::MAX;
        assert_eq!([0, 1, MOST].map(|number| deadlines.is_over(&id(number), far)), [false, true, true]);
        deadlines.forget(&id(1));
        assert!(!deadlines.is_over(&id(1), far));
        let inner = deadlines.lock();
        assert_eq!((inner.by_id.len(), inner.by_time.len()), (MOST - 1, MOST - 1));
    }
}
