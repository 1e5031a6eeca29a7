//! Pages of events, and of sessions.

use std::pin::pin;

use deadpool_postgres::Client;
use futures_util::TryStreamExt;
use tokio_postgres::Row;

use super::database::Database;
use super::error::PostgresFailure;
use super::filter::{Query, typed};
use super::rows::{as_number, event_of};
use crate::events::EventRecord;
use crate::journal::database::{ranges_of_window, window};
use crate::journal::plan::{
    Lead, Plan, needs_comparison, needs_ranges, plan, ranges_of_parts, whole, within,
};
use crate::journal::{EventFilter, SessionFilter, SessionSummary};
use crate::system::Timestamp;

/// Whether the moments of parts can be read. A journal of an older version does not have them.
const HAS_PARTS: &str = "SELECT coalesce(has_table_privilege(to_regclass($1::text), 'SELECT'), false)";

/// How many entries are looked through for sessions at first, and at most at a time.
const FEW_ENTRIES: usize = 512;
const MANY_ENTRIES: usize = 8_192;

impl Database {
    /// The events of a filter.
    pub(super) async fn events(
        &self,
        client: &Client,
        filter: &EventFilter,
    ) -> Result<Vec<EventRecord>, PostgresFailure> {
        let Plan { lead, ranges } = self.planned(client, filter).await?;
        let mut events = Vec::new();
        for range in ranges {
            let left = filter.limit.map(|limit| limit.saturating_sub(events.len()));
            if left == Some(0) {
                break;
            }
            self.read_range(client, lead, within(filter, range, left), &mut events).await?;
        }
        if filter.newest {
            events.reverse();
        }
        Ok(events)
    }

    async fn read_range(
        &self,
        client: &Client,
        lead: Lead,
        mut filter: EventFilter,
        events: &mut Vec<EventRecord>,
    ) -> Result<(), PostgresFailure> {
        let end = filter.limit.map(|limit| limit + events.len());
        loop {
            let Query { text, parameters } = Query::led_by(lead, &filter);
            let text = self.sql.text(&text);
            let rows = self.next_row(client.query_typed_raw(&text, typed(&parameters))).await?;
            let mut rows = pin!(rows);
            let (mut found, mut last) = (0, 0);
            while let Some(row) = self.next_row(rows.try_next()).await? {
                found += 1;
                last = as_number(row.try_get(lead.order())?)?;
                events.extend(event_of(&row)?.record(&filter));
            }
            let is_last = filter.limit.is_none_or(|limit| found < limit);
            // Unreadable events do not count, so more are read in their place.
            filter.limit = end.map(|end| end.saturating_sub(events.len()));
            if is_last || filter.limit == Some(0) {
                return Ok(());
            }
            *match (lead, filter.newest) {
                (Lead::Session, false) => &mut filter.after_seq,
                (Lead::Session, true) => &mut filter.before_seq,
                (_, false) => &mut filter.after_entry,
                (_, true) => &mut filter.before_entry,
            } = Some(last);
        }
    }

    /// How the events of a filter are found.
    async fn planned(&self, client: &Client, filter: &EventFilter) -> Result<Plan, PostgresFailure> {
        let mut ranges = vec![whole(filter)];
        if needs_ranges(filter) && self.has_parts(client).await? {
            let text = self.sql.text(&ranges_of_window(filter.newest).replace("{schema}", "{schema}."));
            let statement = client.prepare_cached(&text).await?;
            let [from, until, first, last] = window(filter);
            let parts = client.query(&statement, &[&from, &until, &first, &last]).await?;
            let parts =
                parts.iter().map(|row| Ok((as_number(row.try_get(0)?)?, as_number(row.try_get(1)?)?)));
            ranges = ranges_of_parts(filter, &parts.collect::<Result<Vec<_>, PostgresFailure>>()?);
        }
        let mut many = Vec::new();
        if needs_comparison(filter, &ranges) {
            let leads = Lead::all_of(filter);
            let Query { text, parameters } = Query::many(&leads, filter);
            let rows = pin!(client.query_typed_raw(&self.sql.text(&text), typed(&parameters)).await?);
            let rows: Vec<Row> = rows.try_collect().await?;
            for (row, lead) in rows.iter().flat_map(|row| (0..leads.len()).map(move |lead| (row, lead))) {
                many.push(row.try_get::<_, Option<i64>>(lead)?.map(as_number).transpose()?);
            }
        }
        Ok(plan(filter, ranges, &many))
    }

    async fn has_parts(&self, client: &Client) -> Result<bool, PostgresFailure> {
        if let Some(has_parts) = self.has_parts.get() {
            return Ok(*has_parts);
        }
        let name = self.sql.text("{schema}.journal_parts");
        let found = client.query_one(HAS_PARTS, &[&name]).await?.try_get(0)?;
        Ok(*self.has_parts.get_or_init(|| found))
    }

    /// The sessions of a filter, the newest first.
    pub(super) async fn sessions(
        &self,
        client: &Client,
        filter: &SessionFilter,
    ) -> Result<Vec<SessionSummary>, PostgresFailure> {
        let limit = filter.limit.unwrap_or(usize::MAX);
        let (mut found, mut before, mut count) = (Vec::new(), filter.before, FEW_ENTRIES);
        while found.len() < limit {
            let Query { text, parameters } = Query::of_sessions(filter, before, count);
            let rows = pin!(client.query_typed_raw(&self.sql.text(&text), typed(&parameters)).await?);
            let rows: Vec<Row> = rows.try_collect().await?;
            let Some(row) = rows.first() else { break };
            let (oldest, looked_at) = (as_number(row.try_get(6)?)?, as_number(row.try_get(7)?)?);
            for row in &rows {
                let is_last: bool = row.try_get(8)?;
                // Events of the journal itself have no session.
                if is_last && found.len() < limit && !row.try_get::<_, &str>(0)?.is_empty() {
                    found.push(session(row)?);
                }
            }
            if looked_at < u64::try_from(count).unwrap_or(u64::MAX) {
                break;
            }
            (before, count) = (Some(oldest), (count * 4).min(MANY_ENTRIES));
        }
        Ok(found)
    }
}

fn session(row: &Row) -> Result<SessionSummary, PostgresFailure> {
    let number = |column: usize| as_number(row.try_get(column)?);
    let at = |column| Ok::<_, PostgresFailure>(Timestamp::from_millis(number(column)?));
    let last = SessionSummary::new(row.try_get::<_, String>(0)?, number(1)?, number(2)?, at(3)?);
    Ok(last.first_entry(number(4)?).first_at(at(5)?))
}
