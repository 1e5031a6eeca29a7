//! Erasing contents, a piece in one transaction.

use deadpool_postgres::Client;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::load::{add_calls, calls_where};
use super::prune::{dated, next_dated};
use super::read::value;
use super::rows::{as_bigint, as_number};
use super::save::{Then, save};
use super::working::Working;
use super::{records, results};
use crate::journal::Erasure;
use crate::journal::batches::{BATCH, Batch, BatchRange, Progress};
use crate::journal::database::{ENDED, ERASABLE, Erasing, LAST_MOMENT, OPEN, or_these, stored_moment};
use crate::journal::filter::erased;
use crate::journal::ranges::Ranges;
use crate::journal::retention::FutureRun;
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::pending::PendingId;
use crate::system::Timestamp;

/// Entries with a time later than now.
const FUTURE: &str = "SELECT entry, at FROM {schema}.journal
    WHERE entry > $1 AND entry <= $2 AND at > $3 ORDER BY entry";

/// Erases a piece. Calls that are open are cancelled first.
pub(super) async fn erase(
    database: &Database,
    client: &Client,
    working: &mut Working<'_>,
    what: &Erasure,
    (reason, now, progress): (&str, Timestamp, Progress),
) -> Result<Written, PostgresFailure> {
    let (sql, erasing) = (&database.sql, Erasing::of(what));
    let (parameter, _) = value(erasing.value);
    if progress.is_first() {
        let open = calls_where(&format!("{OPEN} AND {}", erasing.calls));
        add_calls(client, working, &sql.text(&open), &*parameter).await?;
    }
    let mut written = working.cancel_open(now)?;
    save(client, sql, working, &written.entries, Then::GoOn).await?;
    working.changed.clear();

    let last = match what {
        Erasure::Before(_) => working.head.number,
        _ => LAST_MOMENT.as_millis(),
    };
    let range = BatchRange::of(what, progress, last);
    let condition = match what {
        Erasure::Before(before) => {
            or_these(erasing.entries, &old_futures(database, client, *before, now, &range).await?)
        }
        _ => erasing.entries.to_owned(),
    };
    let (entries, last_found) = erase_entries(database, client, (&condition, &*parameter), &range).await?;
    let removed = remove_calls(database, client, erasing.calls, &*parameter).await?;
    let rows = match erasing.records {
        Some(condition) => {
            let records = records::remove(client, sql, condition, &*parameter).await?;
            records.max(results::remove_where(client, sql, condition, &*parameter).await?)
        }
        None => 0,
    };
    let count = entries.count();
    let rest = range.rest(count, last_found, removed.len().max(rows));
    written.answer = Answer::Batch(Batch { count, rest });
    let mut told = Vec::new();
    if !entries.is_empty() || !removed.is_empty() || rows > 0 {
        let events = vec![erased(entries, reason, now)];
        told = working.write(Writes { calls: Vec::new(), events }, Answer::Done)?.entries;
    }
    save(client, sql, working, &told, Then::Commit).await?;
    written.entries.append(&mut told);
    written.removed = removed;
    Ok(written)
}

/// Entries from the future that are as old as the next one, which is before this moment.
async fn old_futures(
    database: &Database,
    client: &Client,
    before: Timestamp,
    now: Timestamp,
    range: &BatchRange,
) -> Result<Vec<u64>, PostgresFailure> {
    if before > now {
        return Ok(Vec::new());
    }
    let parameters = [as_bigint(range.after)?, as_bigint(range.upto)?, stored_moment(now)];
    let [after, upto, moment] = &parameters;
    let rows = client.query(&database.sql.text(FUTURE), &[after, upto, moment]).await?;
    let mut run = FutureRun::default();
    let mut found = Vec::new();
    for row in &rows {
        let (entry, at) = dated(row.try_get(0)?, row.try_get(1)?)?;
        if !run.has(entry) {
            let next = next_dated(database, client, now, (entry, range.through)).await?;
            run = FutureRun::begin((entry, at), next, before, now);
        }
        found.extend(run.is_old().then_some(entry));
    }
    Ok(found)
}

/// Erases the contents of entries that a condition takes: their numbers, and the place of the last.
async fn erase_entries(
    database: &Database,
    client: &Client,
    (condition, parameter): (&str, &(dyn ToSql + Sync)),
    range: &BatchRange,
) -> Result<(Ranges, Option<u64>), PostgresFailure> {
    let BatchRange { column, after, upto, .. } = range;
    let statement = format!(
        "WITH erased AS (
            UPDATE {{schema}}.journal SET payload = NULL, salt = NULL WHERE entry IN (
                SELECT entry FROM {{schema}}.journal
                WHERE {condition} AND {ERASABLE} AND {column} > {after} AND {column} <= {upto}
                ORDER BY {column} LIMIT {BATCH}
            ) RETURNING entry, {column} AS place
        ) SELECT entry, place FROM erased ORDER BY entry"
    );
    let rows = client.query(&database.sql.text(&statement), &[parameter]).await?;
    let entries = rows.iter().map(|row| as_number(row.try_get(0)?));
    let last = rows.last().map(|row| as_number(row.try_get(1)?)).transpose()?;
    Ok((entries.collect::<Result<_, PostgresFailure>>()?, last))
}

/// Removes calls that a condition takes and that are done with, as many as one transaction removes: their ids.
async fn remove_calls(
    database: &Database,
    client: &Client,
    condition: &str,
    parameter: &(dyn ToSql + Sync),
) -> Result<Vec<PendingId>, PostgresFailure> {
    let statement = format!(
        "DELETE FROM {{schema}}.pending_calls WHERE id IN (
            SELECT id FROM {{schema}}.pending_calls WHERE {condition} AND {ENDED} LIMIT {BATCH}
        ) RETURNING id"
    );
    let rows = client.query(&database.sql.text(&statement), &[parameter]).await?;
    rows.iter().map(|row| Ok(PendingId::new(row.try_get::<_, String>(0)?))).collect()
}
