//! Rules about `prune` and `prune_through`.

use super::sample::{call, patient, sample_event};
use super::table::NOW;
use super::under_test::{JournalUnderTest, REASON, Step, entries};
use crate::events::{Event, PrunedEvent};
use crate::journal::{Erasure, EventFilter};
use crate::pending::{CallState, PendingCall, PendingVerdict};
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, same};

/// Writes events of these moments, one at a time.
pub(super) async fn fill(journal: &JournalUnderTest<'_>, moments: &[u64]) -> RuleResult {
    for at in moments {
        journal.append(vec![sample_event("session", "turn", *at)]).await?;
    }
    Ok(())
}

/// The oldest entries are removed, erased ones included. An event records the link of the last removed entry.
/// Verification with every earlier head finds no damage.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn the_oldest_entries_are_removed(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal, &[1_000, 2_000]).await?;
    let early = journal.head().await?;
    fill(journal, &[3_000]).await?;
    let last = journal.head().await?;
    fill(journal, &[4_000, 5_000]).await?;
    journal.erase(&Erasure::Before(Timestamp::from_millis(1_500))).await?;
    same("how many are removed", &journal.prune(4_000).await?, &3)?;
    let left = journal.all().await?;
    same("what is left", &entries(&left), &vec![4, 5, 6, 7])?;
    let event = PrunedEvent { through: 3, hash: last.hash.clone(), reason: REASON.to_owned() };
    let told = left.last().ok_or("nothing is left")?;
    same("what tells of it", &told.event, &Event::Pruned(event))?;
    same("whose it is", &(&*told.session, told.turn.as_deref()), &("", None))?;
    let head = journal.head().await?;
    for known in [None, Some(&early), Some(&last), Some(&head)] {
        let found = journal.verify(known).await?;
        same(&format!("the damage, with {known:?}"), &found.damage, &Vec::new())?;
        same("the numbers", &(found.entries, found.erased, found.pruned_through), &(4, 0, 3))?;
    }
    same("how many are removed by the same again", &journal.prune(4_000).await?, &0)?;
    same("the end of the chain after that", &journal.head().await?, &head)?;
    same("how many are removed later", &journal.prune(5_000).await?, &1)?;
    let found = journal.verify(Some(&head)).await?;
    same("the damage after that", &(found.damage, found.pruned_through), &(Vec::new(), 4))
}

/// If an entry is not older than the given moment, it stays, and so do all entries after it.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn nothing_behind_a_later_entry_is_removed(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal, &[1_000, 2_000, 1_000, 1_000]).await?;
    same("how many are removed", &journal.prune(2_000).await?, &1)?;
    same("what is left", &entries(&journal.all().await?), &vec![2, 3, 4, 5])
}

/// Numbers continue after a removal, even in an emptied journal or session.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn numbers_go_on_after_entries_were_removed(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal, &[1_000, 2_000, 3_000]).await?;
    same("how many are removed", &journal.prune(4_000).await?, &3)?;
    fill(journal, &[5_000]).await?;
    let filter = EventFilter { session: Some("session".to_owned()), ..EventFilter::default() };
    let read = journal.read(&filter).await?;
    let numbers: Vec<_> = read.iter().map(|event| (event.entry, event.seq)).collect();
    same("the next numbers", numbers.as_slice(), [(5, 4)].as_slice())?;
    same("the damage", &journal.verify(None).await?.damage, &Vec::new())
}

/// Calls that ended before the given moment are removed. Calls that ended later stay, and so do pending and running
/// calls.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_that_were_done_with_are_removed(journal: &JournalUnderTest<'_>) -> RuleResult {
    let later = Timestamp::from_millis(NOW.as_millis() + 1);
    let calls = [
        call("before", CallState::AwaitingApproval),
        call("later", CallState::AwaitingApproval),
        patient("waits", CallState::AwaitingApproval),
        patient("runs", CallState::Approved),
    ];
    for call in calls {
        let created = Timestamp::from_millis(1_000);
        journal.take(Step::Insert(Box::new(PendingCall { created, ..call }.sealed(None)))).await?;
    }
    journal.take(Step::Decide("before", PendingVerdict::Rejected, NOW)).await?;
    journal.take(Step::Decide("later", PendingVerdict::Rejected, later)).await?;
    journal.claim("runs", NOW).await?;
    journal.prune(later.as_millis()).await?;
    for (id, stays) in [("before", false), ("later", true), ("waits", true), ("runs", true)] {
        same(&format!("whether the call {id} is there"), &journal.get(id).await?.is_some(), &stays)?;
    }
    Ok(())
}

/// Entries up to a number are removed, whatever their times, and never beyond the end of the journal. An event records
/// the removal.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn entries_up_to_a_number_are_removed(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal, &[9_000, 1_000, 5_000, 2_000]).await?;
    same("how many are removed up to none", &journal.prune_through(0).await?, &0)?;
    same("what is left then", &entries(&journal.all().await?), &vec![1, 2, 3, 4])?;
    same("how many are removed", &journal.prune_through(2).await?, &2)?;
    let left = journal.all().await?;
    same("what is left", &entries(&left), &vec![3, 4, 5])?;
    let told = left.last().map(|record| &record.event);
    let is_told = |event: &PrunedEvent| event.through == 2 && event.reason == REASON;
    let is_told = matches!(told, Some(Event::Pruned(event)) if is_told(event));
    same(&format!("whether {told:?} tells of it"), &is_told, &true)?;
    let found = journal.verify(None).await?;
    same("the damage", &(found.damage, found.entries, found.pruned_through), &(Vec::new(), 3, 2))?;
    same("how many are removed by the same again", &journal.prune_through(2).await?, &0)?;
    same("how many are removed at the end", &journal.prune_through(u64::MAX).await?, &3)?;
    same("what is left at the end", &entries(&journal.all().await?), &vec![6])?;
    same("the damage at the end", &journal.verify(None).await?.damage, &Vec::new())
}

/// A removal by number removes a call after its last entry was removed. Pending and running calls stay.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_are_removed_with_their_entries(journal: &JournalUnderTest<'_>) -> RuleResult {
    let later = Timestamp::from_millis(NOW.as_millis() + 1);
    let calls = [
        call("before", CallState::AwaitingApproval),
        call("later", CallState::AwaitingApproval),
        patient("waits", CallState::AwaitingApproval),
        patient("runs", CallState::Approved),
    ];
    for call in calls {
        let created = Timestamp::from_millis(1_000);
        journal.take(Step::Insert(Box::new(PendingCall { created, ..call }.sealed(None)))).await?;
    }
    journal.take(Step::Decide("before", PendingVerdict::Rejected, NOW)).await?;
    let last = entries(&journal.all().await?).last().copied().ok_or("the steps tell nothing")?;
    journal.take(Step::Decide("later", PendingVerdict::Rejected, later)).await?;
    journal.claim("runs", later).await?;
    for (through, stays) in [(last - 1, true), (last, false)] {
        journal.prune_through(through).await?;
        let is_there = journal.get("before").await?.is_some();
        same(
            &format!("whether a call whose last entry is {last} is there after {through}"),
            &is_there,
            &stays,
        )?;
    }
    for id in ["later", "waits", "runs"] {
        same(&format!("whether the call {id} is there"), &journal.get(id).await?.is_some(), &true)?;
    }
    Ok(())
}
