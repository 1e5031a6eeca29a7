//! Measurements on disk, one file a table, so that each can be taken again alone.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// Which measurements a file holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Table {
    /// Time a call.
    Timings,
    /// Instructions a call.
    Instructions,
    /// Compile time and size a function.
    CompileCosts,
}

impl Table {
    fn file(self, folder: &Path) -> PathBuf {
        folder.join(match self {
            Self::Timings => "time.json",
            Self::Instructions => "ir.json",
            Self::CompileCosts => "compile.json",
        })
    }
}

/// Writes measurements into a folder, which is created.
///
/// # Errors
///
/// The folder or the file can't be written.
pub(crate) fn save<T: Serialize>(folder: &Path, table: Table, rows: &[T]) -> Result<()> {
    let file = table.file(folder);
    fs::create_dir_all(folder).map_err(|error| Error::file("create", folder, &error))?;
    let text = serde_json::to_string_pretty(rows)
        .map_err(|error| Error::new(format!("can't serialise measurements: {error}")))?;
    fs::write(&file, text + "\n").map_err(|error| Error::file("write", &file, &error))
}

/// Reads measurements; a table that was not measured has no rows.
///
/// # Errors
///
/// The file is there but can't be read.
pub(crate) fn load<T: DeserializeOwned>(folder: &Path, table: Table) -> Result<Vec<T>> {
    let file = table.file(folder);
    if !file.exists() {
        return Ok(vec![]);
    }
    let text = fs::read_to_string(&file).map_err(|error| Error::file("read", &file, &error))?;
    serde_json::from_str(&text)
        .map_err(|error| Error::new(format!("can't read `{}`: {error}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callgrind::Instructions;

    #[test]
    fn what_is_saved_is_loaded_and_what_is_not_is_empty() {
        let folder = std::env::temp_dir().join(format!("hpd-bench-results-{}", std::process::id()));
        let rows =
            vec![Instructions { group: "add".to_owned(), contender: "limit".to_owned(), a_call: 1589.0 }];
        save(&folder, Table::Instructions, &rows).unwrap();
        let loaded: Vec<Instructions> = load(&folder, Table::Instructions).unwrap();
        let absent: Vec<Instructions> = load(&folder, Table::Timings).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(loaded, rows);
        assert_eq!(absent, []);
    }
}
