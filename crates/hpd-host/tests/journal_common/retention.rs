//! Retention where clocks jumped: a database takes the same entries as the journal in memory.

use std::sync::Arc;

use hpd_host::approval::{CallState, PendingVerdict};
use hpd_host::journal::{Durability, Erasure, EventFilter, Journal, JournalOptions, MemoryJournal};
use hpd_host::system::{Random, Timestamp};
use hpd_host::testing::journal_kit::sample_event;
use hpd_host::testing::store_kit::sample_call;
use hpd_host::testing::{FakeClock, SeededRandom};

use crate::Tested;
use crate::common::database::{Database, patient};

/// The time of the journals' clock, in milliseconds.
const NOW: u64 = 50;
const FUTURE: u64 = 1_000;

fn options() -> JournalOptions {
    let clock = Arc::new(FakeClock::at(Timestamp::from_millis(NOW)));
    JournalOptions { clock, durability: Durability::Relaxed, ..JournalOptions::default() }
}

/// A number below this one.
fn below(dice: &SeededRandom, end: u64) -> u64 {
    let mut bytes = [0; 8];
    dice.fill(&mut bytes).unwrap();
    u64::from_le_bytes(bytes) % end
}

/// One of the three ways in which entries go, by its number: how many went.
async fn take(journal: &impl Journal, way: u64, amount: u64) -> u64 {
    let before = Timestamp::from_millis(amount);
    match way {
        0 => journal.prune(before, "old").await.unwrap(),
        1 => journal.erase(&Erasure::Before(before), "asked for").await.unwrap(),
        _ => journal.prune_through(amount / 6, "old").await.unwrap(),
    }
}

/// The numbers of the entries that are left, and of verification.
async fn left(journal: &impl Journal) -> (Vec<u64>, u64, u64, u64) {
    let events = journal.read(&EventFilter::default()).await.unwrap();
    let found = journal.verify(None).await.unwrap();
    assert!(found.is_whole(), "{found:?}");
    let numbers = events.iter().map(|record| record.entry).collect();
    (numbers, found.entries, found.erased, found.pruned_through)
}

#[test]
fn a_database_takes_the_same_as_memory() {
    let dice = SeededRandom::new(19);
    for round in 0..40 {
        let Some(database) = Tested::empty() else { return };
        let (journal, memory) = (database.open(options()), MemoryJournal::with_options(options()));
        database.block_on(async {
            let mut done = Vec::new();
            for _ in 0..3 {
                let moments: Vec<_> = (0..8).map(|_| below(&dice, 80)).collect();
                let events = || moments.iter().map(|at| sample_event("s", "t", *at)).collect::<Vec<_>>();
                journal.append(events()).await.unwrap();
                memory.append(events()).await.unwrap();
                let (way, amount) = (below(&dice, 3), below(&dice, 90));
                done.push((moments, way, amount));
                let taken = (take(&journal, way, amount).await, take(&memory, way, amount).await);
                assert_eq!(taken.0, taken.1, "{round}: {done:?}");
                assert_eq!(left(&journal).await, left(&memory).await, "{round}: {done:?}");
            }
        });
    }
}

#[test]
fn many_entries_from_the_future_are_taken_in_pieces() {
    for way in 0..2 {
        let Some(database) = Tested::empty() else { return };
        let journal = database.open(options());
        database.block_on(async {
            let moments = std::iter::repeat_n(FUTURE, 6_000).chain([10, FUTURE, 45]);
            journal.append(moments.map(|at| sample_event("s", "t", at)).collect()).await.unwrap();
            assert_eq!(take(&journal, way, 40).await, 6_001);
            let (numbers, ..) = left(&journal).await;
            assert_eq!(numbers, [6_002, 6_003, 6_004, 6_005]);
        });
    }
}

/// Its end is from the future as well.
async fn check_call_from_the_future(journal: impl Journal) {
    let future = Timestamp::from_millis(FUTURE);
    let call = patient(sample_call("call", CallState::AwaitingApproval), "s");
    journal.insert(call.clone(), 4).await.unwrap();
    journal.decide(&call.id, PendingVerdict::Rejected, future).await.unwrap();
    journal.append(vec![sample_event("s", "t", 45)]).await.unwrap();
    journal.prune(Timestamp::from_millis(40), "old").await.unwrap();
    assert!(journal.get(&call.id).await.unwrap().is_some());
    journal.prune(Timestamp::from_millis(46), "old").await.unwrap();
    assert!(journal.get(&call.id).await.unwrap().is_none());
}

#[test]
fn a_call_from_the_future_goes_after_its_entries() {
    let Some(database) = Tested::empty() else { return };
    database.block_on(check_call_from_the_future(database.open(options())));
    database.block_on(check_call_from_the_future(MemoryJournal::with_options(options())));
}
