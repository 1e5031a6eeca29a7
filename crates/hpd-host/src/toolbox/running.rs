//! How calls run: their time limits, and the machine's services.

use std::sync::Arc;
use std::time::Duration;

use hpd_journal::{Random, RandomError, Timer};

use super::Toolbox;
use super::groups::{Limits, ModelOptions, System};

/// How calls run.
pub(crate) struct Running {
    tells_warnings: bool,
    timeout: Duration,
    timer: Arc<dyn Timer>,
    random: Arc<dyn Random>,
}

impl Running {
    pub(super) fn new(limits: &Limits, model: &ModelOptions, system: &System) -> Self {
        Self {
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
