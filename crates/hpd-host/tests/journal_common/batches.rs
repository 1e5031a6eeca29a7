//! Erasing and removing much: in batches. Each batch is recorded, and others write between them.

use futures_util::FutureExt;
use hpd_host::events::{Event, EventRecord, NewEvent};
use hpd_host::journal::{Erasure, EventFilter, Journal};
use hpd_host::system::Timestamp;

use crate::Tested;
use crate::common::database::{Database, message};

/// An amount that needs several transactions.
const MANY: u64 = 12_000;

fn many(session: &str) -> Vec<NewEvent> {
    (0..MANY).map(|number| message(session, &format!("{session} says {number}"))).collect()
}

const FAR: Timestamp = Timestamp::from_millis(4_000_000_000_000);

/// The first and the last entry in each event of a kind.
fn told(events: &[EventRecord]) -> Vec<(u64, u64)> {
    let told = events.iter().filter_map(|record| match &record.event {
        Event::Erased(erased) => Some((erased.entries.first()?.0, erased.entries.last()?.1)),
        Event::Pruned(pruned) => Some((0, pruned.through)),
        _ => None,
    });
    told.collect()
}

fn of_the_journal() -> EventFilter {
    EventFilter::default().kinds(vec!["erased", "pruned"])
}

#[test]
fn what_is_erased_in_pieces_is_told_piece_by_piece() {
    for what in [Erasure::Session("ours".to_owned()), Erasure::Turn("turn".to_owned()), Erasure::Before(FAR)]
    {
        let Some(database) = Tested::empty() else { return };
        let journal = database.relaxed();
        database.block_on(async {
            journal.append(many("ours")).await.unwrap();
            journal.append(vec![message("theirs", "kept").turn(None).at(FAR)]).await.unwrap();
            assert_eq!(journal.erase(&what, "asked for").await.unwrap(), MANY);
            let left = journal.read(&EventFilter::default()).await.unwrap();
            assert_eq!(
                left.iter().map(|event| event.event.kind()).collect::<Vec<_>>(),
                ["turn_started", "erased", "erased", "erased"]
            );
            assert_eq!(told(&left), [(1, 5_000), (5_001, 10_000), (10_001, 12_000)]);
            let found = journal.verify(None).await.unwrap();
            assert_eq!((found.erased, found.damage), (MANY, vec![]));
            assert_eq!(journal.erase(&what, "asked for").await.unwrap(), 0);
        });
    }
}

#[test]
fn what_is_removed_in_pieces_is_told_piece_by_piece() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    database.block_on(async {
        journal.append(many("ours")).await.unwrap();
        journal.append(many("theirs")).await.unwrap();
        journal.append(vec![message("ours", "kept").at(FAR)]).await.unwrap();
        assert_eq!(journal.prune(FAR, "too old").await.unwrap(), 2 * MANY);
        let left = journal.read(&EventFilter::default()).await.unwrap();
        assert_eq!(told(&left), [(0, 5_000), (0, 10_000), (0, 15_000), (0, 20_000), (0, 24_000)]);
        let found = journal.verify(None).await.unwrap();
        assert_eq!((found.entries, found.pruned_through, found.damage), (6, 2 * MANY, vec![]));
        // The numbers of sessions continue, even where a session has no entries left.
        journal.append(vec![message("ours", "more"), message("theirs", "more")]).await.unwrap();
        let last = journal.read(&EventFilter::default().after_entry(2 * MANY + 6)).await.unwrap();
        assert_eq!(last.iter().map(|event| event.seq).collect::<Vec<_>>(), [MANY + 2, MANY + 1]);
    });
}

#[test]
fn what_is_to_come_is_removed_too() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    database.block_on(async {
        journal.append(many("ours")).await.unwrap();
        assert_eq!(journal.prune(Timestamp::from_millis(u64::MAX), "too old").await.unwrap(), MANY);
        let left = journal.read(&EventFilter::default()).await.unwrap();
        assert_eq!(told(&left), [(0, 5_000), (0, 10_000), (0, 12_000)]);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn what_was_done_before_somebody_gave_up_is_whole() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    database.block_on(async {
        journal.append(many("ours")).await.unwrap();
        let mut prune = Box::pin(journal.prune(FAR, "too old"));
        assert!((&mut prune).now_or_never().is_none());
        // Reads do not wait for a batch that was only requested.
        journal.flush().await.unwrap();
        assert_eq!(told(&journal.read(&of_the_journal()).await.unwrap()), [(0, 5_000)]);
        drop(prune);
        let found = journal.verify(None).await.unwrap();
        assert_eq!((found.pruned_through, found.damage), (5_000, vec![]));
        // The event about the first batch is removed as well.
        assert_eq!(journal.prune(FAR, "too old").await.unwrap(), MANY - 5_000 + 1);

        let ours = Erasure::Session("theirs".to_owned());
        journal.append(many("theirs")).await.unwrap();
        let mut erase = Box::pin(journal.erase(&ours, "asked for"));
        assert!((&mut erase).now_or_never().is_none());
        journal.flush().await.unwrap();
        let first = journal.verify(None).await.unwrap();
        assert_eq!((first.erased, first.damage), (5_000, vec![]));
        drop(erase);
        assert_eq!(journal.erase(&ours, "asked for").await.unwrap(), MANY - 5_000);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn others_write_between_the_pieces() {
    let Some(database) = Tested::empty() else { return };
    let (journal, other) = (database.relaxed(), database.relaxed());
    database.block_on(async {
        journal.append(many("ours")).await.unwrap();
        let mut prune = Box::pin(journal.prune(FAR, "too old"));
        let written = loop {
            if (&mut prune).now_or_never().is_some() {
                break other.read(&EventFilter::default()).await.unwrap();
            }
            other.append(vec![message("theirs", "hello").at(FAR)]).await.unwrap();
        };
        let kinds: Vec<_> = written.iter().map(|event| event.event.kind()).collect();
        let pieces: Vec<_> = kinds.split(|kind| *kind == "pruned").collect();
        assert_eq!(pieces.len(), 4);
        assert!(!pieces[1].is_empty() && !pieces[2].is_empty(), "{kinds:?}");
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}
