//! Verification, on a snapshot of the database.

use rusqlite::Connection;

use super::entries;
use super::error::failed;
use crate::journal::database::ENTRY;
use crate::journal::verify::Verifier;
use crate::journal::{ChainHead, ChainKey, Verification};
use crate::pending::StoreError;

pub(super) fn verified(
    connection: &mut Connection,
    key: Option<&ChainKey>,
    known: Option<&ChainHead>,
) -> Result<Verification, StoreError> {
    // All of it as it is at one moment.
    let moment = connection.transaction().map_err(failed)?;
    let mut verifier = Verifier::new(entries::anchor(&moment)?, key, known);
    let sql = format!("SELECT {ENTRY} FROM journal ORDER BY entry");
    let mut statement = moment.prepare_cached(&sql).map_err(failed)?;
    for entry in statement.query_map((), entries::entry).map_err(failed)? {
        verifier.check(&entry.map_err(failed)?);
    }
    Ok(verifier.finish())
}
