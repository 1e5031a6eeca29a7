//! Where a journal is, for all processes that open it.

#![cfg_attr(not(feature = "postgres"), expect(clippy::unused_async, reason = "files are not waited for"))]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hpd_host::journal::{Durability, Journal, JournalOptions, SqliteJournal};
use hpd_host::system::Random;
use serde::{Deserialize, Serialize};

#[cfg(feature = "postgres")]
use crate::postgres::Schema;

/// A database.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Database {
    Sqlite(PathBuf),
    #[cfg(feature = "postgres")]
    Postgres(Schema),
}

/// A journal in its database, and the file of effects beside it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) database: Database,
    pub(crate) is_relaxed: bool,
    pub(crate) effects: PathBuf,
}

/// A new database in a folder of its own, inside of this one.
pub(crate) fn sqlite_in(folder: &Path, is_relaxed: bool) -> Place {
    let folder = tempfile::tempdir_in(folder).expect("there can be a folder").keep();
    Place {
        database: Database::Sqlite(folder.join("journal.db")),
        is_relaxed,
        effects: folder.join("effects"),
    }
}

impl Place {
    /// Opens the journal; the caller may control its source of random bytes.
    pub(crate) async fn open(&self, random: impl Random + 'static) -> Arc<dyn Journal> {
        let options = JournalOptions {
            durability: if self.is_relaxed { Durability::Relaxed } else { Durability::Durable },
            random: Arc::new(random),
            ..JournalOptions::default()
        };
        match &self.database {
            Database::Sqlite(path) => {
                Arc::new(SqliteJournal::open_with(path, options).expect("the database can be opened"))
            }
            #[cfg(feature = "postgres")]
            Database::Postgres(schema) => schema.open(options).await,
        }
    }

    /// Waits until no process has it open any more. Those processes were killed.
    pub(crate) async fn wait_until_closed(&self) {
        match &self.database {
            Database::Sqlite(_) => {}
            #[cfg(feature = "postgres")]
            Database::Postgres(schema) => schema.wait_until_closed().await,
        }
    }
}
