//! Making the tables smaller: each is written anew, and the old files are removed.

use deadpool_postgres::Client;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::as_number;
use crate::journal::Compacted;
use crate::journal::writer::{Answer, CompactedSlice, Request, wait_in_millis};

/// The tables that grow, the largest last, and whether the role may write them anew.
const TABLES: &str = "SELECT relname::text, pg_has_role(relowner, 'USAGE') FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind = 'r'
    AND relname IN ('journal', 'journal_sessions', 'pending_calls', 'session_records', 'tool_registry')
ORDER BY relname = 'journal', relname";

/// The bytes of the tables, with their indexes.
const SIZE: &str = "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind = 'r'";

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
        // No transaction can do this, so the connection gets its limit back afterwards.
        let limit: String = client.query_one("SHOW lock_timeout", &[]).await?.try_get(0)?;
        let wait = wait_in_millis(self.shared.options.patience);
        client.batch_execute(&format!("SET lock_timeout = {wait}")).await?;
        let written = self.write_anew(client, &tables).await;
        client.query_one("SELECT set_config('lock_timeout', $1, false)", &[&limit]).await?;
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
            // However large a table is, this has no time limit.
            client
                .batch_execute(&self.sql.text(&format!("VACUUM (FULL, ANALYZE) {{schema}}.{name}")))
                .await?;
        }
        Ok(())
    }

    async fn size(&self, client: &Client) -> Result<u64, PostgresFailure> {
        let row = self.answered(async { Ok(client.query_one(SIZE, &[&self.sql.name()]).await?) }).await?;
        as_number(row.try_get(0)?)
    }
}
