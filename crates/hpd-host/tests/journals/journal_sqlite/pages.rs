//! Events that are read by page, also where another version wrote some of them.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::events::StreamItem;
use hpd_host::journal::SqliteJournal;

use crate::common::database::Database;
use crate::journal_sqlite::Folder;
use crate::support_pages::{WRITE_LATER_EVENTS, pages, told_behind_the_end, told_up_to, write_ten};

/// A journal of ten entries, of which this version can read the first two and the last two.
fn with_later_events(folder: &Folder) -> SqliteJournal {
    let journal = folder.relaxed();
    block_on(write_ten(&journal));
    let connection = folder.connection();
    connection.execute_batch("DROP TRIGGER journal_entries_stay_as_they_are").unwrap();
    assert_eq!(connection.execute(WRITE_LATER_EVENTS, ()).unwrap(), 6);
    journal
}

#[test]
fn what_cant_be_read_does_not_count_for_a_limit() {
    let folder = Folder::new();
    let journal = with_later_events(&folder);
    assert_eq!(block_on(pages(&journal, 2, false)), [[1, 2], [1, 2]]);
    assert_eq!(block_on(pages(&journal, 3, false)), [[1, 2, 9], [1, 2, 9]]);
    assert_eq!(block_on(pages(&journal, 3, true)), [[2, 9, 10], [2, 9, 10]]);
    assert_eq!(block_on(pages(&journal, 5, true)), [[1, 2, 9, 10], [1, 2, 9, 10]]);
}

#[test]
fn a_stream_goes_on_behind_pages_that_cant_be_read() {
    let folder = Folder::new();
    let journal = with_later_events(&folder);
    assert_eq!(block_on(told_up_to(Arc::new(journal), 10)), [1, 2, 9, 10]);
}

#[test]
fn a_stream_behind_what_no_journal_has_begins_anew() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    block_on(write_ten(&journal));
    assert_eq!(block_on(told_behind_the_end(Arc::new(journal))), vec![StreamItem::Lagged { after: 0 }; 8]);
}
