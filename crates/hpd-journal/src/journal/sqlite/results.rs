//! Long results in the database.

use rusqlite::{Connection, OptionalExtension, ToSql, params};

use super::entries::unsigned;
use super::error::failed;
use crate::journal::batches::{Batch, RESULTS, as_rows};
use crate::journal::database::{OF_OWNER, Removing, stored_moment};
use crate::pending::{Owner, StoreError};
use crate::results::KeptResult;
use crate::system::Timestamp;

use super::filter::value;

/// Writes a result. One of the same owner and id has the same text: its time begins anew.
pub(super) fn put(connection: &Connection, result: &KeptResult) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare_cached(
            "INSERT INTO kept_results (session, principal, tenant, id, text, updated, expires) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
             ON CONFLICT DO UPDATE SET text = excluded.text, updated = excluded.updated, expires = excluded.expires",
        )
        .map_err(failed)?;
    statement
        .execute(params![
            result.owner.session,
            result.owner.principal.id(),
            result.owner.principal.tenant(),
            result.id,
            &*result.text,
            stored_moment(result.kept),
            stored_moment(result.expires),
        ])
        .map_err(failed)?;
    Ok(())
}

/// The result of an owner, unless its time is over.
pub(super) fn get(
    connection: &Connection,
    owner: &Owner,
    id: &str,
    now: Timestamp,
) -> Result<Option<KeptResult>, StoreError> {
    let sql = format!(
        "SELECT text, updated, expires FROM kept_results WHERE {OF_OWNER} AND id = $4 AND expires > $5"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let (principal, tenant) = (owner.principal.id(), owner.principal.tenant());
    let parameters = params![owner.session, principal, tenant, id, stored_moment(now)];
    let result = statement.query_row(parameters, |row| {
        let (text, kept, expires) = (row.get::<_, String>(0)?, unsigned(row, 1)?, unsigned(row, 2)?);
        Ok(KeptResult::stored(owner, id, text, [kept, expires].map(Timestamp::from_millis)))
    });
    result.optional().map_err(failed)
}

/// Removes a batch of results that are over, or of a session.
pub(super) fn remove(connection: &Connection, what: &Removing) -> Result<Batch, StoreError> {
    let (condition, parameter) = what.condition();
    Ok(Batch::of_results(remove_where(connection, condition, value(parameter))?))
}

/// Removes results that a condition takes, as many as one transaction removes. Returns how many [rows](as_rows) that is.
pub(super) fn remove_where(
    connection: &Connection,
    condition: &str,
    parameter: impl ToSql,
) -> Result<usize, StoreError> {
    let sql = format!(
        "DELETE FROM kept_results \
         WHERE number IN (SELECT number FROM kept_results WHERE {condition} LIMIT {RESULTS})"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    Ok(as_rows(statement.execute([parameter]).map_err(failed)?))
}
