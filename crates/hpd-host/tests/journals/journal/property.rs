//! After any order of writing, erasing and removing, the journal is whole. Each head that it ever had still belongs to
//! it.

use std::collections::BTreeMap;

use futures_executor::block_on;
use hpd_host::journal::{
    ChainHead, ChainKey, Erasure, EventFilter, Journal, JournalOptions, MemoryJournal, VerifyProgress,
    VerifySlice,
};
use hpd_host::system::Timestamp;
use hpd_host::testing::journal_kit::sample_event;
use proptest::collection::vec;
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Operation {
    Append(Vec<(u8, u8, u64)>),
    Erase(Erasure),
    Prune(u64),
    PruneThrough(u64),
}

fn operation() -> impl Strategy<Value = Operation> {
    let erasure = prop_oneof![
        (0..3_u8).prop_map(|session| Erasure::Session(format!("s{session}"))),
        (0..3_u8).prop_map(|turn| Erasure::Turn(format!("t{turn}"))),
        (0..3_u8).prop_map(|turn| Erasure::QueryOf(format!("t{turn}"))),
        (0..50_u64).prop_map(|moment| Erasure::Before(Timestamp::from_millis(moment))),
        Just(Erasure::Session(String::new())),
    ];
    prop_oneof![
        4 => vec((0..3_u8, 0..3_u8, 0..50_u64), 0..5).prop_map(Operation::Append),
        2 => erasure.prop_map(Operation::Erase),
        1 => (0..50_u64).prop_map(Operation::Prune),
        1 => (0..60_u64).prop_map(Operation::PruneThrough),
    ]
}

/// Does an operation; how many entries it adds.
fn operate(journal: &MemoryJournal, operation: Operation) -> u64 {
    match operation {
        Operation::Append(events) => {
            let count = events.len() as u64;
            let events = events
                .into_iter()
                .map(|(session, turn, at)| sample_event(&format!("s{session}"), &format!("t{turn}"), at));
            block_on(journal.append(events.collect())).unwrap();
            count
        }
        Operation::Erase(what) => u64::from(block_on(journal.erase(&what, "asked for")).unwrap() > 0),
        Operation::Prune(before) => {
            let before = Timestamp::from_millis(before);
            u64::from(block_on(journal.prune(before, "old")).unwrap() > 0)
        }
        Operation::PruneThrough(entry) => {
            u64::from(block_on(journal.prune_through(entry, "old")).unwrap() > 0)
        }
    }
}

proptest! {
    #[test]
    fn a_journal_stays_whole(operations in vec(operation(), 0..24), has_key: bool) {
        let key = has_key.then(|| ChainKey::new([7; 32]));
        let journal = MemoryJournal::with_options(JournalOptions { key, ..JournalOptions::default() });
        let mut heads = vec![ChainHead::default()];
        let mut count = 0;
        for operation in operations {
            count += operate(&journal, operation);
            heads.push(block_on(journal.head()).unwrap());
            prop_assert_eq!(heads.last().map(|head| head.number), Some(count));
        }
        let mut last = BTreeMap::new();
        for event in block_on(journal.read(&EventFilter::default())).unwrap() {
            let before = last.insert(event.session, event.seq);
            prop_assert!(before < Some(event.seq));
        }
        for head in &heads {
            let found = block_on(journal.verify(Some(head))).unwrap();
            prop_assert_eq!(&found.damage, &vec![]);
            prop_assert_eq!(found.pruned_through + found.entries, count);
        }
    }

    /// Slices of any size, between which others write, erase and remove, have the result of the whole at the end. Each head
    /// of the journal belongs to it.
    #[test]
    fn slices_of_a_journal_in_use_find_it_whole(
        before in vec(operation(), 0..16),
        meanwhile in vec((1..9_u64, vec(operation(), 0..3)), 0..12),
        has_key: bool,
        head in 0..20_usize,
    ) {
        let key = has_key.then(|| ChainKey::new([7; 32]));
        let journal = MemoryJournal::with_options(JournalOptions { key, ..JournalOptions::default() });
        let mut heads = vec![ChainHead::default()];
        for operation in before {
            operate(&journal, operation);
            heads.push(block_on(journal.head()).unwrap());
        }
        let known = heads.get(head);
        let mut progress = VerifyProgress::new(known);
        let mut meanwhile = meanwhile.into_iter();
        let found = loop {
            let (size, operations) = meanwhile.next().unwrap_or((3, Vec::new()));
            match block_on(journal.verify_slice(progress, size)).unwrap() {
                VerifySlice::Done(found) => break found,
                VerifySlice::More(next) => progress = next,
                other => panic!("{other:?}"),
            }
            for operation in operations {
                operate(&journal, operation);
            }
        };
        let whole = block_on(journal.verify(known)).unwrap();
        prop_assert_eq!(&found.damage, &vec![]);
        prop_assert_eq!((found.entries, found.pruned_through), (whole.entries, whole.pruned_through));
        prop_assert!(found.erased <= whole.erased);
    }
}
