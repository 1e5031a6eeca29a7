//! The files that were opened, compared with the files at their paths now.
//!
//! SQLite writes to the opened file even after it was removed, moved or replaced, and reports success. So the paths are
//! compared before and after each transaction, and before each read. Files are never opened for this: to close a file
//! drops all locks that the process has on it.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::difference::{Difference, Part};
use crate::journal::LOG;
use crate::pending::StoreError;

/// How often a lasting difference is logged.
const BEFORE_NEXT_LOG: Duration = Duration::from_secs(60);

/// How long another connection waits for a lock.
const BEFORE_GIVING_UP: Duration = Duration::from_secs(1);

/// What distinguishes a file from others at the same path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileId {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
    #[cfg(not(unix))]
    created: Option<SystemTime>,
}

impl FileId {
    /// `None` if the file has no path any more.
    #[cfg(unix)]
    fn of(file: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        (file.nlink() > 0).then(|| Self { device: file.dev(), inode: file.ino() })
    }

    #[cfg(not(unix))]
    fn of(file: &Metadata) -> Option<Self> {
        Some(Self { created: file.created().ok() })
    }

    /// Of the file at a path; `None` if there is none.
    pub(super) fn at(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().as_ref().and_then(Self::of)
    }
}

/// Length and time of the last change of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(file: &Metadata) -> Self {
        Self { length: file.len(), modified: file.modified().ok() }
    }
}

/// A file of the journal.
struct Opened {
    part: Part,
    path: PathBuf,
    id: FileId,
}

impl Opened {
    /// `None` if there is no such file.
    fn at(part: Part, path: PathBuf) -> io::Result<Option<Self>> {
        let found = match fs::metadata(&path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        Ok(FileId::of(&found).map(|id| Self { part, path, id }))
    }

    /// The file, if it is still the one at its path.
    fn check(&self) -> Result<Stamp, Difference> {
        let found = fs::metadata(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Difference::Gone(self.part),
            kind => Difference::Unreadable(self.part, kind),
        })?;
        match FileId::of(&found) {
            Some(id) if id == self.id => Ok(Stamp::of(&found)),
            Some(_) => Err(Difference::Other(self.part)),
            None => Err(Difference::Gone(self.part)),
        }
    }
}

/// The files of a journal, as they were when it was opened. Writer and readers share it.
pub(super) struct Identity {
    database: Opened,
    /// The write-ahead log and its index. SQLite keeps both while a connection is open.
    beside: Vec<Opened>,
    /// The file's stamp, where it must not change: it is read without locks.
    fixed: Option<Stamp>,
    /// A difference that no file at the path can end.
    lasting: OnceLock<Difference>,
    /// Whether the last check found a difference.
    differs: AtomicBool,
    /// When a difference was logged last.
    logged: Mutex<Option<Instant>>,
}

impl Identity {
    /// The files of an open database.
    ///
    /// # Errors
    ///
    /// They can't be examined.
    pub(super) fn of_writer(path: &Path) -> io::Result<Arc<Self>> {
        let mut identity = Self::of(path)?;
        // SQLite follows links before it names the other files.
        let real = fs::canonicalize(path)?;
        for (part, suffix) in [(Part::Log, "-wal"), (Part::Index, "-shm")] {
            identity.beside.extend(Opened::at(part, beside(&real, suffix))?);
        }
        Ok(Arc::new(identity))
    }

    /// The file of a database that is only read. Its log may not exist yet.
    ///
    /// # Errors
    ///
    /// As [`of_writer`](Self::of_writer).
    pub(super) fn of_reader(path: &Path, is_fixed: bool) -> io::Result<Arc<Self>> {
        let mut identity = Self::of(path)?;
        identity.fixed = if is_fixed { Some(Stamp::of(&fs::metadata(path)?)) } else { None };
        Ok(Arc::new(identity))
    }

    fn of(path: &Path) -> io::Result<Self> {
        let database = Opened::at(Part::File, path.to_owned())?.ok_or(io::ErrorKind::NotFound)?;
        Ok(Self {
            database,
            beside: Vec::new(),
            fixed: None,
            lasting: OnceLock::new(),
            differs: AtomicBool::new(false),
            logged: Mutex::new(None),
        })
    }

    /// Compares all files with those that were opened.
    ///
    /// # Errors
    ///
    /// One of them is another one, or missing.
    pub(super) fn check(&self) -> Result<Stamp, StoreError> {
        match self.compare() {
            Ok(stamp) => {
                if self.differs.swap(false, Ordering::Relaxed) {
                    self.log_end();
                }
                Ok(stamp)
            }
            Err(difference) => Err(self.refused(&difference)),
        }
    }

    fn compare(&self) -> Result<Stamp, Difference> {
        if let Some(lasting) = self.lasting.get() {
            return Err(*lasting);
        }
        let stamp = self.database.check()?;
        for file in &self.beside {
            file.check()?;
        }
        match self.fixed {
            Some(fixed) if fixed != stamp => Err(Difference::Overwritten),
            _ => Ok(stamp),
        }
    }

    /// The error for a difference in the contents, which stays until the journal is opened anew.
    pub(super) fn lasting(&self, difference: Difference) -> StoreError {
        self.refused(self.lasting.get_or_init(|| difference))
    }

    /// The error for a difference. The log has it at first, and then once a minute.
    fn refused(&self, difference: &Difference) -> StoreError {
        self.differs.store(true, Ordering::Relaxed);
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.is_none_or(|logged| logged.elapsed() >= BEFORE_NEXT_LOG) {
            *logged = Some(Instant::now());
            tracing::error!(target: LOG, file = %self.database.path.display(), "{difference}");
        }
        StoreError::of_kind(difference.kind(), difference.to_string())
    }

    fn log_end(&self) {
        *self.logged.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let file = self.database.path.display();
        tracing::info!(target: LOG, %file, "the journal's file is the one that was opened again");
    }

    /// Before a connection is closed: SQLite would carry the log over into the file, and remove the log at its path. It
    /// does neither if the file, the log or the contents are those of another program.
    pub(super) fn leave(&self, connection: &Connection) {
        let mut files = std::iter::once(&self.database).chain(&self.beside);
        let is_foreign = self.lasting.get().is_some()
            || files
                .any(|file| matches!(file.check(), Err(Difference::Other(_) | Difference::Unreadable(..))));
        if is_foreign
            && let Err(error) = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        {
            tracing::error!(target: LOG, %error, "the journal's files may be changed when it is closed");
        }
    }

    /// Another connection to the file, which only reads.
    pub(super) fn open_anew(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.database.path, flags)?;
        connection.pragma_update(None, "query_only", "ON")?;
        connection.busy_timeout(BEFORE_GIVING_UP)?;
        Ok(connection)
    }

    /// How many bytes the file and its log have.
    pub(super) fn size(&self) -> Option<u64> {
        let log = self.beside.iter().find(|file| file.part == Part::Log);
        let length = |file: &Opened| fs::metadata(&file.path).ok().map(|found| found.len());
        Some(length(&self.database)? + log.map_or(Some(0), length)?)
    }
}

/// The path of a file beside a database.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}
