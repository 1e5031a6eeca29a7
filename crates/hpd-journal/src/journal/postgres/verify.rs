//! Slices of a verification, each on a snapshot of the database.

use std::pin::pin;
use std::time::Instant;

use deadpool_postgres::{ClientWrapper, Object};
use futures_util::TryStreamExt;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::{as_bigint, as_number, entry_of};
use crate::journal::database::ENTRY;
use crate::journal::{ChainHead, VerifyProgress, VerifySlice};

const ANCHOR: &str = "SELECT pruned_through, pruned_hash, number, hash FROM {schema}.journal_anchor";

impl Database {
    /// Runs a slice, in a transaction of its own: a snapshot that lasts would keep the server from removing old rows.
    ///
    /// A run has a connection of its own, which is not in the pool. So other reads do not wait for it.
    pub(super) async fn verify_slice(
        &self,
        mut progress: VerifyProgress,
        max_entries: u64,
        until: Instant,
    ) -> Result<VerifySlice, PostgresFailure> {
        if let Some(own) = progress.take_own().filter(|own: &ClientWrapper| !own.is_closed()) {
            let slice = self.slice_on(&own, progress, max_entries, until).await?;
            let commit = async { Ok(own.batch_execute("COMMIT").await?) };
            return Ok(match slice {
                VerifySlice::More(mut progress) if self.answered(commit).await.is_ok() => {
                    progress.keep_own(own);
                    VerifySlice::More(progress)
                }
                slice => slice,
            });
        }
        let client = self.connection_until(until).await?;
        let slice = self.slice_on(&client, progress, max_entries, until).await;
        let is_silent = slice.as_ref().is_err_and(PostgresFailure::is_silence);
        let client = self.without_transaction(client, "COMMIT", is_silent).await;
        let mut slice = slice?;
        if let (VerifySlice::More(progress), Some(client)) = (&mut slice, client) {
            progress.keep_own(Object::take(client));
        }
        Ok(slice)
    }

    async fn slice_on(
        &self,
        client: &ClientWrapper,
        progress: VerifyProgress,
        max_entries: u64,
        until: Instant,
    ) -> Result<VerifySlice, PostgresFailure> {
        self.begin_reading(client, "REPEATABLE READ", "", true, until).await?;
        self.checked(client, progress, max_entries).await
    }

    /// The last entry must be the one that the writers know as the end.
    async fn checked(
        &self,
        client: &ClientWrapper,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> Result<VerifySlice, PostgresFailure> {
        let text = self.sql.text(ANCHOR);
        let row = self.next_row(client.query_one(&text, &[])).await?;
        let anchor = ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? };
        let head = ChainHead { number: as_number(row.try_get(2)?)?, hash: row.try_get(3)? };
        let mut slice = progress.slice(anchor, self.shared.options.key.as_ref(), max_entries);
        let text =
            format!("SELECT {ENTRY} FROM {{schema}}.journal WHERE entry >= $1 ORDER BY entry LIMIT $2");
        let text = self.sql.text(&text);
        let statement = self.next_row(client.prepare_cached(&text)).await?;
        let parameters = [slice.from(), as_bigint(slice.max())?];
        let mut rows = pin!(self.next_row(client.query_raw(&statement, parameters)).await?);
        while let Some(row) = self.next_row(rows.try_next()).await? {
            slice.check(row.try_get(0)?, &entry_of(&row)?);
        }
        Ok(slice.end(head.number, Some(&head)))
    }
}
