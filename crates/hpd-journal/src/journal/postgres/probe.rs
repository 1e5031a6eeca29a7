//! The probe: while the server is silent, one small statement at a time asks whether it answers again.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use deadpool::managed::Manager as _;
use deadpool_postgres::Pool;

use super::sql::Sql;
use crate::journal::LOG;
use crate::journal::writer::{Nudge, Shared};
use crate::system::{SystemTimer, Timer, within};

/// The first pause between two probes. Each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause.
const LAST_PAUSE: Duration = Duration::from_secs(2);

/// Opens the breaker, and closes it.
#[derive(Clone)]
pub(super) struct Probe {
    pool: Pool,
    statement: String,
    /// The probe ends with the journal.
    shared: Weak<Shared>,
    /// Wakes the writer, which may have lost events to report.
    writer: Nudge,
}

impl Probe {
    pub(super) fn new(pool: Pool, sql: &Sql, shared: &Arc<Shared>, writer: Nudge) -> Self {
        let statement = sql.text("SELECT number FROM {schema}.journal_anchor");
        Self { pool, statement, shared: Arc::downgrade(shared), writer }
    }

    /// Opens the breaker after a silence that began at this moment, and starts to probe, unless it is open.
    pub(super) fn note_silence(&self, since: Instant) {
        let Some(shared) = self.shared.upgrade() else { return };
        if shared.breaker.open(since, shared.options.clock.now()) {
            let silent_ms = millis(since.elapsed());
            tracing::warn!(target: LOG, silent_ms, "the journal does not answer: requests fail at once from now on");
            tokio::spawn(self.clone().run());
        }
    }

    /// Probes until the server answers, or the journal is dropped.
    async fn run(self) {
        let timer = SystemTimer::default();
        let mut pause = FIRST_PAUSE;
        let mut tries: u32 = 0;
        loop {
            let Some(patience) = self.shared.upgrade().map(|shared| shared.options.patience) else { return };
            // The first tries are short: their connections may be those that never answer.
            let time = (patience / 8).saturating_mul(1 << tries.min(3)).max(FIRST_PAUSE);
            if within(&timer, time, self.is_answered()).await == Some(true) {
                break;
            }
            timer.sleep(pause).await;
            (pause, tries) = ((pause * 2).min(LAST_PAUSE), tries.saturating_add(1));
        }
        let Some(shared) = self.shared.upgrade() else { return };
        // Connections from before may be those that never answer.
        let now = Instant::now();
        self.pool.retain(|_, connection| connection.created > now);
        if let Some(silence) = shared.breaker.close() {
            let silent_ms = millis(silence);
            tracing::info!(target: LOG, silent_ms, "the journal answers again");
        }
        self.writer.wake();
    }

    /// Whether the server answers on a connection of the probe's own.
    async fn is_answered(&self) -> bool {
        let Ok(client) = self.pool.manager().create().await else { return false };
        client.query(&self.statement, &[]).await.is_ok()
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
