//! Slices of a verification, each on a snapshot of the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
use crate::journal::writer::{Command, ReadCommand, Request, Shared};
use crate::journal::{ChainKey, VerifyProgress, VerifySlice};
use crate::pending::StoreError;

/// Slices that may wait. More are run by the thread that reads.
const WAITING: usize = 16;

/// How long a slice waits for readers at most. So a verification comes to its end while pages are read all the time.
const PATIENCE: Duration = Duration::from_millis(50);
/// A pause between two reads of one page is shorter.
const PAUSE: Duration = Duration::from_millis(3);

/// Whether somebody reads. A slice then waits, so that it does not take a processor from who wants a page.
pub(super) struct Reads {
    start: Instant,
    is_reading: AtomicBool,
    /// When the last read ended, in milliseconds since the start.
    ended: AtomicU64,
}

impl Reads {
    pub(super) fn new() -> Self {
        Self { start: Instant::now(), is_reading: AtomicBool::new(false), ended: AtomicU64::new(0) }
    }

    /// Runs a read.
    pub(super) fn during<T>(&self, read: impl FnOnce() -> T) -> T {
        self.is_reading.store(true, Ordering::Relaxed);
        let read = read();
        self.ended.store(self.now(), Ordering::Relaxed);
        self.is_reading.store(false, Ordering::Relaxed);
        read
    }

    /// Waits until nobody reads, and not longer than `patience`.
    fn give_way(&self, patience: Duration) {
        let began = Instant::now();
        while self.goes_on() && began.elapsed() < patience {
            sleep(Duration::from_millis(1));
        }
    }

    fn goes_on(&self) -> bool {
        let since = self.now().saturating_sub(self.ended.load(Ordering::Relaxed));
        self.is_reading.load(Ordering::Relaxed) || Duration::from_millis(since) < PAUSE
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
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
                reads.give_way(PATIENCE);
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

    use super::Reads;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_slice_waits_for_the_end_of_a_read() {
        let reads = &Reads::new();
        let (begun, has_begun) = channel();
        let (end, is_ended) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                reads.during(|| {
                    begun.send(()).unwrap();
                    is_ended.recv().unwrap();
                });
            });
            has_begun.recv().unwrap();
            assert!(reads.goes_on());
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(20));
                end.send(()).unwrap();
            });
            reads.give_way(LONG);
            assert!(!reads.goes_on());
        });
    }

    #[test]
    fn a_slice_waits_for_no_read_longer_than_its_patience() {
        let reads = Reads::new();
        let waited = reads.during(|| {
            let began = Instant::now();
            reads.give_way(Duration::from_millis(5));
            began.elapsed()
        });
        assert!((Duration::from_millis(5)..LONG).contains(&waited));
    }
}
