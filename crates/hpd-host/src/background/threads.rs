//! A bounded pool of threads. Threads start on demand, and end when they had nothing to do for a while.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io, thread};

/// The least default number of threads: all calls of one model message can run.
const LEAST: usize = 16;
/// Threads by default, for each core of the machine.
const BY_CORE: usize = 4;
/// How long a thread waits for further work.
const IDLE: Duration = Duration::from_secs(10);
/// How many jobs wait for a thread at most. Only work that no caller waits for may wait.
const MOST_WAITING: usize = 1_024;

type Job = Box<dyn FnOnce() + Send>;

/// Why a job does not run.
#[derive(Debug)]
pub(crate) enum NotRun {
    /// All threads are busy.
    Busy,
    /// The machine gives no further thread.
    NoThread(io::Error),
}

/// The pool. It never makes a caller wait for a free thread: a job that waits for another job would stop both.
pub(crate) struct Threads {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// There is work, or the pool is closed.
    news: Condvar,
}

#[derive(Default)]
struct State {
    /// The host's limit.
    max: Option<usize>,
    threads: usize,
    /// Threads without work. Each job in `next` was promised one of them.
    idle: usize,
    next: VecDeque<Job>,
    /// Work that waits until a thread is free.
    waiting: VecDeque<Job>,
    is_closed: bool,
}

impl Default for Threads {
    fn default() -> Self {
        Self { shared: Arc::new(Shared { state: Mutex::default(), news: Condvar::new() }) }
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads").field("running", &self.shared.lock().threads).finish_non_exhaustive()
    }
}

impl Threads {
    /// Sets the number of threads that may run at a time; at least one.
    pub(crate) fn set_max(&self, max: usize) {
        self.shared.lock().max = Some(max.max(1));
    }

    /// Runs a job at once.
    ///
    /// # Errors
    ///
    /// All threads are busy, or the machine gives no further one. The job is dropped.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) -> Result<(), NotRun> {
        self.start(Box::new(job)).map_err(|(_, why)| why)
    }

    /// Runs a job as soon as a thread is free. Nothing may wait for its end. Returns whether there was room for it.
    pub(crate) fn run_later(&self, job: impl FnOnce() + Send + 'static) -> bool {
        let Err((job, _)) = self.start(Box::new(job)) else { return true };
        let mut state = self.shared.lock();
        // Without a thread, nothing takes it up.
        let has_room = state.threads > 0 && state.waiting.len() < MOST_WAITING;
        if has_room {
            state.waiting.push_back(job);
        }
        has_room
    }

    fn start(&self, job: Job) -> Result<(), (Job, NotRun)> {
        let mut state = self.shared.lock();
        if state.idle > state.next.len() {
            state.next.push_back(job);
            self.shared.news.notify_one();
            return Ok(());
        }
        if state.threads >= state.max.unwrap_or_else(default_max) {
            return Err((job, NotRun::Busy));
        }
        state.threads += 1;
        drop(state);
        // The machine drops what it can't start: the job has to come back then.
        let first = Arc::new(Mutex::new(Some(job)));
        let (shared, taken) = (Arc::clone(&self.shared), Arc::clone(&first));
        let spawned = thread::Builder::new().name("hpd-call".to_owned()).spawn(move || {
            shared.work(taken.lock().unwrap_or_else(PoisonError::into_inner).take());
        });
        let Err(error) = spawned else { return Ok(()) };
        self.shared.lock().threads -= 1;
        let job = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        job.map_or(Ok(()), |job| Err((job, NotRun::NoThread(error))))
    }
}

/// The threads have no work any more once they are done with theirs.
impl Drop for Threads {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.news.notify_all();
    }
}

impl Shared {
    /// No step leaves the state half changed, so a panic of another thread is none of ours.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The life of a thread.
    fn work(&self, first: Option<Job>) {
        let mut job = first;
        while let Some(current) = job {
            // A panic ends the job, and not the thread.
            if catch_unwind(AssertUnwindSafe(current)).is_err() {
                tracing::error!(target: "hpd::call", "a job of the pool panicked");
            }
            job = self.next();
        }
    }

    /// The next job of a thread that has ended one; `None` ends the thread.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        state.idle += 1;
        let mut is_over = false;
        loop {
            if let Some(job) = state.take() {
                return Some(job);
            }
            if is_over || state.is_closed {
                state.threads -= 1;
                state.idle -= 1;
                return None;
            }
            let (woken, waited) = self.news.wait_timeout(state, IDLE).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            is_over = waited.timed_out();
        }
    }
}

impl State {
    fn take(&mut self) -> Option<Job> {
        // A free thread that no other job was promised takes what waits.
        let is_free = self.idle > self.next.len();
        let waiting = if is_free { self.waiting.pop_front() } else { None };
        let job = waiting.or_else(|| self.next.pop_front())?;
        self.idle -= 1;
        Some(job)
    }
}

/// The number of threads by default: 4 for each core, at least 16.
fn default_max() -> usize {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    cores.saturating_mul(BY_CORE).max(LEAST)
}

#[cfg(test)]
mod tests;
