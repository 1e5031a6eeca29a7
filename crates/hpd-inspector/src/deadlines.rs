//! When the next question expires, and the next run is over: for pages that are open.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use hpd_host::approval::{CallState, PendingCall, PendingFilter, PendingId};
use hpd_host::events::Event;
use hpd_host::journal::Journal;
use hpd_host::system::Clock;

use crate::card::stored_call_of;

/// The stored calls that go on, and the next moment at which the time of one is over.
pub(crate) struct Deadlines {
    journal: Arc<dyn Journal>,
    clock: Arc<dyn Clock>,
    filter: PendingFilter,
    rows: Vec<PendingCall>,
    told: HashSet<PendingId>,
}

impl Deadlines {
    /// Of one session, or of all. No row is known before the first [look](Self::look).
    pub(crate) fn new(journal: Arc<dyn Journal>, clock: Arc<dyn Clock>, session: Option<String>) -> Self {
        let states =
            [CallState::NeedsInput, CallState::AwaitingApproval, CallState::Approved, CallState::Executing];
        let mut filter = PendingFilter::default().states(states.to_vec());
        filter.session = session;
        Self { journal, clock, filter, rows: Vec::new(), told: HashSet::new() }
    }

    /// Reads the rows. If they can't be read, those of before are kept. A row may be over by now: its time may have passed
    /// after the page was made.
    pub(crate) async fn look(&mut self) {
        match self.journal.list(&self.filter).await {
            Ok(mut rows) => {
                rows.retain(|row| !self.told.contains(&row.id));
                self.rows = rows;
            }
            Err(error) => tracing::error!(target: "hpd::inspector", %error, "a live page misses deadlines"),
        }
    }

    /// Whether an event changes the rows.
    pub(crate) fn is_changed_by(event: &Event) -> bool {
        stored_call_of(event).is_some()
    }

    /// The time until the next call expires; `None` if no call is open.
    pub(crate) fn next(&self) -> Option<Duration> {
        let next = self.rows.iter().filter_map(PendingCall::over_at).min()?;
        Some(Duration::from_millis(next.as_millis().saturating_sub(self.clock.now().as_millis())))
    }

    /// The calls whose time is over by now. Each is told once.
    pub(crate) fn over(&mut self) -> Vec<PendingCall> {
        let now = self.clock.now();
        let is_over = |row: &mut PendingCall| row.over_at().is_some_and(|end| end <= now);
        let over: Vec<_> = self.rows.extract_if(.., is_over).collect();
        self.told.extend(over.iter().map(|row| row.id.clone()));
        over
    }
}
