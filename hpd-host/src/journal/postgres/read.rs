//! Reading: on connections of their own, so that the writer goes on meanwhile.

use std::pin::pin;

use deadpool_postgres::Client;
use futures_util::TryStreamExt;
use tokio_postgres::types::ToSql;

use super::database::Database;
use super::error::PostgresFailure;
use super::rows::{ENTRY, as_bigint_at_most, as_number, call_of, entry_of};
use super::working::oldest_first;
use crate::approval::{CallState, PendingCall, PendingFilter, PendingId};
use crate::events::EventRecord;
use crate::journal::verify::Verifier;
use crate::journal::writer::{Answer, Command, ReadCommand, Request, wait_in_millis};
use crate::journal::{ChainHead, Damage, EventFilter, Verification};

impl Database {
    /// Reads what is asked for, and answers.
    pub(super) async fn read(&self, request: Request) {
        let Command::Read(command) = &request.command else { return };
        let client = match self.connection().await {
            Ok(client) => client,
            Err(failure) => return self.shared.read(request, Err(failure.into())),
        };
        let found = self.find(&client, command).await;
        let is_silent = found.as_ref().is_err_and(PostgresFailure::is_silence);
        self.shared.read(request, found.map_err(Into::into));
        // Nobody waits for the end of the transaction.
        drop(self.without_transaction(client, "COMMIT", is_silent).await);
    }

    /// In a transaction, so that the server waits only so long for who holds a table, however much is read.
    async fn find(&self, client: &Client, command: &ReadCommand) -> Result<Answer, PostgresFailure> {
        // To verify, all has to be as it is at one moment.
        let isolation = match command {
            ReadCommand::Verify(_) => "REPEATABLE READ",
            _ => "READ COMMITTED",
        };
        let wait = wait_in_millis(self.shared.options.patience);
        let begin = format!("BEGIN ISOLATION LEVEL {isolation} READ ONLY; SET LOCAL lock_timeout = {wait}");
        self.answered(async { Ok(client.batch_execute(&begin).await?) }).await?;
        Ok(match command {
            ReadCommand::Get(id) => Answer::Call(self.answered(self.call(client, id)).await?),
            ReadCommand::List(filter) => Answer::Calls(self.answered(self.calls(client, filter)).await?),
            ReadCommand::Events(filter) => Answer::Events(self.events(client, filter).await?),
            ReadCommand::Head => Answer::Head(self.answered(self.head(client)).await?),
            ReadCommand::Verify(known) => Answer::Verified(self.verify(client, known.as_ref()).await?),
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
        let conditions = Conditions::of(filter);
        let text = self.sql.text(&format!(
            "SELECT {ENTRY} FROM {{schema}}.journal WHERE payload IS NOT NULL{} ORDER BY entry",
            conditions.text
        ));
        let parameters = conditions.parameters.iter().map(|parameter| &**parameter as &(dyn ToSql + Sync));
        let mut rows = pin!(client.query_raw(&text, parameters).await?);
        let mut events = Vec::new();
        // What can't be read does not count, so the end is not known before.
        while events.len() < filter.limit.unwrap_or(usize::MAX) {
            let Some(row) = rows.try_next().await? else { break };
            events.extend(entry_of(&row)?.record());
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
        let row = client.query_one(&self.sql.text(ANCHOR), &[]).await?;
        let anchor = ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? };
        let head = ChainHead { number: as_number(row.try_get(2)?)?, hash: row.try_get(3)? };
        let mut last = anchor.clone();
        let mut verifier = Verifier::new(anchor, self.shared.options.key.as_ref(), known);
        let text = self.sql.text(&format!("SELECT {ENTRY} FROM {{schema}}.journal ORDER BY entry"));
        let no_parameters: [&(dyn ToSql + Sync); 0] = [];
        {
            let mut rows = pin!(client.query_raw(&text, no_parameters).await?);
            while let Some(row) = rows.try_next().await? {
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

/// What a filter comes to.
#[derive(Default)]
struct Conditions {
    text: String,
    parameters: Vec<Box<dyn ToSql + Sync + Send>>,
}

impl Conditions {
    fn of(filter: &EventFilter) -> Self {
        // No entry has a greater number than PostgreSQL can have.
        let at_most = |number| i64::try_from(number).unwrap_or(i64::MAX);
        let mut conditions = Self::default();
        conditions.add("session =", filter.session.clone());
        conditions.add("turn =", filter.turn.clone());
        conditions.add("call_id =", filter.call_id.clone());
        conditions.add("seq >", filter.after_seq.map(at_most));
        conditions.add("entry >", filter.after_entry.map(at_most));
        conditions.add("at >=", filter.from.map(as_bigint_at_most));
        conditions.add("at <", filter.until.map(as_bigint_at_most));
        let kinds = (!filter.kinds.is_empty()).then(|| filter.kinds.clone());
        conditions.add("kind = ANY", kinds);
        conditions
    }

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
