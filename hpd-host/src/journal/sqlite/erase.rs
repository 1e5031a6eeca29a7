//! Contents that are erased, and entries that are removed, on purpose.

use rusqlite::types::Value;
use rusqlite::{OptionalExtension, params};

use super::calls;
use super::entries::number;
use super::error::failed;
use super::work::Work;
use crate::approval::{StoreError, Verdict};
use crate::events::{ErasedEvent, Event, NewEvent, PrunedEvent};
use crate::journal::Erasure;
use crate::journal::ranges::Ranges;
use crate::journal::transition;
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
        let removed = format!("DELETE FROM pending_calls WHERE {} AND ended IS NOT NULL", taken.calls);
        self.transaction.execute(&removed, [&taken.value]).map_err(failed)?;

        let entries = format!("{} AND payload IS NOT NULL AND {NOT_OF_THE_JOURNAL}", taken.entries);
        let erased: Ranges = {
            let sql = format!("SELECT entry FROM journal WHERE {entries} ORDER BY entry");
            let mut statement = self.transaction.prepare(&sql).map_err(failed)?;
            let numbers = statement.query_map([&taken.value], |row| row.get::<_, i64>(0)).map_err(failed)?;
            numbers
                .map(|number| Ok(number.map_err(failed)?.unsigned_abs()))
                .collect::<Result<_, StoreError>>()?
        };
        if erased.is_empty() {
            return Ok(0);
        }
        let sql = format!("UPDATE journal SET payload = NULL, salt = NULL WHERE {entries}");
        self.transaction.execute(&sql, [&taken.value]).map_err(failed)?;
        let count = erased.count();
        let event = ErasedEvent { entries: erased.into_pairs(), reason: reason.to_owned() };
        self.append(&[of_the_journal(Event::Erased(event), now)])?;
        Ok(count)
    }

    /// How many entries were removed.
    pub(super) fn prune(
        &mut self,
        before: Timestamp,
        reason: &str,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let moment = number(before.as_millis());
        self.transaction.execute("DELETE FROM pending_calls WHERE ended < ?1", [moment]).map_err(failed)?;
        let last: Option<(i64, String)> = self
            .transaction
            .query_row(
                "SELECT entry, hash FROM journal \
                 WHERE entry < coalesce((SELECT min(entry) FROM journal WHERE at >= ?1), 1 + entry) \
                 ORDER BY entry DESC LIMIT 1",
                [moment],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .map_err(failed)?;
        let Some((through, hash)) = last else { return Ok(0) };
        let count = self.remove(through, &hash).map_err(failed)?;
        let event = PrunedEvent { through: through.unsigned_abs(), hash, reason: reason.to_owned() };
        self.append(&[of_the_journal(Event::Pruned(event), now)])?;
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

fn of_the_journal(event: Event, at: Timestamp) -> NewEvent {
    NewEvent { session: String::new(), turn: None, call_id: None, at, event }
}
