//! What the journals have in common.

use std::sync::Arc;
use std::time::Duration;

use super::ChainKey;
use crate::system::{Clock, Random, SystemClock, SystemRandom};

/// What survives what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// What is written survives the end of the process and the loss of power: the disk is waited for.
    #[default]
    Durable,
    /// What is written survives the end of the process, by `SIGKILL` too. The last moments may be gone after a loss of power; the
    /// journal is whole all the same.
    Relaxed,
}

/// How a journal works, whatever database it is in.
#[derive(Clone)]
pub struct JournalOptions {
    /// What survives what.
    pub durability: Durability,
    /// The key of the chain: without it, whoever can write to the database can also work out the hashes.
    pub key: Option<ChainKey>,
    /// What tells when a call ended.
    pub clock: Arc<dyn Clock>,
    /// Where salts come from.
    pub random: Arc<dyn Random>,
    /// How many requests may wait to be written: 1,024 by default. Whoever comes next waits.
    pub queue: usize,
    /// How many of them are written in one transaction at most: 256 by default.
    pub batch: usize,
    /// How long others that hold the database up are waited for, and a server that does not answer: 10 s by default. What can't be done
    /// by then fails.
    pub patience: Duration,
}

impl JournalOptions {
    /// How long is waited if nothing else is said.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
}

impl Default for JournalOptions {
    fn default() -> Self {
        Self {
            durability: Durability::Durable,
            key: None,
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            queue: 1_024,
            batch: 256,
            patience: Self::PATIENCE,
        }
    }
}

impl std::fmt::Debug for JournalOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JournalOptions")
            .field("durability", &self.durability)
            .field("key", &self.key)
            .field("queue", &self.queue)
            .field("batch", &self.batch)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}
