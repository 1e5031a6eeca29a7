//! A file that is read again when it has changed.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::FileError;
use hpd_document::{Format, Place, read};

/// A file larger than this is not read.
const MAX_BYTES: u64 = 1024 * 1024;

/// Converts a file's tree to its contents, and notes problems.
type ReadTree<T> = dyn Fn(&Place<'_>) -> T + Send + Sync;

/// A file that is read again when its time or its length has changed.
pub(crate) struct Watched<T> {
    path: PathBuf,
    read: Box<ReadTree<T>>,
    last: Mutex<Last<T>>,
}

/// The result of the last read.
struct Last<T> {
    stamp: Stamp,
    read: Result<Arc<T>, FileError>,
}

/// How a file looked before it was read.
#[derive(PartialEq, Eq)]
enum Stamp {
    Unread,
    /// Why there is nothing to read.
    Gone(io::ErrorKind),
    Seen {
        modified: Option<SystemTime>,
        length: u64,
    },
}

impl Stamp {
    /// Whether a file that looks so has to be read, although it looked the same before: nothing says when it changed.
    const fn is_vague(&self) -> bool {
        matches!(self, Self::Unread | Self::Seen { modified: None, .. })
    }
}

impl<T> Watched<T> {
    /// A file that is read when it is first asked for.
    pub(crate) fn new(path: &Path, read: impl Fn(&Place<'_>) -> T + Send + Sync + 'static) -> Self {
        let last = Last { stamp: Stamp::Unread, read: Err(FileError::whole(path, "was not read")) };
        Self { path: path.to_owned(), read: Box::new(read), last: Mutex::new(last) }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The current contents of the file. A problem is logged once.
    ///
    /// # Errors
    ///
    /// The file is unreadable or wrong. Its earlier contents are dropped.
    pub(crate) fn current(&self) -> Result<Arc<T>, FileError> {
        let mut last = self.last();
        // The file is examined before it is read: a change in between is read the next time.
        let stamp = self.stamp();
        if stamp.is_vague() || stamp != last.stamp {
            let before = last.read.as_ref().err().cloned();
            *last = Last { stamp, read: self.read() };
            if let Err(error) = &last.read
                && before.as_ref() != Some(error)
            {
                tracing::warn!(target: "hpd::collect", %error, "a file of values can't be used");
            }
        }
        last.read.clone()
    }

    /// Reads the file, whether or not it seems to have changed.
    ///
    /// # Errors
    ///
    /// As [`current`](Self::current); the log says nothing of it.
    pub(crate) fn reload(&self) -> Result<Arc<T>, FileError> {
        let mut last = self.last();
        let stamp = self.stamp();
        *last = Last { stamp, read: self.read() };
        last.read.clone()
    }

    fn last(&self) -> MutexGuard<'_, Last<T>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stamp(&self) -> Stamp {
        match fs::metadata(&self.path) {
            Ok(seen) => Stamp::Seen { modified: seen.modified().ok(), length: seen.len() },
            Err(error) => Stamp::Gone(error.kind()),
        }
    }

    fn read(&self) -> Result<Arc<T>, FileError> {
        let format = Format::of(&self.path).ok_or_else(|| unknown_format(&self.path))?;
        let text = read_text(&self.path)?;
        let contents = read(format, &text, &self.read);
        contents.map(Arc::new).map_err(|problems| FileError::new(&self.path, problems))
    }
}

fn unknown_format(path: &Path) -> FileError {
    let names: Vec<_> = Format::EXTENSIONS.iter().map(|(name, _)| format!(".{name}")).collect();
    FileError::whole(path, format!("must have a name that ends in one of {}", names.join(", ")))
}

fn read_text(path: &Path) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    if let Err(error) = opened {
        return Err(FileError::whole(path, format!("can't be read: {error}")));
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(FileError::whole(path, "is larger than 1 MiB"));
    }
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(FileError::whole(path, "is not a text in UTF-8"));
    };
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(all(test, feature = "yaml"))]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use hpd_journal::testing::log_lines;

    fn write(path: &Path, second: u64, text: &str) {
        fs::write(path, text).unwrap();
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).unwrap();
    }

    #[test]
    fn the_log_says_once_what_is_wrong_and_no_values() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("a.yml");
        let watched = Watched::new(&path, |root| root.wrong("is wrong"));
        let lines = log_lines("hpd::collect", tracing::Level::WARN, || {
            for (second, text) in [(1, "s3cret"), (1, "s3cret"), (2, "s3cret"), (3, "'s3cret")] {
                write(&path, second, text);
                watched.current().unwrap_err();
            }
            for _ in 0..2 {
                fs::remove_file(&path).ok();
                watched.current().unwrap_err();
            }
        });
        let said = |what: &str| {
            format!("WARN message=a file of values can't be used error={}{what}", path.display())
        };
        assert_eq!(
            lines,
            [
                said(":1:1: is wrong"),
                said(
                    ":1:1: this is not valid YAML: while scanning a quoted scalar, found unexpected end of stream"
                ),
                said(": can't be read: No such file or directory (os error 2)"),
            ]
        );
    }
}
