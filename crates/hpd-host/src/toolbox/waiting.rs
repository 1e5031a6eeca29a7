//! Waiting calls: whether their time is over here, and whether they can be answered here.

use std::time::Duration;

use hpd_journal::Timestamp;
use hpd_journal::pending::{CallState, PendingCall};

use super::Toolbox;

impl Toolbox {
    /// Remembers the time of a question that this process asked.
    pub(crate) fn note_asked(&self, row: &PendingCall) {
        let time = row.expires.as_millis().saturating_sub(row.created.as_millis());
        let end = self.monotonic_clock().elapsed().saturating_add(Duration::from_millis(time));
        self.safeguards().deadlines.add(&row.id, end);
    }

    /// The moment by which a call is judged. If its time is over by the monotonic clock, it is never before its end: the
    /// clock of the machine may have been set back.
    pub(crate) fn now_for(&self, row: &PendingCall) -> Timestamp {
        let safeguards = self.safeguards();
        let now = safeguards.now();
        let is_over = safeguards.deadlines.is_over(&row.id, self.monotonic_clock().elapsed());
        if is_over { now.max(row.expires) } else { now }
    }

    /// Whether an open call lacks sensitive values here, which another process keeps.
    pub(crate) fn waits_elsewhere(&self, row: &PendingCall) -> bool {
        let state = row.state_at(self.now_for(row));
        row.notes.values_elsewhere
            && matches!(state, CallState::NeedsInput | CallState::AwaitingApproval | CallState::Approved)
            && !row.digest_is_right(self.safeguards().keys.as_ref())
    }
}
