//! Contents that are erased on purpose.

use rusqlite::params;
use rusqlite::types::Value;

use super::entries::number;
use super::error::failed;
use super::filter::value;
use super::work::Work;
use super::{calls, entries, records, results};
use crate::journal::batches::{BATCH, Batch, BatchRange, Progress};
use crate::journal::database::{ENDED, ERASABLE, Erasing, LAST_MOMENT, or_these, stored_moment};
use crate::journal::ranges::Ranges;
use crate::journal::retention::FutureRun;
use crate::journal::{Erasure, filter, transition};
use crate::pending::{PendingVerdict, StoreError};
use crate::system::Timestamp;

impl Work<'_> {
    /// Erases a piece.
    pub(super) fn erase(
        &mut self,
        what: &Erasure,
        reason: &str,
        now: Timestamp,
        progress: Progress,
    ) -> Result<Batch, StoreError> {
        let erasing = Erasing::of(what);
        let value = value(erasing.value);
        if progress.is_first() {
            for call in calls::list(&self.transaction, erasing.calls, [&value])? {
                if call.state.is_open() {
                    self.take(transition::decide(Some(call), PendingVerdict::Cancelled, now), now)?;
                }
            }
        }
        let ended = format!("{} AND {ENDED}", erasing.calls);
        let calls = calls::remove(&self.transaction, &ended, [&value])?;
        let rows = match erasing.records {
            Some(condition) => {
                let records = records::remove(&self.transaction, condition, &value)?;
                records.max(results::remove_where(&self.transaction, condition, &value)?)
            }
            None => 0,
        };
        let removed = calls.len().max(rows);
        self.is_removed(calls);
        let last = self.last_place(what, (erasing.entries, &value)).map_err(failed)?;
        let range = BatchRange::of(what, progress, last);
        let entries = match what {
            Erasure::Before(before) => {
                or_these(erasing.entries, &self.old_futures(*before, now, &range).map_err(failed)?)
            }
            _ => erasing.entries.to_owned(),
        };
        let (erased, last) = self.erase_contents((&entries, &value), &range).map_err(failed)?;
        let count = erased.count();
        if count > 0 || removed > 0 {
            self.append(&[filter::erased(erased, reason, now)])?;
        }
        Ok(Batch { count, rest: range.rest(count, last, removed) })
    }

    /// The last place at which there may be something to erase.
    fn last_place(&self, what: &Erasure, (condition, value): (&str, &Value)) -> rusqlite::Result<u64> {
        if !matches!(what, Erasure::Before(_)) {
            return Ok(LAST_MOMENT.as_millis());
        }
        let sql = format!("SELECT coalesce(max(entry), 0) FROM journal WHERE {condition}");
        self.transaction.query_row(&sql, [value], |row| entries::unsigned(row, 0))
    }

    /// Entries from the future that are as old as the next one, which is before this moment.
    fn old_futures(
        &self,
        before: Timestamp,
        now: Timestamp,
        range: &BatchRange,
    ) -> rusqlite::Result<Vec<u64>> {
        if before > now {
            return Ok(Vec::new());
        }
        let sql = "SELECT entry, at FROM journal WHERE entry > ?1 AND entry <= ?2 AND at > ?3 ORDER BY entry";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let mut rows =
            statement.query(params![number(range.after), number(range.upto), stored_moment(now)])?;
        let mut run = FutureRun::default();
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let (entry, at) =
                (entries::unsigned(row, 0)?, Timestamp::from_millis(entries::unsigned(row, 1)?));
            if !run.has(entry) {
                let next = self.next_dated(now, entry, range.through)?;
                run = FutureRun::begin((entry, at), next, before, now);
            }
            found.extend(run.is_old().then_some(entry));
        }
        Ok(found)
    }

    /// The numbers of entries whose contents were erased, and the place of the last.
    fn erase_contents(
        &self,
        (condition, value): (&str, &Value),
        range: &BatchRange,
    ) -> rusqlite::Result<(Ranges, Option<u64>)> {
        let (column, after) = (range.column, range.after);
        let contents =
            |upto| format!("{condition} AND {ERASABLE} AND {column} > {after} AND {column} <= {upto}");
        let sql = format!(
            "SELECT entry, {column} FROM journal WHERE {} ORDER BY {column} LIMIT {BATCH}",
            contents(range.upto)
        );
        let mut statement = self.transaction.prepare(&sql)?;
        let places = statement
            .query_map([value], |row| Ok((entries::unsigned(row, 0)?, entries::unsigned(row, 1)?)))?;
        let places: Vec<(u64, u64)> = places.collect::<Result<_, _>>()?;
        let last = places.last().map(|(_, place)| *place);
        if let Some(last) = last {
            let sql = format!("UPDATE journal SET payload = NULL, salt = NULL WHERE {}", contents(last));
            self.transaction.execute(&sql, [value])?;
        }
        Ok((places.into_iter().map(|(entry, _)| entry).collect(), last))
    }
}
