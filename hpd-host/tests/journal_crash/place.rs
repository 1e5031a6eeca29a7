//! Where a journal is, for all processes that open it.

use std::path::PathBuf;
use std::sync::Arc;

use hpd_host::Random;
use hpd_host::journal::{Durability, Journal, JournalOptions, SqliteJournal};
use serde::{Deserialize, Serialize};

/// A database.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Database {
    Sqlite(PathBuf),
    #[cfg(feature = "postgres")]
    Postgres(String),
}

/// A journal in its database, and the file of effects beside it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) database: Database,
    pub(crate) is_relaxed: bool,
    pub(crate) effects: PathBuf,
}

impl Place {
    /// Opens the journal; what it takes its random bytes from can be held in hand.
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
            Database::Postgres(url) => crate::postgres::open(url, options).await,
        }
    }
}
