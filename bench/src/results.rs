//! Measurements on disk, one file a table, so that each can be taken again alone.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::callgrind::Instructions;
use crate::compile::{Base, Cost};
use crate::error::{Error, Result};
use crate::timing::Timing;

/// A row of a table, in the table's file.
pub(crate) trait Row: Serialize + DeserializeOwned {
    /// The name of the file.
    const FILE: &'static str;

    /// What was measured together: rows of it replace the old ones.
    fn measured(&self) -> &str;
}

/// The memory of ten thousand external tools.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// What takes it.
    pub what: String,
    /// How many bytes.
    pub bytes: f64,
}

impl Row for Timing {
    const FILE: &'static str = "time.json";

    fn measured(&self) -> &str {
        &self.program
    }
}

impl Row for Instructions {
    const FILE: &'static str = "ir.json";

    fn measured(&self) -> &str {
        &self.program
    }
}

impl Row for Cost {
    const FILE: &'static str = "compile.json";

    fn measured(&self) -> &str {
        &self.library
    }
}

impl Row for Base {
    const FILE: &'static str = "base.json";

    fn measured(&self) -> &str {
        &self.library
    }
}

impl Row for Memory {
    const FILE: &'static str = "memory.json";

    fn measured(&self) -> &str {
        &self.what
    }
}

/// Writes measurements into a folder, which is created. They replace those of the same programs and libraries.
///
/// # Errors
///
/// The folder or the file can't be read or written.
pub(crate) fn save<R: Row>(folder: &Path, rows: Vec<R>) -> Result<()> {
    let file = path::<R>(folder);
    let mut all: Vec<R> = load(folder)?;
    all.retain(|old| rows.iter().all(|row| row.measured() != old.measured()));
    all.extend(rows);
    fs::create_dir_all(folder).map_err(|error| Error::file("create", folder, &error))?;
    let text = serde_json::to_string_pretty(&all)
        .map_err(|error| Error::new(format!("can't serialise measurements: {error}")))?;
    fs::write(&file, text + "\n").map_err(|error| Error::file("write", &file, &error))
}

/// Reads measurements; a table that was not measured has no rows.
///
/// # Errors
///
/// The file is there but can't be read.
pub(crate) fn load<R: Row>(folder: &Path) -> Result<Vec<R>> {
    let file = path::<R>(folder);
    if !file.exists() {
        return Ok(vec![]);
    }
    let text = fs::read_to_string(&file).map_err(|error| Error::file("read", &file, &error))?;
    serde_json::from_str(&text)
        .map_err(|error| Error::new(format!("can't read `{}`: {error}", file.display())))
}

fn path<R: Row>(folder: &Path) -> PathBuf {
    folder.join(R::FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(what: &str, bytes: f64) -> Memory {
        Memory { what: what.to_owned(), bytes }
    }

    #[test]
    fn what_is_saved_again_is_replaced_and_what_is_not_is_empty() {
        let folder = std::env::temp_dir().join(format!("hpd-bench-results-{}", std::process::id()));
        save(&folder, vec![memory("a", 1.0), memory("b", 2.0)]).unwrap();
        save(&folder, vec![memory("a", 3.0)]).unwrap();
        let loaded: Vec<Memory> = load(&folder).unwrap();
        let absent: Vec<Timing> = load(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(loaded, [memory("b", 2.0), memory("a", 3.0)]);
        assert_eq!(absent, []);
    }
}
