//! Settings common to all journals.

use std::sync::Arc;
use std::time::Duration;

use super::ChainKey;
use crate::system::{Clock, Random, SystemClock, SystemRandom};

/// The guarantee of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// A commit survives the end of the process and a power failure: it waits for the disk.
    #[default]
    Durable,
    /// A commit survives the end of the process, `SIGKILL` included. A power failure may lose the last moments. The
    /// journal stays consistent.
    Relaxed,
}

/// Settings of a journal in any database.
#[derive(Clone)]
pub struct JournalOptions {
    /// The guarantee of a commit.
    pub durability: Durability,
    /// The key of the chain, best of a [ring](crate::KeyRing::chain_key). Without a key, anybody who can write to the
    /// database can also compute the hashes.
    pub key: Option<ChainKey>,
    /// The clock that dates the ends of calls, erasures and removals.
    pub clock: Arc<dyn Clock>,
    /// Where salts come from.
    pub random: Arc<dyn Random>,
    /// How many requests the queue of the writer holds: 1,024 by default. A further request waits for a place in the
    /// queue.
    pub queue: usize,
    /// How many of them are written in one transaction at most: 256 by default.
    pub batch: usize,
    /// The longest wait of one request, whatever it waits for: the queue, a connection, locks, or the server's answer. 10 s
    /// by default. The request then fails. Some requests take more time with a longer journal: `verify`, a read without
    /// a limit, and each batch of an erasure or a removal. They may take longer, as long as they make progress.
    pub patience: Duration,
}

impl JournalOptions {
    /// The default patience.
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
