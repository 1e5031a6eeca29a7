//! The journal in an SQLite database.

#![cfg(feature = "sqlite")]

mod erased;
mod kit;
mod load;
mod old;
mod opening;
mod secret_words;
mod secrets;
mod several;
#[path = "../support/whole_way.rs"]
mod talk;
mod tampering;
#[path = "../support/turns.rs"]
mod turns;
mod view;
mod whole_way;
#[path = "../support/secret_words.rs"]
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use hpd_host::events::NewEvent;
use hpd_host::journal::{Durability, JournalOptions, SqliteJournal};
use hpd_host::{Timestamp, approval::PendingCall};
use rusqlite::Connection;
use tempfile::TempDir;

use turns::{START, event, says};

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

    /// A journal that does not wait for the disk.
    fn relaxed(&self) -> SqliteJournal {
        let options = JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() };
        SqliteJournal::open_with(self.file(), options).unwrap()
    }

    /// Another connection to the database, as somebody has who does not use the journal.
    fn connection(&self) -> Connection {
        Connection::open(self.file()).unwrap()
    }

    /// All files, one behind the other: the database, its write-ahead log, and the index of that. What is no text is left out.
    fn contents(&self) -> String {
        let mut files: Vec<_> = fs::read_dir(self.path()).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let bytes: Vec<_> = files.iter().flat_map(|file| fs::read(file).unwrap()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Those of the texts that stand in the files.
    fn found<'a>(&self, texts: &'a [String]) -> Vec<&'a str> {
        let contents = self.contents();
        texts.iter().map(|text| &**text).filter(|text| contents.contains(text)).collect()
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

/// A message of the user in a session.
fn message(session: &str, text: &str) -> NewEvent {
    NewEvent { session: session.to_owned(), ..event("turn", "call", 0, says(text)) }
}

/// A call of a session that is not over before the end of time.
fn patient(mut call: PendingCall, session: &str) -> PendingCall {
    session.clone_into(&mut call.owner.session);
    call.expires = Timestamp::from_millis(u64::from(u32::MAX) * 10_000);
    call.sealed()
}
