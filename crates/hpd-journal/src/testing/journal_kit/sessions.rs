//! The rule about lists of sessions.

use std::collections::BTreeMap;

use super::sample::sample_event;
use super::under_test::{JournalUnderTest, same_list};
use crate::events::{EventRecord, NewEvent};
use crate::journal::{Erasure, SessionFilter, SessionSummary};
use crate::testing::store_kit::RuleResult;

/// Sessions come by their last event with contents, the newest first, in pages: all of them, and those of a principal and
/// of a tenant. Erased and removed events do not count, nor do events of the journal itself.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn sessions_are_listed(journal: &JournalUnderTest<'_>) -> RuleResult {
    same_list("the sessions of an empty journal", &journal.sessions(&SessionFilter::default()).await?, &[])?;
    journal.append((0..60).map(event).collect()).await?;
    are_listed(journal).await?;
    journal.erase(&Erasure::Session("s3".to_owned())).await?;
    are_listed(journal).await?;
    // The last entries of two other sessions.
    journal.erase(&Erasure::Turn("t5".to_owned())).await?;
    are_listed(journal).await?;
    journal.prune(1_020).await?;
    are_listed(journal).await
}

async fn are_listed(journal: &JournalUnderTest<'_>) -> RuleResult {
    let all = journal.all().await?;
    let none = SessionFilter::default;
    for filter in [
        none(),
        none().principal("p0".to_owned()),
        none().tenant("tenant 1".to_owned()),
        none().principal("p1".to_owned()).tenant("tenant 0".to_owned()),
        none().principal("nobody".to_owned()),
        none().before(30),
        none().before(0),
        none().limit(0),
    ] {
        let wanted = naive(&all, &filter);
        let found = journal.sessions(&filter).await?;
        same_list(&format!("the sessions for {filter:?}"), &found, &wanted)?;
        let mut pages = Vec::new();
        let mut page = filter.clone().limit(filter.limit.unwrap_or(2));
        loop {
            let found = journal.sessions(&page).await?;
            let Some(last) = found.last() else { break };
            page = page.before(last.last_entry);
            pages.extend(found);
        }
        same_list(&format!("the pages of sessions for {filter:?}"), &pages, &wanted)?;
    }
    Ok(())
}

/// Events of seven sessions, one of them without a name; the first ones end early.
fn event(number: u64) -> NewEvent {
    let session = if number % 11 == 10 { String::new() } else { format!("s{}", number / 20 + number % 4) };
    sample_event(&session, &format!("t{}", number / 10), 1_000 + number)
        .principal((!number.is_multiple_of(5)).then(|| format!("p{}", number % 2)))
        .tenant((!number.is_multiple_of(3)).then(|| format!("tenant {}", number / 20 % 2)))
}

/// The documentation of [`SessionFilter`] as code.
fn naive(all: &[EventRecord], filter: &SessionFilter) -> Vec<SessionSummary> {
    let mut sessions = BTreeMap::<&str, SessionSummary>::new();
    for event in all {
        let is_taken = !event.session.is_empty()
            && (filter.principal.is_none() || filter.principal == event.principal)
            && (filter.tenant.is_none() || filter.tenant == event.tenant);
        if is_taken {
            let last = SessionSummary::new(&*event.session, event.seq, event.entry, event.at);
            let first = sessions.remove(&*event.session).unwrap_or_else(|| last.clone());
            sessions.insert(&event.session, last.first_entry(first.first_entry).first_at(first.first_at));
        }
    }
    let mut newest_first: Vec<_> = sessions.into_values().collect();
    newest_first.retain(|session| filter.before.is_none_or(|before| session.last_entry < before));
    newest_first.sort_by_key(|session| std::cmp::Reverse(session.last_entry));
    newest_first.truncate(filter.limit.unwrap_or(usize::MAX));
    newest_first
}
