//! Rules about `verify_slice`.

use super::sample::sample_event;
use super::under_test::JournalUnderTest;
use crate::journal::{ChainHead, Erasure, Verification, VerifyProgress, VerifySlice};
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, same};

/// More slices than any of the rules needs.
const MANY: u64 = 200;

/// Runs all slices; `between` runs after each, with its number.
async fn verified(
    journal: &JournalUnderTest<'_>,
    known: Option<&ChainHead>,
    max_entries: u64,
    between: impl AsyncFn(u64) -> RuleResult,
) -> Result<Verification, String> {
    let mut progress = VerifyProgress::new(known);
    for number in 0..MANY {
        match journal.verify_slice(progress, max_entries).await? {
            VerifySlice::Done(found) => return Ok(found),
            VerifySlice::More(next) => progress = next,
        }
        between(number).await?;
    }
    Err(format!("after {MANY} slices of {max_entries} entries there are more: {progress:?}"))
}

/// Writes events of several sessions and turns; each has the number of its moment.
async fn write(journal: &JournalUnderTest<'_>, moments: std::ops::Range<u64>) -> RuleResult {
    let event = |at| sample_event(&format!("s{}", at % 3), &format!("t{}", at % 4), at);
    journal.append(moments.map(event).collect()).await
}

/// Slices of any size find the same as `verify`: no damage, erased and removed entries, and a foreign head.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn slices_find_what_the_whole_finds(journal: &JournalUnderTest<'_>) -> RuleResult {
    write(journal, 0..9).await?;
    journal.erase(&Erasure::Session("s1".to_owned())).await?;
    journal.prune(4).await?;
    write(journal, 9..15).await?;
    journal.erase(&Erasure::Turn("t2".to_owned())).await?;
    let foreign = ChainHead { number: 9, hash: "1".repeat(64) };
    for known in [None, Some(&foreign)] {
        let whole = journal.verify(known).await?;
        for max_entries in [0, 1, 2, 3, 7, 50, u64::MAX] {
            let found = verified(journal, known, max_entries, async |_| Ok(())).await?;
            same(&format!("what slices of {max_entries} find, with {known:?}"), &found, &whole)?;
        }
    }
    Ok(())
}

/// Others write, erase and remove between slices: that is no damage, and the numbers are those of the end.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn others_change_a_journal_between_slices(journal: &JournalUnderTest<'_>) -> RuleResult {
    for max_entries in [1, 3, 6] {
        for begin in [0, 2, 5] {
            let first = (max_entries * 6 + begin) * 100;
            write(journal, first..first + 12).await?;
            let change = async |number: u64| {
                let now = first + 20 + number;
                match number + begin {
                    0 | 9 => drop(journal.prune(first + 3 + number).await?),
                    1 => drop(journal.erase(&Erasure::Turn("t1".to_owned())).await?),
                    2 | 7 => write(journal, now..now + 2).await?,
                    3 => drop(journal.erase(&Erasure::Session("s2".to_owned())).await?),
                    4 => drop(journal.erase(&Erasure::Before(Timestamp::from_millis(now))).await?),
                    5 => drop(journal.prune(now).await?),
                    _ => {}
                }
                Ok(())
            };
            let found = verified(journal, None, max_entries, change).await?;
            let whole = journal.verify(None).await?;
            let what = format!("slices of {max_entries}, changed from {begin} on,");
            same(&format!("the damage that {what} find"), &found.damage, &whole.damage)?;
            let numbers = |found: &Verification| (found.entries, found.pruned_through);
            same(&format!("the numbers that {what} find"), &numbers(&found), &numbers(&whole))?;
            let is_possible = found.erased <= whole.erased;
            same(&format!("whether {what} may find {} erased", found.erased), &is_possible, &true)?;
        }
    }
    Ok(())
}
