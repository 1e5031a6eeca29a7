//! Erasing contents, in one transaction.

use deadpool_postgres::Client;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::load::{add_calls, begin, calls_where};
use super::needs::Needs;
use super::read::value;
use super::rows::as_number;
use super::save::{Then, save};
use crate::approval::PendingId;
use crate::journal::Erasure;
use crate::journal::database::{ENDED, ERASABLE, Erasing, OPEN};
use crate::journal::filter::erased;
use crate::journal::ranges::Ranges;
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::system::Timestamp;

/// Erases contents, and calls that are done with; those that are open are cancelled first.
pub(super) async fn erase(
    database: &Database,
    client: &Client,
    what: &Erasure,
    reason: &str,
    now: Timestamp,
) -> Result<Written, PostgresFailure> {
    let (sql, erasing) = (&database.sql, Erasing::of(what));
    let parameter = value(erasing.value);
    let mut working = begin(client, sql, &database.shared, &Needs::of_the_journal()).await?;
    let open = calls_where(&format!("{OPEN} AND {}", erasing.calls));
    add_calls(client, &mut working, &sql.text(&open), &*parameter).await?;
    let mut written = working.cancel_open(now)?;
    save(client, sql, &working, &written.entries, Then::GoOn).await?;
    working.changed.clear();

    let entries = erase_entries(database, client, erasing.entries, &*parameter).await?;
    let removed = remove_calls(database, client, erasing.calls, &*parameter).await?;
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

/// Erases the contents of entries that a condition takes: their numbers.
async fn erase_entries(
    database: &Database,
    client: &Client,
    condition: &str,
    parameter: &(dyn ToSql + Sync),
) -> Result<Ranges, PostgresFailure> {
    let statement = format!(
        "WITH erased AS (
            UPDATE {{schema}}.journal SET payload = NULL, salt = NULL
            WHERE {condition} AND {ERASABLE} RETURNING entry
        ) SELECT entry FROM erased ORDER BY entry"
    );
    let rows = client.query(&database.sql.text(&statement), &[parameter]).await?;
    rows.iter().map(|row| as_number(row.try_get(0)?)).collect()
}

/// Removes calls that a condition takes and that are done with: their ids.
async fn remove_calls(
    database: &Database,
    client: &Client,
    condition: &str,
    parameter: &(dyn ToSql + Sync),
) -> Result<Vec<PendingId>, PostgresFailure> {
    let statement =
        format!("DELETE FROM {{schema}}.pending_calls WHERE {condition} AND {ENDED} RETURNING id");
    let rows = client.query(&database.sql.text(&statement), &[parameter]).await?;
    rows.iter().map(|row| Ok(PendingId::new(row.try_get::<_, String>(0)?))).collect()
}
