//! The journal.

use std::sync::Arc;

use deadpool_postgres::{Manager, Pool};
use tokio_postgres::{Config, NoTls};

use super::database::Database;
use super::error::PostgresJournalError;
use super::migrate::{check, migrate};
use super::writer;
use crate::journal::JournalOptions;
use crate::journal::writer::{Requests, Shared, Waiting, journal_methods, queue};

/// A journal in a PostgreSQL database, for programs that run more than once at a time: all of them may write to it.
///
/// Everything is in a schema of its own, `hpd` if nothing else is said. The settings of connections are left as they are: to
/// use the tables and the view `query_routing_logs` by their names alone, set `search_path` for your own connections.
///
/// What is erased or pruned is gone from the tables at once. PostgreSQL's files, its write-ahead log and backups hold it until
/// `VACUUM` has made room and something else was written there.
///
/// One task writes, on the tokio runtime that is current when the journal is made. It ends when the journal is dropped and all that was
/// handed over is written.
///
/// ```no_run
/// use hpd_host::journal::{Journal, PostgresJournal};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let journal = PostgresJournal::connect("postgresql://agent@localhost/agent").await?;
/// assert!(journal.verify(None).await?.is_whole());
/// # Ok(())
/// # }
/// ```
pub struct PostgresJournal {
    pub(super) shared: Arc<Shared>,
    pub(super) requests: Requests,
}

impl PostgresJournal {
    /// The schema that the journal is in if nothing else is said.
    pub const SCHEMA: &str = "hpd";

    /// How many connections a journal that is [connected](Self::connect) by its address uses at most.
    const CONNECTIONS: usize = 8;

    /// The journal in the database at this address, which is a URL or pairs of keys and values as PostgreSQL's own programs take them;
    /// it is made if it is not there. The connections are not encrypted: for others, make a pool.
    ///
    /// # Errors
    ///
    /// The address can't be read, or what [`with_pool`](Self::with_pool) says.
    pub async fn connect(address: &str) -> Result<Self, PostgresJournalError> {
        Self::with_pool(Self::pool(address)?, JournalOptions::default()).await
    }

    /// The journal that is in this schema already, of the database at this address, for programs that read it: nothing is made, and
    /// nothing is brought to a newer version. A role that may read the tables is enough, as long as nothing is written.
    ///
    /// # Errors
    ///
    /// The address can't be read, the database can't be reached or refuses something, there is no journal in the schema, or it is of a
    /// newer version.
    ///
    /// ```no_run
    /// use hpd_host::journal::{Journal, JournalOptions, PostgresJournal};
    ///
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let address = "postgresql://monitor@localhost/agent";
    /// let journal = PostgresJournal::open(address, PostgresJournal::SCHEMA, JournalOptions::default()).await?;
    /// println!("{} entries", journal.head().await?.number);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn open(
        address: &str,
        schema: &str,
        options: JournalOptions,
    ) -> Result<Self, PostgresJournalError> {
        let (database, waiting, journal) = Self::of_pool(Self::pool(address)?, schema, options);
        check(&database).await?;
        tokio::spawn(writer::run(Arc::new(database), waiting));
        Ok(journal)
    }

    fn pool(address: &str) -> Result<Pool, PostgresJournalError> {
        let config: Config = address.parse().map_err(|_| PostgresJournalError::Address)?;
        Ok(Pool::builder(Manager::new(config, NoTls)).max_size(Self::CONNECTIONS).build()?)
    }

    /// The journal in the database that these connections are to. One of them is kept to write; others are used to read. A schema
    /// that has something else in it stays as it is.
    ///
    /// # Errors
    ///
    /// The database can't be reached or refuses something; its encoding is not UTF-8; the schema is another program's, or a journal of
    /// a newer version; or the pool has fewer than two connections.
    pub async fn with_pool(pool: Pool, options: JournalOptions) -> Result<Self, PostgresJournalError> {
        Self::in_schema(pool, Self::SCHEMA, options).await
    }

    /// As [`with_pool`](Self::with_pool), in a schema of this name.
    ///
    /// # Errors
    ///
    /// As [`with_pool`](Self::with_pool).
    pub async fn in_schema(
        pool: Pool,
        schema: &str,
        options: JournalOptions,
    ) -> Result<Self, PostgresJournalError> {
        if pool.status().max_size < 2 {
            return Err(PostgresJournalError::TooFewConnections);
        }
        let (database, waiting, journal) = Self::of_pool(pool, schema, options);
        migrate(&database).await?;
        tokio::spawn(writer::run(Arc::new(database), waiting));
        Ok(journal)
    }

    /// The journal with its database, and what waits to be written there.
    fn of_pool(pool: Pool, schema: &str, options: JournalOptions) -> (Database, Waiting, Self) {
        let (entrance, waiting) = queue(options.queue);
        let requests = Requests::new(entrance, Arc::clone(&options.clock));
        let shared = Arc::new(Shared::new(options));
        (Database::new(pool, schema, Arc::clone(&shared)), waiting, Self { shared, requests })
    }
}

/// Without what is in it.
impl std::fmt::Debug for PostgresJournal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresJournal").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

journal_methods!(PostgresJournal);
