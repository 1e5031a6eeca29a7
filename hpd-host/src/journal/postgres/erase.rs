//! Erasing contents, a piece in one transaction.

use deadpool_postgres::Client;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::load::{add_calls, calls_where};
use super::rows::{LAST_MOMENT, as_bigint_at_most, as_number};
use super::save::{Then, save};
use super::working::Working;
use crate::approval::PendingId;
use crate::journal::Erasure;
use crate::journal::filter::erased;
use crate::journal::pieces::{PIECE, Piece, Progress, Stretch};
use crate::journal::ranges::Ranges;
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::system::Timestamp;

/// Calls that are done with.
const ENDED: &str = "state NOT IN ('proposed', 'needs_input', 'awaiting_approval', 'approved', 'executing')";

/// Erases a piece. Calls that are open are cancelled first.
pub(super) async fn erase(
    database: &Database,
    client: &Client,
    working: &mut Working<'_>,
    what: &Erasure,
    (reason, now, progress): (&str, Timestamp, Progress),
) -> Result<Written, PostgresFailure> {
    let (sql, erasing) = (&database.sql, Erasing::of(what));
    if progress.is_first() {
        let open = calls_where(&format!(
            "call.state IN ('needs_input', 'awaiting_approval', 'approved') AND {}",
            erasing.calls
        ));
        add_calls(client, working, &sql.text(&open), erasing.parameter()).await?;
    }
    let mut written = working.cancel_open(now)?;
    save(client, sql, working, &written.entries, Then::GoOn).await?;
    working.changed.clear();

    let last = match what {
        Erasure::Before(_) => working.head.number,
        _ => LAST_MOMENT.as_millis(),
    };
    let stretch = Stretch::of(what, progress, last);
    let (entries, last_found) = erasing.entries(client, database, &stretch).await?;
    let removed = erasing.remove_calls(client, database).await?;
    let count = entries.count();
    written.answer = Answer::Piece(Piece { count, rest: stretch.rest(count, last_found, removed.len()) });
    let mut told = Vec::new();
    if !entries.is_empty() || !removed.is_empty() {
        let events = vec![erased(entries, reason, now)];
        told = working.write(Writes { calls: Vec::new(), events }, Answer::Done)?.entries;
    }
    save(client, sql, working, &told, Then::Commit).await?;
    written.entries.append(&mut told);
    written.removed = removed;
    Ok(written)
}

/// What is erased, for statements with one parameter.
struct Erasing {
    entries: &'static str,
    calls: &'static str,
    parameter: Box<dyn ToSql + Sync + Send>,
}

impl Erasing {
    fn of(what: &Erasure) -> Self {
        let (entries, calls) = match what {
            Erasure::Session(_) => ("session = $1", "call.session = $1"),
            Erasure::Turn(_) => ("turn = $1", "call.turn = $1"),
            Erasure::Before(_) => ("at < $1", "call.created < $1"),
            Erasure::QueryOf(_) => ("kind = 'turn_started' AND turn = $1", "call.turn = $1 AND false"),
        };
        let parameter: Box<dyn ToSql + Sync + Send> = match what {
            Erasure::Session(text) | Erasure::Turn(text) | Erasure::QueryOf(text) => Box::new(text.clone()),
            Erasure::Before(moment) => Box::new(as_bigint_at_most(*moment)),
        };
        Self { entries, calls, parameter }
    }

    fn parameter(&self) -> &(dyn ToSql + Sync) {
        &*self.parameter
    }

    /// Erases the contents: of which entries, and the place of the last. What tells of an erasure never is erased: without it, nobody
    /// could tell it from damage.
    async fn entries(
        &self,
        client: &Client,
        database: &Database,
        stretch: &Stretch,
    ) -> Result<(Ranges, Option<u64>), PostgresFailure> {
        let Stretch { column, after, upto, .. } = stretch;
        let statement = format!(
            "WITH erased AS (
                UPDATE {{schema}}.journal SET payload = NULL, salt = NULL WHERE entry IN (
                    SELECT entry FROM {{schema}}.journal
                    WHERE payload IS NOT NULL AND {} AND {column} > {after} AND {column} <= {upto}
                    AND NOT (session = '' AND turn IS NULL AND kind IN ('erased', 'pruned'))
                    ORDER BY {column} LIMIT {PIECE}
                ) RETURNING entry, {column} AS place
            ) SELECT entry, place FROM erased ORDER BY entry",
            self.entries
        );
        let rows = client.query(&database.sql.text(&statement), &[self.parameter()]).await?;
        let entries = rows.iter().map(|row| as_number(row.try_get(0)?));
        let last = rows.last().map(|row| as_number(row.try_get(1)?)).transpose()?;
        Ok((entries.collect::<Result<_, PostgresFailure>>()?, last))
    }

    /// Removes calls that are done with, as many as one transaction removes: their ids.
    async fn remove_calls(
        &self,
        client: &Client,
        database: &Database,
    ) -> Result<Vec<PendingId>, PostgresFailure> {
        let statement = format!(
            "DELETE FROM {{schema}}.pending_calls WHERE id IN (
                SELECT id FROM {{schema}}.pending_calls AS call WHERE {ENDED} AND {} LIMIT {PIECE}
            ) RETURNING id",
            self.calls
        );
        let rows = client.query(&database.sql.text(&statement), &[self.parameter()]).await?;
        rows.iter().map(|row| Ok(PendingId::new(row.try_get::<_, String>(0)?))).collect()
    }
}
