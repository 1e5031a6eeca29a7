//! Long results in the database.

use deadpool_postgres::Client;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::read::value;
use super::rows::{as_number, column_text};
use super::save::{Then, save};
use super::sql::Sql;
use super::working::Working;
use crate::journal::batches::{Batch, RESULTS, as_rows};
use crate::journal::database::{OF_OWNER, Removing, stored_moment};
use crate::journal::transition::Writes;
use crate::journal::writer::{Answer, Written};
use crate::pending::Owner;
use crate::results::KeptResult;
use crate::system::Timestamp;

/// Writes results. One of the same owner and id has the same text: its time begins anew.
pub(super) const WRITE: &str = "INSERT INTO {schema}.kept_results
    (session, principal, tenant, id, text, updated, expires)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bigint[], $7::bigint[])
    ON CONFLICT (session, id, (principal IS NULL), (coalesce(principal, '')), (tenant IS NULL), (coalesce(tenant, '')))
    DO UPDATE SET text = excluded.text, updated = excluded.updated, expires = excluded.expires";

/// The columns of the results that are written.
pub(super) fn parameters<'a>(working: &'a Working<'_>) -> Vec<Box<dyn ToSql + Sync + Send + 'a>> {
    let rows: Vec<_> = working.results.values().collect();
    vec![
        Box::new(rows.iter().map(|result| column_text(&result.owner.session)).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|result| result.owner.principal.id().map(column_text)).collect::<Vec<_>>()),
        Box::new(
            rows.iter().map(|result| result.owner.principal.tenant().map(column_text)).collect::<Vec<_>>(),
        ),
        Box::new(rows.iter().map(|result| column_text(&result.id)).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|result| result.text.as_bytes()).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|result| stored_moment(result.kept)).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|result| stored_moment(result.expires)).collect::<Vec<_>>()),
    ]
}

/// The result of an owner, unless its time is over.
pub(super) async fn get(
    client: &Client,
    sql: &Sql,
    (owner, id): (&Owner, &str),
    now: Timestamp,
) -> Result<Option<KeptResult>, PostgresFailure> {
    let text = format!(
        "SELECT text, updated, expires FROM {{schema}}.kept_results WHERE {OF_OWNER} AND id = $4 AND expires > $5"
    );
    let statement = client.prepare_cached(&sql.text(&text)).await?;
    let [principal, tenant] = [owner.principal.id(), owner.principal.tenant()].map(|id| id.map(column_text));
    let (session, now) = (column_text(&owner.session), stored_moment(now));
    let row = client.query_opt(&statement, &[&session, &principal, &tenant, &column_text(id), &now]).await?;
    let result = |row: Row| {
        let text = String::from_utf8(row.try_get(0)?)
            .map_err(|_| PostgresFailure::refusal("a kept result is not in UTF-8"))?;
        let moments = [as_number(row.try_get(1)?)?, as_number(row.try_get(2)?)?].map(Timestamp::from_millis);
        Ok(KeptResult::stored(owner, id, text, moments))
    };
    row.map(result).transpose()
}

/// Removes a batch of results that are over, or of a session.
pub(super) async fn remove(
    database: &Database,
    client: &Client,
    working: &mut Working<'_>,
    what: &Removing,
) -> Result<Written, PostgresFailure> {
    let (condition, parameter) = what.condition();
    let removed = remove_where(client, &database.sql, condition, &*value(parameter).0).await?;
    let written = working.write(Writes::default(), Answer::Batch(Batch::of_results(removed)))?;
    save(client, &database.sql, working, &written.entries, Then::Commit).await?;
    Ok(written)
}

/// Removes results that a condition takes, as many as one transaction removes. Returns how many [rows](as_rows) that is.
pub(super) async fn remove_where(
    client: &Client,
    sql: &Sql,
    condition: &str,
    parameter: &(dyn ToSql + Sync),
) -> Result<usize, PostgresFailure> {
    let statement = format!(
        "DELETE FROM {{schema}}.kept_results WHERE ctid IN (
            SELECT ctid FROM {{schema}}.kept_results WHERE {condition} LIMIT {RESULTS}
        )"
    );
    let removed = client.execute(&sql.text(&statement), &[parameter]).await?;
    Ok(as_rows(usize::try_from(removed).unwrap_or(usize::MAX)))
}
