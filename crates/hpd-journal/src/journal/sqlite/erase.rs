//! Contents that are erased, and entries that are removed, on purpose.

use rusqlite::params;
use rusqlite::types::Value;

use super::entries::number;
use super::error::failed;
use super::filter::value;
use super::work::Work;
use super::{calls, entries, records};
use crate::journal::batches::{BATCH, Batch, BatchRange, Progress};
use crate::journal::database::{ENDED, ERASABLE, Erasing, LAST_MOMENT, stored_moment};
use crate::journal::ranges::Ranges;
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
        let records = match erasing.records {
            Some(records) => records::remove(&self.transaction, records, &value)?,
            None => 0,
        };
        let removed = calls.len().max(records);
        self.is_removed(calls);
        let last = self.last_place(what, (erasing.entries, &value)).map_err(failed)?;
        let range = BatchRange::of(what, progress, last);
        let (erased, last) = self.erase_contents((erasing.entries, &value), &range).map_err(failed)?;
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

    /// Removes a piece.
    pub(super) fn prune(
        &mut self,
        before: Timestamp,
        reason: &str,
        now: Timestamp,
        progress: Progress,
    ) -> Result<Batch, StoreError> {
        let moment = stored_moment(before);
        let calls = calls::remove(&self.transaction, "ended < ?1", [moment])?;
        let records = records::remove(&self.transaction, "updated < $1", moment)?;
        let removed = calls.len().max(records);
        self.is_removed(calls);
        if progress.is_first() {
            filter::warn_of_the_future(entries::first_since(&self.transaction, before)?, now);
        }
        let through = progress.through(self.head.number);
        let mut count = 0;
        if let Some((last, entries)) = entries::last_before(&self.transaction, before, through)? {
            self.remove(number(last.number), &last.hash).map_err(failed)?;
            self.append(&[filter::pruned(&last, reason, now)])?;
            count = entries;
        }
        Ok(Batch { count, rest: Progress::rest_of_removal(through, count, removed) })
    }

    fn remove(&self, through: i64, hash: &str) -> rusqlite::Result<()> {
        let transaction = &self.transaction;
        transaction.execute(
            "INSERT INTO journal_anchor (only, through, hash) VALUES (1, ?1, ?2) \
             ON CONFLICT DO UPDATE SET through = excluded.through, hash = excluded.hash",
            params![through, hash],
        )?;
        // Of sessions that have entries left, those say it themselves.
        transaction.execute(
            "INSERT INTO journal_sessions (session, seq) \
             SELECT session, seq FROM (\
                SELECT session, max(seq) AS seq FROM journal WHERE entry <= ?1 GROUP BY session\
             ) AS gone \
             WHERE NOT EXISTS (\
                SELECT 1 FROM journal WHERE journal.session = gone.session AND journal.seq > gone.seq\
             ) \
             ON CONFLICT DO UPDATE SET seq = excluded.seq",
            [through],
        )?;
        transaction.execute("DELETE FROM journal WHERE entry <= ?1", [through])?;
        Ok(())
    }
}
