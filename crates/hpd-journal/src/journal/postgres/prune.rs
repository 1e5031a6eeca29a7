//! Removing the oldest entries, a batch in one transaction.

use deadpool_postgres::Client;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::{as_bigint, as_number};
use super::save::{Then, save};
use super::working::Working;
use super::{records, results};
use crate::journal::ChainHead;
use crate::journal::batches::{BATCH, Batch, Progress};
use crate::journal::database::{old_calls, stored_moment};
use crate::journal::filter::pruned;
use crate::journal::retention::{Age, Pruning, age, warn_of_the_future};
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::pending::PendingId;
use crate::system::Timestamp;

/// The oldest entries, up to one of them. Without the lower bound, each batch would pass all rows that earlier ones
/// removed, until the server vacuums the table.
const OLDEST: &str = "SELECT entry, hash, at FROM {schema}.journal
    WHERE entry > (SELECT pruned_through FROM {schema}.journal_anchor) AND entry <= $1 ORDER BY entry LIMIT $2";

/// The next entry that is not from the future. The search goes by number: by time, it would sort all of those.
const NEXT: &str = "SELECT entry, at FROM {schema}.journal
    WHERE entry > $1 AND entry <= $2 AND at + 0 <= $3 ORDER BY entry LIMIT 1";

const MOVE_ANCHOR: &str = "UPDATE {schema}.journal_anchor SET pruned_through = $1, pruned_hash = $2";

const REMOVE_ENTRIES: &str = "DELETE FROM {schema}.journal WHERE entry >= $1 AND entry <= $2";

/// The smallest time of all entries that stay.
const SMALLEST: &str = "SELECT min(at) FROM {schema}.journal";

/// Removes a batch of entries, and old calls, session records and long results.
pub(super) async fn prune(
    database: &Database,
    client: &Client,
    working: &mut Working<'_>,
    what: Pruning,
    (reason, now, mut progress): (&str, Timestamp, Progress),
) -> Result<Written, PostgresFailure> {
    let sql = &database.sql;
    let through = progress.through(working.head.number);
    let mut events = Vec::new();
    let mut count = 0;
    if let Some((first, anchor, entries)) =
        last_old(database, client, what, now, through, &mut progress.old_through).await?
    {
        let number = as_bigint(anchor.number)?;
        client.execute(&sql.text(MOVE_ANCHOR), &[&number, &anchor.hash]).await?;
        client.execute(&sql.text(REMOVE_ENTRIES), &[&first, &number]).await?;
        events.push(pruned(&anchor, reason, now));
        count = entries;
    }
    let rows = if progress.takes_rows(what, count) {
        // The event of this batch is an entry that stays.
        let event = events.first().map(|event| event.at);
        Some(remove_rows(database, client, what, now, event).await?)
    } else {
        None
    };
    let (removed, full) = rows.map_or((Vec::new(), None), |(removed, full)| (removed, Some(full)));
    let rest = progress.rest_of_removal(through, count, full);
    let mut written =
        working.write(Writes { calls: Vec::new(), events }, Answer::Batch(Batch { count, rest }))?;
    written.removed = removed;
    save(client, sql, working, &written.entries, Then::Commit).await?;
    Ok(written)
}

/// The first and the last entry of a batch up to `through`, and the size of the batch. Entries up to `old_through` are known to be old.
async fn last_old(
    database: &Database,
    client: &Client,
    what: Pruning,
    now: Timestamp,
    through: u64,
    old_through: &mut u64,
) -> Result<Option<(i64, ChainHead, u64)>, PostgresFailure> {
    let oldest = database.sql.text(OLDEST);
    let rows = client.query(&oldest, &[&as_bigint(through)?, &as_bigint(BATCH)?]).await?;
    let (mut last, mut count) = (None, 0);
    for row in &rows {
        let (entry, at) = dated(row.try_get(0)?, row.try_get(2)?)?;
        if entry > *old_through {
            match what.stored().age(entry, at, now) {
                Age::Old => {}
                Age::Young => break,
                Age::Future => match next_old(database, client, what, now, (entry, through)).await? {
                    Some(next) => {
                        warn_of_the_future(entry, at, next);
                        *old_through = next;
                    }
                    None => break,
                },
            }
        }
        last = Some(row);
        count += 1;
    }
    let (Some(first), Some(row)) = (rows.first(), last) else { return Ok(None) };
    let last = ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? };
    Ok(Some((first.try_get(0)?, last, count)))
}

/// The next entry that is not from the future, if it is old.
async fn next_old(
    database: &Database,
    client: &Client,
    what: Pruning,
    now: Timestamp,
    range: (u64, u64),
) -> Result<Option<u64>, PostgresFailure> {
    let Pruning::Before(before) = what.stored() else { return Ok(None) };
    let next = next_dated(database, client, now, range).await?;
    Ok(next.filter(|(_, at)| age(before, *at, now) == Age::Old).map(|(entry, _)| entry))
}

/// The next entry that is not from the future, and its time.
pub(super) async fn next_dated(
    database: &Database,
    client: &Client,
    now: Timestamp,
    (after, through): (u64, u64),
) -> Result<Option<(u64, Timestamp)>, PostgresFailure> {
    let through = i64::try_from(through).unwrap_or(i64::MAX);
    let parameters: [i64; 3] = [as_bigint(after)?, through, stored_moment(now)];
    let [after, through, last] = &parameters;
    let row = client.query_opt(&database.sql.text(NEXT), &[after, through, last]).await?;
    row.map(|row| dated(row.try_get(0)?, row.try_get(1)?)).transpose()
}

/// The number and the time of an entry. A time before the epoch was not written by a journal, and is none of the past.
pub(super) fn dated(entry: i64, at: i64) -> Result<(u64, Timestamp), PostgresFailure> {
    Ok((as_number(entry)?, Timestamp::from_millis(u64::try_from(at).unwrap_or(u64::MAX))))
}

/// Removes old calls, session records and long results, after the entries. Returns the calls, and how many of those of which there
/// were more. `event` is the time of an entry that is about to be written.
async fn remove_rows(
    database: &Database,
    client: &Client,
    what: Pruning,
    now: Timestamp,
    event: Option<Timestamp>,
) -> Result<(Vec<PendingId>, usize), PostgresFailure> {
    let sql = &database.sql;
    let before = match what {
        Pruning::Before(before) => stored_moment(before),
        Pruning::Through(_) => {
            let smallest: Option<i64> = client.query_one(&sql.text(SMALLEST), &[]).await?.try_get(0)?;
            smallest.into_iter().chain(event.map(stored_moment)).min().unwrap_or(0)
        }
    };
    let statement = format!(
        "DELETE FROM {{schema}}.pending_calls WHERE id IN (
            SELECT id FROM {{schema}}.pending_calls WHERE {} LIMIT {BATCH}
        ) RETURNING id",
        old_calls("{schema}.")
    );
    let removed = client.query(&sql.text(&statement), &[&before, &stored_moment(now)]).await?;
    let records = records::remove(client, sql, "updated < $1", &before).await?;
    let results = results::remove_where(client, sql, "updated < $1", &before).await?;
    let full = removed.len().max(records).max(results);
    let ids = removed.iter().map(|row| Ok(PendingId::new(row.try_get::<_, String>(0)?)));
    Ok((ids.collect::<Result<_, PostgresFailure>>()?, full))
}
