//! Rules about long results. A journal that keeps none passes them.

use super::sample::sample_event;
use super::under_test::{JournalUnderTest, REASON};
use crate::events::{ErasedEvent, Event};
use crate::journal::Erasure;
use crate::pending::Owner;
use crate::results::{Chunk, ChunkIndex, KeptResult, ResultStore};
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, failure, owner, same};

/// When all results are over that do not say another moment.
const END: Timestamp = Timestamp::from_millis(20_000);
/// More than fits into one page of a database.
const LINES: usize = 20_000;

async fn keep(
    store: &dyn ResultStore,
    owner: &Owner,
    text: &str,
    at: u64,
    end: Timestamp,
) -> Result<KeptResult, String> {
    let result = KeptResult::new(owner.clone(), text, Timestamp::from_millis(at), end);
    store.keep(result.clone()).await.map_err(|error| failure("keep", &error))?;
    Ok(result)
}

/// What is found of a result, by its owner, at a moment.
async fn found(
    store: &dyn ResultStore,
    owner: &Owner,
    result: &KeptResult,
    at: Timestamp,
) -> Result<Option<KeptResult>, String> {
    store.kept(owner, &result.id, at).await.map_err(|error| failure("kept", &error))
}

async fn are_there(store: &dyn ResultStore, results: &[KeptResult]) -> Result<Vec<bool>, String> {
    let mut there = Vec::new();
    for result in results {
        there.push(found(store, &result.owner, result, result.kept).await?.is_some());
    }
    Ok(there)
}

/// Every character of a result is kept. Its session and its principal find it until its time is over, and nobody else does.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn long_results_are_of_their_owners(journal: &JournalUnderTest<'_>) -> RuleResult {
    let Some(store) = journal.results() else { return Ok(()) };
    let alex = owner("one", Some("alex"), Some("acme"));
    let text = "a line with \0, \u{1f600} and \u{301}\r\n".repeat(LINES);
    let kept = keep(store, &alex, &text, 1_000, END).await?;
    let before = Timestamp::from_millis(19_999);
    same("the result", &found(store, &alex, &kept, before).await?, &Some(kept.clone()))?;
    same("the result at its end", &found(store, &alex, &kept, END).await?, &None)?;
    for other in [
        owner("two", Some("alex"), Some("acme")),
        owner("one", Some("kim"), Some("acme")),
        owner("one", Some("alex"), None),
        owner("one", None, Some("acme")),
        owner("one", None, None),
        owner("one", Some(""), Some("acme")),
    ] {
        same(&format!("the result for {other:?}"), &found(store, &other, &kept, before).await?, &None)?;
    }
    let unknown = store.kept(&alex, "\0", before).await.map_err(|error| failure("kept", &error))?;
    same("a result whose id has the character zero", &unknown, &None)?;
    let odd = owner("\0one", Some("\0alex"), Some("\0acme"));
    let of_odd = keep(store, &odd, "odd", 1_000, END).await?;
    same(
        "the result of ids with the character zero",
        &found(store, &odd, &of_odd, before).await?.is_some(),
        &true,
    )?;
    let erased = store.erase_results("\0one").await.map_err(|error| failure("erase_results", &error))?;
    same("how many results of such a session are erased", &erased, &1)?;
    let index = ChunkIndex::new([Chunk::of(&kept), Chunk::of(&kept)]);
    let in_chunks = index.to_result(alex.clone(), Timestamp::from_millis(1_000), END);
    store.keep(in_chunks.clone()).await.map_err(|error| failure("keep", &error))?;
    let chunks = found(store, &alex, &in_chunks, before).await?.and_then(|result| result.chunks());
    same("the chunks of a text", &chunks, &Some(index))?;
    // Kept once more, it is there for longer.
    let later = Timestamp::from_millis(30_000);
    let again = keep(store, &alex, &text, 9_000, later).await?;
    same("the result that was kept again", &found(store, &alex, &kept, END).await?, &Some(again))?;
    let short = keep(store, &alex, "short", 1_000, END).await?;
    let dropped = store.drop_expired(END).await.map_err(|error| failure("drop_expired", &error))?;
    same("how many are dropped", &dropped, &2)?;
    same("which are there", &are_there(store, &[kept, short]).await?, &vec![true, false])
}

/// Results of a session are erased with it, of all principals, and by `erase_results`. An event records the former.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn long_results_are_erased_with_their_session(journal: &JournalUnderTest<'_>) -> RuleResult {
    let Some(store) = journal.results() else { return Ok(()) };
    let mut results = Vec::new();
    for (session, principal) in [("one", None), ("one", Some("alex")), ("two", None), ("three", None)] {
        results.push(keep(store, &owner(session, principal, None), "text", 1_000, END).await?);
    }
    journal.erase(&Erasure::Turn("one".to_owned())).await?;
    same("after the erasure of a turn", &are_there(store, &results).await?, &vec![true; 4])?;
    let erased = journal.erase(&Erasure::Session("one".to_owned())).await?;
    same("how many entries are erased", &erased, &0)?;
    same("which are there", &are_there(store, &results).await?, &vec![false, false, true, true])?;
    let told: Vec<_> = journal.all().await?.into_iter().map(|event| event.event).collect();
    let event = Event::Erased(ErasedEvent { entries: Vec::new(), reason: REASON.to_owned() });
    same("what tells of it", &told, &vec![event])?;
    let erased = store.erase_results("two").await.map_err(|error| failure("erase_results", &error))?;
    same("how many results are erased", &erased, &1)?;
    same("which are there then", &are_there(store, &results).await?, &vec![false, false, false, true])
}

/// Results that were kept before a moment are removed, by `erase`, `prune` and `prune_through`: more than one batch, too.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn old_long_results_are_removed(journal: &JournalUnderTest<'_>) -> RuleResult {
    let Some(store) = journal.results() else { return Ok(()) };
    let one = owner("one", None, None);
    let mut results = Vec::new();
    for number in 0..120 {
        results.push(keep(store, &one, &format!("text {number}"), 1_000, END).await?);
    }
    for at in [2_000, 3_000, 4_000, 5_000] {
        results.push(keep(store, &one, &format!("text at {at}"), at, END).await?);
    }
    journal.erase(&Erasure::Before(Timestamp::from_millis(2_001))).await?;
    let there: Vec<_> = are_there(store, &results).await?.into_iter().skip(119).collect();
    same("after an erasure", &there, &vec![false, false, true, true, true])?;
    journal.append(vec![sample_event("one", "turn", 3_500)]).await?;
    let last = journal.head().await?.number;
    journal.append(vec![sample_event("one", "turn", 4_500)]).await?;
    journal.prune(3_001).await?;
    let there: Vec<_> = are_there(store, &results).await?.into_iter().skip(121).collect();
    same("after a removal", &there, &vec![false, true, true])?;
    journal.prune_through(last).await?;
    let there: Vec<_> = are_there(store, &results).await?.into_iter().skip(122).collect();
    same("after a removal by number", &there, &vec![false, true])
}
