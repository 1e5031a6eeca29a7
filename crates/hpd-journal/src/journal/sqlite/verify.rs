//! Slices of a verification, each on a snapshot of the database.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{ThreadId, sleep};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::error::failed;
use super::identity::Identity;
use super::read::answer;
use super::thread::Joined;
use super::{SqliteJournalError, entries};
use crate::journal::database::ENTRY;
use crate::journal::reads::{LOOK, PATIENCE, Reads};
use crate::journal::writer::{Command, ReadCommand, Request, Shared};
use crate::journal::{ChainKey, VerifyProgress, VerifySlice};
use crate::pending::StoreError;

/// Slices that may wait. More are run by the thread that reads.
const WAITING: usize = 16;

/// Waits until nobody reads, and not longer than `patience`.
fn give_way(reads: &Reads, patience: Duration) {
    let began = Instant::now();
    while reads.goes_on() && began.elapsed() < patience {
        sleep(LOOK);
    }
}

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
        reads: Arc<Reads>,
    ) -> Result<Self, SqliteJournalError> {
        let (requests, waiting) = sync_channel(WAITING);
        let run = move || {
            let mut connection = connection;
            for request in waiting {
                give_way(&reads, PATIENCE);
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Reads, give_way};

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_slice_waits_for_the_end_of_a_read() {
        let reads = &Reads::new();
        let (begun, has_begun) = channel();
        let (end, is_ended) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                let _reading = reads.begin();
                begun.send(()).unwrap();
                is_ended.recv().unwrap();
            });
            has_begun.recv().unwrap();
            assert!(reads.goes_on());
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(20));
                end.send(()).unwrap();
            });
            give_way(reads, LONG);
            assert!(!reads.goes_on());
        });
    }

    #[test]
    fn a_slice_waits_for_no_read_longer_than_its_patience() {
        let reads = Reads::new();
        let reading = reads.begin();
        let began = Instant::now();
        give_way(&reads, Duration::from_millis(5));
        let waited = began.elapsed();
        drop(reading);
        assert!((Duration::from_millis(5)..LONG).contains(&waited));
    }
}
