//! Session records in the database.

use deadpool_postgres::Client;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Statement};

use super::error::PostgresFailure;
use super::needs::Needs;
use super::rows::{as_bigint, as_number};
use super::sql::Sql;
use super::working::Working;
use crate::journal::batches::BATCH;
use crate::journal::database::{OF_OWNER, stored_moment};
use crate::pending::{Owner, SessionRecord};

/// The revisions of the records of several owners.
const REVISIONS: &str = "SELECT record.session, record.principal, record.tenant, record.revision
    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (session, principal, tenant)
    JOIN {schema}.session_records AS record ON record.session = wanted.session
        AND (record.principal IS NULL) = (wanted.principal IS NULL)
        AND coalesce(record.principal, '') = coalesce(wanted.principal, '')
        AND (record.tenant IS NULL) = (wanted.tenant IS NULL)
        AND coalesce(record.tenant, '') = coalesce(wanted.tenant, '')";

/// Writes records whose revisions were compared.
pub(super) const WRITE: &str = "INSERT INTO {schema}.session_records
    (session, principal, tenant, revision, state, seal, updated)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
    ON CONFLICT (session, (principal IS NULL), (coalesce(principal, '')), (tenant IS NULL), (coalesce(tenant, '')))
    DO UPDATE SET revision = excluded.revision, state = excluded.state, seal = excluded.seal,
        updated = excluded.updated";

/// The statement for the revisions that commands need; `None` if they need none.
pub(super) async fn prepared(client: &Client, sql: &Sql, needs: &Needs) -> Result<Option<Statement>, Error> {
    if needs.records.is_empty() {
        return Ok(None);
    }
    client.prepare_cached(&sql.text(REVISIONS)).await.map(Some)
}

/// The rows of the revisions that commands need.
pub(super) async fn revisions(
    client: &Client,
    statement: Option<Statement>,
    needs: &Needs,
) -> Result<Vec<Row>, Error> {
    let Some(statement) = statement else { return Ok(Vec::new()) };
    let sessions: Vec<_> = needs.records.iter().map(|owner| &*owner.session).collect();
    let principals: Vec<_> = needs.records.iter().map(|owner| owner.principal.id()).collect();
    let tenants: Vec<_> = needs.records.iter().map(|owner| owner.principal.tenant()).collect();
    client.query(&statement, &[&sessions, &principals, &tenants]).await
}

/// Adds the revision of a row.
pub(super) fn add_revision(working: &mut Working<'_>, row: &Row) -> Result<(), PostgresFailure> {
    let principal = hpd_runtime::Principal { id: row.try_get(1)?, tenant: row.try_get(2)? };
    let owner = Owner { session: row.try_get(0)?, principal };
    working.revisions.insert(owner, as_number(row.try_get(3)?)?);
    Ok(())
}

/// The columns of the records that are written.
pub(super) fn parameters<'a>(
    working: &'a Working<'_>,
) -> Result<Vec<Box<dyn ToSql + Sync + Send + 'a>>, PostgresFailure> {
    let rows: Vec<_> = working.records.iter().collect();
    let revisions: Result<Vec<_>, _> =
        rows.iter().map(|(_, (record, _))| as_bigint(record.revision)).collect();
    Ok(vec![
        Box::new(rows.iter().map(|(owner, _)| &*owner.session).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|(owner, _)| owner.principal.id()).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|(owner, _)| owner.principal.tenant()).collect::<Vec<_>>()),
        Box::new(revisions?),
        Box::new(rows.iter().map(|(_, (record, _))| &*record.state).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|(_, (record, _))| &*record.seal).collect::<Vec<_>>()),
        Box::new(rows.iter().map(|(_, (_, now))| stored_moment(*now)).collect::<Vec<_>>()),
    ])
}

/// The record of an owner.
pub(super) async fn get(
    client: &Client,
    sql: &Sql,
    owner: &Owner,
) -> Result<Option<SessionRecord>, PostgresFailure> {
    let text = format!("SELECT revision, state, seal FROM {{schema}}.session_records WHERE {OF_OWNER}");
    let statement = client.prepare_cached(&sql.text(&text)).await?;
    let (principal, tenant) = (owner.principal.id(), owner.principal.tenant());
    let row = client.query_opt(&statement, &[&owner.session, &principal, &tenant]).await?;
    let record = |row: Row| {
        let revision = as_number(row.try_get(0)?)?;
        Ok(SessionRecord { revision, state: row.try_get(1)?, seal: row.try_get(2)? })
    };
    row.map(record).transpose()
}

/// Removes records that a condition takes, as many as one transaction removes. Returns how many.
pub(super) async fn remove(
    client: &Client,
    sql: &Sql,
    condition: &str,
    parameter: &(dyn ToSql + Sync),
) -> Result<usize, PostgresFailure> {
    // No other writer moves a row meanwhile: all of them hold the lock of the chain.
    let statement = format!(
        "DELETE FROM {{schema}}.session_records WHERE ctid IN (
            SELECT ctid FROM {{schema}}.session_records WHERE {condition} LIMIT {BATCH}
        )"
    );
    let removed = client.execute(&sql.text(&statement), &[parameter]).await?;
    Ok(usize::try_from(removed).unwrap_or(usize::MAX))
}
