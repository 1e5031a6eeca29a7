//! How a transaction of the writer ends: all is written and committed in one round trip.

use std::collections::BTreeSet;

use deadpool_postgres::Client;
use futures_util::future::try_join5;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Statement};

use super::error::PostgresFailure;
use super::rows::{as_bigint, column_text};
use super::sql::Sql;
use super::working::Working;
use super::{records, results};
use crate::journal::database::{ENTRY, stored_moment};
use crate::journal::{Entry, RegisteredTool};
use crate::pending::{PendingCall, PendingId};
use crate::system::Timestamp;

/// The end of an insert of entries.
const ENTRIES: &str =
    "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],
        $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])";

const WRITE_SEQS: &str = "INSERT INTO {schema}.journal_sessions (session, seq)
    SELECT * FROM unnest($1::text[], $2::bigint[])
    ON CONFLICT (session) DO UPDATE SET seq = excluded.seq";

const WRITE_HEAD: &str = "UPDATE {schema}.journal_anchor SET number = $1, hash = $2";

const WRITE_CALLS: &str = "INSERT INTO {schema}.pending_calls
    (id, session, turn, state, created, expires, lease, ended, row, tool, principal, tenant)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
        $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[])
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, lease = excluded.lease, ended = excluded.ended,
        row = excluded.row";

const REMOVE_TOOLS: &str = "DELETE FROM {schema}.tool_registry";

const INSERT_TOOLS: &str = "INSERT INTO {schema}.tool_registry
    (tool_name, tool_id, plugin, description, is_write, risk)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[])";

/// Whether a transaction continues after it was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    Commit,
    GoOn,
}

type Parameters<'a> = Vec<Box<dyn ToSql + Sync + Send + 'a>>;

/// Writes the output of the commands.
pub(super) async fn save<'e>(
    client: &Client,
    sql: &Sql,
    working: &Working<'_>,
    entries: impl IntoIterator<Item = &'e Entry>,
    then: Then,
) -> Result<(), PostgresFailure> {
    let entries: &[&Entry] = &entries.into_iter().collect::<Vec<_>>();
    let statements = Statements { client, sql };
    let written = entry_parameters(entries)?;
    let seqs = seq_parameters(working, entries)?;
    let head: Parameters<'_> = vec![Box::new(as_bigint(working.head.number)?), Box::new(&*working.head.hash)];
    let calls = call_parameters(working)?;
    let tools = working.tools.as_deref().map(tool_parameters);
    let insert_entries = format!("INSERT INTO {{schema}}.journal ({ENTRY}) {ENTRIES}");
    let write_entries = statements.prepare(&insert_entries, !entries.is_empty()).await?;
    let write_seqs = statements.prepare(WRITE_SEQS, !entries.is_empty()).await?;
    let write_head = statements.prepare(WRITE_HEAD, !entries.is_empty()).await?;
    let write_calls = statements.prepare(WRITE_CALLS, !working.changed.is_empty()).await?;
    let write_records = statements.prepare(records::WRITE, !working.records.is_empty()).await?;
    let write_results = statements.prepare(results::WRITE, !working.results.is_empty()).await?;
    let remove_tools = statements.prepare(REMOVE_TOOLS, tools.is_some()).await?;
    let write_tools = statements.prepare(INSERT_TOOLS, tools.is_some()).await?;
    // All statements are pipelined. If one fails, the server refuses the later ones, the commit included.
    try_join5(
        statements.execute(write_entries, written),
        statements.execute(write_seqs, seqs),
        statements.execute(write_head, head),
        statements.execute(write_calls, calls),
        try_join5(
            statements.execute(write_records, records::parameters(working)?),
            statements.execute(write_results, results::parameters(working)),
            statements.execute(remove_tools, Vec::new()),
            statements.execute(write_tools, tools.unwrap_or_default()),
            statements.commit(then),
        ),
    )
    .await?;
    Ok(())
}

struct Statements<'a> {
    client: &'a Client,
    sql: &'a Sql,
}

impl Statements<'_> {
    /// A statement, if it is needed.
    async fn prepare(&self, text: &str, is_needed: bool) -> Result<Option<Statement>, Error> {
        if !is_needed {
            return Ok(None);
        }
        self.client.prepare_cached(&self.sql.text(text)).await.map(Some)
    }

    async fn execute(
        &self,
        statement: Option<Statement>,
        parameters: Parameters<'_>,
    ) -> Result<(), PostgresFailure> {
        let Some(statement) = statement else { return Ok(()) };
        let parameters = parameters.iter().map(|parameter| &**parameter as &(dyn ToSql + Sync));
        self.client.execute_raw(&statement, parameters).await?;
        Ok(())
    }

    async fn commit(&self, then: Then) -> Result<(), PostgresFailure> {
        if then == Then::GoOn {
            return Ok(());
        }
        let tells = self.sql.tells();
        let Err(error) = self.client.batch_execute(&self.sql.commit()).await else { return Ok(()) };
        if let Some(code) = error.code().filter(|code| tells && is_about_telling(code)) {
            self.sql.fall_silent(code.code());
            return Err(PostgresFailure::untold(error));
        }
        Err(error.into())
    }
}

/// Whether a commit may be refused since it tells of itself. The transaction is rolled back then: without that, it may go
/// well. Other causes are a statement before it that failed, a conflict, and a server that goes down.
fn is_about_telling(code: &SqlState) -> bool {
    let others = ["08", "23", "40", "53", "57", "58"];
    *code != SqlState::IN_FAILED_SQL_TRANSACTION && !others.iter().any(|class| code.code().starts_with(class))
}

/// A column of entries, calls or tools.
fn column<'a, R, T: ToSql + Sync + Send + 'a>(
    rows: &[&'a R],
    value: impl Fn(&'a R) -> T,
) -> Box<dyn ToSql + Sync + Send + 'a> {
    Box::new(rows.iter().map(|row| value(row)).collect::<Vec<T>>())
}

/// A column of numbers, which have to be in range.
fn numbers<'a, R>(
    rows: &[&'a R],
    value: impl Fn(&'a R) -> u64,
) -> Result<Box<dyn ToSql + Sync + Send + 'a>, PostgresFailure> {
    let numbers: Result<Vec<_>, _> = rows.iter().map(|row| as_bigint(value(row))).collect();
    Ok(Box::new(numbers?))
}

fn entry_parameters<'a>(entries: &[&'a Entry]) -> Result<Parameters<'a>, PostgresFailure> {
    Ok(vec![
        numbers(entries, |entry| entry.number)?,
        column(entries, |entry| &*entry.session),
        numbers(entries, |entry| entry.seq)?,
        column(entries, |entry| entry.turn.as_deref()),
        column(entries, |entry| entry.call_id.as_deref()),
        numbers(entries, |entry| entry.at.as_millis())?,
        column(entries, |entry| &*entry.kind),
        column(entries, |entry| entry.payload.as_deref()),
        column(entries, |entry| entry.salt.as_deref()),
        column(entries, |entry| &*entry.payload_hash),
        column(entries, |entry| &*entry.hash),
    ])
}

/// The last numbers of those sessions that entries were added to.
fn seq_parameters<'a>(
    working: &Working<'_>,
    entries: &[&'a Entry],
) -> Result<Parameters<'a>, PostgresFailure> {
    let sessions: BTreeSet<_> = entries.iter().map(|entry| &*entry.session).collect();
    let seqs = sessions.iter().map(|session| as_bigint(working.seqs.get(*session).copied().unwrap_or(0)));
    let seqs = seqs.collect::<Result<Vec<_>, _>>()?;
    Ok(vec![Box::new(sessions.into_iter().collect::<Vec<_>>()), Box::new(seqs)])
}

/// A call that is written, its text, and when it was done with.
struct Changed<'a> {
    call: &'a PendingCall,
    text: String,
    ended: Option<Timestamp>,
}

fn call_parameters<'a>(working: &'a Working<'_>) -> Result<Parameters<'a>, PostgresFailure> {
    let changed = |(id, ended): (&'a PendingId, &Option<Timestamp>)| {
        let call = working.calls.get(id)?;
        // A call consists of texts and numbers, so it serialises.
        let text = call.to_stored().ok()?;
        Some(Changed { call, text, ended: *ended })
    };
    let changed: Vec<_> = working.changed.iter().filter_map(changed).collect();
    if changed.len() < working.changed.len() {
        return Err(PostgresFailure::refusal("a call can't be written as JSON"));
    }
    let rows: Vec<_> = changed.iter().map(|changed| changed.call).collect();
    let ended: Vec<_> = changed.iter().map(|changed| changed.ended.map(stored_moment)).collect();
    let texts: Vec<_> = changed.into_iter().map(|changed| changed.text).collect();
    Ok(vec![
        column(&rows, |call| call.id.as_str()),
        column(&rows, |call| &*call.owner.session),
        column(&rows, |call| call.notes.turn.as_deref()),
        column(&rows, |call| call.state.as_str()),
        column(&rows, |call| stored_moment(call.created)),
        column(&rows, |call| stored_moment(call.expires)),
        column(&rows, |call| call.lease.map(stored_moment)),
        Box::new(ended),
        Box::new(texts),
        column(&rows, |call| column_text(call.tool.as_str())),
        column(&rows, |call| call.owner.principal.id().map(column_text)),
        column(&rows, |call| call.owner.principal.tenant().map(column_text)),
    ])
}

fn tool_parameters(tools: &[RegisteredTool]) -> Parameters<'_> {
    let rows: Vec<_> = tools.iter().collect();
    vec![
        column(&rows, |tool| &*tool.name),
        column(&rows, |tool| &*tool.id),
        column(&rows, |tool| tool.plugin.as_deref()),
        column(&rows, |tool| &*tool.description),
        column(&rows, |tool| tool.is_write),
        column(&rows, |tool| tool.risk),
    ]
}
