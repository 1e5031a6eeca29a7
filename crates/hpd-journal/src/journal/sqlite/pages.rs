//! Pages of events, and of sessions.

use rusqlite::{Connection, OptionalExtension, Row, Rows, params_from_iter};

use super::entries::{self, unsigned};
use super::error::failed;
use super::filter::Query;
use crate::events::EventRecord;
use crate::journal::database::{ranges_of_window, window};
use crate::journal::plan::{
    Lead, Plan, needs_comparison, needs_ranges, plan, ranges_of_parts, whole, within,
};
use crate::journal::{EventFilter, SessionFilter, SessionSummary};
use crate::pending::StoreError;
use crate::system::Timestamp;

/// The events of a filter.
pub(super) fn events(connection: &Connection, filter: &EventFilter) -> Result<Vec<EventRecord>, StoreError> {
    let Plan { lead, ranges } = planned(connection, filter).map_err(failed)?;
    let limit = filter.limit.unwrap_or(usize::MAX);
    let mut events = Vec::new();
    for range in ranges {
        if events.len() >= limit {
            break;
        }
        read_range(connection, lead, &within(filter, range, filter.limit), &mut events)?;
    }
    if filter.newest {
        events.reverse();
    }
    Ok(events)
}

fn read_range(
    connection: &Connection,
    lead: Lead,
    filter: &EventFilter,
    events: &mut Vec<EventRecord>,
) -> Result<(), StoreError> {
    let query = Query::led_by(lead, filter);
    let mut statement = connection.prepare_cached(&query.sql).map_err(failed)?;
    let parameters = params_from_iter(&query.parameters);
    let read = |row: &Row<'_>| Ok(entries::event(row)?.record(filter));
    let mut found = statement.query_map(parameters, read).map_err(failed)?;
    // Unreadable events do not count, so the end is not known in advance.
    while events.len() < filter.limit.unwrap_or(usize::MAX) {
        let Some(event) = found.next() else { break };
        events.extend(event.map_err(failed)?);
    }
    Ok(())
}

/// How the events of a filter are found.
pub(super) fn planned(connection: &Connection, filter: &EventFilter) -> rusqlite::Result<Plan> {
    let mut ranges = vec![whole(filter)];
    if needs_ranges(filter) && has_parts(connection)? {
        let mut statement =
            connection.prepare_cached(&ranges_of_window(filter.newest).replace("{schema}", ""))?;
        let read = |row: &Row<'_>| Ok((unsigned(row, 0)?, unsigned(row, 1)?));
        let parts: Vec<_> = statement.query_map(window(filter), read)?.collect::<rusqlite::Result<_>>()?;
        ranges = ranges_of_parts(filter, &parts);
    }
    let mut many = Vec::new();
    if needs_comparison(filter, &ranges) {
        let leads = Lead::all_of(filter);
        let query = Query::many(&leads, filter);
        let mut statement = connection.prepare_cached(&query.sql)?;
        let mut rows = statement.query(params_from_iter(&query.parameters))?;
        many = compared(&mut rows, leads.len())?;
    }
    Ok(plan(filter, ranges, &many))
}

fn compared(rows: &mut Rows<'_>, leads: usize) -> rusqlite::Result<Vec<Option<u64>>> {
    let Some(row) = rows.next()? else { return Ok(Vec::new()) };
    let entry = |lead| Ok(row.get::<_, Option<i64>>(lead)?.and_then(|entry| u64::try_from(entry).ok()));
    (0..leads).map(entry).collect()
}

/// Whether the moments of parts are known. A journal of an older version that may only be read does not have them.
fn has_parts(connection: &Connection) -> rusqlite::Result<bool> {
    let mut statement =
        connection.prepare_cached("SELECT 1 FROM sqlite_schema WHERE name = 'journal_parts'")?;
    Ok(statement.query_row((), |_| Ok(())).optional()?.is_some())
}

/// The sessions of a filter, the newest first.
pub(super) fn sessions(
    connection: &Connection,
    filter: &SessionFilter,
) -> Result<Vec<SessionSummary>, StoreError> {
    let query = Query::of_sessions(filter);
    let mut statement = connection.prepare_cached(&query.sql).map_err(failed)?;
    let found = statement.query_map(params_from_iter(&query.parameters), session).map_err(failed)?;
    found.take(filter.limit.unwrap_or(usize::MAX)).collect::<rusqlite::Result<_>>().map_err(failed)
}

fn session(row: &Row<'_>) -> rusqlite::Result<SessionSummary> {
    let at = |column| Ok::<_, rusqlite::Error>(Timestamp::from_millis(unsigned(row, column)?));
    let last = SessionSummary::new(row.get::<_, String>(0)?, unsigned(row, 1)?, unsigned(row, 2)?, at(3)?);
    Ok(last.first_entry(unsigned(row, 4)?).first_at(at(5)?))
}
