//! Removing the oldest entries, in one transaction.

use deadpool_postgres::Client;

use super::database::Database;
use super::error::PostgresFailure;
use super::load::begin;
use super::needs::Needs;
use super::rows::{as_bigint, as_bigint_at_most, as_number};
use super::save::{Then, save};
use crate::approval::PendingId;
use crate::journal::ChainHead;
use crate::journal::filter::{pruned, warn_of_the_future};
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::system::Timestamp;

/// The last entry in front of the first one that stays.
const LAST: &str = "SELECT entry, hash FROM {schema}.journal
    WHERE entry < coalesce(
        (SELECT entry FROM {schema}.journal WHERE at >= $1 ORDER BY entry LIMIT 1), 9223372036854775807
    )
    ORDER BY entry DESC LIMIT 1";

/// The first entry that stays.
const FIRST: &str = "SELECT entry, at FROM {schema}.journal WHERE at >= $1 ORDER BY entry LIMIT 1";

const MOVE_ANCHOR: &str = "UPDATE {schema}.journal_anchor SET pruned_through = $1, pruned_hash = $2";

const REMOVE_ENTRIES: &str = "DELETE FROM {schema}.journal WHERE entry <= $1";

const REMOVE_CALLS: &str = "DELETE FROM {schema}.pending_calls WHERE ended < $1 RETURNING id";

/// Removes all entries that happened before this moment and in front of any that did not, and calls that were done with before it.
pub(super) async fn prune(
    database: &Database,
    client: &Client,
    before: Timestamp,
    reason: &str,
    now: Timestamp,
) -> Result<Written, PostgresFailure> {
    let sql = &database.sql;
    let moment = as_bigint_at_most(before);
    let mut working = begin(client, sql, &database.shared, &Needs::of_the_journal()).await?;
    let mut events = Vec::new();
    let mut count = 0;
    if let Some(first) = client.query_opt(&sql.text(FIRST), &[&moment]).await? {
        let at = Timestamp::from_millis(as_number(first.try_get(1)?)?);
        warn_of_the_future(Some((as_number(first.try_get(0)?)?, at)), now);
    }
    if let Some(last) = client.query_opt(&sql.text(LAST), &[&moment]).await? {
        let anchor = ChainHead { number: as_number(last.try_get(0)?)?, hash: last.try_get(1)? };
        let through = as_bigint(anchor.number)?;
        client.execute(&sql.text(MOVE_ANCHOR), &[&through, &anchor.hash]).await?;
        count = client.execute(&sql.text(REMOVE_ENTRIES), &[&through]).await?;
        events.push(pruned(&anchor, reason, now));
    }
    let removed = client.query(&sql.text(REMOVE_CALLS), &[&moment]).await?;
    let mut written = working.write(Writes { calls: Vec::new(), events }, Answer::Count(count))?;
    let ids = removed.iter().map(|row| Ok(PendingId::new(row.try_get::<_, String>(0)?)));
    written.removed = ids.collect::<Result<_, PostgresFailure>>()?;
    save(client, sql, &working, &written.entries, Then::Commit).await?;
    Ok(written)
}
