//! The worker that tells ends again: a task of the current tokio runtime, or a thread.

use std::sync::Arc;
use std::thread;

use hpd_journal::{MonotonicClock, SystemTimer, Timer};

use super::KnownEnds;

/// Works as long as there are ends. When dropped, as at the end of a runtime, the next call starts another worker.
struct Worker {
    ends: Arc<KnownEnds>,
    clock: Arc<dyn MonotonicClock>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.ends.release_work();
    }
}

impl Worker {
    async fn work(self) {
        while let Some(due) = self.ends.next_due() {
            let pause = due.saturating_sub(self.clock.elapsed());
            if !pause.is_zero() {
                SystemTimer::default().sleep(pause).await;
            }
            self.ends.pass(&*self.clock).await;
        }
    }
}

impl KnownEnds {
    /// Starts a worker, if there are ends and none works.
    pub(crate) fn work(self: &Arc<Self>, clock: &Arc<dyn MonotonicClock>) {
        if !self.claim_work() {
            return;
        }
        let worker = Worker { ends: Arc::clone(self), clock: Arc::clone(clock) };
        #[cfg(feature = "tokio")]
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            drop(runtime.spawn(worker.work()));
            return;
        }
        let spawned = thread::Builder::new()
            .name("hpd-ends".to_owned())
            .spawn(move || futures_executor::block_on(worker.work()));
        if let Err(error) = spawned {
            // The closure was dropped, and the worker with it: a later call starts another.
            tracing::warn!(target: "hpd::call", %error, "no thread tells the ends of calls again");
        }
    }
}
