//! Sessions with what is to be noticed about them.

use std::collections::HashMap;

use futures_util::future::try_join_all;

use super::{EventFilter, Journal, SessionFilter, SessionSummary};
use crate::events::{Event, ResultStatus, ValidationStatus};
use crate::pending::{CallState, PendingFilter, StoreError};
use crate::system::Timestamp;

/// How many of a session's newest checks and results count.
const LATEST: usize = 100;

/// A session, with its numbers of waiting, blocked and failed calls.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionOverview {
    /// The session.
    pub summary: SessionSummary,
    /// Its calls that wait for the user.
    pub waiting: usize,
    /// Blocked writes, among its newest 100 checks and results.
    pub blocked: usize,
    /// Failed calls and calls with an unknown effect, among the same. A blocked write counts only as blocked.
    pub failed: usize,
}

/// The sessions of a filter, the newest first, each with its badges. `now` decides which questions are still open.
///
/// # Errors
///
/// The journal can't be read.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::journal::{Journal, SessionFilter, session_overviews};
/// use hpd_journal::pending::StoreError;
///
/// async fn print(journal: &dyn Journal, now: Timestamp) -> Result<(), StoreError> {
///     let newest = SessionFilter::default().limit(20);
///     for session in session_overviews(journal, &newest, now).await? {
///         println!("{}: {} waiting", session.summary.session, session.waiting);
///     }
///     Ok(())
/// }
/// ```
pub async fn session_overviews(
    journal: &dyn Journal,
    filter: &SessionFilter,
    now: Timestamp,
) -> Result<Vec<SessionOverview>, StoreError> {
    let sessions = journal.sessions(filter).await?;
    let states = vec![CallState::NeedsInput, CallState::AwaitingApproval];
    let mut waiting: HashMap<String, usize> = HashMap::new();
    for call in journal.list(&PendingFilter::default().states(states)).await? {
        if call.state_at(now).is_open() {
            *waiting.entry(call.owner.session).or_default() += 1;
        }
    }
    let overview = |summary: SessionSummary| {
        let waiting = waiting.get(&summary.session).copied().unwrap_or_default();
        let filter = EventFilter::default()
            .session(summary.session.clone())
            .kinds(vec!["write_validation", "tool_result"])
            .newest(true)
            .limit(LATEST);
        async move {
            let latest = journal.read(&filter).await?;
            let count = |is: fn(&Event) -> bool| latest.iter().filter(|record| is(&record.event)).count();
            let (blocked, failed) = (count(is_blocked), count(is_failed));
            Ok::<_, StoreError>(SessionOverview { summary, waiting, blocked, failed })
        }
    };
    try_join_all(sessions.into_iter().map(overview)).await
}

fn is_blocked(event: &Event) -> bool {
    matches!(event, Event::WriteValidation(check) if check.status == ValidationStatus::Blocked)
}

fn is_failed(event: &Event) -> bool {
    let Event::ToolResult(result) = event else { return false };
    matches!(result.status, ResultStatus::Error | ResultStatus::Unknown)
        && result.validation_status != Some(ValidationStatus::Blocked)
}
