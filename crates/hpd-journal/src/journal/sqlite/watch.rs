//! The check of a writer before and after each transaction: the file, and the entry that the writer saw last.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension};

use super::difference::Difference;
use super::entries::{self, number, unsigned};
use super::error::failed;
use super::identity::{Identity, Stamp};
use crate::journal::ChainHead;
use crate::pending::StoreError;

/// How many of the last entries are read again after another program changed the file.
const READ_AGAIN: u64 = 1_000;

/// A writer's knowledge of its file.
pub(super) struct Watch {
    identity: Arc<Identity>,
    /// The end of the chain that this writer saw last.
    seen: ChainHead,
    /// The stamp of the file after the last transaction.
    stamp: Stamp,
}

impl Watch {
    /// From the current state of the database.
    ///
    /// # Errors
    ///
    /// It can't be read, or the file is already another one.
    pub(super) fn new(identity: Arc<Identity>, connection: &Connection) -> Result<Self, StoreError> {
        let seen = entries::head(connection)?;
        let stamp = identity.check()?;
        Ok(Self { identity, seen, stamp })
    }

    pub(super) fn identity(&self) -> &Identity {
        &self.identity
    }

    pub(super) fn shared(&self) -> Arc<Identity> {
        Arc::clone(&self.identity)
    }

    /// In a transaction that holds the write lock, before it writes.
    ///
    /// # Errors
    ///
    /// The file, or its contents, are not those that were seen last.
    pub(super) fn before(&mut self, transaction: &Connection, head: &ChainHead) -> Result<(), StoreError> {
        let stamp = self.identity.check()?;
        if *head != self.seen {
            self.check_seen(transaction)?;
        }
        // Usual where another process moved its log into the file.
        if stamp != self.stamp {
            self.read_again(transaction, stamp)?;
            self.stamp = stamp;
        }
        Ok(())
    }

    /// After a commit, before it is answered.
    ///
    /// # Errors
    ///
    /// The file is another one: the commit is not known to be in the file at the path.
    pub(super) fn after(&mut self, head: ChainHead) -> Result<(), StoreError> {
        self.stamp = self.identity.check()?;
        self.seen = head;
        Ok(())
    }

    /// After this connection changed the file outside of a transaction.
    pub(super) fn changed(&mut self) {
        // A difference is reported before the next transaction.
        if let Ok(stamp) = self.identity.check() {
            self.stamp = stamp;
        }
    }

    /// The last known entry is there with its hash, or was removed on purpose.
    fn check_seen(&self, connection: &Connection) -> Result<(), StoreError> {
        if self.seen.number == 0 {
            return Ok(());
        }
        let mut statement =
            connection.prepare_cached("SELECT hash FROM journal WHERE entry = ?1").map_err(failed)?;
        let found: Option<String> =
            statement.query_row([number(self.seen.number)], |row| row.get(0)).optional().map_err(failed)?;
        let is_there = match found {
            Some(hash) => hash == self.seen.hash,
            None => entries::anchor(connection)?.number >= self.seen.number,
        };
        if is_there { Ok(()) } else { Err(self.identity.lasting(Difference::Lacks(self.seen.number))) }
    }

    /// Reads the last entries as a program does that opens the file now: this connection remembers older pages.
    fn read_again(&self, transaction: &Connection, now: Stamp) -> Result<(), StoreError> {
        // A file is shortened by a compaction, together with its database. Later entries may be in the log alone.
        let is_short =
            now.length < self.stamp.length && length(transaction).map_err(failed)? >= self.stamp.length;
        let anew = self.identity.open_anew().map_err(failed)?;
        let is_whole = is_readable(&anew)
            .and_then(|is_readable| Ok(is_readable && (!is_short || has_all_pages(&anew)?)));
        if !is_whole.unwrap_or(false) {
            return Err(self.identity.lasting(Difference::Overwritten));
        }
        self.check_seen(&anew)
    }
}

/// The length of the database, in bytes, with all of its log.
pub(super) fn length(connection: &Connection) -> rusqlite::Result<u64> {
    let pages = connection.pragma_query_value(None, "page_count", |row| unsigned(row, 0))?;
    let size = connection.pragma_query_value(None, "page_size", |row| unsigned(row, 0))?;
    Ok(pages.saturating_mul(size))
}

/// Whether the file and its log have all pages of the database. Takes as long as the database is large.
fn has_all_pages(connection: &Connection) -> rusqlite::Result<bool> {
    let found: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    Ok(found == "ok")
}

/// Whether the last entries can be read, without a gap.
fn is_readable(connection: &Connection) -> rusqlite::Result<bool> {
    let sql = format!(
        "SELECT entry, length(payload) + length(hash) FROM journal ORDER BY entry DESC LIMIT {READ_AGAIN}"
    );
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query(())?;
    let mut next: Option<u64> = None;
    while let Some(row) = rows.next()? {
        let entry = unsigned(row, 0)?;
        if next.is_some_and(|next| next != entry + 1) {
            return Ok(false);
        }
        next = Some(entry);
    }
    Ok(true)
}
