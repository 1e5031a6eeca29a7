//! Configuration and profiles in files: their contents, their problems, and the times when they are read again.

#![cfg(all(feature = "yaml", feature = "toml"))]

mod changes;
mod config;
mod folder;
mod problems;
mod profile;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// A folder of files with times that a test says.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, as of a second after the epoch.
    fn write(&self, name: &str, second: u64, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).unwrap();
        path
    }

    /// A text without the folder's own path in it.
    fn without_path(&self, text: &str) -> String {
        let folder: &Path = self.0.path();
        text.replace(&format!("{}/", folder.display()), "").replace(&folder.display().to_string(), "FOLDER")
    }
}
