//! Calls that wait, run, or are done with, in the database.

use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use super::error::failed;
use crate::journal::batches::BATCH;
use crate::journal::database::{self, OPEN, stored_call, stored_moment};
use crate::pending::{PendingCall, PendingId, StoreError};
use crate::system::Timestamp;

pub(super) fn insert(connection: &Connection, call: &PendingCall) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare_cached(
            "INSERT INTO pending_calls \
             (id, session, turn, state, created, expires, call, tool, principal, tenant) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )
        .map_err(failed)?;
    statement
        .execute(params![
            call.id.as_str(),
            call.owner.session,
            call.notes.turn,
            call.state.as_str(),
            stored_moment(call.created),
            stored_moment(call.expires),
            written(call)?,
            call.tool.as_str(),
            call.owner.principal.id(),
            call.owner.principal.tenant(),
        ])
        .map_err(failed)?;
    Ok(())
}

/// Writes a call after a step that was taken at this moment.
pub(super) fn update(connection: &Connection, call: &PendingCall, now: Timestamp) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare_cached(
            "UPDATE pending_calls SET state = ?2, lease = ?3, ended = ?4, call = ?5 WHERE id = ?1",
        )
        .map_err(failed)?;
    let lease = call.lease.map(stored_moment);
    let ended = call.state.is_final().then(|| stored_moment(now));
    statement
        .execute(params![call.id.as_str(), call.state.as_str(), lease, ended, written(call)?])
        .map_err(failed)?;
    Ok(())
}

pub(super) fn get(connection: &Connection, id: &PendingId) -> Result<Option<PendingCall>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT call FROM pending_calls WHERE id = ?1").map_err(failed)?;
    let text = statement.query_row([id.as_str()], stored).optional().map_err(failed)?;
    text.map(|text| stored_call(&text)).transpose()
}

/// Calls that a condition takes: the oldest first, those of one moment by id.
pub(super) fn list(
    connection: &Connection,
    condition: &str,
    parameters: impl Params,
) -> Result<Vec<PendingCall>, StoreError> {
    let sql = format!("SELECT call FROM pending_calls WHERE {condition} ORDER BY created, id");
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let texts = statement.query_map(parameters, stored).map_err(failed)?;
    texts.map(|text| stored_call(&text.map_err(failed)?)).collect()
}

/// Calls whose time is over at this moment, of one session or of all.
pub(super) fn over(
    connection: &Connection,
    session: Option<&str>,
    now: Timestamp,
) -> Result<Vec<PendingCall>, StoreError> {
    let now = stored_moment(now);
    if let Some(session) = session {
        let condition = format!("session = ?1 AND {OPEN} AND expires <= ?2");
        return list(connection, &condition, params![session, now]);
    }
    list(connection, &database::over(), [now])
}

/// Removes calls that a condition takes, as many as one transaction removes.
pub(super) fn remove(
    connection: &Connection,
    condition: &str,
    parameters: impl Params,
) -> Result<Vec<PendingId>, StoreError> {
    let sql = format!(
        "DELETE FROM pending_calls \
         WHERE number IN (SELECT number FROM pending_calls WHERE {condition} LIMIT {BATCH}) RETURNING id"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let ids = statement.query_map(parameters, stored).map_err(failed)?;
    ids.map(|id| id.map(PendingId::new).map_err(failed)).collect()
}

/// How many calls of a session are open.
pub(super) fn count_open(connection: &Connection, session: &str) -> Result<usize, StoreError> {
    let sql = format!("SELECT count(*) FROM pending_calls WHERE session = ?1 AND {OPEN}");
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let count: i64 = statement.query_row([session], |row| row.get(0)).map_err(failed)?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

fn stored(row: &Row<'_>) -> rusqlite::Result<String> {
    row.get(0)
}

fn written(call: &PendingCall) -> Result<String, StoreError> {
    call.to_stored()
}
