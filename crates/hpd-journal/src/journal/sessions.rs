//! The sessions of a journal.

use std::collections::HashSet;

use super::{EventFilter, Journal};
use crate::events::EventRecord;
use crate::pending::StoreError;
use crate::setters::{optional_setters, setters};
use crate::system::Timestamp;

/// How many events are read at a time.
const PAGE: usize = 1_000;

/// Which sessions are listed.
///
/// ```
/// use futures_executor::block_on;
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
/// use hpd_journal::journal::{Journal, MemoryJournal, SessionFilter};
///
/// let journal = MemoryJournal::new();
/// for session in ["s1", "s2", "s1"] {
///     let event = Event::TurnStarted(TurnStartedEvent::new(None));
///     let at = Timestamp::from_millis(1_767_225_600_000);
///     block_on(journal.append(vec![NewEvent::new(session, at, event)]))?;
/// }
/// let mut filter = SessionFilter::default().limit(1);
/// let page = block_on(journal.sessions(&filter))?;
/// assert_eq!((&*page[0].session, page[0].events, page[0].last_entry), ("s1", 2, 3));
///
/// filter = filter.before(page[0].last_entry);
/// assert_eq!(block_on(journal.sessions(&filter))?[0].session, "s2");
/// # Ok::<(), hpd_journal::pending::StoreError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionFilter {
    /// Sessions with events on behalf of the principal with this id.
    pub principal: Option<String>,
    /// Sessions with events on behalf of principals of this tenant.
    pub tenant: Option<String>,
    /// Sessions whose last event has a smaller number in the journal: `last_entry` of the last session of the page before.
    pub before: Option<u64>,
    /// The maximum number of sessions; `None` for all.
    pub limit: Option<usize>,
}

optional_setters!(SessionFilter { principal: String, tenant: String, before: u64, limit: usize });

/// A session, by the first and the last of its events that the filter takes. Erased events do not count. It has no
/// contents of events.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionSummary {
    /// The session's id.
    pub session: String,
    /// The number of the last event in the session. It is also the count of the session's events, the erased and the
    /// removed ones included.
    pub events: u64,
    /// The number of the first event in the journal.
    pub first_entry: u64,
    /// The moment of the first event.
    pub first_at: Timestamp,
    /// The number of the last event in the journal.
    pub last_entry: u64,
    /// The moment of the last event.
    pub last_at: Timestamp,
}

impl SessionSummary {
    /// A session with one event.
    #[must_use]
    pub fn new(session: impl Into<String>, events: u64, entry: u64, at: Timestamp) -> Self {
        Self {
            session: session.into(),
            events,
            first_entry: entry,
            first_at: at,
            last_entry: entry,
            last_at: at,
        }
    }
}

setters!(SessionSummary { first_entry: u64, first_at: Timestamp });

/// The sessions of a journal that has no query for them.
pub(super) async fn read_sessions<J: Journal + ?Sized>(
    journal: &J,
    filter: &SessionFilter,
) -> Result<Vec<SessionSummary>, StoreError> {
    let of_filter = EventFilter {
        principal: filter.principal.clone(),
        tenant: filter.tenant.clone(),
        ..EventFilter::default()
    };
    let limit = filter.limit.unwrap_or(usize::MAX);
    let mut page =
        EventFilter { before_entry: filter.before, newest: true, limit: Some(PAGE), ..of_filter.clone() };
    let (mut known, mut found) = (HashSet::new(), Vec::new());
    loop {
        let events = journal.read(&page).await?;
        for last in events.iter().rev() {
            // Events of the journal itself have no session.
            let is_known = last.session.is_empty() || !known.insert(last.session.clone());
            if found.len() >= limit || is_known {
                continue;
            }
            let of_session = of_filter.clone().session(last.session.clone());
            if let Some(first) = first_of(journal, &of_session, filter.before).await? {
                found.push(
                    SessionSummary::new(&*last.session, last.seq, last.entry, last.at)
                        .first_entry(first.entry)
                        .first_at(first.at),
                );
            }
        }
        let Some(first) = events.first().filter(|_| page.may_have_more(&events) && found.len() < limit)
        else {
            return Ok(found);
        };
        page.before_entry = Some(first.entry);
    }
}

/// The first event of a session; `None` if the session has later events than those of this page.
async fn first_of<J: Journal + ?Sized>(
    journal: &J,
    of_session: &EventFilter,
    before: Option<u64>,
) -> Result<Option<EventRecord>, StoreError> {
    if let Some(before) = before {
        let later = of_session.clone().after_entry(before.saturating_sub(1)).limit(1);
        if before == 0 || !journal.read(&later).await?.is_empty() {
            return Ok(None);
        }
    }
    let first = journal.read(&of_session.clone().limit(1)).await?;
    Ok(first.into_iter().next())
}
