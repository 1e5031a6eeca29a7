//! Journals, and everything that their storage holds.

use std::sync::Arc;

use hpd_host::journal::{EventFilter, Journal, MemoryJournal};

/// A journal with a storage that can be read without it.
pub(crate) trait Store {
    type Journal: Journal + 'static;

    /// A new, empty journal; `None`, after a line that says so, if there is no server for it.
    fn new(number: usize) -> Option<Self>
    where
        Self: Sized;

    fn journal(&self) -> Arc<Self::Journal>;

    /// Drives a future to its end, in this thread.
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T;

    /// Everything in the storage, as texts. Bytes that are no text are left out.
    fn contents(&self) -> String;
}

/// A journal in memory: its events, and the stored forms of its calls.
pub(crate) struct InMemory(Arc<MemoryJournal>);

impl Store for InMemory {
    type Journal = MemoryJournal;

    fn new(_: usize) -> Option<Self> {
        Some(Self(Arc::new(MemoryJournal::new())))
    }

    fn journal(&self) -> Arc<MemoryJournal> {
        Arc::clone(&self.0)
    }

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        futures_executor::block_on(future)
    }

    fn contents(&self) -> String {
        let records = self.block_on(self.0.read(&EventFilter::default())).unwrap();
        records.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect()
    }
}

#[cfg(feature = "sqlite")]
pub(crate) mod sqlite {
    use std::fs;

    use hpd_host::journal::{Durability, JournalOptions, SqliteJournal};
    use tempfile::TempDir;

    use super::{Arc, Store};

    /// A journal in a file: the file itself, with its log.
    pub(crate) struct InFile {
        folder: TempDir,
        journal: Arc<SqliteJournal>,
    }

    impl Store for InFile {
        type Journal = SqliteJournal;

        fn new(_: usize) -> Option<Self> {
            let folder = tempfile::tempdir().unwrap();
            let options = JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() };
            let journal = SqliteJournal::open_with(folder.path().join("journal.db"), options).unwrap();
            Some(Self { folder, journal: Arc::new(journal) })
        }

        fn journal(&self) -> Arc<SqliteJournal> {
            Arc::clone(&self.journal)
        }

        fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
            futures_executor::block_on(future)
        }

        fn contents(&self) -> String {
            let files = fs::read_dir(self.folder.path()).unwrap().map(|file| file.unwrap().path());
            let texts = files.map(|file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned());
            texts.collect()
        }
    }
}

#[cfg(feature = "postgres")]
pub(crate) mod postgres {
    use deadpool_postgres::{Manager, Pool};
    use hpd_host::journal::{JournalOptions, PostgresJournal};
    use tokio::runtime::{Builder, Runtime};
    use tokio_postgres::{Config, NoTls};

    use super::{Arc, Store};
    use crate::postgres::server;

    const TABLES: &str = "SELECT table_name::text FROM information_schema.tables \
                          WHERE table_schema = $1 AND table_type = 'BASE TABLE'";

    /// A journal on a server: all rows of all tables.
    pub(crate) struct OnServer {
        runtime: Runtime,
        pool: Pool,
        schema: String,
        journal: Arc<PostgresJournal>,
    }

    impl Store for OnServer {
        type Journal = PostgresJournal;

        fn new(number: usize) -> Option<Self> {
            let config: Config = server()?.url("postgres").parse().unwrap();
            let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            let pool = Pool::builder(Manager::new(config, NoTls)).max_size(4).build().unwrap();
            let schema = format!("secrets_{number}");
            let journal = PostgresJournal::in_schema(pool.clone(), &schema, JournalOptions::default());
            let journal = Arc::new(runtime.block_on(journal).unwrap());
            Some(Self { runtime, pool, schema, journal })
        }

        fn journal(&self) -> Arc<PostgresJournal> {
            Arc::clone(&self.journal)
        }

        fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
            self.runtime.block_on(future)
        }

        fn contents(&self) -> String {
            self.block_on(async {
                let client = self.pool.get().await.unwrap();
                let mut contents = String::new();
                for table in client.query(TABLES, &[&self.schema]).await.unwrap() {
                    let table: String = table.get(0);
                    let rows = format!("SELECT to_jsonb(t)::text FROM {}.{table} t", self.schema);
                    for row in client.query(&rows, &[]).await.unwrap() {
                        contents.push_str(row.get(0));
                        contents.push('\n');
                    }
                }
                contents
            })
        }
    }
}
