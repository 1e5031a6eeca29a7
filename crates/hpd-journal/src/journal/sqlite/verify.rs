//! Slices of a verification, each on a snapshot of the database.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::ThreadId;

use rusqlite::Connection;

use super::error::failed;
use super::identity::Identity;
use super::read::answer;
use super::thread::Joined;
use super::{SqliteJournalError, entries};
use crate::journal::database::ENTRY;
use crate::journal::writer::{Command, ReadCommand, Request, Shared};
use crate::journal::{ChainKey, VerifyProgress, VerifySlice};
use crate::pending::StoreError;

/// Slices that may wait. More are run by the thread that reads.
const WAITING: usize = 16;

/// The thread that runs slices.
pub(super) struct Slices {
    // Dropped first: the thread ends when no sender is left.
    requests: SyncSender<Request>,
    thread: Joined,
}

impl Slices {
    /// # Errors
    ///
    /// The journal's thread can't be started.
    pub(super) fn start(
        connection: Connection,
        identity: Option<Arc<Identity>>,
        shared: Arc<Shared>,
    ) -> Result<Self, SqliteJournalError> {
        let (requests, waiting) = sync_channel(WAITING);
        let run = move || {
            let mut connection = connection;
            for request in waiting {
                answer(&mut connection, identity.as_deref(), &shared, request);
            }
            if let Some(identity) = identity {
                identity.leave(&connection);
            }
        };
        Ok(Self { requests, thread: Joined::start("hpd-journal-verify", run)? })
    }

    /// The thread.
    pub(super) fn thread(&self) -> Option<ThreadId> {
        self.thread.id()
    }

    /// Hands a slice over; gives other requests back, and a slice if too many wait.
    pub(super) fn take(&self, request: Request) -> Option<Request> {
        if !matches!(request.command, Command::Read(ReadCommand::VerifySlice(..))) {
            return Some(request);
        }
        let (TrySendError::Full(request) | TrySendError::Disconnected(request)) =
            self.requests.try_send(request).err()?;
        Some(request)
    }
}

/// Runs a slice. Its anchor and its entries are those of one moment.
pub(super) fn slice(
    connection: &mut Connection,
    key: Option<&ChainKey>,
    progress: VerifyProgress,
    max_entries: u64,
) -> Result<VerifySlice, StoreError> {
    let moment = connection.transaction().map_err(failed)?;
    let mut slice = progress.slice(entries::anchor(&moment)?, key, max_entries);
    let sql = format!("SELECT {ENTRY} FROM journal WHERE entry >= ?1 ORDER BY entry LIMIT ?2");
    let mut statement = moment.prepare_cached(&sql).map_err(failed)?;
    let mut rows = statement.query([slice.from(), entries::number(slice.max())]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let entry = entries::entry(row).map_err(failed)?;
        slice.check(row.get(0).map_err(failed)?, &entry);
    }
    // The end of the chain is the last entry.
    Ok(slice.end(entries::head(&moment)?.number, None))
}
