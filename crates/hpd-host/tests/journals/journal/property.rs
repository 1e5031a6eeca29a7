//! After any order of writing, erasing and removing, the journal is whole. Each head that it ever had still belongs to
//! it.

use std::collections::BTreeMap;

use futures_executor::block_on;
use hpd_host::journal::{ChainHead, ChainKey, Erasure, EventFilter, Journal, JournalOptions, MemoryJournal};
use hpd_host::system::Timestamp;
use hpd_host::testing::journal_kit::sample_event;
use proptest::collection::vec;
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Operation {
    Append(Vec<(u8, u8, u64)>),
    Erase(Erasure),
    Prune(u64),
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
}
