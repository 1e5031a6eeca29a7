//! Erasing contents, in one transaction.

use deadpool_postgres::Client;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::load::{add_calls, calls_where};
use super::needs::Needs;
use super::rows::{as_bigint_at_most, as_number};
use super::save::{Then, save};
use crate::approval::PendingId;
use crate::journal::Erasure;
use crate::journal::filter::erased;
use crate::journal::ranges::Ranges;
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::system::Timestamp;

/// Calls that are done with.
const ENDED: &str = "state NOT IN ('proposed', 'needs_input', 'awaiting_approval', 'approved', 'executing')";

/// Erases contents, and calls that are done with; those that are open are cancelled first.
pub(super) async fn erase(
    database: &Database,
    client: &Client,
    what: &Erasure,
    reason: &str,
    now: Timestamp,
) -> Result<Written, PostgresFailure> {
    let (sql, erasing) = (&database.sql, Erasing::of(what));
    let mut working =
        database.begin(client, &Needs::of_the_journal(), database.shared.options.patience).await?;
    let open = calls_where(&format!(
        "call.state IN ('needs_input', 'awaiting_approval', 'approved') AND {}",
        erasing.calls
    ));
    add_calls(client, &mut working, &sql.text(&open), erasing.parameter()).await?;
    let mut written = working.cancel_open(now)?;
    save(client, sql, &working, &written.entries, Then::GoOn).await?;
    working.changed.clear();

    let entries = erasing.entries(client, database).await?;
    let removed = erasing.remove_calls(client, database).await?;
    written.answer = Answer::Count(entries.count());
    let mut told = Vec::new();
    if !entries.is_empty() || !removed.is_empty() {
        let events = vec![erased(entries, reason, now)];
        told = working.write(Writes { calls: Vec::new(), events }, Answer::Done)?.entries;
    }
    save(client, sql, &working, &told, Then::Commit).await?;
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

    /// Erases the contents. What tells of an erasure never is: without it, nobody could tell it from damage.
    async fn entries(&self, client: &Client, database: &Database) -> Result<Ranges, PostgresFailure> {
        let statement = format!(
            "WITH erased AS (
                UPDATE {{schema}}.journal SET payload = NULL, salt = NULL
                WHERE payload IS NOT NULL AND {}
                AND NOT (session = '' AND turn IS NULL AND kind IN ('erased', 'pruned'))
                RETURNING entry
            ) SELECT entry FROM erased ORDER BY entry",
            self.entries
        );
        let rows = client.query(&database.sql.text(&statement), &[self.parameter()]).await?;
        rows.iter().map(|row| as_number(row.try_get(0)?)).collect()
    }

    /// Removes calls that are done with: their ids.
    async fn remove_calls(
        &self,
        client: &Client,
        database: &Database,
    ) -> Result<Vec<PendingId>, PostgresFailure> {
        let statement = format!(
            "DELETE FROM {{schema}}.pending_calls AS call WHERE {ENDED} AND {} RETURNING id",
            self.calls
        );
        let rows = client.query(&database.sql.text(&statement), &[self.parameter()]).await?;
        rows.iter().map(|row| Ok(PendingId::new(row.try_get::<_, String>(0)?))).collect()
    }
}
