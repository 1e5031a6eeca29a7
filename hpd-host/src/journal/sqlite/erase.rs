//! Contents that are erased, and entries that are removed, on purpose.

use rusqlite::params;
use rusqlite::types::Value;

use super::entries::number;
use super::error::failed;
use super::work::Work;
use super::{calls, entries};
use crate::approval::{StoreError, Verdict};
use crate::journal::ranges::Ranges;
use crate::journal::{Erasure, filter, transition};
use crate::system::Timestamp;

/// What an erasure takes: the condition for entries, the one for calls, and what both compare with.
struct Taken {
    entries: &'static str,
    calls: &'static str,
    value: Value,
}

impl Taken {
    fn by(what: &Erasure) -> Self {
        let (entries, calls, value) = match what {
            Erasure::Session(session) => ("session = ?1", "session = ?1", Value::Text(session.clone())),
            Erasure::Turn(turn) => ("turn = ?1", "turn = ?1", Value::Text(turn.clone())),
            Erasure::Before(moment) => {
                ("at < ?1", "created < ?1", Value::Integer(number(moment.as_millis())))
            }
            Erasure::QueryOf(turn) => {
                ("turn = ?1 AND kind = 'turn_started'", "FALSE AND turn = ?1", Value::Text(turn.clone()))
            }
        };
        Self { entries, calls, value }
    }
}

/// What tells of erased and removed entries is not erased itself.
const NOT_OF_THE_JOURNAL: &str = "NOT (session = '' AND turn IS NULL AND kind IN ('erased', 'pruned'))";

impl Work<'_> {
    /// How many entries were erased.
    pub(super) fn erase(&mut self, what: &Erasure, reason: &str, now: Timestamp) -> Result<u64, StoreError> {
        let taken = Taken::by(what);
        for call in calls::list(&self.transaction, taken.calls, [&taken.value])? {
            if call.state.is_open() {
                self.take(transition::decide(Some(call), Verdict::Cancelled, now), now)?;
            }
        }
        let over = format!("{} AND ended IS NOT NULL", taken.calls);
        let calls = calls::remove(&self.transaction, &over, [&taken.value])?;
        let contents = format!("{} AND payload IS NOT NULL AND {NOT_OF_THE_JOURNAL}", taken.entries);
        let erased: Ranges = self.numbers(&contents, &taken.value).map_err(failed)?;
        let count = erased.count();
        if count == 0 && calls.is_empty() {
            return Ok(0);
        }
        let sql = format!("UPDATE journal SET payload = NULL, salt = NULL WHERE {contents}");
        self.transaction.execute(&sql, [&taken.value]).map_err(failed)?;
        self.is_removed(calls);
        self.append(&[filter::erased(erased, reason, now)])?;
        Ok(count)
    }

    fn numbers(&self, condition: &str, value: &Value) -> rusqlite::Result<Ranges> {
        let sql = format!("SELECT entry FROM journal WHERE {condition} ORDER BY entry");
        let mut statement = self.transaction.prepare(&sql)?;
        let numbers = statement.query_map([value], |row| entries::unsigned(row, 0))?;
        numbers.collect()
    }

    /// How many entries were removed.
    pub(super) fn prune(
        &mut self,
        before: Timestamp,
        reason: &str,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let moment = number(before.as_millis());
        let calls = calls::remove(&self.transaction, "ended < ?1", [moment])?;
        self.is_removed(calls);
        filter::warn_of_the_future(entries::first_since(&self.transaction, before)?, now);
        let Some(through) = entries::last_before(&self.transaction, before)? else { return Ok(0) };
        let count = self.remove(number(through.number), &through.hash).map_err(failed)?;
        self.append(&[filter::pruned(&through, reason, now)])?;
        Ok(u64::try_from(count).unwrap_or(u64::MAX))
    }

    fn remove(&self, through: i64, hash: &str) -> rusqlite::Result<usize> {
        let transaction = &self.transaction;
        transaction.execute(
            "INSERT INTO journal_anchor (only, through, hash) VALUES (1, ?1, ?2) \
             ON CONFLICT DO UPDATE SET through = excluded.through, hash = excluded.hash",
            params![through, hash],
        )?;
        transaction.execute(
            "INSERT INTO journal_sessions (session, seq) \
             SELECT session, max(seq) FROM journal WHERE entry <= ?1 GROUP BY session \
             ON CONFLICT DO UPDATE SET seq = excluded.seq",
            [through],
        )?;
        let count = transaction.execute("DELETE FROM journal WHERE entry <= ?1", [through])?;
        // The entries that are left say it themselves.
        transaction.execute(
            "DELETE FROM journal_sessions \
             WHERE EXISTS (SELECT 1 FROM journal WHERE journal.session = journal_sessions.session)",
            (),
        )?;
        Ok(count)
    }
}
