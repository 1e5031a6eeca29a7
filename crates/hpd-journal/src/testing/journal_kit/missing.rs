//! The rule about events that are missing.

use super::sample::sample_event;
use super::under_test::JournalUnderTest;
use crate::journal::Erasure;
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, same};

/// Of a session, the journal knows which entries were erased, and up to which number its events were removed. Erasures of
/// other sessions say nothing about it. A journal that knows nothing of what is missing keeps the rule.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn what_became_of_missing_events_is_known(journal: &JournalUnderTest<'_>) -> RuleResult {
    let known = async |session: &str, seqs| {
        let missing = journal.missing(session, seqs).await?;
        Ok::<_, String>((missing.erased, missing.removed_through))
    };
    for (session, turn, at) in [
        ("one", "early", 1_000),
        ("two", "early", 2_000),
        ("one", "late", 3_000),
        ("two", "late", 4_000),
        ("one", "early", 5_000),
        ("one", "late", 6_000),
        ("three", "late", 7_000),
    ] {
        journal.append(vec![sample_event(session, turn, at)]).await?;
    }
    let all = (1, u64::MAX);
    same("what is missing before", &known("one", all).await?, &(vec![], 0))?;
    journal.erase(&Erasure::Session("two".to_owned())).await?;
    if known("two", all).await? == (vec![], 0) {
        // The journal does not implement the method: it knows nothing of what is missing.
        return Ok(());
    }
    same("what is missing of another session", &known("one", all).await?, &(vec![], 0))?;
    same("what is missing of the session", &known("two", all).await?, &(vec![(2, 2), (4, 4)], 0))?;
    journal.erase(&Erasure::Turn("late".to_owned())).await?;
    same("what is missing of a turn", &known("one", all).await?, &(vec![(3, 3), (6, 6)], 0))?;
    same("what is missing between numbers", &known("one", (1, 3)).await?, &(vec![(3, 3)], 0))?;
    same("what is missing after a number", &known("one", (3, 9)).await?, &(vec![(6, 6)], 0))?;
    journal.prune(4_500).await?;
    same("what is left", &known("one", all).await?, &(vec![(6, 6)], 2))?;
    same("what is missing of a session that is gone", &known("two", all).await?, &(vec![], 2))?;
    same("what is missing of a session that never was", &known("none", all).await?, &(vec![], 0))?;
    journal.erase(&Erasure::Before(Timestamp::from_millis(5_500))).await?;
    same("what is missing of a time", &known("one", all).await?, &(vec![(5, 6)], 2))
}
