//! Reading: on connections of their own, so that the writer goes on meanwhile.

use std::pin::pin;

use deadpool_postgres::Client;
use futures_util::TryStreamExt;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::{ENTRY, as_bigint_at_most, as_bigint_or_last, as_number, call_of, entry_of};
use super::working::oldest_first;
use crate::approval::{CallState, PendingCall, PendingFilter, PendingId};
use crate::events::EventRecord;
use crate::journal::verify::Verifier;
use crate::journal::writer::{Answer, Command, ReadCommand, Request};
use crate::journal::{ChainHead, Damage, EventFilter, Verification};

impl Database {
    /// Reads what is asked for, and answers.
    pub(super) async fn read(&self, request: Request) {
        let Command::Read(command) = &request.command else { return };
        let answer = self.find(command).await;
        self.shared.read(request, answer.map_err(Into::into));
    }

    async fn find(&self, command: &ReadCommand) -> Result<Answer, PostgresFailure> {
        let mut client = self.pool.get().await?;
        Ok(match command {
            ReadCommand::Get(id) => Answer::Call(self.call(&client, id).await?),
            ReadCommand::List(filter) => Answer::Calls(self.calls(&client, filter).await?),
            ReadCommand::Events(filter) => Answer::Events(self.events(&client, filter).await?),
            ReadCommand::Head => Answer::Head(self.head(&client).await?),
            ReadCommand::Verify(known) => Answer::Verified(self.verify(&mut client, known.as_ref()).await?),
        })
    }

    async fn call(&self, client: &Client, id: &PendingId) -> Result<Option<PendingCall>, PostgresFailure> {
        let text = self.sql.text("SELECT row FROM {schema}.pending_calls WHERE id = $1");
        let statement = client.prepare_cached(&text).await?;
        let row = client.query_opt(&statement, &[&id.as_str()]).await?;
        row.map(|row| call_of(row.try_get(0)?)).transpose()
    }

    async fn calls(
        &self,
        client: &Client,
        filter: &PendingFilter,
    ) -> Result<Vec<PendingCall>, PostgresFailure> {
        let states: Vec<_> = filter.states.iter().copied().map(CallState::as_str).collect();
        let text = self.sql.text(
            "SELECT row FROM {schema}.pending_calls
            WHERE ($1::text IS NULL OR session = $1) AND (cardinality($2::text[]) = 0 OR state = ANY($2))",
        );
        let rows = client.query(&text, &[&filter.session, &states]).await?;
        let calls = rows.iter().map(|row| call_of(row.try_get(0)?));
        Ok(oldest_first(calls.collect::<Result<Vec<_>, PostgresFailure>>()?.iter()))
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
            let mut rows = pin!(client.query_raw(&self.sql.text(&text), parameters).await?);
            let mut found = 0;
            while let Some(row) = rows.try_next().await? {
                found += 1;
                query.behind = row.try_get(filter.order())?;
                events.extend(entry_of(&row)?.record_or_warning());
            }
            let is_last = query.limit.is_none_or(|limit| found < limit);
            // What can't be read does not count: others are found for it.
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
        client: &mut Client,
        known: Option<&ChainHead>,
    ) -> Result<Verification, PostgresFailure> {
        let snapshot = client.build_transaction().read_only(true);
        let snapshot =
            snapshot.isolation_level(tokio_postgres::IsolationLevel::RepeatableRead).start().await?;
        let row = snapshot.query_one(&self.sql.text(ANCHOR), &[]).await?;
        let anchor = ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? };
        let head = ChainHead { number: as_number(row.try_get(2)?)?, hash: row.try_get(3)? };
        let mut last = anchor.clone();
        let mut verifier = Verifier::new(anchor, self.shared.options.key.as_ref(), known);
        let text = self.sql.text(&format!("SELECT {ENTRY} FROM {{schema}}.journal ORDER BY entry"));
        let no_parameters: [&(dyn ToSql + Sync); 0] = [];
        {
            let mut rows = pin!(snapshot.query_raw(&text, no_parameters).await?);
            while let Some(row) = rows.try_next().await? {
                let entry = entry_of(&row)?;
                verifier.check(&entry);
                last = entry.head();
            }
        }
        snapshot.commit().await?;
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
        conditions.add("session =", filter.session.clone());
        conditions.add("turn =", filter.turn.clone());
        conditions.add("call_id =", filter.call_id.clone());
        conditions.add("seq >", filter.after_seq.map(as_bigint_or_last));
        conditions.add("entry >", filter.after_entry.map(as_bigint_or_last));
        conditions.add("at >=", filter.from.map(as_bigint_at_most));
        conditions.add("at <", filter.until.map(as_bigint_at_most));
        let kinds = (!filter.kinds.is_empty()).then(|| filter.kinds.clone());
        conditions.add("kind = ANY", kinds);
        conditions.add(&format!("{order} {behind}"), self.behind);
        let mut text = format!(
            "SELECT {ENTRY} FROM {{schema}}.journal WHERE payload IS NOT NULL{} ORDER BY {order}{direction}",
            conditions.text
        );
        if let Some(limit) = self.limit {
            conditions.parameters.push(Box::new(i64::try_from(limit).unwrap_or(i64::MAX)));
            text = format!("{text} LIMIT ${}", conditions.parameters.len());
        }
        (text, conditions.parameters)
    }
}

/// What a filter comes to.
#[derive(Default)]
struct Conditions {
    text: String,
    parameters: Parameters,
}

impl Conditions {
    /// Adds a condition on a column, if there is a value that it is compared with.
    fn add<T: ToSql + Sync + Send + 'static>(&mut self, comparison: &str, value: Option<T>) {
        let Some(value) = value else { return };
        self.parameters.push(Box::new(value));
        let number = self.parameters.len().to_string();
        for part in [" AND ", comparison, " ($", &number, ")"] {
            self.text.push_str(part);
        }
    }
}
