//! Erasing while another connection reads the file.

#[path = "../../journal_common/erased.rs"]
mod common;

use futures_executor::block_on;
use hpd_host::journal::{Erasure, Journal};
use rusqlite::Connection;

use crate::common::database::{Database, message};
use crate::journal_sqlite::Folder;

#[test]
fn what_somebody_reads_meanwhile_is_gone_after_the_next_write() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    block_on(journal.append(vec![message("ours", "the name of the rose")])).unwrap();
    let mut reader = folder.connection();
    let moment = reader.transaction().unwrap();
    let count = |connection: &Connection| -> i64 {
        connection.query_row("SELECT count(*) FROM journal", (), |row| row.get(0)).unwrap()
    };
    assert_eq!(count(&moment), 1);
    // The one that reads is waited for, and given up.
    block_on(journal.erase(&Erasure::Session("ours".to_owned()), "asked for")).unwrap();
    moment.commit().unwrap();
    block_on(journal.append(vec![message("others", "hello")])).unwrap();
    assert_eq!(folder.found(&["the name of the rose".to_owned()]), [""; 0]);
}
