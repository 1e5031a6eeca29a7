//! The rule about `compact`.

use super::sample::sample_event;
use super::under_test::{JournalUnderTest, entries};
use crate::testing::store_kit::{RuleResult, same};

/// Entries stay as they are when the files of the journal become smaller, and further ones are written.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn a_journal_is_the_same_after_its_files_became_smaller(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    for at in 1..=9 {
        journal.append(vec![sample_event("session", "turn", at * 1_000)]).await?;
    }
    journal.prune(6_500).await?;
    let (before, head) = (journal.all().await?, journal.head().await?);
    for _ in 0..2 {
        journal.compact().await?;
        same("what is left", &journal.all().await?, &before)?;
        same("the end of the chain", &journal.head().await?, &head)?;
    }
    journal.append(vec![sample_event("session", "turn", 10_000)]).await?;
    let mut numbers = entries(&before);
    numbers.push(head.number + 1);
    same("the numbers after that", &entries(&journal.all().await?), &numbers)?;
    let found = journal.verify(Some(&head)).await?;
    same("the damage", &found.damage, &Vec::new())
}
