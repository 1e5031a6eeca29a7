//! Rules about subscribers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::sample::{call, sample_event};
use super::under_test::{JournalUnderTest, Step, entries, heard, same_list};
use crate::journal::{Erasure, EventFilter};
use crate::pending::{CallState, PendingVerdict};
use crate::system::Timestamp;
use crate::testing::store_kit::{RuleResult, same};

const NOW: Timestamp = Timestamp::from_millis(1_500_000);

/// Subscribers get the events that a later read returns. They are appended events and the events of steps, erasures and
/// removals. A session's subscriber gets the events of that session only.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn events_are_published_in_their_order(journal: &JournalUnderTest<'_>) -> RuleResult {
    let mut all = journal.hub().subscribe(None, 10_000);
    let mut one = journal.hub().subscribe(Some("session"), 10_000);
    journal.at_once(8, async |journal, thread| {
        for time in 0..8 {
            let session = format!("session {thread}");
            journal
                .append(vec![sample_event(&session, "turn", time), sample_event("all", "turn", time)])
                .await?;
        }
        Ok(())
    })?;
    journal.take(Step::Insert(Box::new(call("one", CallState::AwaitingApproval)))).await?;
    journal.take(Step::Decide("one", PendingVerdict::Approved, NOW)).await?;
    journal.take(Step::Decide("one", PendingVerdict::Approved, NOW)).await?;
    journal.take(Step::Expire(Timestamp::from_millis(2_000_000))).await?;
    let written = journal.all().await?;
    same_list("what was heard", &heard(&mut all), &written)?;
    let filter = EventFilter { session: Some("session".to_owned()), ..EventFilter::default() };
    let of_one = journal.read(&filter).await?;
    same_list("what was heard of a session", &heard(&mut one), &of_one)?;
    journal.erase(&Erasure::Session("session".to_owned())).await?;
    journal.prune(1_000_000).await?;
    let kinds: Vec<_> = heard(&mut all).iter().map(|event| event.event.kind()).collect();
    same_list("what was heard of an erasure and a removal", &kinds, &["erased", "pruned"])?;
    same("what was heard of it in the session", &heard(&mut one).len(), &0)
}

/// A published event is in the journal.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn events_are_published_after_they_are_written(
    journal: &JournalUnderTest<'_>,
) -> RuleResult {
    let subscription = Mutex::new(journal.hub().subscribe(None, 10_000));
    let is_over = AtomicBool::new(false);
    let found = journal.at_once(2, async |journal, thread| {
        if thread == 0 {
            let result = write(journal).await;
            is_over.store(true, Ordering::SeqCst);
            return result.map(|()| 0);
        }
        let mut count = 0;
        loop {
            // Read before the events are taken: nothing comes after it.
            let is_last = is_over.load(Ordering::SeqCst);
            let events = heard(&mut *subscription.lock().map_err(|_| "a thread panicked")?);
            for event in events {
                count += 1;
                let behind = journal.since(event.entry - 1).await?;
                same("what is read of an event that was heard", &behind.first(), &Some(&event))?;
            }
            if is_last {
                return Ok(count);
            }
            thread::yield_now();
        }
    })?;
    let count = entries(&journal.all().await?).len();
    same("how many were heard", found.as_slice(), [0, count].as_slice())
}

async fn write(journal: &JournalUnderTest<'_>) -> RuleResult {
    for time in 0..50 {
        journal.append(vec![sample_event("session", "turn", time)]).await?;
    }
    Ok(())
}
