//! Journals in PostgreSQL, each in a schema of its own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use deadpool_postgres::{Manager, Pool};
use hpd_host::journal::{Journal, JournalOptions, PostgresJournal};
use serde::{Deserialize, Serialize};
use tokio_postgres::{Config, NoTls};

use crate::place::{Database, Place};
use crate::server::server;

/// A schema of a database.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Schema {
    url: String,
    name: String,
}

/// A new journal, its effects in this folder. `None`, after a line that says so, if there is no server.
pub(crate) fn postgres_in(folder: &Path, is_relaxed: bool) -> Option<Place> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("journal_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let schema = Schema { url: server()?.url("postgres"), name };
    let effects = folder.join(format!("effects_{}", schema.name));
    Some(Place { database: Database::Postgres(schema), is_relaxed, effects })
}

impl Schema {
    pub(crate) async fn open(&self, options: JournalOptions) -> Arc<dyn Journal> {
        let mut config = self.config();
        config.application_name(&self.name);
        let pool = Pool::builder(Manager::new(config, NoTls)).max_size(4).build();
        let pool = pool.expect("there can be a pool");
        let journal = PostgresJournal::in_schema(pool, &self.name, options).await;
        Arc::new(journal.expect("the database can be opened"))
    }

    /// Waits until the server has noticed the end of the killed clients. Until then it may still carry out their last
    /// requests.
    pub(crate) async fn wait_until_closed(&self) {
        let (client, connection) = self.config().connect(NoTls).await.expect("the server can be reached");
        let connection = tokio::spawn(connection);
        let open = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1";
        loop {
            let row = client.query_one(open, &[&self.name]).await.expect("the server answers");
            if row.get::<_, i64>(0) == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        drop(client);
        // Nothing is left to be sent.
        drop(connection.await);
    }

    fn config(&self) -> Config {
        self.url.parse().expect("it is an address")
    }
}
