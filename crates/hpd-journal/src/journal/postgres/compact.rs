//! Making the tables smaller: each is written anew, and the old files are removed.

use std::pin::pin;
use std::time::Instant;

use deadpool_postgres::Client;
use tokio_postgres::Error;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::as_number;
use crate::journal::Compacted;
use crate::journal::writer::{Answer, CompactedSlice, Request, wait_in_millis};
use crate::system::within;

/// The tables that grow, the largest last, and whether the role may write them anew.
const TABLES: &str = "SELECT relname::text, pg_has_role(relowner, 'USAGE') FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind = 'r'
    AND relname IN ('journal', 'journal_parts', 'journal_sessions', 'journal_turns', 'kept_results', 'pending_calls',
        'session_records', 'tool_registry')
ORDER BY relname = 'journal', relname";

/// The bytes of the tables, with their indexes.
const SIZE: &str = "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind = 'r'";

/// The limits of the connection.
const LIMITS: &str = "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')";

const SET_LIMITS: &str =
    "SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false)";

impl Database {
    /// Makes the tables smaller, and answers.
    pub(super) async fn compact(&self, request: Request) {
        let client = match self.connection().await {
            Ok(client) => client,
            Err(failure) => return request.answer(Err(failure.into())),
        };
        let compacted = self.compact_tables(&client).await;
        let is_silent = compacted.as_ref().is_err_and(PostgresFailure::is_silence);
        let size = compacted.map(|size| Answer::Compacted(CompactedSlice { size, is_last: true }));
        request.answer(size.map_err(Into::into));
        drop(self.without_transaction(client, "ROLLBACK", is_silent).await);
    }

    async fn compact_tables(&self, client: &Client) -> Result<Compacted, PostgresFailure> {
        let tables = self.answered(async { Ok(client.query(TABLES, &[&self.sql.name()]).await?) }).await?;
        for table in &tables {
            if !table.try_get::<_, bool>(1)? {
                return Err(PostgresFailure::refusal(
                    "only the owner of the journal's tables can compact them",
                ));
            }
        }
        let before = self.size(client).await?;
        // No transaction can do this, so the connection gets its limits back afterwards.
        let limits = self.answered(async { Ok(client.query_one(LIMITS, &[]).await?) }).await?;
        let [lock, statement]: [String; 2] = [limits.try_get(0)?, limits.try_get(1)?];
        let wait = wait_in_millis(self.shared.options.patience);
        let set = format!("SET lock_timeout = {wait}; SET statement_timeout = 0");
        self.answered(async { Ok(client.batch_execute(&set).await?) }).await?;
        let written = self.write_anew(client, &tables).await;
        if written.as_ref().is_err_and(PostgresFailure::is_silence) {
            return written.map(|()| Compacted::default());
        }
        self.answered(async { Ok(client.query_one(SET_LIMITS, &[&lock, &statement]).await?) }).await?;
        written?;
        Ok(Compacted::new(Some(before), Some(self.size(client).await?)))
    }

    async fn write_anew(
        &self,
        client: &Client,
        tables: &[tokio_postgres::Row],
    ) -> Result<(), PostgresFailure> {
        for table in tables {
            let name: &str = table.try_get(0)?;
            let text = self.sql.text(&format!("VACUUM (FULL, ANALYZE) {{schema}}.{name}"));
            self.while_answering(client.batch_execute(&text)).await?;
        }
        Ok(())
    }

    /// Waits for work without a time limit, as long as the server answers others.
    async fn while_answering(
        &self,
        work: impl Future<Output = Result<(), Error>>,
    ) -> Result<(), PostgresFailure> {
        let mut work = pin!(work);
        loop {
            let done = within(&self.shared.timer, self.shared.options.patience, &mut work).await;
            if let Some(done) = done {
                return Ok(done?);
            }
            match self.connection_until(self.until(Instant::now())).await {
                Ok(other) => drop(self.answered(self.head(&other)).await?),
                Err(failure) if failure.is_silence() => return Err(failure),
                // Others have all connections: they would notice a silence.
                Err(_) => {}
            }
        }
    }

    async fn size(&self, client: &Client) -> Result<u64, PostgresFailure> {
        let row = self.answered(async { Ok(client.query_one(SIZE, &[&self.sql.name()]).await?) }).await?;
        as_number(row.try_get(0)?)
    }
}
