//! Removing the oldest entries, a piece in one transaction.

use deadpool_postgres::Client;

use super::database::Database;
use super::error::PostgresFailure;
use super::records;
use super::rows::{as_bigint, as_number};
use super::save::{Then, save};
use super::working::Working;
use crate::journal::ChainHead;
use crate::journal::batches::{BATCH, Batch, Progress};
use crate::journal::database::stored_moment;
use crate::journal::filter::{pruned, warn_of_the_future};
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::pending::PendingId;
use crate::system::Timestamp;

/// The oldest entries, up to one of them.
const OLDEST: &str = "SELECT entry, hash, at FROM {schema}.journal WHERE entry <= $1 ORDER BY entry LIMIT $2";

/// The first entry that stays.
const FIRST: &str = "SELECT entry, at FROM {schema}.journal WHERE at >= $1 ORDER BY entry LIMIT 1";

const MOVE_ANCHOR: &str = "UPDATE {schema}.journal_anchor SET pruned_through = $1, pruned_hash = $2";

const REMOVE_ENTRIES: &str = "DELETE FROM {schema}.journal WHERE entry <= $1";

const REMOVE_CALLS: &str = "DELETE FROM {schema}.pending_calls
    WHERE id IN (SELECT id FROM {schema}.pending_calls WHERE ended < $1 LIMIT $2) RETURNING id";

/// Removes a batch of entries before this moment, up to the first later one, and calls that ended before it.
pub(super) async fn prune(
    database: &Database,
    client: &Client,
    working: &mut Working<'_>,
    before: Timestamp,
    (reason, now, progress): (&str, Timestamp, Progress),
) -> Result<Written, PostgresFailure> {
    let sql = &database.sql;
    let (moment, max) = (stored_moment(before), as_bigint(BATCH)?);
    let through = progress.through(working.head.number);
    let oldest = client.query(&sql.text(OLDEST), &[&as_bigint(through)?, &max]).await?;
    let taken: Vec<_> = oldest.iter().take_while(|row| row.get::<_, i64>(2) < moment).collect();
    let mut events = Vec::new();
    if progress.is_first()
        && let Some(first) = client.query_opt(&sql.text(FIRST), &[&moment]).await?
    {
        let at = Timestamp::from_millis(as_number(first.try_get(1)?)?);
        warn_of_the_future(Some((as_number(first.try_get(0)?)?, at)), now);
    }
    if let Some(last) = taken.last() {
        let anchor = ChainHead { number: as_number(last.try_get(0)?)?, hash: last.try_get(1)? };
        let number = as_bigint(anchor.number)?;
        client.execute(&sql.text(MOVE_ANCHOR), &[&number, &anchor.hash]).await?;
        client.execute(&sql.text(REMOVE_ENTRIES), &[&number]).await?;
        events.push(pruned(&anchor, reason, now));
    }
    let removed = client.query(&sql.text(REMOVE_CALLS), &[&moment, &max]).await?;
    let count = u64::try_from(taken.len()).unwrap_or(u64::MAX);
    let records = records::remove(client, sql, "updated < $1", &moment).await?;
    let rest = Progress::rest_of_removal(through, count, removed.len().max(records));
    let answer = Answer::Batch(Batch { count, rest });
    let mut written = working.write(Writes { calls: Vec::new(), events }, answer)?;
    let ids = removed.iter().map(|row| Ok(PendingId::new(row.try_get::<_, String>(0)?)));
    written.removed = ids.collect::<Result<_, PostgresFailure>>()?;
    save(client, sql, working, &written.entries, Then::Commit).await?;
    Ok(written)
}
