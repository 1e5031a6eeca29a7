//! Rules about `erase`.

use super::sample::{call, patient, sample_event};
use super::table::NOW;
use super::under_test::{JournalUnderTest, REASON, Step, entries, heard, json, same_list};
use crate::events::{ErasedEvent, Event, NewEvent, ToolStartedEvent};
use crate::journal::{Erasure, EventFilter};
use crate::pending::{CallState, PendingCall, PendingVerdict};
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, same, same_call};

use CallState::{Approved, AwaitingApproval, NeedsInput};

/// Erases, and compares: which entries are gone, that an event tells so, and that the journal is whole.
pub(super) async fn erases(
    journal: &JournalUnderTest<'_>,
    what: Erasure,
    wanted: &[(u64, u64)],
) -> RuleResult {
    let before = journal.all().await?;
    let earlier = journal.verify(None).await?.erased;
    let head = journal.head().await?;
    let is_wanted = |entry: u64| wanted.iter().any(|(first, last)| (*first..=*last).contains(&entry));
    let count: u64 = wanted.iter().map(|(first, last)| last - first + 1).sum();
    same(&format!("how many entries {what:?} erases"), &journal.erase(&what).await?, &count)?;
    let after = journal.all().await?;
    let stays: Vec<_> = before.into_iter().filter(|event| !is_wanted(event.entry)).collect();
    let (left, told) = after.split_at(after.len().min(stays.len()));
    same_list(&format!("what {what:?} leaves"), left, &stays)?;
    let [told] = told else { return Err(format!("{} events tell of {what:?}, not 1", told.len())) };
    let event = Event::Erased(ErasedEvent { entries: wanted.to_vec(), reason: REASON.to_owned() });
    same(&format!("what tells of {what:?}"), &told.event, &event)?;
    let of = (&*told.session, told.turn.as_deref(), told.call_id.as_deref());
    same("whose it is", &of, &("", None, None))?;
    same("its number", &told.entry, &(head.number + 1))?;
    let found = journal.verify(Some(&head)).await?;
    same("the damage after an erasure", &found.damage, &Vec::new())?;
    same("how many are erased then", &found.erased, &(earlier + count))
}

/// Events of two sessions and two turns: 1 and 4 are of the session `one`, 1 and 2 of the turn `early`.
async fn fill(journal: &JournalUnderTest<'_>) -> RuleResult {
    let started = NewEvent {
        event: Event::ToolStarted(ToolStartedEvent {
            tool: "void_invoice".to_owned(),
            pending_id: crate::pending::PendingId::new("none"),
        }),
        ..sample_event("two", "early", 2_000)
    };
    let late = |session| sample_event(session, "late", 3_000);
    journal.append(vec![sample_event("one", "early", 1_000), started, late("two"), late("one")]).await
}

/// Erasing a session erases the contents of its entries, and removes its finished calls. Other sessions stay unchanged.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn a_session_is_erased(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal).await?;
    let mut other = patient("other", AwaitingApproval);
    "two".clone_into(&mut other.owner.session);
    let other = other.sealed(None);
    journal.take(Step::Insert(Box::new(other.clone()))).await?;
    let mut done = call("done", NeedsInput);
    "one".clone_into(&mut done.owner.session);
    journal.take(Step::Insert(Box::new(done.sealed(None)))).await?;
    journal.take(Step::Decide("done", PendingVerdict::Cancelled, NOW)).await?;
    erases(journal, Erasure::Session("one".to_owned()), &[(1, 1), (4, 4), (7, 9)]).await?;
    same("a call of the session", &journal.get("done").await?.is_some(), &false)?;
    let found = journal.get("other").await?.ok_or("a call of another session is gone")?;
    same_call("a call of another session", &found, &other)?;
    journal.append(vec![sample_event("one", "new", 4_000)]).await?;
    let filter = EventFilter { session: Some("one".to_owned()), ..EventFilter::default() };
    let next: Vec<_> = journal.read(&filter).await?.iter().map(|event| event.seq).collect();
    same("the next number of the session", next.as_slice(), [6].as_slice())
}

/// Erasing a turn erases the contents of its entries, in all sessions, and removes its finished calls.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn a_turn_is_erased(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal).await?;
    for (id, turn) in [("done", "early"), ("other", "late")] {
        let mut call = call(id, NeedsInput);
        call.notes.turn = Some(turn.to_owned());
        journal.take(Step::Insert(Box::new(call))).await?;
        journal.take(Step::Decide(id, PendingVerdict::Cancelled, NOW)).await?;
    }
    erases(journal, Erasure::Turn("early".to_owned()), &[(1, 2), (5, 7)]).await?;
    same("a call of the turn", &journal.get("done").await?.is_some(), &false)?;
    same("a call of another turn", &journal.get("other").await?.is_some(), &true)
}

/// Only the user's message of a turn is erased.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn the_query_of_a_turn_is_erased(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal).await?;
    let mut call = call("done", NeedsInput);
    call.notes.turn = Some("early".to_owned());
    journal.take(Step::Insert(Box::new(call))).await?;
    journal.take(Step::Decide("done", PendingVerdict::Cancelled, NOW)).await?;
    erases(journal, Erasure::QueryOf("early".to_owned()), &[(1, 1)]).await?;
    same("a call of the turn", &journal.get("done").await?.is_some(), &true)
}

/// The contents of entries dated before a moment are erased, even if they follow entries with later dates. The entries
/// themselves stay. Finished calls that were created before the moment are removed.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn what_was_before_a_moment_is_erased(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal).await?;
    journal.append(vec![sample_event("two", "early", 2_999)]).await?;
    for (id, created) in [("old", 2_999), ("new", 3_000)] {
        let created = Timestamp::from_millis(created);
        let call = PendingCall { created, ..call(id, NeedsInput) };
        journal.take(Step::Insert(Box::new(call.sealed(None)))).await?;
        journal.take(Step::Decide(id, PendingVerdict::Cancelled, NOW)).await?;
    }
    erases(journal, Erasure::Before(Timestamp::from_millis(3_000)), &[(1, 2), (5, 7)]).await?;
    same("the old call", &journal.get("old").await?.is_some(), &false)?;
    same("the new call", &journal.get("new").await?.is_some(), &true)
}

/// Pending calls are cancelled first, with a published event. Running calls continue, and their end is written.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_that_wait_are_cancelled_before_they_are_erased(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    journal.take(Step::Insert(Box::new(patient("asked", NeedsInput)))).await?;
    journal.take(Step::Insert(Box::new(patient("waits", AwaitingApproval)))).await?;
    journal.take(Step::Insert(Box::new(patient("runs", Approved)))).await?;
    journal.claim("runs", NOW).await?;
    let mut listener = journal.hub().subscribe(Some("session"), 100);
    let head = journal.head().await?;
    let count = journal.erase(&Erasure::Session("session".to_owned())).await?;
    // One decision of the first, a decision and a result of the second.
    same("how many entries are erased", &count, &(head.number + 3))?;
    let left = journal.all().await?;
    same("what is left", &entries(&left), &vec![head.number + 4])?;
    let told = Event::Erased(ErasedEvent { entries: vec![(1, count)], reason: REASON.to_owned() });
    same("what tells of it", &left.first().map(|event| &event.event), &Some(&told))?;
    for id in ["asked", "waits"] {
        same(&format!("the call that was {id}"), &journal.get(id).await?.is_some(), &false)?;
    }
    let told = heard(&mut listener);
    let told: Vec<_> =
        told.iter().map(|event| (json(event)["data"]["pending_id"].clone(), event.event.kind())).collect();
    let wanted = [("asked", "decision"), ("waits", "decision"), ("waits", "tool_result")];
    same_list("what was heard", &told, &wanted.map(|(id, kind)| (id.into(), kind)))?;
    let end = Step::Finish("runs", CallState::Succeeded, "done");
    same("the end of the call that runs", journal.take(end).await?, "finished")?;
    let found = journal.verify(Some(&head)).await?;
    same("the damage", &(found.damage, found.erased), &(Vec::new(), count))
}

/// Erased entries are not erased again, and events about erasures are never erased. A second erasure has no event.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn what_is_erased_once_is_not_erased_again(journal: &JournalUnderTest<'_>) -> RuleResult {
    fill(journal).await?;
    erases(journal, Erasure::Session("one".to_owned()), &[(1, 1), (4, 4)]).await?;
    erases(journal, Erasure::Turn("early".to_owned()), &[(2, 2)]).await?;
    let far = Timestamp::from_millis(u64::from(u32::MAX) * 10_000);
    erases(journal, Erasure::Before(far), &[(3, 3)]).await?;
    for what in [Erasure::Before(far), Erasure::Session(String::new()), Erasure::Turn("none".to_owned())] {
        let head = journal.head().await?;
        same(&format!("what {what:?} erases"), &journal.erase(&what).await?, &0)?;
        same("the end of the chain after it", &journal.head().await?, &head)?;
    }
    let found = journal.verify(None).await?;
    same("the damage", &(found.damage, found.erased), &(Vec::new(), 4))
}
