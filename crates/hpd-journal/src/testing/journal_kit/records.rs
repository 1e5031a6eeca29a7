//! Rules about the end of session records.

use super::sample::sample_event;
use super::table::NOW;
use super::under_test::{JournalUnderTest, REASON};
use crate::events::{ErasedEvent, Event};
use crate::journal::Erasure;
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, keeps_records, owner, record, same};

/// Records of two sessions, each with and without a principal: written at 1,000, 2,000, 3,000 and 4,000 ms.
async fn fill(journal: &JournalUnderTest<'_>) -> RuleResult {
    for (number, (session, principal)) in OWNERS.into_iter().enumerate() {
        let at = Timestamp::from_millis(1_000 * (number as u64 + 1));
        let put = journal.put(&owner(session, principal, None), record(1, session), at).await?;
        same("whether a first record is written", &put, &true)?;
    }
    Ok(())
}

const OWNERS: [(&str, Option<&str>); 4] =
    [("one", None), ("one", Some("alex")), ("two", None), ("two", Some("alex"))];

/// The revisions of the records.
async fn revisions(journal: &JournalUnderTest<'_>) -> Result<Vec<Option<u64>>, String> {
    let mut revisions = Vec::new();
    for (session, principal) in OWNERS {
        revisions.push(journal.record(&owner(session, principal, None)).await?.map(|record| record.revision));
    }
    Ok(revisions)
}

/// Erasing a session removes its records, of all principals. An event records it. Their next record is a first one.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn session_records_are_erased_with_their_session(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    if !keeps_records(journal.keeps_records()) {
        return Ok(());
    }
    fill(journal).await?;
    for what in [Erasure::Turn("turn".to_owned()), Erasure::QueryOf("one".to_owned())] {
        journal.erase(&what).await?;
        same(&format!("the records after {what:?}"), &revisions(journal).await?, &vec![Some(1); 4])?;
    }
    let erased = journal.erase(&Erasure::Session("one".to_owned())).await?;
    same("how many entries are erased", &erased, &0)?;
    same("the records", &revisions(journal).await?, &vec![None, None, Some(1), Some(1)])?;
    let told: Vec<_> = journal.all().await?.into_iter().map(|event| event.event).collect();
    let event = Event::Erased(ErasedEvent { entries: Vec::new(), reason: REASON.to_owned() });
    same("what tells of it", &told, &vec![event])?;
    let alex = owner("one", Some("alex"), None);
    same("a later record", &journal.put(&alex, record(2, "old"), NOW).await?, &false)?;
    same("a first record", &journal.put(&alex, record(1, "new"), NOW).await?, &true)
}

/// Records that were last written before a moment are removed, by `erase` and by `prune`.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn old_session_records_are_removed(journal: &JournalUnderTest<'_>) -> RuleResult {
    if !keeps_records(journal.keeps_records()) {
        return Ok(());
    }
    fill(journal).await?;
    let moment = Timestamp::from_millis;
    // The oldest is written again.
    let again = journal.put(&owner("one", None, None), record(2, "again"), moment(5_000)).await?;
    same("whether a second record is written", &again, &true)?;
    journal.erase(&Erasure::Before(moment(3_000))).await?;
    same("the records", &revisions(journal).await?, &vec![Some(2), None, Some(1), Some(1)])?;
    journal.append(vec![sample_event("two", "turn", 3_500)]).await?;
    journal.prune(4_000).await?;
    same("the records after that", &revisions(journal).await?, &vec![Some(2), None, None, Some(1)])?;
    journal.prune(5_001).await?;
    same("the records at the end", &revisions(journal).await?, &vec![None; 4])?;
    same("the damage", &journal.verify(None).await?.damage, &Vec::new())
}
