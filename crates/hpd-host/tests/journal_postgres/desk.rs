//! Tools of the tests: a runtime, and journals in schemas of their own.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadpool_postgres::{Manager, Pool};
use hpd_host::journal::{JournalOptions, PostgresJournal};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, Config, NoTls};

use crate::common::database::Database;
use crate::postgres::{Server, server};

/// A runtime, and the server.
pub(crate) struct Desk {
    runtime: Runtime,
    pub(crate) server: &'static Server,
}

/// The name of a schema that no other test uses.
pub(crate) fn new_schema() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    format!("journal \"{}\"", COUNT.fetch_add(1, Ordering::Relaxed))
}

impl Desk {
    /// `None`, after a line that says so, if there is no server.
    pub(crate) fn new() -> Option<Self> {
        let server = server()?;
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        Some(Self { runtime, server })
    }

    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Connections to the database that all tests share, by the name of a schema.
    pub(crate) fn pool(&self, schema: &str) -> Pool {
        let mut config: Config = self.server.url("postgres").parse().unwrap();
        config.application_name(schema);
        Pool::builder(Manager::new(config, NoTls)).max_size(4).build().unwrap()
    }

    /// The same, with a setting of PostgreSQL's own in each connection: `-c name=value`.
    pub(crate) fn pool_with(&self, setting: &str) -> Pool {
        let mut config: Config = self.server.url("postgres").parse().unwrap();
        config.options(setting);
        Pool::builder(Manager::new(config, NoTls)).max_size(4).build().unwrap()
    }

    /// A new, empty journal.
    pub(crate) fn journal(&self) -> PostgresJournal {
        self.journal_in(&new_schema(), JournalOptions::default())
    }

    /// The journal in this schema.
    pub(crate) fn journal_in(&self, schema: &str, options: JournalOptions) -> PostgresJournal {
        self.block_on(PostgresJournal::in_schema(self.pool(schema), schema, options)).unwrap()
    }

    /// A connection beside the journal's. Its names without a schema belong to this schema.
    pub(crate) fn client(&self, schema: &str) -> Client {
        self.block_on(async {
            let address = self.server.url("postgres");
            let (client, connection) = tokio_postgres::connect(&address, NoTls).await.unwrap();
            tokio::spawn(connection);
            let schema = schema.replace('"', "\"\"");
            client.batch_execute(&format!("SET search_path = \"{schema}\"")).await.unwrap();
            client
        })
    }
}

/// A schema of its own in the database that all tests share.
pub(crate) struct Schema {
    pub(crate) desk: Desk,
    pub(crate) schema: String,
}

impl Schema {
    /// A connection beside the journal's.
    pub(crate) fn client(&self) -> Client {
        let client = self.desk.client(&self.schema);
        self.block_on(client.batch_execute("SET timezone = 'UTC'")).unwrap();
        client
    }
}

impl Database for Schema {
    type Journal = PostgresJournal;

    const MANY_CALLS: usize = 2_560;

    fn empty() -> Option<Self> {
        Some(Self { desk: Desk::new()?, schema: new_schema() })
    }

    fn open(&self, options: JournalOptions) -> PostgresJournal {
        self.desk.journal_in(&self.schema, options)
    }

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.desk.block_on(future)
    }

    fn execute(&self, sql: &str) -> Result<(), String> {
        let message = |error: &tokio_postgres::Error| error.as_db_error().unwrap().message().to_owned();
        self.block_on(self.client().batch_execute(sql)).map_err(|error| message(&error))
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        let rows = self.block_on(self.client().query(sql, &[])).unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }

    fn contents(&self) -> String {
        self.block_on(tables(&self.client()))
    }
}

/// All rows of all tables, as texts.
pub(crate) async fn tables(client: &Client) -> String {
    let names = "SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = current_schema()";
    let names = client.query(names, &[]).await.unwrap();
    assert_eq!(names.len(), 10);
    let mut text = String::new();
    for name in names {
        let name: &str = name.get(0);
        for row in client.query(&format!("SELECT one::text FROM {name} AS one"), &[]).await.unwrap() {
            text += row.get(0);
            text.push('\n');
        }
    }
    // Long results are bytes.
    for row in client.query("SELECT convert_from(text, 'UTF8') FROM kept_results", &[]).await.unwrap() {
        text += row.get(0);
        text.push('\n');
    }
    // Quotes in JSON are doubled in texts of rows.
    text.replace("\"\"", "\"")
}

/// Why something failed.
pub(crate) fn reason(error: &dyn std::error::Error) -> String {
    error.source().map(ToString::to_string).unwrap_or_default()
}
