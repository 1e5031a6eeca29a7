//! The journal.

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Manager, Pool};
use tokio_postgres::{Config, NoTls};

use super::database::Database;
use super::error::PostgresJournalError;
use super::migrate::{check, migrate};
use super::others::Others;
use super::{readers, writer};
use crate::journal::JournalOptions;
use crate::journal::writer::{Requests, Shared, Waiting, counted_queue, journal_methods, queue};

/// A journal in a PostgreSQL database, for programs with several instances: all of them may write to it.
///
/// Everything is in one schema, `hpd` by default. Connection settings stay unchanged. To use the tables and the view
/// `query_routing_logs` by bare names, set `search_path` on your own connections.
///
/// Erased or pruned data leaves the tables at once. PostgreSQL's files hold it until `VACUUM` frees the space and new
/// data overwrites it. The write-ahead log and backups hold it as long as they are kept.
///
/// One task writes, on a connection of its own, and others read. They run on the tokio runtime that is current when the journal is created. They end after the
/// journal is dropped and the queues are empty.
///
/// ```no_run
/// use hpd_journal::journal::{Journal, PostgresJournal};
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
    others: Others,
}

impl PostgresJournal {
    /// The default schema of the journal.
    pub const SCHEMA: &str = "hpd";

    /// How many connections a journal that is [connected](Self::connect) by its address uses at most.
    const CONNECTIONS: usize = 8;

    /// Opens the journal at this address: a URL, or pairs of keys and values as in PostgreSQL's own programs. A missing
    /// journal is created. Connections are not encrypted. For encrypted ones, pass a pool to
    /// [`with_pool`](Self::with_pool).
    ///
    /// # Errors
    ///
    /// The address is invalid, or [`with_pool`](Self::with_pool) fails.
    pub async fn connect(address: &str) -> Result<Self, PostgresJournalError> {
        let options = JournalOptions::default();
        let config = Self::config(address, options.patience)?;
        let pool = Self::pool(config.clone())?;
        Self::start(pool, Self::SCHEMA, options, Some(config)).await
    }

    /// Opens an existing journal, by the address of the database and the schema, for programs that read it. Creates
    /// nothing, and migrates nothing. A role that may read the tables is enough, as long as nothing is written.
    ///
    /// # Errors
    ///
    /// The address can't be parsed, or the database can't be reached or refuses a statement. Or the schema has no
    /// journal, or one of a newer version.
    ///
    /// ```no_run
    /// use hpd_journal::journal::{Journal, JournalOptions, PostgresJournal};
    ///
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let address = "postgresql://monitor@localhost/agent";
    /// let journal =
    ///     PostgresJournal::open(address, PostgresJournal::SCHEMA, JournalOptions::default())
    ///         .await?;
    /// println!("{} entries", journal.head().await?.number);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn open(
        address: &str,
        schema: &str,
        options: JournalOptions,
    ) -> Result<Self, PostgresJournalError> {
        let config = Self::config(address, options.patience)?;
        let (database, waiting, journal) = Self::of_pool(Self::pool(config.clone())?, schema, options);
        check(&database).await?;
        waiting.start(database, &journal.others, Some(config));
        Ok(journal)
    }

    fn config(address: &str, patience: Duration) -> Result<Config, PostgresJournalError> {
        let mut config: Config = address.parse().map_err(|_| PostgresJournalError::Address)?;
        if config.get_tcp_user_timeout().is_none() {
            // The system notices a lost connection, too.
            config.tcp_user_timeout(patience);
        }
        Ok(config)
    }

    fn pool(config: Config) -> Result<Pool, PostgresJournalError> {
        Ok(Pool::builder(Manager::new(config, NoTls)).max_size(Self::CONNECTIONS).build()?)
    }

    /// Opens the journal in the pool's database. One connection is kept for writing; others read. The pool's
    /// connections are not notified of commits. So the journal's end is queried each 100 ms, while somebody listens to
    /// events. A schema with other contents stays unchanged.
    ///
    /// # Errors
    ///
    /// The database is unreachable, refuses a command, or is not encoded in UTF-8. The schema belongs to another
    /// program, or to a newer version. The pool has fewer than two connections.
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
        Self::start(pool, schema, options, None).await
    }

    /// Opens the journal. At `address`, commits of other processes can be heard.
    async fn start(
        pool: Pool,
        schema: &str,
        options: JournalOptions,
        address: Option<Config>,
    ) -> Result<Self, PostgresJournalError> {
        if pool.status().max_size < 2 {
            return Err(PostgresJournalError::TooFewConnections);
        }
        let (database, waiting, journal) = Self::of_pool(pool, schema, options);
        migrate(&database).await?;
        waiting.start(database, &journal.others, address);
        Ok(journal)
    }

    /// The journal with its database, and the queues of requests.
    fn of_pool(pool: Pool, schema: &str, options: JournalOptions) -> (Database, Queues, Self) {
        let places = options.queue;
        let shared = Arc::new(Shared::new(options));
        let (entrance, writes) = counted_queue(places, Arc::clone(&shared.lost));
        let (read_entrance, reads) = queue(places);
        let database = Database::new(pool, schema, Arc::clone(&shared), entrance.nudge());
        let requests = Requests::new(entrance, Arc::clone(&shared)).with_reads(Some(read_entrance));
        let others = Others::new(&shared);
        (database, Queues { writes, reads }, Self { shared, requests, others })
    }
}

/// The requests of a journal, for its tasks.
struct Queues {
    writes: Waiting,
    reads: Waiting,
}

impl Queues {
    /// Starts the tasks, on the runtime that is current.
    fn start(self, database: Database, others: &Others, address: Option<Config>) {
        let database = Arc::new(database);
        others.start(&database, address);
        tokio::spawn(readers::run(Arc::clone(&database), self.reads));
        tokio::spawn(writer::run(database, self.writes));
    }
}

/// Without the contents.
impl std::fmt::Debug for PostgresJournal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresJournal").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

journal_methods!(PostgresJournal);
