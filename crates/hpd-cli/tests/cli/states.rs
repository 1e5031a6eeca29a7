//! Databases that are locked, older, newer or pruned. Each is shown, or the page says why it can't be.

use std::path::{Path, PathBuf};

use futures_executor::block_on;
use hpd_host::journal::{Journal, SqliteJournal};
use hpd_host::system::Timestamp;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::running::{Running, call, hpd, program};

/// Journals as older versions of their schema left them.
const OLDER: [(i64, &str); 2] = [
    (2, include_str!("../../../hpd-host/tests/journals/journal_sqlite/version_2.sql")),
    (5, include_str!("../../../hpd-host/tests/journals/journal_sqlite/version_5.sql")),
];

fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    (folder, file)
}

/// What `hpd inspect` says about a file that it can't show.
fn refusal(file: &Path) -> String {
    let output = hpd(&["inspect", file.to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn older_journals_are_shown_and_stay_as_they_are() {
    for (number, sql) in OLDER {
        is_shown_and_stays_as_it_is(number, sql);
    }
}

fn is_shown_and_stays_as_it_is(number: i64, sql: &str) {
    let (_folder, file) = file();
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.execute_batch(sql).unwrap();
    let version = || {
        let newest = "SELECT max(version) FROM journal_schema";
        connection.query_row(newest, (), |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!(version(), number);
    let shown = Running::start(&file);
    for path in ["/", "/health?span=all", "/search?text=x", "/search?tool=x", "/call/4", "/tools"] {
        let page = shown.get(path);
        assert!(page.starts_with("HTTP/1.1 200"), "{path}: {page}");
    }
    let sessions = shown.get("/");
    let link = sessions.split("href=\"/session/").nth(1).expect("a session is listed");
    let session = link.split('"').next().unwrap();
    let page = shown.get(&format!("/session/{session}"));
    assert!(page.contains("Contents were erased on "), "{page}");
    assert_eq!(version(), number);
}

#[test]
fn a_journal_of_a_newer_version_is_told_from_a_broken_one() {
    let (_folder, file) = file();
    drop(program(&file));
    let connection = Connection::open(&file).unwrap();
    connection.execute("INSERT INTO journal_schema (version) VALUES (99)", ()).unwrap();
    let said = refusal(&file);
    assert!(said.contains("99") && said.contains("newer"), "{said}");
}

/// A program that keeps the file for itself lets no other one read.
#[test]
fn a_locked_journal_is_said_in_words() {
    let (_folder, file) = file();
    drop(program(&file));
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE").unwrap();
    connection.execute_batch("BEGIN IMMEDIATE; CREATE TABLE mine (number); COMMIT").unwrap();
    let said = refusal(&file);
    assert!(said.contains("database is locked"), "{said}");
    assert!(said.contains("another program holds the file"), "{said}");
}

#[test]
fn a_journal_that_was_pruned_says_what_was_removed_and_why() {
    let (_folder, file) = file();
    let program = program(&file);
    call(&program, "s1");
    let journal = SqliteJournal::open(&file).unwrap();
    block_on(journal.prune(Timestamp::from_millis(u64::MAX), "older than a month")).unwrap();
    call(&program, "s1");
    let shown = Running::start(&file);
    let page = shown.get("/session/s1");
    assert!(page.contains("Entries up to 3 were removed on "), "{page}");
    assert!(page.contains("older than a month"), "{page}");
    assert!(page.contains("Step 9f: MCP Execution"), "{page}");
    assert!(shown.get("/call/1").contains("it was removed as old"));
}

/// The file was moved away below the running program: pages say so, and show it again when it is back.
#[test]
fn a_journal_that_was_moved_is_said_on_the_pages() {
    let (folder, file) = file();
    let program = program(&file);
    call(&program, "s1");
    let shown = Running::start(&file);
    let away = folder.path().join("away.db");
    std::fs::rename(&file, &away).unwrap();
    let page = shown.get("/");
    assert!(page.starts_with("HTTP/1.1 503"), "{page}");
    assert!(
        page.contains("The journal can&#39;t be read") || page.contains("The journal can't be read"),
        "{page}"
    );
    std::fs::rename(&away, &file).unwrap();
    assert!(shown.get("/").contains("/session/s1"));
}
