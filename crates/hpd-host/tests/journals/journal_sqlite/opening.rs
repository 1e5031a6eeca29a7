//! Files that are opened, and that can't be. Those of other programs are in `foreign`.

use std::sync::Barrier;
use std::{fs, thread};

use futures_executor::block_on;
use hpd_host::journal::{EventFilter, Journal, SqliteJournal};
use hpd_host::system::Timestamp;

use crate::common::database::{Database, message};
use crate::journal_sqlite::Folder;

#[test]
fn what_was_written_is_there_when_it_is_opened_again() {
    let folder = Folder::new();
    for number in 1..=3 {
        let journal = folder.journal();
        // Nobody waits until it is written but who drops the journal.
        drop(journal.post(vec![message("ours", "hello")]));
        drop(journal);
        assert_eq!(block_on(folder.journal().head()).unwrap().number, number);
    }
}

#[test]
fn nothing_stays_beside_the_file_when_nobody_has_it_open() {
    let folder = Folder::new();
    block_on(folder.journal().append(vec![message("ours", "hello")])).unwrap();
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["journal.db"]);
}

#[test]
fn a_relaxed_journal_is_whole() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    block_on(journal.append(vec![message("ours", "hello")])).unwrap();
    assert!(block_on(journal.verify(None)).unwrap().is_whole());
}

#[test]
fn what_is_posted_is_read() {
    let folder = Folder::new();
    let journal = folder.journal();
    block_on(journal.post(vec![message("ours", "hello")])).unwrap();
    block_on(journal.flush()).unwrap();
    assert_eq!(block_on(journal.read(&EventFilter::default())).unwrap().len(), 1);
}

#[test]
fn the_end_of_time_is_written_as_it_is_linked() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    let event = message("ours", "hello").at(Timestamp::from_millis(u64::MAX));
    block_on(journal.append(vec![event])).unwrap();
    let from_then = EventFilter::default().from(Timestamp::from_millis(u64::MAX));
    assert_eq!(block_on(journal.read(&from_then)).unwrap().len(), 1);
    assert!(block_on(journal.verify(None)).unwrap().is_whole());
}

#[test]
fn a_file_in_a_folder_that_is_not_there_is_refused() {
    let folder = Folder::new();
    let refusal = SqliteJournal::open(folder.path().join("none/journal.db")).unwrap_err().to_string();
    assert!(refusal.starts_with("the journal can't be opened: unable to open database file"), "{refusal}");
}

#[test]
fn a_journal_of_a_newer_version_is_refused() {
    let folder = Folder::new();
    drop(folder.journal());
    folder.connection().execute_batch("INSERT INTO journal_schema (version) VALUES (1000)").unwrap();
    let before = fs::read(folder.file()).unwrap();
    assert_eq!(
        SqliteJournal::open(folder.file()).unwrap_err().to_string(),
        "the journal is of version 1000, and this program knows versions up to 6: use a newer program"
    );
    assert_eq!(fs::read(folder.file()).unwrap(), before);
}

#[test]
fn a_new_file_may_be_opened_by_several_at_once() {
    for _ in 0..30 {
        let folder = Folder::new();
        let start = Barrier::new(6);
        let open = || {
            start.wait();
            folder.relaxed()
        };
        let journals: Vec<_> = thread::scope(|scope| {
            let opening: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
            opening.into_iter().map(|opening| opening.join().unwrap()).collect()
        });
        assert_eq!(block_on(journals[0].head()).unwrap().number, 0);
    }
}
