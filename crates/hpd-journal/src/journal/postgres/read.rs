//! Reading, on separate connections, so that the writer continues.

use std::time::Instant;

use deadpool_postgres::{Client, ClientWrapper};
use futures_util::future::try_join;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use super::database::Database;
use super::error::PostgresFailure;
use super::filter::{BY_INDEX, IN_ORDER, Parameter, is_led, typed};
use super::load::limits_of_request;
use super::rows::{as_number, column_text};
use super::{records, results};
use crate::journal::database::{Compared, calls_of, stored_call, stored_moment};
use crate::journal::missing::NAMED;
use crate::journal::writer::{Answer, ReadCommand};
use crate::journal::{ChainHead, MissingEvents, RegisteredTool};
use crate::pending::{PendingCall, PendingFilter, PendingId};

impl Database {
    /// Runs in a transaction, so that the server's lock timeout bounds the wait for a locked table. A read whose time does
    /// not grow with the journal ends by `until`; any other read lasts while rows arrive.
    pub(super) async fn find(
        &self,
        client: &Client,
        command: &ReadCommand,
        until: Instant,
    ) -> Result<Answer, PostgresFailure> {
        let (isolation, settings) = match command {
            ReadCommand::Events(filter) if is_led(filter) => ("READ COMMITTED", IN_ORDER),
            ReadCommand::Events(_) => ("READ COMMITTED", BY_INDEX),
            // A page of sessions may take several queries, which have to see the same events.
            ReadCommand::Sessions(_) => ("REPEATABLE READ", IN_ORDER),
            _ => ("READ COMMITTED", ""),
        };
        let begun = self.begin_reading(client, isolation, settings, command.is_long(), until);
        // Both are sent at once. If the transaction is refused, so is what comes after it.
        let ((), answer) = try_join(begun, self.answer(client, command, until)).await?;
        Ok(answer)
    }

    async fn answer(
        &self,
        client: &Client,
        command: &ReadCommand,
        until: Instant,
    ) -> Result<Answer, PostgresFailure> {
        Ok(match command {
            ReadCommand::Get(id) => Answer::Call(self.answered_by(until, self.call(client, id)).await?),
            ReadCommand::List(filter) => {
                Answer::Calls(self.answered_by(until, self.calls(client, filter)).await?)
            }
            ReadCommand::Record(owner) => {
                Answer::Record(self.answered_by(until, records::get(client, &self.sql, owner)).await?)
            }
            ReadCommand::Result(owner, id, now) => {
                let result = results::get(client, &self.sql, (owner, id), *now);
                Answer::Result(self.answered_by(until, result).await?)
            }
            ReadCommand::Events(filter) if filter.limit.is_some() => {
                Answer::Events(self.answered_by(until, self.events(client, filter)).await?)
            }
            ReadCommand::Events(filter) => Answer::Events(self.events(client, filter).await?),
            ReadCommand::Sessions(filter) => {
                Answer::Sessions(self.answered_by(until, self.sessions(client, filter)).await?)
            }
            ReadCommand::Missing(session, seqs) => {
                Answer::Missing(self.answered_by(until, self.missing(client, session, *seqs)).await?)
            }
            ReadCommand::Tools => Answer::Tools(self.answered_by(until, self.tools(client)).await?),
            ReadCommand::Head => Answer::Head(self.answered_by(until, self.head(client)).await?),
            ReadCommand::VerifySlice(..) => {
                return Err(PostgresFailure::refusal("a slice is read elsewhere"));
            }
        })
    }

    /// Begins a transaction that reads. To compile a query, or to begin more processes for it, costs more than to run it.
    pub(super) async fn begin_reading(
        &self,
        client: &ClientWrapper,
        isolation: &str,
        settings: &str,
        is_long: bool,
        until: Instant,
    ) -> Result<(), PostgresFailure> {
        let patience = self.shared.options.patience;
        let limits = limits_of_request(patience.mul_f32(0.6), patience);
        let limits = if is_long { format!("{limits}; SET LOCAL statement_timeout = 0") } else { limits };
        let begin =
            format!("BEGIN ISOLATION LEVEL {isolation} READ ONLY; {limits}{IN_ONE_PROCESS}{settings}");
        self.answered_by(until, async { Ok(client.batch_execute(&begin).await?) }).await
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
        let parameters: Vec<_> = parameters.into_iter().map(value).collect();
        let parameters: Vec<_> = typed(&parameters).collect();
        let rows = client.query_typed(&text, &parameters).await?;
        let calls = rows.iter().map(|row| Ok(stored_call(row.try_get(0)?)?));
        let calls = calls.collect::<Result<Vec<_>, PostgresFailure>>()?;
        Ok(PendingCall::oldest_first(calls.into_iter().filter(|call| filter.takes(call))))
    }

    async fn missing(
        &self,
        client: &Client,
        session: &str,
        (first, last): (u64, u64),
    ) -> Result<MissingEvents, PostgresFailure> {
        let session = column_text(session);
        let seqs = [first, last].map(|seq| i64::try_from(seq).unwrap_or(i64::MAX));
        let named = i64::try_from(NAMED).unwrap_or(i64::MAX);
        let rows = client.query(&self.sql.text(ERASED), &[&&*session, &seqs[0], &seqs[1], &named]).await?;
        let erased = rows.iter().map(|row| as_number(row.try_get(0)?));
        let erased = erased.collect::<Result<_, PostgresFailure>>()?;
        let removed = client.query_one(&self.sql.text(REMOVED), &[&&*session]).await?;
        Ok(MissingEvents::new(erased, as_number(removed.try_get(0)?)?))
    }

    async fn tools(&self, client: &Client) -> Result<Vec<RegisteredTool>, PostgresFailure> {
        let rows = client.query(&self.sql.text(TOOLS), &[]).await?;
        let tool = |row: &Row| {
            let text = |column: usize| row.try_get::<_, String>(column);
            let tool = RegisteredTool::new(text(0)?, text(1)?, text(2)?)
                .plugin(row.try_get(3)?)
                .is_write(row.try_get(4)?);
            let risk: Option<&str> = row.try_get(5)?;
            Ok(tool.risk(risk.and_then(RegisteredTool::risk_of)))
        };
        rows.iter().map(tool).collect()
    }

    pub(super) async fn head(&self, client: &Client) -> Result<ChainHead, PostgresFailure> {
        let row = client.query_typed_one(&self.sql.text(HEAD), &[]).await?;
        Ok(ChainHead { number: as_number(row.try_get(0)?)?, hash: row.try_get(1)? })
    }
}

/// The newest erased entries of a session, between two of its numbers.
const ERASED: &str = "SELECT entry FROM {schema}.journal
    WHERE session = $1 AND seq >= $2 AND seq <= $3 AND payload IS NULL ORDER BY seq DESC LIMIT $4";
/// The last number of a session that was removed: entries are removed from the beginning alone.
const REMOVED: &str = "SELECT coalesce(
    (SELECT min(seq) - 1 FROM {schema}.journal WHERE session = $1),
    (SELECT seq FROM {schema}.journal_sessions WHERE session = $1), 0)";
const TOOLS: &str =
    "SELECT tool_name, tool_id, description, plugin, is_write, risk FROM {schema}.tool_registry";
/// Settings of every transaction that reads.
const IN_ONE_PROCESS: &str = "; SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0";

const HEAD: &str = "SELECT number, hash FROM {schema}.journal_anchor";

/// As PostgreSQL stores it, with its type; the greatest number that it can have for one that is greater.
pub(super) fn value(compared: Compared<'_>) -> Parameter {
    match compared {
        Compared::Text(text) => (Box::new(column_text(text).into_owned()), Type::TEXT),
        Compared::OptionalText(text) => {
            (Box::new(text.map(|text| column_text(text).into_owned())), Type::TEXT)
        }
        Compared::Number(number) => (Box::new(i64::try_from(number).unwrap_or(i64::MAX)), Type::INT8),
        Compared::Moment(moment) => (Box::new(stored_moment(moment)), Type::INT8),
    }
}
