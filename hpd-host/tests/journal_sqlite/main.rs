//! The journal in an SQLite database.

#![cfg(feature = "sqlite")]

mod kit;

use std::path::PathBuf;

use hpd_host::journal::SqliteJournal;
use tempfile::TempDir;

/// A folder for one journal.
struct Folder(TempDir);

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
}
