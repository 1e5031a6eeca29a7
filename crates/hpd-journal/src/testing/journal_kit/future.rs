//! Rules about entries from the future, as after a clock jump.

use super::erase::erases;
use super::prune::fill;
use super::under_test::{JournalUnderTest, entries};
use crate::journal::Erasure;
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, same};

/// In the year 2106.
const FUTURE: u64 = 4_294_967_295_000;

/// An entry from the future is removed if the next entry that is not from the future is old.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn an_entry_from_the_future_is_removed_with_the_next_one(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    fill(journal, &[1_000, FUTURE, FUTURE + 1, 2_000, FUTURE, 1_000, 9_000]).await?;
    same("how many are removed", &journal.prune(5_000).await?, &6)?;
    same("what is left", &entries(&journal.all().await?), &vec![7, 8])?;
    let found = journal.verify(None).await?;
    same("the damage", &(found.damage, found.pruned_through), &(Vec::new(), 6))
}

/// An entry from the future stays if the next entry that is not from the future is young, or if there is none. Entries
/// after it stay too.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn an_entry_from_the_future_stays_with_a_young_one(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    fill(journal, &[1_000, FUTURE]).await?;
    same("how many are removed before the last one", &journal.prune(5_000).await?, &1)?;
    // What tells of the removal is not from the future.
    same("what is left", &entries(&journal.all().await?), &vec![2, 3])?;
    fill(journal, &[1_000]).await?;
    same("how many are removed before a young one", &journal.prune(5_000).await?, &0)?;
    same("what is left then", &entries(&journal.all().await?), &vec![2, 3, 4])?;
    same("the damage", &journal.verify(None).await?.damage, &Vec::new())
}

/// The contents of an entry from the future are erased with those of the next entry that is not from the future.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn an_entry_from_the_future_is_erased_with_the_next_one(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    fill(journal, &[FUTURE, FUTURE, 1_000, FUTURE, 9_000, 1_000, FUTURE]).await?;
    erases(journal, Erasure::Before(Timestamp::from_millis(5_000)), &[(1, 3), (6, 6)]).await
}
