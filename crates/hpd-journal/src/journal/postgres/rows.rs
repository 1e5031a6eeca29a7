//! Rows of the database, and their types.

use std::borrow::Cow;

use tokio_postgres::Row;

use super::error::PostgresFailure;
use crate::journal::Entry;
use crate::journal::database::EventRow;
use crate::system::Timestamp;

/// A number as the database has it.
pub(super) fn as_bigint(number: u64) -> Result<i64, PostgresFailure> {
    i64::try_from(number).map_err(|_| PostgresFailure::refusal("a number is too great for PostgreSQL"))
}

/// A number of the database.
pub(super) fn as_number(number: i64) -> Result<u64, PostgresFailure> {
    u64::try_from(number).map_err(|_| PostgresFailure::refusal("a number in the database is negative"))
}

/// A text for a column that lists are narrowed by. PostgreSQL can't hold the character zero; the row of a call can.
pub(super) fn column_text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{fffd}").into() } else { text.into() }
}

/// An entry, from a row with these [columns](crate::journal::database::ENTRY). A negative number is none that was
/// written: it is read as one that no entry has, which fits no link.
pub(super) fn entry_of(row: &Row) -> Result<Entry, PostgresFailure> {
    Ok(Entry {
        number: number_of_entry(row.try_get(0)?),
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

/// An event, from a row with [fewer columns](crate::journal::database::columns).
pub(super) fn event_of(row: &Row) -> Result<EventRow<'_>, PostgresFailure> {
    Ok(EventRow {
        entry: number_of_entry(row.try_get(0)?),
        session: row.try_get(1)?,
        seq: number(row.try_get(2)?),
        turn: row.try_get(3)?,
        call_id: row.try_get(4)?,
        at: number(row.try_get(5)?),
        kind: row.try_get::<_, &str>(6)?.into(),
        payload: row.try_get::<_, Option<&str>>(7)?.unwrap_or_default().into(),
    })
}

fn number_of_entry(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

fn number(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
