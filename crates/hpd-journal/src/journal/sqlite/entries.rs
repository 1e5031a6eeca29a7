//! Entries of the journal in the database.

use std::borrow::Cow;
use std::sync::LazyLock;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::journal::database::{ENTRY, EventRow, stored_moment};
use crate::journal::missing::NAMED;
use crate::journal::sqlite::error::failed;
use crate::journal::{ChainHead, Entry, MissingEvents, RegisteredTool};
use crate::pending::StoreError;
use crate::system::Timestamp;

/// Made once: it is the statement of each entry.
static INSERT: LazyLock<String> = LazyLock::new(|| {
    format!("INSERT INTO journal ({ENTRY}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
});

/// The newest erased entries of a session, between two of its numbers.
const ERASED: &str = "SELECT entry FROM journal \
    WHERE session = ?1 AND seq >= ?2 AND seq <= ?3 AND payload IS NULL ORDER BY seq DESC LIMIT ?4";
/// The last number of a session that was removed: entries are removed from the beginning alone.
const REMOVED: &str = "SELECT coalesce(\
    (SELECT min(seq) - 1 FROM journal WHERE session = ?1), \
    (SELECT seq FROM journal_sessions WHERE session = ?1), 0)";

pub(super) fn insert(connection: &Connection, entry: &Entry) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(&INSERT).map_err(failed)?;
    statement
        .execute(params![
            number(entry.number),
            entry.session,
            number(entry.seq),
            entry.turn,
            entry.call_id,
            stored_moment(entry.at),
            entry.kind,
            entry.payload,
            entry.salt,
            entry.payload_hash,
            entry.hash,
        ])
        .map_err(failed)?;
    Ok(())
}

/// The end of the chain.
pub(super) fn head(connection: &Connection) -> Result<ChainHead, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT entry, hash FROM journal ORDER BY entry DESC LIMIT 1")
        .map_err(failed)?;
    match statement.query_row((), chain_head).optional().map_err(failed)? {
        Some(head) => Ok(head),
        None => anchor(connection),
    }
}

/// The last entry that was removed on purpose.
pub(super) fn anchor(connection: &Connection) -> Result<ChainHead, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT through, hash FROM journal_anchor").map_err(failed)?;
    let anchor = statement.query_row((), chain_head).optional().map_err(failed)?;
    Ok(anchor.unwrap_or_default())
}

/// The number of the last entry of a session; 0 if there is none.
pub(super) fn last_of_session(connection: &Connection, session: &str) -> Result<u64, StoreError> {
    let mut statement = connection
        .prepare_cached(
            "SELECT coalesce(\
             (SELECT max(seq) FROM journal WHERE session = ?1), \
             (SELECT seq FROM journal_sessions WHERE session = ?1), 0)",
        )
        .map_err(failed)?;
    statement.query_row([session], |row| unsigned(row, 0)).map_err(failed)
}

/// The entries of a session that are erased, from the first to the last of these numbers, and the last number that was
/// removed.
pub(super) fn missing(
    connection: &Connection,
    session: &str,
    (first, last): (u64, u64),
) -> Result<MissingEvents, StoreError> {
    let found = || -> rusqlite::Result<MissingEvents> {
        let mut statement = connection.prepare_cached(ERASED)?;
        let parameters = (session, number(first), number(last), i64::try_from(NAMED).unwrap_or(i64::MAX));
        let erased = statement.query_map(parameters, |row| unsigned(row, 0))?;
        let erased = erased.collect::<Result<_, _>>()?;
        let mut statement = connection.prepare_cached(REMOVED)?;
        Ok(MissingEvents::new(erased, statement.query_row([session], |row| unsigned(row, 0))?))
    };
    found().map_err(failed)
}

/// The tools that were registered.
pub(super) fn registered_tools(connection: &Connection) -> Result<Vec<RegisteredTool>, StoreError> {
    const TOOLS: &str = "SELECT tool_name, tool_id, description, plugin, is_write, risk FROM tool_registry";
    let tool = |row: &Row<'_>| {
        let risk: Option<String> = row.get(5)?;
        let tool =
            RegisteredTool::new(row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?)
                .plugin(row.get(3)?)
                .is_write(row.get(4)?);
        Ok(tool.risk(risk.as_deref().and_then(RegisteredTool::risk_of)))
    };
    let found =
        || -> rusqlite::Result<Vec<_>> { connection.prepare_cached(TOOLS)?.query_map((), tool)?.collect() };
    found().map_err(failed)
}

/// An entry, from a row with [these columns](ENTRY). Invalid contents read as an entry that breaks the chain.
pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let text = |column| Ok::<_, rusqlite::Error>(text(row, column)?.map(Cow::into_owned));
    Ok(Entry {
        number: number_of_entry(row)?,
        session: text(1)?.unwrap_or_default(),
        seq: unsigned(row, 2)?,
        turn: text(3)?,
        call_id: text(4)?,
        at: Timestamp::from_millis(unsigned(row, 5)?),
        kind: text(6)?.unwrap_or_default(),
        payload: text(7)?,
        salt: text(8)?,
        payload_hash: text(9)?.unwrap_or_default(),
        hash: text(10)?.unwrap_or_default(),
    })
}

/// An event, from a row with [fewer columns](crate::journal::database::columns).
pub(super) fn event<'r>(row: &'r Row<'_>) -> rusqlite::Result<EventRow<'r>> {
    Ok(EventRow {
        entry: number_of_entry(row)?,
        session: text(row, 1)?.unwrap_or_default().into_owned(),
        seq: unsigned(row, 2)?,
        turn: text(row, 3)?.map(Cow::into_owned),
        call_id: text(row, 4)?.map(Cow::into_owned),
        at: unsigned(row, 5)?,
        kind: text(row, 6)?.unwrap_or_default(),
        payload: text(row, 7)?.unwrap_or_default(),
    })
}

/// Neither a negative number nor 0 is that of an entry.
fn number_of_entry(row: &Row<'_>) -> rusqlite::Result<u64> {
    Ok(u64::try_from(row.get::<_, i64>(0)?).unwrap_or(0))
}

pub(super) fn chain_head(row: &Row<'_>) -> rusqlite::Result<ChainHead> {
    Ok(ChainHead { number: unsigned(row, 0)?, hash: text(row, 1)?.unwrap_or_default().into_owned() })
}

/// As SQLite stores numbers; the greatest of those, if it is greater.
pub(super) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    // A negative number was not written by a journal: none has this one.
    Ok(u64::try_from(row.get::<_, i64>(column)?).unwrap_or(u64::MAX))
}

/// A text that may be no UTF-8.
fn text<'r>(row: &'r Row<'_>, column: usize) -> rusqlite::Result<Option<Cow<'r, str>>> {
    Ok(match row.get_ref(column)? {
        // The quick way first: almost every text is UTF-8.
        ValueRef::Text(bytes) => {
            Some(str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed))
        }
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Blob(_) => None,
    })
}
