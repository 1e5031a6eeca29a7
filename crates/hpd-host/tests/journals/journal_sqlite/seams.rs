//! Where parts of a journal meet: compaction, other processes, removed files, verification.

use std::fs;
use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::journal::{EventFilter, Journal, SqliteJournal, VerifyProgress, VerifySlice};
use hpd_host::system::Timestamp;
use hpd_host::testing::{Asked, Tapped};

use crate::common::database::{Database, message};
use crate::common::turns::{START, event, says};
use crate::journal_sqlite::Folder;

fn fill(journal: &SqliteJournal, count: usize) {
    for _ in 0..count / 100 {
        let events = (0..100).map(|_| message("ours", &"hello ".repeat(20))).collect();
        block_on(journal.append(events)).unwrap();
    }
}

#[test]
fn a_file_that_became_smaller_and_grew_in_its_log_is_the_one_that_was_opened() {
    let folder = Folder::new();
    let (ours, theirs) = (folder.relaxed(), folder.relaxed());
    fill(&theirs, 2_000);
    folder.execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    block_on(ours.append(vec![message("ours", "hello")])).unwrap();
    block_on(theirs.prune(Timestamp::from_millis(u64::MAX), "old")).unwrap();
    block_on(theirs.compact()).unwrap();
    // All of this is in the log alone, since a log of this length is not moved into the file.
    let before = fs::metadata(folder.file()).unwrap().len();
    fill(&theirs, 2_500);
    println!("{before} {}", fs::metadata(folder.file()).unwrap().len());
    block_on(ours.append(vec![message("ours", "hello")])).unwrap();
    assert!(block_on(ours.verify(None)).unwrap().is_whole());
}

#[test]
fn a_window_is_right_after_a_removal_and_a_compaction() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    let events = (0..5_000).map(|turn| event(&format!("turn {turn}"), "call", turn * 1_000, says("hello")));
    block_on(journal.append(events.collect())).unwrap();
    let at = |turn: u64| Some(Timestamp::from_millis(START + turn * 1_000));
    for through in [1_023, 2_500] {
        block_on(journal.prune_through(through, "old")).unwrap();
        block_on(journal.compact()).unwrap();
        for newest in [false, true] {
            let mut page = EventFilter::default().from(at(2_400)).until(at(3_100)).limit(1_000);
            page.newest = newest;
            page.session = Some("session".to_owned());
            let entries: Vec<_> =
                block_on(journal.read(&page)).unwrap().iter().map(|record| record.entry).collect();
            assert_eq!(entries, (2_401.max(through + 1)..=3_100).collect::<Vec<_>>(), "{through} {newest}");
        }
    }
}

#[test]
fn slices_of_a_verification_go_on_beside_a_removal_and_a_compaction() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    fill(&journal, 3_000);
    let known = block_on(journal.head()).unwrap();
    let mut progress = VerifyProgress::new(Some(&known));
    let mut slices = 0;
    let found = loop {
        slices += 1;
        match block_on(journal.verify_slice(progress, 500)).unwrap() {
            VerifySlice::Done(found) => break found,
            VerifySlice::More(next) => progress = next,
            other => panic!("another slice: {other:?}"),
        }
        if slices == 2 {
            block_on(journal.prune_through(2_200, "old")).unwrap();
            block_on(journal.compact()).unwrap();
        }
    };
    assert!(found.is_whole() && slices > 2, "{slices}: {found:?}");
}

#[test]
fn a_removed_file_is_neither_compacted_nor_verified_and_another_one_stays_as_it_is() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    fill(&journal, 500);
    let progress = VerifyProgress::new(None);
    let (file, away) = (folder.file(), folder.path().join("away.db"));
    fs::rename(&file, &away).unwrap();
    fs::write(&file, "notes").unwrap();
    block_on(journal.compact()).unwrap_err();
    block_on(journal.verify_slice(progress, 10)).unwrap_err();
    block_on(journal.prune_through(10, "old")).unwrap_err();
    block_on(journal.flush()).unwrap();
    block_on(journal.append(vec![message("ours", "lost")])).unwrap_err();
    assert_eq!(journal.status().lost.unreported, 1);
    drop(journal);
    assert_eq!(fs::read_to_string(&file).unwrap(), "notes");
}

#[test]
fn wrappers_have_the_status_of_their_journal() {
    let folder = Folder::new();
    let journal = Arc::new(folder.relaxed());
    let tapped = Tapped::new(Arc::new(Arc::clone(&journal)), |_: &Asked<'_>| Ok(()));
    block_on(tapped.append(vec![message("ours", "hello")])).unwrap();
    block_on(tapped.flush()).unwrap();
    assert_eq!(tapped.status(), journal.status());
    assert_eq!((tapped.status().commits.count, tapped.patience()), (1, journal.patience()));
}
