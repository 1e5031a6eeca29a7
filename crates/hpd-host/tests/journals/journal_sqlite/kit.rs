//! The contract of every journal.

use std::cell::RefCell;

use hpd_host::journal::SqliteJournal;
use hpd_host::testing::journal_kit::journal;
use hpd_host::testing::store_kit::pending_store;

use crate::common::database::Database;
use crate::journal_sqlite::Folder;

#[test]
fn in_memory_it_is_a_store_of_pending_calls() {
    pending_store(|| SqliteJournal::in_memory().unwrap());
}

#[test]
fn in_a_file_it_is_a_store_of_pending_calls() {
    let folders = Folders::default();
    pending_store(|| folders.journal());
}

#[test]
fn in_memory_it_is_a_journal() {
    journal(|| SqliteJournal::in_memory().unwrap());
}

#[test]
fn in_a_file_it_is_a_journal() {
    let folders = Folders::default();
    journal(|| folders.journal());
}

/// Folders that stay until the end of a test.
#[derive(Default)]
struct Folders(RefCell<Vec<Folder>>);

impl Folders {
    fn journal(&self) -> SqliteJournal {
        let folder = Folder::new();
        let journal = folder.relaxed();
        self.0.borrow_mut().push(folder);
        journal
    }
}
