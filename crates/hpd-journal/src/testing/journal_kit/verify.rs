//! Rules about `head` and `verify`. A trait can't show the detection of tampering: that is for the tests of each
//! journal.

use super::sample::{call, sample_event};
use super::table::NOW;
use super::under_test::{JournalUnderTest, Step};
use crate::journal::{ChainHead, Damage};
use crate::pending::{CallState, PendingVerdict};
use crate::testing::store_kit::{RuleResult, same};

/// Writes some events, and some by steps; all heads, from that of the empty journal on.
async fn fill(journal: &JournalUnderTest<'_>) -> Result<Vec<ChainHead>, String> {
    let mut heads = vec![journal.head().await?];
    for at in 0..5 {
        journal.append(vec![sample_event("one", "turn", at)]).await?;
        heads.push(journal.head().await?);
    }
    journal.take(Step::Insert(Box::new(call("one", CallState::Approved)))).await?;
    heads.push(journal.head().await?);
    journal.take(Step::Decide("one", PendingVerdict::Cancelled, NOW)).await?;
    heads.push(journal.head().await?);
    Ok(heads)
}

/// `verify` finds no damage in an untouched journal, with any earlier head.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn a_journal_that_nobody_touched_is_whole(journal: &JournalUnderTest<'_>) -> RuleResult {
    let empty = journal.verify(None).await?;
    same("the entries of an empty journal", &(empty.entries, empty.is_whole()), &(0, true))?;
    let heads = fill(journal).await?;
    let numbers: Vec<_> = heads.iter().map(|head| head.number).collect();
    same("the numbers of the heads", numbers.as_slice(), [0, 1, 2, 3, 4, 5, 6, 8].as_slice())?;
    same("the head of an empty journal", &heads.first(), &Some(&ChainHead::default()))?;
    for head in heads.iter().map(Some).chain([None]) {
        let found = journal.verify(head).await?;
        same(&format!("the damage, with {head:?}"), &found.damage, &Vec::new())?;
        same("the numbers", &(found.entries, found.erased, found.pruned_through), &(8, 0, 0))?;
    }
    Ok(())
}

/// A foreign head is detected: another hash, or a number beyond the journal's end.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn another_head_is_found(journal: &JournalUnderTest<'_>) -> RuleResult {
    for head in fill(journal).await?.into_iter().skip(1) {
        let entry = head.number;
        let other = ChainHead { hash: "1".repeat(64), ..head.clone() };
        let found = journal.verify(Some(&other)).await?.damage;
        same(&format!("the damage, with {other:?}"), &found, &vec![Damage::NotTheHead { entry }])?;
        let later = ChainHead { number: entry + 8, ..head };
        let found = journal.verify(Some(&later)).await?.damage;
        let wanted = vec![Damage::NotTheHead { entry: entry + 8 }];
        same(&format!("the damage, with {later:?}"), &found, &wanted)?;
    }
    Ok(())
}
