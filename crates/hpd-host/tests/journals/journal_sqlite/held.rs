//! Another process that holds the file.

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use futures_executor::block_on;
use futures_util::future::join_all;
use hpd_host::journal::{Journal, JournalOptions, SqliteJournal};

use crate::common::database::message;
use crate::journal_sqlite::Folder;

/// Longer than anything here takes: a result that is not there by then never comes.
const NEVER: Duration = Duration::from_secs(60);

#[test]
fn those_who_wait_behind_many_others_are_answered_too() {
    let folder = Folder::new();
    let options =
        JournalOptions { patience: Duration::from_millis(300), batch: 8, ..JournalOptions::default() };
    let journal = SqliteJournal::open_with(folder.file(), options).unwrap();
    let other = folder.connection();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (answered, is_answered) = channel();
    thread::spawn(move || {
        let appends = (0..5_000).map(|_| journal.append(vec![message("ours", "more")]));
        let written = block_on(join_all(appends));
        answered.send(written.iter().filter(|written| written.is_err()).count()).unwrap();
    });
    assert_eq!(is_answered.recv_timeout(NEVER), Ok(5_000));
}
