//! Files of other programs: they are refused, and stay as they are.

use std::collections::BTreeMap;
use std::fs;

use hpd_host::journal::SqliteJournal;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::journal_sqlite::{Folder, JOURNAL};

/// Why the file can't be opened, which is not changed by that, nor is its write-ahead log.
fn refusal(folder: &Folder) -> String {
    let before = files(folder);
    let error = SqliteJournal::open(folder.file()).unwrap_err();
    assert!(error.is_of_another_file());
    assert!(files(folder) == before, "the files were changed");
    error.to_string()
}

/// The bytes of all files but the index of the log, which every reader of a database writes.
fn files(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap());
    files
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .filter(|(name, _)| !name.ends_with("-shm"))
        .collect()
}

/// Why a database that was made like this can't be opened.
fn refusal_of(sql: &str) -> String {
    let folder = Folder::new();
    folder.connection().execute_batch(sql).unwrap();
    refusal(&folder)
}

#[test]
fn a_text_is_refused() {
    let folder = Folder::new();
    fs::write(folder.file(), "This is a letter, and not a database. ".repeat(100)).unwrap();
    assert_eq!(refusal(&folder), "the journal can't be opened: file is not a database");
}

#[test]
fn a_database_with_other_tables_is_refused() {
    assert_eq!(
        refusal_of("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('milk')"),
        "the file is a database of another program: it is not empty, and has no table \"journal_schema\"; \
         give the journal a file of its own"
    );
}

#[test]
fn a_database_with_some_tables_that_are_called_like_a_journal_s_is_refused() {
    assert_eq!(
        refusal_of("CREATE TABLE journal (page TEXT); CREATE TABLE journal_schema (version INTEGER)"),
        "the file is a database of another program: it is not empty, and has no table \"journal_anchor\"; \
         give the journal a file of its own"
    );
}

#[test]
fn a_database_that_says_whose_it_is_is_refused() {
    assert_eq!(
        refusal_of("PRAGMA application_id = 252006674"),
        "the file is a database of another program: its application_id is 252006674; \
         give the journal a file of its own"
    );
}

#[test]
fn a_database_with_a_version_and_no_tables_is_refused() {
    assert_eq!(
        refusal_of("PRAGMA user_version = 3"),
        "the file is a database of another program: its user_version is 3; give the journal a file of its own"
    );
}

#[test]
fn a_log_that_another_program_left_stays_where_it_is() {
    let folder = Folder::new();
    let left = Connection::open(folder.file()).unwrap();
    left.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    left.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)").unwrap();
    drop(left);
    assert!(!files(&folder)["journal.db-wal"].is_empty());
    assert_eq!(
        refusal(&folder),
        "the file is a database of another program: it is not empty, and has no table \"journal_schema\"; \
         give the journal a file of its own"
    );
}

#[test]
fn nothing_is_left_beside_a_database_that_keeps_a_log() {
    let folder = Folder::new();
    folder.connection().execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)").unwrap();
    refusal(&folder);
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["journal.db"]);
}

#[test]
fn an_empty_file_becomes_a_journal() {
    let folder = Folder::new();
    fs::write(folder.file(), "").unwrap();
    drop(folder.journal());
    assert!(fs::read(folder.file()).unwrap().starts_with(b"SQLite format 3\0"));
}

#[test]
fn an_empty_database_becomes_a_journal() {
    let folder = Folder::new();
    folder.connection().execute_batch("CREATE TABLE notes (text TEXT); DROP TABLE notes").unwrap();
    drop(folder.journal());
    assert_eq!(folder.application_id(), JOURNAL);
}

#[test]
fn a_new_journal_says_what_it_is() {
    let folder = Folder::new();
    drop(folder.journal());
    assert_eq!(folder.application_id(), JOURNAL);
}

#[test]
fn a_journal_with_tables_of_others_beside_its_own_is_opened() {
    let folder = Folder::new();
    drop(folder.journal());
    folder.connection().execute_batch("PRAGMA application_id = 0; CREATE TABLE notes (text TEXT)").unwrap();
    drop(folder.journal());
    assert_eq!(folder.application_id(), JOURNAL);
}
