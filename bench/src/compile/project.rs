//! The generated crates of a library, in a folder of their own that is removed afterwards.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::error::{Error, Result};

/// A workspace with a crate for each number of functions.
pub(super) struct Project {
    folder: PathBuf,
}

impl Project {
    /// Writes a workspace into the folder for temporary files: a package for each size, with its source. The versions are
    /// those of hpd's own lock file, if it is next to the runtime's folder.
    ///
    /// # Errors
    ///
    /// A file can't be written, or `runtime` is no folder.
    pub(super) fn generate(
        name: &str,
        runtime: &Path,
        dependencies: &str,
        sizes: &[u32],
        source: impl Fn(u32) -> String,
    ) -> Result<Self> {
        let name = format!("hpd-bench-{name}-{}", std::process::id());
        let project = Self { folder: std::env::temp_dir().join(name) };
        let members: Vec<String> = sizes.iter().map(|size| format!("\"{}\"", Self::package(*size))).collect();
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", "));
        write(&project.folder.join("Cargo.toml"), &manifest)?;
        if let Ok(lock) = fs::read_to_string(runtime.join("../Cargo.lock")) {
            write(&project.folder.join("Cargo.lock"), &lock)?;
        }
        for size in sizes {
            let package = Self::package(*size);
            let manifest = format!(
                "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n{dependencies}"
            );
            write(&project.folder.join(&package).join("Cargo.toml"), &manifest)?;
            write(&project.main_file(*size), &source(*size))?;
        }
        Ok(project)
    }

    /// The name of the package with so many functions.
    pub(super) fn package(size: u32) -> String {
        format!("functions-{size}")
    }

    /// The workspace's folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where its builds go.
    pub(super) fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// Makes cargo believe that the source changed.
    ///
    /// # Errors
    ///
    /// The file's time can't be set.
    pub(super) fn touch(&self, size: u32) -> Result<()> {
        let file = self.main_file(size);
        File::options()
            .append(true)
            .open(&file)
            .and_then(|open| open.set_modified(SystemTime::now()))
            .map_err(|error| Error::file("touch", &file, &error))
    }

    fn main_file(&self, size: u32) -> PathBuf {
        self.folder.join(Self::package(size)).join("src/main.rs")
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // Leftovers are in the folder for temporary files: the system removes them.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn write(file: &Path, text: &str) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| Error::file("create", folder, &error))?;
    }
    fs::write(file, text).map_err(|error| Error::file("write", file, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_written_and_removed() {
        let runtime = std::env::temp_dir();
        let source = |_| "fn main() {}".to_owned();
        let project = Project::generate("test", &runtime, "", &[2, 3], source).unwrap();
        let folder = project.folder().to_path_buf();
        project.touch(2).unwrap();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert_eq!(manifest, "[workspace]\nresolver = \"3\"\nmembers = [\"functions-2\", \"functions-3\"]\n");
        assert!(folder.join("functions-3/src/main.rs").is_file());
        drop(project);
        assert!(!folder.exists());
    }
}
