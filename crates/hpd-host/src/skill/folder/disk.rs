//! Files of a skill's folder, read when they are asked for.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use hpd_journal::BoxFuture;
use hpd_runtime::ToolError;

use super::{NO_TEXT, TOO_LONG};
use crate::skill::DocumentSource;

/// A file larger than this is not read.
pub(super) const MAX_BYTES: u64 = 1024 * 1024;

/// The texts of one folder, by the ids of its documents.
pub(super) struct FolderDocuments {
    /// Without links and `..` in it.
    root: PathBuf,
    /// Of all ids.
    prefix: String,
    /// The paths of texts that were found in the folder. Nothing else is ever opened.
    files: BTreeSet<String>,
}

impl FolderDocuments {
    pub(super) fn new(root: PathBuf, skill: &str, files: BTreeSet<String>) -> Self {
        Self { root, prefix: format!("{skill}/"), files }
    }

    fn path<'i>(&self, id: &'i str) -> Option<&'i str> {
        id.strip_prefix(&self.prefix).filter(|path| self.files.contains(*path))
    }
}

impl DocumentSource for FolderDocuments {
    fn has(&self, id: &str) -> bool {
        self.path(id).is_some()
    }

    fn read<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
        Box::pin(async move {
            let Some(path) = self.path(id) else {
                return Err(ToolError::new("There is no such document."));
            };
            match read_text(&self.root, path) {
                Ok(Ok(text)) => Ok(text),
                Ok(Err(why)) => Err(ToolError::new(format!("The document can't be read: {why}."))),
                Err(error) => Err(ToolError::new("The document can't be read right now.").caused_by(error)),
            }
        })
    }
}

/// A file of a folder, by its path with `/` between names, which not every system takes.
pub(super) fn file_in(root: &Path, path: &str) -> PathBuf {
    path.split('/').filter(|name| !name.is_empty()).fold(root.to_owned(), |folder, name| folder.join(name))
}

/// Reads a text file of a folder; an inner error says why it is no text.
///
/// # Errors
///
/// The file can't be read, or is outside of the folder: it became a link after the folder was scanned.
pub(super) fn read_text(root: &Path, path: &str) -> io::Result<Result<String, &'static str>> {
    let full = file_in(root, path);
    // The root is canonical, so that a path without links is canonical too.
    if full.canonicalize()? != full {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is a link"));
    }
    if !full.symlink_metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    let mut bytes = Vec::new();
    // It may have grown since: no more is read than there may be.
    File::open(&full)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Ok(Err(TOO_LONG));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => {
            Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
        }
        _ => Err(NO_TEXT),
    })
}
