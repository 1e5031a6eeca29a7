//! The journal, for those who use it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::SqliteJournalError;
use super::connect::Place;
use super::only_reads::{open_to_read, run_to_read};
use super::others::Others;
use super::read::Reader;
use super::thread::Joined;
use super::watch::Watch;
use super::writer::Writer;
use crate::journal::JournalOptions;
use crate::journal::writer::{Requests, Shared, counted_queue, journal_methods, queue};

/// A journal in an SQLite database: a file with a write-ahead log beside it. Several processes of one machine may have
/// it open.
///
/// Its futures need no runtime and never block the polling thread. Dropping the journal waits until the queue is
/// written.
///
/// Arguments of sensitive parameters are never written to the database. In recorded texts, `[hidden]` replaces the
/// values of these arguments; values in [some notations](crate::journal#sensitive-values) are not found. The values
/// stay in the memory of the process that asked the user. No other process can run a call with such values.
///
/// Erased or pruned data is overwritten where it was. SQLite moves rows between pages, and may leave a copy of one in a free
/// part of a page. New data overwrites it, or `VACUUM` does, by another program while no journal has the file open. Backups
/// keep their data.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
/// use hpd_journal::journal::{EventFilter, Journal, SqliteJournal};
///
/// # futures_executor::block_on(async {
/// let journal = SqliteJournal::in_memory()?;
/// let question = TurnStartedEvent::new(Some("Void INV-042.".to_owned()));
/// let at = Timestamp::from_millis(1_767_225_600_000);
/// journal.append(vec![NewEvent::new("s1", at, Event::TurnStarted(question))]).await?;
///
/// assert_eq!(journal.read(&EventFilter::default()).await?[0].seq, 1);
/// assert!(journal.verify(None).await?.is_whole());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
pub struct SqliteJournal {
    // Dropped first: the writer ends when no sender is left.
    requests: Requests,
    shared: Arc<Shared>,
    _writer: Joined,
    _others: Option<Others>,
}

/// SQLite has no lock queue. A waiting process retries after at most a tenth of a second.
const PAUSE: Duration = Duration::from_millis(120);

impl SqliteJournal {
    /// The journal in this file. A missing or empty file becomes a new journal. A file of another program stays
    /// unchanged.
    ///
    /// # Errors
    ///
    /// The file can't be opened, or it or its folder can't be written. It [is not a journal](SqliteJournalError::is_of_another_file), or is a journal
    /// of a newer version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SqliteJournalError> {
        Self::open_with(path, JournalOptions::default())
    }

    /// As [`open`](Self::open), with options.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_with(path: impl AsRef<Path>, options: JournalOptions) -> Result<Self, SqliteJournalError> {
        Self::start(&Place::file(path.as_ref())?, options)
    }

    /// Opens an existing journal to read it. Creates nothing, and migrates nothing: no right to write is needed. Each
    /// write fails.
    ///
    /// Where the folder can't be written and no program has the journal open, the file is read without locks. Reads then
    /// fail as soon as the file changes.
    ///
    /// # Errors
    ///
    /// There is no such file, or it can't be read. It [is not a journal](SqliteJournalError::is_of_another_file), or is
    /// a journal of a newer version.
    ///
    /// ```
    /// use hpd_journal::journal::{Journal, JournalOptions, SqliteJournal};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let file = folder.path().join("journal.db");
    /// # drop(SqliteJournal::open(&file)?);
    /// let journal = SqliteJournal::open_to_read(&file, JournalOptions::default())?;
    /// println!("{} entries", futures_executor::block_on(journal.head())?.number);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_to_read(path: impl AsRef<Path>, options: JournalOptions) -> Result<Self, SqliteJournalError> {
        let Place::File(path) = Place::file(path.as_ref())? else {
            return Err(SqliteJournalError::no_journal());
        };
        let (connection, identity) = open_to_read(&path, options.patience)?;
        let (entrance, waiting) = queue(options.queue);
        let shared = Arc::new(Shared::new(options));
        let requests = Requests::new(entrance, Arc::clone(&shared));
        let reads = Arc::clone(&shared);
        let others = Others::start(Arc::clone(&identity), &shared)?;
        let thread =
            Joined::start("hpd-journal", move || run_to_read(connection, &identity, &reads, waiting))?;
        Ok(Self { requests, shared, _writer: thread, _others: Some(others) })
    }

    /// An empty journal that is gone when it is dropped.
    ///
    /// # Errors
    ///
    /// The journal's thread can't be started.
    pub fn in_memory() -> Result<Self, SqliteJournalError> {
        Self::in_memory_with(JournalOptions::default())
    }

    /// As [`in_memory`](Self::in_memory), with options.
    ///
    /// # Errors
    ///
    /// As [`in_memory`](Self::in_memory).
    pub fn in_memory_with(options: JournalOptions) -> Result<Self, SqliteJournalError> {
        Self::start(&Place::Memory, options)
    }

    fn start(place: &Place, options: JournalOptions) -> Result<Self, SqliteJournalError> {
        let (connection, watch) = place.watched_writer(&options)?;
        let watched = watch.as_ref().map(Watch::shared);
        let places = options.queue;
        let pause = if matches!(place, Place::File(_)) { PAUSE } else { Duration::ZERO };
        let shared = Arc::new(Shared::new(options));
        let (entrance, waiting) = counted_queue(places, Arc::clone(&shared.lost));
        // A database in memory has one connection: its writer reads, too.
        let patience = shared.options.patience;
        let (reads, reader) = match (place.reader(patience)?, place.reader(patience)?) {
            (Some(connection), Some(verifying)) => {
                let identity = watch.as_ref().map(Watch::shared);
                let (reads, waiting) = queue(places);
                let shared = Arc::clone(&shared);
                (Some(reads), Some(Reader::start([connection, verifying], identity, shared, waiting)?))
            }
            _ => (None, None),
        };
        let requests = Requests::new(entrance, Arc::clone(&shared)).with_reads(reads).with_pause(pause);
        let [reads, slices] = reader.as_ref().map_or([None; 2], Reader::threads);
        let writer = Writer::new(connection, reader, Arc::clone(&shared)).watching(watch);
        let writer = Joined::start("hpd-journal", move || writer.run(waiting))?;
        let writer = writer.not_joined_by(reads).not_joined_by(slices);
        let others = watched.map(|identity| Others::start(identity, &shared)).transpose()?;
        Ok(Self { requests, shared, _writer: writer, _others: others })
    }
}

impl fmt::Debug for SqliteJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteJournal").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

journal_methods!(SqliteJournal);
