//! How calls run: their time limits, and the machine's services.

use std::sync::Arc;
use std::time::Duration;

use hpd_journal::{MonotonicClock, Random, RandomError, Timer};

use super::{Toolbox, ToolboxBuilder};
use crate::background::{KnownEnds, Threads};

/// How calls run.
pub(crate) struct Running {
    tells_warnings: bool,
    timeout: Duration,
    timer: Arc<dyn Timer>,
    random: Arc<dyn Random>,
    threads: Arc<Threads>,
    known_ends: Arc<KnownEnds>,
    monotonic: Arc<dyn MonotonicClock>,
}

impl Running {
    pub(super) fn new(builder: &ToolboxBuilder) -> Self {
        let ToolboxBuilder { limits, model, system, threads, known_ends, .. } = builder;
        if let Some(max) = limits.max_threads() {
            threads.set_max(max);
        }
        Self {
            threads: Arc::clone(threads),
            known_ends: Arc::clone(known_ends),
            monotonic: system.monotonic_or_default(),
            tells_warnings: model.tells_warnings(),
            timeout: limits.timeout_or_default(),
            timer: system.timer_or_default(),
            random: system.random_or_default(),
        }
    }

    pub(super) fn random(&self) -> Arc<dyn Random> {
        Arc::clone(&self.random)
    }
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl Toolbox {
    /// How long each attempt at a call may take, where its function does not say.
    pub fn timeout(&self) -> Duration {
        self.tools.handling.running.timeout
    }

    /// Whether models read the warnings about their arguments.
    pub(crate) fn tells_warnings(&self) -> bool {
        self.tools.handling.running.tells_warnings
    }

    pub(crate) fn timer(&self) -> &dyn Timer {
        &*self.tools.handling.running.timer
    }

    /// The timer, for work that outlives the borrow.
    pub(crate) fn shared_timer(&self) -> Arc<dyn Timer> {
        Arc::clone(&self.tools.handling.running.timer)
    }

    /// The threads of this toolbox and its snapshots.
    pub(crate) fn threads(&self) -> &Arc<Threads> {
        &self.tools.handling.running.threads
    }

    /// Ends of calls that the store does not have yet.
    pub(crate) fn known_ends(&self) -> &KnownEnds {
        &self.tools.handling.running.known_ends
    }

    /// Tells them again, if nothing else does.
    pub(crate) fn work_known_ends(&self) {
        let Running { known_ends, monotonic, .. } = &self.tools.handling.running;
        known_ends.work(monotonic);
    }

    pub(crate) fn monotonic_clock(&self) -> &dyn MonotonicClock {
        &*self.tools.handling.running.monotonic
    }

    /// Random bytes.
    ///
    /// # Errors
    ///
    /// The source of random bytes has failed.
    pub(crate) fn random_bytes<const N: usize>(&self) -> Result<[u8; N], RandomError> {
        let mut bytes = [0; N];
        self.tools.handling.running.random.fill(&mut bytes)?;
        Ok(bytes)
    }
}
