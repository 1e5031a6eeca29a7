//! The journal in an SQLite database.

#![cfg(feature = "sqlite")]

mod compact;
#[path = "../../journal_common/crowd.rs"]
mod crowd;
mod dropped;
mod erased;
mod foreign;
mod held;
mod kit;
mod old;
mod opening;
mod others;
mod pages;
mod protected;
mod removed;
mod seams;
mod secret_words;
mod tampering;
pub(crate) mod view;
mod whole_way;

use std::fs;
use std::path::{Path, PathBuf};

use hpd_host::journal::{JournalOptions, SqliteJournal};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::common::database::Database;

/// The application id of a journal's file: `hpdj`.
const JOURNAL: i64 = 0x6870_646a;

/// A folder for one journal.
pub(crate) struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("journal.db")
    }

    fn journal(&self) -> SqliteJournal {
        SqliteJournal::open(self.file()).unwrap()
    }

    /// Another connection to the database, as of a program that does not use the journal.
    fn connection(&self) -> Connection {
        Connection::open(self.file()).unwrap()
    }

    /// The application id of the file; 0 if it has none.
    fn application_id(&self) -> i64 {
        self.connection().pragma_query_value(None, "application_id", |row| row.get(0)).unwrap()
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Database for Folder {
    type Journal = SqliteJournal;

    const MANY_CALLS: usize = 10_000;

    fn empty() -> Option<Self> {
        Some(Self::new())
    }

    fn open(&self, options: JournalOptions) -> SqliteJournal {
        SqliteJournal::open_with(self.file(), options).unwrap()
    }

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        futures_executor::block_on(future)
    }

    fn execute(&self, sql: &str) -> Result<(), String> {
        self.connection().execute_batch(sql).map_err(|error| error.to_string())
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        let connection = self.connection();
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    /// The contents of all files, one after the other: the database, its write-ahead log, and the index of the log.
    /// Bytes that are no text are left out.
    fn contents(&self) -> String {
        let mut files: Vec<_> = fs::read_dir(self.path()).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let bytes: Vec<_> = files.iter().flat_map(|file| fs::read(file).unwrap()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
