//! A file that is removed, moved, replaced or overwritten while a journal has it open.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_executor::block_on;
use futures_util::future::join_all;
use hpd_host::approval::{Permission, StoreError};
use hpd_host::journal::{Durability, Erasure, EventFilter, Journal, JournalOptions, SqliteJournal};
use hpd_host::system::{Random, RandomError, SystemRandom, Timestamp};
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};

use crate::common::database::{Database, message};
use crate::journal_sqlite::Folder;

const GONE: &str = "the journal's file is not the one that was opened: it was removed or moved; \
    put the same file back, or open the journal anew";
const OTHER: &str = "the journal's file is not the one that was opened: it was replaced by another file; \
    open the journal anew, or put the first file back";
const OVERWRITTEN: &str = "the journal's file is not the one that was opened: another program has overwritten it; \
    open the journal anew";

pub(super) fn reason<T>(result: Result<T, StoreError>) -> String {
    result.err().map_or_else(
        || "done".to_owned(),
        |error| error.source().map_or_else(|| error.to_string(), ToString::to_string),
    )
}

fn write(journal: &SqliteJournal) -> String {
    reason(block_on(journal.append(vec![message("ours", "hello")])))
}

fn read(journal: &SqliteJournal) -> String {
    reason(block_on(journal.read(&EventFilter::default())))
}

fn count(journal: &SqliteJournal) -> u64 {
    assert!(block_on(journal.verify(None)).unwrap().is_whole());
    block_on(journal.head()).unwrap().number
}

/// The database and the two files beside it.
fn files(folder: &Folder) -> [PathBuf; 3] {
    ["journal.db", "journal.db-wal", "journal.db-shm"].map(|name| folder.path().join(name))
}

fn remove(folder: &Folder) {
    for file in files(folder) {
        fs::remove_file(file).unwrap();
    }
}

fn move_to(folder: &Folder, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in files(folder) {
        fs::rename(&file, to.join(file.file_name().unwrap())).unwrap();
    }
}

fn put_back(folder: &Folder, from: &Path) {
    for file in files(folder) {
        fs::rename(from.join(file.file_name().unwrap()), file).unwrap();
    }
}

#[test]
fn nothing_is_written_to_a_file_that_was_removed_nor_read() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    assert_eq!(write(&journal), "done");
    remove(&folder);
    assert_eq!([write(&journal), write(&journal), read(&journal)], [GONE; 3]);
    assert_eq!(reason(block_on(journal.head())), GONE);
    assert_eq!(reason(block_on(journal.erase(&Erasure::Session("ours".to_owned()), "asked"))), GONE);
    drop(journal);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "closing makes no file");
}

#[test]
fn a_removed_folder_is_noticed() {
    let folder = Folder::new();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let journal = SqliteJournal::open(inner.join("journal.db")).unwrap();
    fs::remove_dir_all(&inner).unwrap();
    assert_eq!(write(&journal), GONE);
}

#[test]
fn a_file_that_was_moved_and_put_back_is_written_to_again() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    assert_eq!(write(&journal), "done");
    let elsewhere = folder.path().join("elsewhere");
    move_to(&folder, &elsewhere);
    assert_eq!([write(&journal), read(&journal)], [GONE; 2]);
    put_back(&folder, &elsewhere);
    assert_eq!([write(&journal), read(&journal)], ["done"; 2]);
    // The third one names the event that was lost.
    assert_eq!(count(&journal), 3);
}

#[test]
fn a_file_that_was_moved_with_its_log_has_all_entries() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    assert_eq!(write(&journal), "done");
    let elsewhere = folder.path().join("elsewhere");
    move_to(&folder, &elsewhere);
    assert_eq!(write(&journal), GONE);
    drop(journal);
    assert_eq!(count(&SqliteJournal::open(elsewhere.join("journal.db")).unwrap()), 1);
}

#[test]
fn a_file_that_was_replaced_by_a_copy_is_refused_until_the_journal_is_opened_anew() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    assert_eq!(write(&journal), "done");
    folder.execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let copy = folder.path().join("copy");
    fs::copy(folder.file(), &copy).unwrap();
    fs::rename(&copy, folder.file()).unwrap();
    assert_eq!([write(&journal), write(&journal), read(&journal)], [OTHER; 3]);
    drop(journal);
    let journal = folder.relaxed();
    assert_eq!(write(&journal), "done");
    assert_eq!(count(&journal), 2);
}

/// SQLite would remove the write-ahead log at its path, which is that of the new journal.
#[test]
fn closing_a_journal_that_was_moved_away_leaves_the_new_one_at_its_path_alone() {
    let folder = Folder::new();
    let old = folder.relaxed();
    assert_eq!(write(&old), "done");
    move_to(&folder, &folder.path().join("elsewhere"));
    let new = folder.relaxed();
    assert_eq!(write(&new), "done");
    assert_eq!(write(&old), OTHER);
    drop(old);
    let log = fs::metadata(&files(&folder)[1]).unwrap();
    assert!(log.len() > 0, "it holds the entry");
    assert_eq!([write(&new), read(&new)], ["done"; 2]);
    assert_eq!(count(&new), 2);
}

/// As `cp backup journal.db` does: the inode stays the same.
#[test]
fn an_older_backup_that_is_copied_over_the_file_is_refused() {
    for is_in_log in [false, true] {
        let folder = Folder::new();
        let journal = folder.relaxed();
        assert_eq!(write(&journal), "done");
        folder.execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        let backup = folder.path().join("backup");
        fs::copy(folder.file(), &backup).unwrap();
        for _ in 0..100 {
            assert_eq!(write(&journal), "done");
        }
        if !is_in_log {
            folder.execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
            assert_eq!(write(&journal), "done");
            folder.execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
            assert_eq!(write(&journal), "done");
        }
        fs::copy(&backup, folder.file()).unwrap();
        let refused = [write(&journal), write(&journal), read(&journal)];
        if is_in_log {
            // All that is newer than the backup is still in the log: nothing is missing.
            assert_eq!(refused, ["done"; 3]);
            assert_eq!(count(&journal), 103);
        } else {
            assert_eq!(refused, [OVERWRITTEN; 3]);
        }
    }
}

#[test]
fn a_file_that_was_emptied_or_filled_with_something_else_is_refused() {
    for contents in [String::new(), "no database ".repeat(50_000)] {
        let folder = Folder::new();
        let journal = folder.relaxed();
        assert_eq!(write(&journal), "done");
        folder.execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        assert_eq!(write(&journal), "done");
        fs::write(folder.file(), contents).unwrap();
        assert_eq!([write(&journal), write(&journal), read(&journal)], [OVERWRITTEN; 3]);
        let left = fs::read(folder.file()).unwrap();
        drop(journal);
        assert!(fs::read(folder.file()).unwrap() == left, "closing changes nothing");
    }
}

/// Through SQLite, as its own tools restore: the file stays the same, and its contents do not.
#[test]
fn a_journal_that_lost_its_last_entry_through_sqlite_is_refused() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    assert_eq!([write(&journal), write(&journal)], ["done"; 2]);
    folder.execute("DROP TRIGGER journal_entries_stay; DELETE FROM journal WHERE entry = 2").unwrap();
    let lacks = "the journal's file is not the one that was opened: it no longer has entry 2 as it was written, so it \
        was restored or changed; open the journal anew";
    assert_eq!([write(&journal), write(&journal), read(&journal)], [lacks; 3]);
    drop(journal);
    assert_eq!(write(&folder.relaxed()), "done");
}

#[test]
fn a_removed_write_ahead_log_is_noticed() {
    for (file, name) in [(1, "its write-ahead log"), (2, "the index of its write-ahead log")] {
        let folder = Folder::new();
        let journal = folder.relaxed();
        assert_eq!(write(&journal), "done");
        fs::remove_file(&files(&folder)[file]).unwrap();
        let refusal = GONE.replace("it was", &format!("{name} was"));
        assert_eq!([write(&journal), read(&journal)], [refusal.clone(), refusal]);
        drop(journal);
        assert_eq!(count(&folder.relaxed()), 1, "closing carried the log into the file");
    }
}

#[test]
fn a_file_whose_time_of_change_alone_is_new_is_written_to() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    for _ in 0..3 {
        assert_eq!(write(&journal), "done");
        let file = fs::OpenOptions::new().append(true).open(folder.file()).unwrap();
        file.set_modified(std::time::SystemTime::now() + std::time::Duration::from_secs(5)).unwrap();
        // To close it would drop SQLite's locks.
        std::mem::forget(file);
    }
    assert_eq!([write(&journal), read(&journal)], ["done"; 2]);
    assert_eq!(count(&journal), 4);
}

#[test]
fn others_may_write_prune_and_erase_meanwhile() {
    let folder = Folder::new();
    let (ours, theirs) = (folder.relaxed(), folder.relaxed());
    for round in 1..=3 {
        assert_eq!([write(&ours), write(&theirs), write(&theirs)], ["done"; 3]);
        block_on(theirs.erase(&Erasure::Session("ours".to_owned()), "asked")).unwrap();
        block_on(theirs.prune(Timestamp::from_millis(u64::MAX), "old")).unwrap();
        block_on(theirs.prune(Timestamp::from_millis(u64::MAX), "old")).unwrap();
        folder.execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        assert_eq!([write(&ours), read(&ours)], ["done"; 2], "round {round}");
    }
    assert!(block_on(ours.verify(None)).unwrap().is_whole());
}

#[test]
fn both_handles_of_one_process_notice_it() {
    let folder = Folder::new();
    let (first, second) = (folder.relaxed(), folder.relaxed());
    assert_eq!([write(&first), write(&second)], ["done"; 2]);
    remove(&folder);
    assert_eq!([write(&first), write(&second), read(&first), read(&second)], [GONE; 4]);
}

#[test]
fn a_link_that_leads_to_another_file_is_noticed() {
    let folder = Folder::new();
    let link = folder.path().join("link.db");
    drop(folder.journal());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.file(), &link).unwrap();
        let journal = SqliteJournal::open(&link).unwrap();
        assert_eq!([write(&journal), read(&journal)], ["done"; 2]);
        fs::remove_file(&link).unwrap();
        assert_eq!(write(&journal), GONE);
        drop(SqliteJournal::open(folder.path().join("other.db")).unwrap());
        std::os::unix::fs::symlink(folder.path().join("other.db"), &link).unwrap();
        assert_eq!(write(&journal), OTHER);
    }
}

/// Removes the files as soon as an entry is made: after the check before it, and before the commit.
struct Removing(PathBuf);

impl Random for Removing {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        let _ = fs::remove_file(&self.0);
        SystemRandom.fill(bytes)
    }
}

#[test]
fn a_file_that_is_removed_during_a_transaction_is_noticed_before_the_answer() {
    let folder = Folder::new();
    let random = Arc::new(Removing(folder.file()));
    let options = JournalOptions { durability: Durability::Relaxed, random, ..JournalOptions::default() };
    let journal = folder.open(options);
    let mut events = journal.hub().subscribe(None, 9);
    let writes = block_on(join_all((0..20).map(|_| journal.append(vec![message("ours", "hello")]))));
    assert!(writes.into_iter().map(reason).all(|reason| reason == GONE));
    drop(journal);
    assert!(block_on(futures_util::StreamExt::next(&mut events)).is_none(), "nothing is published");
}

/// Counts its effects.
#[derive(Clone, Default)]
struct Till(Arc<AtomicU32>);

#[plugin]
impl Till {
    /// Takes something out.
    #[ai_function(write, risk = low)]
    fn take(&self) -> String {
        self.0.fetch_add(1, Ordering::Relaxed);
        "Taken.".to_owned()
    }

    /// Looks inside.
    #[ai_function]
    fn look() -> String {
        "There is enough.".to_owned()
    }
}

#[test]
fn no_write_runs_while_the_file_is_gone() {
    let (folder, till) = (Folder::new(), Till::default());
    let builder = Toolbox::builder().plugin(till.clone()).approval(Approval::new().writes(Permission::Allow));
    let toolbox = builder.journal(folder.relaxed()).build().unwrap();
    let session = Session::with_id("s1");
    let calls = AtomicU32::new(0);
    let call = |tool: &str| {
        let id = format!("c{}", calls.fetch_add(1, Ordering::Relaxed));
        let outcome = block_on(toolbox.call(&session, &RawCall::new(id, tool, "{}")));
        outcome.for_model_as_text().into_owned()
    };
    assert_eq!(call("take"), "Taken.");
    let elsewhere = folder.path().join("elsewhere");
    move_to(&folder, &elsewhere);
    assert_eq!(
        call("take"),
        "'take' can't be carried out right now. It did not run. Do not call it again. Tell the user that it can't be done \
         right now."
    );
    assert_eq!(call("look"), "There is enough.");
    assert_eq!(till.0.load(Ordering::Relaxed), 1);
    put_back(&folder, &elsewhere);
    assert_eq!(call("take"), "Taken.");
}
