//! Entries that are removed on purpose.

use rusqlite::{OptionalExtension, params};

use super::entries::{chain_head, number, unsigned};
use super::error::failed;
use super::work::Work;
use super::{calls, records, results};
use crate::journal::batches::{BATCH, Batch, Progress};
use crate::journal::database::{old_calls, stored_moment};
use crate::journal::retention::{Age, Pruning, age, warn_of_the_future};
use crate::journal::{ChainHead, filter};
use crate::pending::StoreError;
use crate::system::Timestamp;

impl Work<'_> {
    /// Removes a batch.
    pub(super) fn prune(
        &mut self,
        what: Pruning,
        reason: &str,
        now: Timestamp,
        mut progress: Progress,
    ) -> Result<Batch, StoreError> {
        let through = progress.through(self.head.number);
        let mut count = 0;
        if let Some((last, entries)) =
            self.last_old(what, now, through, &mut progress.old_through).map_err(failed)?
        {
            self.remove(number(last.number), &last.hash).map_err(failed)?;
            self.append(&[filter::pruned(&last, reason, now)])?;
            count = entries;
        }
        let rows = if progress.takes_rows(what, count) { Some(self.remove_rows(what, now)?) } else { None };
        Ok(Batch { count, rest: progress.rest_of_removal(through, count, rows) })
    }

    /// The last entry of a batch up to `through`, and the size of the batch. Entries up to `old_through` are known to be
    /// old.
    fn last_old(
        &self,
        what: Pruning,
        now: Timestamp,
        through: u64,
        old_through: &mut u64,
    ) -> rusqlite::Result<Option<(ChainHead, u64)>> {
        let sql =
            format!("SELECT entry, hash, at FROM journal WHERE entry <= ?1 ORDER BY entry LIMIT {BATCH}");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let mut rows = statement.query([number(through)])?;
        let (mut last, mut count) = (None, 0);
        while let Some(row) = rows.next()? {
            let (entry, at) = (unsigned(row, 0)?, Timestamp::from_millis(unsigned(row, 2)?));
            if entry > *old_through {
                match what.stored().age(entry, at, now) {
                    Age::Old => {}
                    Age::Young => break,
                    Age::Future => match self.next_old(what, now, entry, through)? {
                        Some(next) => {
                            warn_of_the_future(entry, at, next);
                            *old_through = next;
                        }
                        None => break,
                    },
                }
            }
            last = Some(chain_head(row)?);
            count += 1;
        }
        Ok(last.map(|last| (last, count)))
    }

    /// The next entry that is not from the future, if it is old.
    fn next_old(
        &self,
        what: Pruning,
        now: Timestamp,
        after: u64,
        through: u64,
    ) -> rusqlite::Result<Option<u64>> {
        let Pruning::Before(before) = what.stored() else { return Ok(None) };
        let next = self.next_dated(now, after, through)?;
        Ok(next.filter(|(_, at)| age(before, *at, now) == Age::Old).map(|(entry, _)| entry))
    }

    /// The next entry that is not from the future, and its time.
    pub(super) fn next_dated(
        &self,
        now: Timestamp,
        after: u64,
        through: u64,
    ) -> rusqlite::Result<Option<(u64, Timestamp)>> {
        // The search goes by number: by time, it would sort all that is not from the future.
        let mut statement = self.transaction.prepare_cached(
            "SELECT entry, at FROM journal WHERE entry > ?1 AND entry <= ?2 AND +at <= ?3 ORDER BY entry LIMIT 1",
        )?;
        let read =
            |row: &rusqlite::Row<'_>| Ok((unsigned(row, 0)?, Timestamp::from_millis(unsigned(row, 1)?)));
        statement.query_row(params![number(after), number(through), stored_moment(now)], read).optional()
    }

    /// Removes old calls, session records and long results, after the entries: how many of those of which there were more.
    fn remove_rows(&mut self, what: Pruning, now: Timestamp) -> Result<usize, StoreError> {
        let before = match what {
            Pruning::Before(before) => stored_moment(before),
            Pruning::Through(_) => {
                let sql = "SELECT coalesce(min(at), 0) FROM journal";
                self.transaction.query_row(sql, (), |row| row.get(0)).map_err(failed)?
            }
        };
        let calls = calls::remove(&self.transaction, &old_calls(""), [before, stored_moment(now)])?;
        let records = records::remove(&self.transaction, "updated < $1", before)?;
        let results = results::remove_where(&self.transaction, "updated < $1", before)?;
        let removed = calls.len().max(records).max(results);
        self.is_removed(calls);
        Ok(removed)
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
