//! Session records in the database.

use rusqlite::{Connection, OptionalExtension, ToSql, params};

use super::entries::{number, unsigned};
use super::error::failed;
use crate::journal::batches::BATCH;
use crate::journal::database::{OF_OWNER, stored_moment};
use crate::pending::{Owner, SessionRecord, StoreError};
use crate::system::Timestamp;

pub(super) fn get(connection: &Connection, owner: &Owner) -> Result<Option<SessionRecord>, StoreError> {
    let sql = format!("SELECT revision, state, seal FROM session_records WHERE {OF_OWNER}");
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let owner = params![owner.session, owner.principal.id(), owner.principal.tenant()];
    let record = statement.query_row(owner, |row| {
        Ok(SessionRecord { revision: unsigned(row, 0)?, state: row.get(1)?, seal: row.get(2)? })
    });
    record.optional().map_err(failed)
}

/// Writes a record if the stored one has the revision before. Returns whether it was written.
pub(super) fn put(
    connection: &Connection,
    owner: &Owner,
    record: &SessionRecord,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = format!(
        "INSERT INTO session_records (session, principal, tenant, revision, state, seal, updated) \
         SELECT $1, $2, $3, $4, $5, $6, $7 \
         WHERE $4 = 1 OR EXISTS (SELECT 1 FROM session_records WHERE {OF_OWNER}) \
         ON CONFLICT DO UPDATE SET revision = excluded.revision, state = excluded.state, \
            seal = excluded.seal, updated = excluded.updated \
         WHERE session_records.revision + 1 = excluded.revision"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let written = statement.execute(params![
        owner.session,
        owner.principal.id(),
        owner.principal.tenant(),
        number(record.revision),
        record.state,
        record.seal,
        stored_moment(now),
    ]);
    Ok(written.map_err(failed)? > 0)
}

/// Removes records that a condition takes, as many as one transaction removes. Returns how many.
pub(super) fn remove(
    connection: &Connection,
    condition: &str,
    parameter: impl ToSql,
) -> Result<usize, StoreError> {
    let sql = format!(
        "DELETE FROM session_records \
         WHERE number IN (SELECT number FROM session_records WHERE {condition} LIMIT {BATCH})"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    statement.execute([parameter]).map_err(failed)
}
