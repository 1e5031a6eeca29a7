//! What every journal must do.

use std::cell::RefCell;

use hpd_host::journal::SqliteJournal;
use hpd_host::testing::pending_store;

use crate::Folder;

#[test]
fn in_memory_it_is_a_store_of_pending_calls() {
    pending_store(|| SqliteJournal::in_memory().unwrap());
}

#[test]
fn in_a_file_it_is_a_store_of_pending_calls() {
    let folders = RefCell::new(Vec::new());
    pending_store(|| {
        let folder = Folder::new();
        let journal = folder.journal();
        folders.borrow_mut().push(folder);
        journal
    });
}
