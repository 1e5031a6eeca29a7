//! Reading, on separate connections, so that the writer continues.

use std::pin::pin;
use std::time::Instant;

use deadpool_postgres::Client;
use futures_util::TryStreamExt;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::load::limits_of_request;
use super::records;
use super::rows::{as_number, column_text, entry_of};
use crate::events::EventRecord;
use crate::journal::database::{
    Compared, ENTRY, OF_SOMEONE, calls_of, comparisons, principals, stored_call, stored_event, stored_moment,
};
use crate::journal::verify::Verifier;
use crate::journal::writer::{Answer, ReadCommand};
use crate::journal::{ChainHead, Damage, EventFilter, Verification};
use crate::pending::{PendingCall, PendingFilter, PendingId};

impl Database {
    /// In a transaction, so that the server waits only so long for who holds a table, however much is read. A read whose
    /// time does not grow with the journal ends until this moment; others go on while rows come.
    pub(super) async fn find(
        &self,
        client: &Client,
        command: &ReadCommand,
        until: Instant,
    ) -> Result<Answer, PostgresFailure> {
        // To verify, all has to be as it is at one moment.
        let isolation = match command {
            ReadCommand::Verify(_) => "REPEATABLE READ",
            _ => "READ COMMITTED",
        };
        let patience = self.shared.options.patience;
        let limits = limits_of_request(patience.mul_f32(0.75), patience);
        let limits =
            if command.is_long() { format!("{limits}; SET LOCAL statement_timeout = 0") } else { limits };
        let begin = format!("BEGIN ISOLATION LEVEL {isolation} READ ONLY; {limits}");
        self.answered_by(until, async { Ok(client.batch_execute(&begin).await?) }).await?;
        Ok(match command {
            ReadCommand::Get(id) => Answer::Call(self.answered_by(until, self.call(client, id)).await?),
            ReadCommand::List(filter) => {
                Answer::Calls(self.answered_by(until, self.calls(client, filter)).await?)
            }
            ReadCommand::Record(owner) => {
                Answer::Record(self.answered_by(until, records::get(client, &self.sql, owner)).await?)
            }
            ReadCommand::Events(filter) if filter.limit.is_some() => {
                Answer::Events(self.answered_by(until, self.events(client, filter)).await?)
            }
            ReadCommand::Events(filter) => Answer::Events(self.events(client, filter).await?),
            ReadCommand::Head => Answer::Head(self.answered_by(until, self.head(client)).await?),
            ReadCommand::Verify(known) => Answer::Verified(self.verify(client, known.as_ref()).await?),
        })
    }

    async fn call(&self, client: &Client, id: &PendingId) -> Result<Option<PendingCall>, PostgresFailure> {
        let text = self.sql.text("SELECT row FROM {schema}.pending_calls WHERE id = $1");
        let statement = client.prepare_cached(&text).await?;
        let row = client.query_opt(&statement, &[&id.as_str()]).await?;
        row.map(|row| Ok(stored_call(row.try_get(0)?)?)).transpose()
    }

    async fn calls(
        &self,
        client: &Client,
        filter: &PendingFilter,
    ) -> Result<Vec<PendingCall>, PostgresFailure> {
        let (condition, parameters) = calls_of(filter);
        let text = self.sql.text(&format!("SELECT row FROM {{schema}}.pending_calls WHERE {condition}"));
        let parameters: Vec<_> = parameters.into_iter().map(column_value).collect();
        let parameters: Vec<_> = parameters.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        let rows = client.query(&text, &parameters).await?;
        let calls = rows.iter().map(|row| Ok(stored_call(row.try_get(0)?)?));
        let calls = calls.collect::<Result<Vec<_>, PostgresFailure>>()?;
        Ok(PendingCall::oldest_first(calls.into_iter().filter(|call| filter.takes(call))))
    }

    async fn events(
        &self,
        client: &Client,
        filter: &EventFilter,
    ) -> Result<Vec<EventRecord>, PostgresFailure> {
        let mut events = Vec::new();
        let mut query = EventQuery { filter, limit: filter.limit, behind: None };
        loop {
            let (text, parameters) = query.text_and_parameters();
            let parameters = parameters.iter().map(|parameter| &**parameter as &(dyn ToSql + Sync));
            let text = self.sql.text(&text);
            let mut rows = pin!(self.next_row(client.query_raw(&text, parameters)).await?);
            let mut found = 0;
            while let Some(row) = self.next_row(rows.try_next()).await? {
                found += 1;
                query.behind = row.try_get(filter.order())?;
                events.extend(stored_event(&entry_of(&row)?));
            }
            let is_last = query.limit.is_none_or(|limit| found < limit);
            // Unreadable events do not count, so more are read in their place.
            query.limit = filter.limit.map(|limit| limit.saturating_sub(events.len()));
            if is_last || query.limit == Some(0) {
                break;
            }
        }
        if filter.newest {
            events.reverse();
        }
        Ok(events)
    }

    async fn head(&self, client: &Client) -> Result<ChainHead, PostgresFailure> {
        let row = client.query_one(&self.sql.text(HEAD), &[]).await?;
        Ok(ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? })
    }

    /// Goes through all entries, as they are at one moment. The last must be the one that the writers know as the end.
    async fn verify(
        &self,
        client: &Client,
        known: Option<&ChainHead>,
    ) -> Result<Verification, PostgresFailure> {
        let text = self.sql.text(ANCHOR);
        let row = self.next_row(client.query_one(&text, &[])).await?;
        let anchor = ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? };
        let head = ChainHead { number: as_number(row.try_get(2)?)?, hash: row.try_get(3)? };
        let mut last = anchor.clone();
        let mut verifier = Verifier::new(anchor, self.shared.options.key.as_ref(), known);
        let text = self.sql.text(&format!("SELECT {ENTRY} FROM {{schema}}.journal ORDER BY entry"));
        let no_parameters: [&(dyn ToSql + Sync); 0] = [];
        {
            let mut rows = pin!(self.next_row(client.query_raw(&text, no_parameters)).await?);
            while let Some(row) = self.next_row(rows.try_next()).await? {
                let entry = entry_of(&row)?;
                verifier.check(&entry);
                last = entry.head();
            }
        }
        let mut verification = verifier.finish();
        let entry = head.number;
        let is_told =
            |damage: &Damage| [Damage::Edited { entry }, Damage::NotTheHead { entry }].contains(damage);
        if last != head && !verification.damage.iter().any(is_told) {
            verification.damage.push(Damage::NotTheHead { entry });
        }
        Ok(verification)
    }
}

const HEAD: &str = "SELECT number, hash FROM {schema}.journal_anchor";
const ANCHOR: &str = "SELECT pruned_through, pruned_hash, number, hash FROM {schema}.journal_anchor";

/// Events that are asked for, as a query.
struct EventQuery<'a> {
    filter: &'a EventFilter,
    /// How many are still to be found.
    limit: Option<usize>,
    /// The number of the last one that was found.
    behind: Option<i64>,
}

type Parameters = Vec<Box<dyn ToSql + Sync + Send>>;

impl EventQuery<'_> {
    /// Entries with contents, in the order of the journal; the last first, where the newest are asked for.
    fn text_and_parameters(&self) -> (String, Parameters) {
        let filter = self.filter;
        let (order, behind, direction) =
            if filter.newest { (filter.order(), "<", " DESC") } else { (filter.order(), ">", "") };
        let mut conditions = Conditions::default();
        for (comparison, compared) in comparisons(filter) {
            conditions.add(comparison, value(compared));
        }
        for (expression, literal) in principals(filter, [PRINCIPAL, TENANT]) {
            conditions.add_indexed_start(OF_SOMEONE, expression, literal);
        }
        if !filter.kinds.is_empty() {
            conditions.add("kind = ANY", Box::new(filter.kinds.clone()));
        }
        if let Some(number) = self.behind {
            conditions.add(&format!("{order} {behind}"), Box::new(number));
        }
        let mut text = format!(
            "SELECT {ENTRY} FROM {{schema}}.journal WHERE payload IS NOT NULL{} ORDER BY {order}{direction}",
            conditions.text
        );
        if let Some(limit) = self.limit {
            conditions.parameters.push(Box::new(i64::try_from(limit).unwrap_or(i64::MAX)));
            let limit = format!("${}::bigint", conditions.parameters.len());
            // A planner that knows the limit may take a session for fewer rows than that, and sort all that it has. One
            // that does not takes the index that has this order; but for a turn or a call, it must not.
            let has_index_of_order = filter.turn.is_none() && filter.call_id.is_none();
            text = format!(
                "{text} LIMIT {}",
                if has_index_of_order { format!("(SELECT {limit})") } else { limit }
            );
        }
        (text, conditions.parameters)
    }
}

/// The SQL conditions of a filter.
#[derive(Default)]
struct Conditions {
    text: String,
    parameters: Parameters,
}

impl Conditions {
    /// Adds a condition on a column.
    fn add(&mut self, comparison: &str, value: Box<dyn ToSql + Sync + Send>) {
        self.parameters.push(value);
        let number = self.parameters.len().to_string();
        for part in [" AND ", comparison, " ($", &number, ")"] {
            self.text.push_str(part);
        }
    }

    /// Adds a condition on a text whose index has only the start, and only of some rows.
    fn add_indexed_start(&mut self, rows: &str, expression: &str, value: String) {
        self.parameters.push(Box::new(value));
        let number = self.parameters.len();
        self.text = format!(
            "{} AND {rows} AND left({expression}, {START}) = left(${number}, {START}) AND {expression} = ${number}",
            self.text
        );
    }
}

/// A value for columns of calls.
fn column_value(compared: Compared<'_>) -> Box<dyn ToSql + Sync + Send> {
    match compared {
        Compared::Text(text) => Box::new(column_text(text).into_owned()),
        Compared::OptionalText(text) => Box::new(text.map(|text| column_text(text).into_owned())),
        Compared::Number(_) | Compared::Moment(_) => value(compared),
    }
}

/// How many characters of a principal or a tenant are in its index: PostgreSQL refuses long texts there.
const START: u8 = 200;
/// The principal in contents, as a literal of JSON: the text between the keys. Its index has the same expression.
const PRINCIPAL: &str = r#"substr(payload, 14, greatest(strpos(payload, ',"tenant":') - 14, 0))"#;
/// The tenant, likewise.
const TENANT: &str = concat!(
    r#"substr(payload, strpos(payload, ',"tenant":') + 10, "#,
    r#"greatest(strpos(payload, ',"type":') - strpos(payload, ',"tenant":') - 10, 0))"#
);

/// As PostgreSQL stores it; the greatest number that it can have for one that is greater.
pub(super) fn value(compared: Compared<'_>) -> Box<dyn ToSql + Sync + Send> {
    match compared {
        Compared::Text(text) => Box::new(text.to_owned()),
        Compared::OptionalText(text) => Box::new(text.map(str::to_owned)),
        Compared::Number(number) => Box::new(i64::try_from(number).unwrap_or(i64::MAX)),
        Compared::Moment(moment) => Box::new(stored_moment(moment)),
    }
}
