//! Sessions with what is to be noticed about them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use futures_util::future::{try_join, try_join_all};

use super::{EventFilter, Journal, SessionFilter, SessionSummary};
use crate::events::{Event, EventRecord, ResultStatus, ValidationStatus};
use crate::pending::{CallState, PendingFilter, StoreError};
use crate::system::Timestamp;

/// How many of a session's newest events are looked through.
const LATEST: u64 = SessionOverview::LATEST_EVENTS;

/// How many sessions are remembered.
const REMEMBERED: usize = 2_000;

/// A session, with its numbers of waiting, blocked and failed calls.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionOverview {
    /// The session.
    pub summary: SessionSummary,
    /// Its calls that wait for the user.
    pub waiting: usize,
    /// Blocked writes, among its [newest events](Self::LATEST_EVENTS).
    pub blocked: usize,
    /// Failed calls and calls with an unknown effect, among the same. A blocked write counts only as blocked.
    pub failed: usize,
}

impl SessionOverview {
    /// How many of a session's newest events are looked through for blocked writes and failed calls.
    pub const LATEST_EVENTS: u64 = 200;

    /// Whether the session has events that were not looked through.
    pub const fn is_cut(&self) -> bool {
        self.summary.events > Self::LATEST_EVENTS
    }
}

/// Overviews of sessions. What was counted is remembered, so only sessions with new events are looked through again.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::journal::{Journal, SessionFilter, SessionOverviews};
/// use hpd_journal::pending::StoreError;
///
/// async fn print(overviews: &SessionOverviews, journal: &dyn Journal, now: Timestamp) -> Result<(), StoreError> {
///     let newest = SessionFilter::default().limit(20);
///     for session in overviews.read(journal, &newest, now).await? {
///         println!("{}: {} waiting", session.summary.session, session.waiting);
///     }
///     Ok(())
/// }
/// ```
#[derive(Debug, Default)]
pub struct SessionOverviews(Mutex<Remembered>);

/// What was counted, by session.
#[derive(Debug, Default)]
struct Remembered {
    sessions: HashMap<String, Counts>,
    /// The last event about the journal itself. After an erasure, everything is counted again.
    of_the_journal: u64,
}

/// The counts of a session up to an entry.
#[derive(Debug, Clone, Copy)]
struct Counts {
    last_entry: u64,
    blocked: usize,
    failed: usize,
}

impl SessionOverviews {
    /// The sessions of a filter, the newest first, each with its badges. `now` decides which questions are still open. Use
    /// it for one journal only.
    ///
    /// # Errors
    ///
    /// The journal can't be read.
    pub async fn read(
        &self,
        journal: &dyn Journal,
        filter: &SessionFilter,
        now: Timestamp,
    ) -> Result<Vec<SessionOverview>, StoreError> {
        let of_the_journal = last_of_the_journal(journal).await?;
        let (sessions, waiting) = try_join(journal.sessions(filter), waiting(journal, now)).await?;
        let counted =
            try_join_all(sessions.iter().map(async |summary| match self.known(summary, of_the_journal) {
                Some(counts) => Ok::<_, StoreError>(counts),
                None => count(journal, summary).await,
            }))
            .await?;
        self.remember(&sessions, &counted, of_the_journal);
        let overview = |(summary, counts): (SessionSummary, Counts)| SessionOverview {
            waiting: waiting.get(&summary.session).copied().unwrap_or_default(),
            blocked: counts.blocked,
            failed: counts.failed,
            summary,
        };
        Ok(sessions.into_iter().zip(counted).map(overview).collect())
    }

    fn known(&self, summary: &SessionSummary, of_the_journal: u64) -> Option<Counts> {
        // The map is always consistent, so a panic in another holder leaves nothing half done.
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = known.sessions.get(&summary.session).copied()?;
        (known.of_the_journal == of_the_journal && counts.last_entry == summary.last_entry).then_some(counts)
    }

    fn remember(&self, sessions: &[SessionSummary], counted: &[Counts], of_the_journal: u64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.of_the_journal != of_the_journal || known.sessions.len() >= REMEMBERED {
            known.sessions.clear();
        }
        known.of_the_journal = of_the_journal;
        for (summary, counts) in sessions.iter().zip(counted) {
            match known.sessions.get_mut(&summary.session) {
                Some(known) => *known = *counts,
                None => drop(known.sessions.insert(summary.session.clone(), *counts)),
            }
        }
    }
}

/// The sessions of a filter, the newest first, each with its badges. `now` decides which questions are still open. For a
/// list that is read again and again, keep [`SessionOverviews`].
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
    SessionOverviews::default().read(journal, filter, now).await
}

/// The number of the last event about the journal itself, such as an erasure; 0 if there is none.
async fn last_of_the_journal(journal: &dyn Journal) -> Result<u64, StoreError> {
    let filter = EventFilter::default().session(String::new()).newest(true).limit(1);
    Ok(journal.read(&filter).await?.last().map_or(0, |last| last.entry))
}

/// How many calls of each session wait for the user.
async fn waiting(journal: &dyn Journal, now: Timestamp) -> Result<HashMap<String, usize>, StoreError> {
    let states = vec![CallState::NeedsInput, CallState::AwaitingApproval];
    let mut waiting: HashMap<String, usize> = HashMap::new();
    for call in journal.list(&PendingFilter::default().states(states)).await? {
        if call.state_at(now).is_open() {
            *waiting.entry(call.owner.session).or_default() += 1;
        }
    }
    Ok(waiting)
}

/// Counts in the newest events. Their numbers in the session lead to them: no other event is looked at.
async fn count(journal: &dyn Journal, summary: &SessionSummary) -> Result<Counts, StoreError> {
    let filter = EventFilter::default()
        .session(summary.session.clone())
        .kinds(vec!["write_validation", "tool_result"])
        .after_seq(summary.events.saturating_sub(LATEST));
    let latest = journal.read(&filter).await?;
    let count =
        |is: fn(&Event) -> bool| latest.iter().filter(|record: &&EventRecord| is(&record.event)).count();
    Ok(Counts { last_entry: summary.last_entry, blocked: count(is_blocked), failed: count(is_failed) })
}

fn is_blocked(event: &Event) -> bool {
    matches!(event, Event::WriteValidation(check) if check.status == ValidationStatus::Blocked)
}

fn is_failed(event: &Event) -> bool {
    let Event::ToolResult(result) = event else { return false };
    matches!(result.status, ResultStatus::Error | ResultStatus::Unknown)
        && result.validation_status != Some(ValidationStatus::Blocked)
}

#[cfg(test)]
mod tests;
