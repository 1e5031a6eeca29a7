//! Slices of a verification, each on a snapshot of the database.

use std::pin::pin;
use std::time::Instant;

use deadpool_postgres::{ClientWrapper, Object};
use futures_util::TryStreamExt;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::{as_bigint, as_number, entry_of};
use crate::journal::database::ENTRY;
use crate::journal::reads::{LOOK, PATIENCE};
use crate::journal::verify::Slice;
use crate::journal::{ChainHead, VerifyProgress, VerifySlice};
use crate::system::Timer;

/// How many entries are read before it is asked whether others read.
const STEP: i64 = 500;

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
        let slice = progress.slice(anchor, self.shared.options.key.as_ref(), max_entries);
        let slice = self.checked_in_steps(client, slice).await?;
        Ok(slice.end(head.number, Some(&head)))
    }

    /// Looks at the rows of a slice, some at a time: others may read between two steps.
    async fn checked_in_steps(
        &self,
        client: &ClientWrapper,
        mut slice: Slice,
    ) -> Result<Slice, PostgresFailure> {
        let text =
            format!("SELECT {ENTRY} FROM {{schema}}.journal WHERE entry >= $1 ORDER BY entry LIMIT $2");
        let statement = self.next_row(client.prepare_cached(&self.sql.text(&text))).await?;
        let (mut from, mut left) = (slice.from(), as_bigint(slice.max())?);
        while left > 0 {
            self.give_way().await;
            let step = left.min(STEP);
            let mut rows = pin!(self.next_row(client.query_raw(&statement, [from, step])).await?);
            let (mut found, mut last) = (0, None);
            while let Some(row) = self.next_row(rows.try_next()).await? {
                let number = row.try_get(0)?;
                slice.check(number, &entry_of(&row)?);
                found += 1;
                last = Some(number);
            }
            let Some(next) = last.and_then(|last| last.checked_add(1)).filter(|_| found == step) else {
                break;
            };
            (from, left) = (next, left - step);
        }
        Ok(slice)
    }

    /// Waits until nobody reads, and not longer than its patience.
    async fn give_way(&self) {
        // The server ends a transaction that is idle for as long as the patience of requests.
        let patience = PATIENCE.min(self.shared.options.patience / 4);
        let began = Instant::now();
        while self.reads.goes_on() && began.elapsed() < patience {
            self.shared.timer.sleep(LOOK).await;
        }
    }
}
