//! Rows of the database, and what they are of.

use tokio_postgres::Row;

use super::error::PostgresFailure;
use crate::approval::PendingCall;
use crate::journal::Entry;
use crate::system::Timestamp;

/// The columns of an entry, in the order of [`entry_of`].
pub(super) const ENTRY: &str =
    "entry, session, seq, turn, call_id, at, kind, payload, salt, payload_hash, hash";

/// The last moment that the database can have: later ones are written as this one, and linked so.
pub(super) const LAST_MOMENT: Timestamp = Timestamp::from_millis(i64::MAX.unsigned_abs());

/// A number as the database has it.
pub(super) fn as_bigint(number: u64) -> Result<i64, PostgresFailure> {
    i64::try_from(number).map_err(|_| PostgresFailure::refusal("a number is too great for PostgreSQL"))
}

/// A number as the database has it, to compare with; the greatest that it can have for one that is greater.
pub(super) fn as_bigint_or_last(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A moment as the database has it; one that is later than any that it can have, as the last of those.
pub(super) fn as_bigint_at_most(moment: Timestamp) -> i64 {
    as_bigint_or_last(moment.as_millis())
}

/// A number of the database.
pub(super) fn as_number(number: i64) -> Result<u64, PostgresFailure> {
    u64::try_from(number).map_err(|_| PostgresFailure::refusal("a number in the database is negative"))
}

/// A stored call.
pub(super) fn call_of(text: &str) -> Result<PendingCall, PostgresFailure> {
    serde_json::from_str(text).map_err(|_| PostgresFailure::refusal("a call in the database can't be read"))
}

/// An entry, from a row with these [columns](ENTRY). A negative number is none that was written: it is read as 0, which fits no link.
pub(super) fn entry_of(row: &Row) -> Result<Entry, PostgresFailure> {
    let number = |number: i64| u64::try_from(number).unwrap_or(0);
    Ok(Entry {
        number: number(row.try_get(0)?),
        session: row.try_get(1)?,
        seq: number(row.try_get(2)?),
        turn: row.try_get(3)?,
        call_id: row.try_get(4)?,
        at: Timestamp::from_millis(number(row.try_get(5)?)),
        kind: row.try_get(6)?,
        payload: row.try_get(7)?,
        salt: row.try_get(8)?,
        payload_hash: row.try_get(9)?,
        hash: row.try_get(10)?,
    })
}
