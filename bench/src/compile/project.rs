//! The generated crates of a library, in the folder of builds.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::error::{Error, Result};

/// A workspace with a crate for each number of functions.
pub(super) struct Project {
    folder: PathBuf,
    target: PathBuf,
}

impl Project {
    /// Writes a workspace into `folder`: a package for each size, with its source. The versions are those of hpd's own lock
    /// file, if it is next to the runtime's folder. Workspaces in the same folder share their builds, so that a library's
    /// dependencies are built once.
    ///
    /// # Errors
    ///
    /// A file can't be written, or `runtime` is no folder.
    pub(super) fn generate(
        folder: &Path,
        name: &str,
        runtime: &Path,
        dependencies: &str,
        sizes: &[u32],
        source: impl Fn(u32) -> String,
    ) -> Result<Self> {
        let project = Self { folder: folder.join(name), target: folder.join("target") };
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
    pub(super) fn target(&self) -> &Path {
        &self.target
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
    fn a_project_is_written_beside_its_builds() {
        let folder = std::env::temp_dir().join(format!("hpd-bench-project-{}", std::process::id()));
        let source = |_| "fn main() {}".to_owned();
        let project = Project::generate(&folder, "flat", &folder, "", &[2, 3], source).unwrap();
        project.touch(2).unwrap();
        let manifest = fs::read_to_string(folder.join("flat/Cargo.toml")).unwrap();
        let has_source = folder.join("flat/functions-3/src/main.rs").is_file();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(manifest, "[workspace]\nresolver = \"3\"\nmembers = [\"functions-2\", \"functions-3\"]\n");
        assert!(has_source);
        assert_eq!((project.folder(), project.target()), (&*folder.join("flat"), &*folder.join("target")));
    }
}
