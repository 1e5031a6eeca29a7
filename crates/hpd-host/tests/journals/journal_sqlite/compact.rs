//! Files that become smaller.

use std::fs;

use futures_executor::block_on;
use hpd_host::journal::{Journal, SqliteJournal};
use hpd_host::system::Timestamp;

use crate::common::database::{Database, message};
use crate::journal_sqlite::Folder;

fn fill(journal: &SqliteJournal) {
    for _ in 0..20 {
        let events = (0..500).map(|_| message("ours", &"hello ".repeat(20))).collect();
        block_on(journal.append(events)).unwrap();
    }
}

/// Removes all entries. The file stays as large as it was.
fn prune(journal: &SqliteJournal) {
    block_on(journal.prune(Timestamp::from_millis(u64::MAX), "old")).unwrap();
}

fn length(folder: &Folder) -> u64 {
    fs::metadata(folder.file()).unwrap().len()
}

fn mode(folder: &Folder) -> i64 {
    folder.connection().pragma_query_value(None, "auto_vacuum", |row| row.get(0)).unwrap()
}

#[test]
fn the_file_of_a_pruned_journal_becomes_smaller() {
    let folder = Folder::new();
    let (journal, other) = (folder.relaxed(), folder.relaxed());
    fill(&journal);
    prune(&journal);
    let before = length(&folder);
    assert!(before > 3_000_000, "{before}");
    let head = block_on(journal.head()).unwrap();
    let compacted = block_on(journal.compact()).unwrap();
    let after = length(&folder);
    assert!(after < 200_000, "{after}");
    assert_eq!(compacted.after, Some(after), "the log is empty");
    assert!(compacted.before.unwrap() >= before);
    assert_eq!(block_on(journal.head()).unwrap(), head);
    // The other handle finds a shorter file, and knows why.
    block_on(other.append(vec![message("ours", "hello")])).unwrap();
    block_on(journal.append(vec![message("ours", "hello")])).unwrap();
    assert!(block_on(journal.verify(Some(&head))).unwrap().is_whole());
}

#[test]
fn a_file_without_free_pages_stays_as_it_is() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    fill(&journal);
    block_on(journal.compact()).unwrap();
    let before = length(&folder);
    assert_eq!(block_on(journal.compact()).unwrap().after, Some(before));
    assert!(block_on(journal.verify(None)).unwrap().is_whole());
}

#[test]
fn the_file_of_an_earlier_version_is_converted() {
    let folder = Folder::new();
    drop(folder.relaxed());
    folder.execute("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM").unwrap();
    assert_eq!(mode(&folder), 0);
    for _ in 0..2 {
        let journal = folder.relaxed();
        fill(&journal);
        prune(&journal);
        assert!(block_on(journal.compact()).unwrap().after.unwrap() < 200_000);
        assert!(length(&folder) < 200_000);
        assert!(block_on(journal.verify(None)).unwrap().is_whole());
        assert_eq!(mode(&folder), 2);
    }
}

#[test]
fn in_memory_the_pages_become_fewer() {
    let journal = SqliteJournal::in_memory().unwrap();
    fill(&journal);
    prune(&journal);
    let compacted = block_on(journal.compact()).unwrap();
    assert!(compacted.before.unwrap() > 3_000_000 && compacted.after.unwrap() < 200_000, "{compacted:?}");
}
