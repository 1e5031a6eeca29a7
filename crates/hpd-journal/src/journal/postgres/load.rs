//! How a transaction of the writer begins: with all that its commands have to know, in one round trip.

use std::time::{Duration, Instant};

use deadpool_postgres::Client;
use futures_util::future::{try_join3, try_join5};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Statement};

use super::database::Database;
use super::error::PostgresFailure;
use super::needs::Needs;
use super::records;
use super::rows::as_number;
use super::sql::Sql;
use super::working::Working;
use crate::journal::database::{OPEN, over, stored_call, stored_moment};
use crate::journal::writer::{Shared, wait_in_millis};
use crate::journal::{ChainHead, Durability};
use crate::pending::PendingId;

const HEAD: &str = "SELECT number, hash FROM {schema}.journal_anchor FOR UPDATE";

const SEQS: &str = "SELECT session, seq FROM {schema}.journal_sessions WHERE session = ANY($1)";

const WITH_IDS: &str = "id = ANY($1)";

/// Calls, each with the last number of its session.
pub(super) fn calls_where(condition: &str) -> String {
    format!(
        "SELECT row, session, (
            SELECT seq FROM {{schema}}.journal_sessions AS last WHERE last.session = call.session
        ) FROM {{schema}}.pending_calls AS call WHERE {condition} FOR UPDATE"
    )
}

/// The server's limits for this transaction: how long it may wait for locks, and how long it may hold them. The
/// settings of the connection stay unchanged.
pub(super) fn limits(wait: Duration, patience: Duration) -> String {
    let (wait, work) = (wait_in_millis(wait), wait_in_millis(patience.saturating_mul(2)));
    format!(
        "SET LOCAL lock_timeout = {wait}; SET LOCAL statement_timeout = {work}; \
         SET LOCAL idle_in_transaction_session_timeout = {work}"
    )
}

/// The same for requests that somebody waits for: the server gives up before they leave, and so can say why. A
/// transaction whose program has gone ends with the patience, and lets other programs on.
pub(super) fn limits_of_request(wait: Duration, patience: Duration) -> String {
    let (wait, idle) = (wait_in_millis(wait), wait_in_millis(patience));
    let work = wait_in_millis(patience.mul_f32(0.75));
    format!(
        "SET LOCAL lock_timeout = {wait}; SET LOCAL statement_timeout = {work}; \
         SET LOCAL idle_in_transaction_session_timeout = {idle}; SET LOCAL tcp_user_timeout = {idle}"
    )
}

impl Database {
    /// Begins a transaction, locks the end of the chain, and reads the input of the commands. Other writers wait until
    /// it ends.
    pub(super) async fn begin(
        &self,
        client: &Client,
        needs: &Needs,
        limits: Limits,
    ) -> Result<Working<'_>, PostgresFailure> {
        self.answered_by(limits.until, begin(client, &self.sql, &self.shared, needs, limits)).await
    }
}

/// How long a transaction may take.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The longest wait for a lock.
    pub(super) wait: Duration,
    /// The longest time of the whole transaction at the server.
    pub(super) patience: Duration,
    /// Until when the server has to answer.
    pub(super) until: Instant,
}

async fn begin<'a>(
    client: &Client,
    sql: &Sql,
    shared: &'a Shared,
    needs: &Needs,
    limits: Limits,
) -> Result<Working<'a>, PostgresFailure> {
    let synchronous = match shared.options.durability {
        Durability::Durable => "on",
        Durability::Relaxed => "off",
    };
    let limits = limits_of_request(limits.wait, limits.patience);
    let begin = format!(
        "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = {synchronous}; {limits}"
    );
    let sessions: Vec<_> = needs.sessions.iter().map(String::as_str).collect();
    let ids: Vec<_> = needs.calls.iter().map(PendingId::as_str).collect();
    let open_calls_of: Vec<_> = needs.open_calls_of.iter().map(String::as_str).collect();
    let over_at = needs.calls_over_at.map(stored_moment);
    let lock = client.prepare_cached(&sql.text(HEAD)).await?;
    let seqs = client.prepare_cached(&sql.text(SEQS)).await?;
    let calls = client.prepare_cached(&sql.text(&calls_where(WITH_IDS))).await?;
    let open =
        client.prepare_cached(&sql.text(&calls_where(&format!("session = ANY($1) AND {OPEN}")))).await?;
    let over_at_moment = client.prepare_cached(&sql.text(&calls_where(&over()))).await?;
    let revisions = records::prepared(client, sql, needs).await?;
    // All statements are pipelined, and the server runs them in this order: the reads follow the lock.
    let ((), (head, seqs, calls, open, over), revisions) = try_join3(
        client.batch_execute(&begin),
        try_join5(
            client.query_one(&lock, &[]),
            rows(client, &seqs, Some(&sessions).filter(|sessions| !sessions.is_empty())),
            rows(client, &calls, Some(&ids).filter(|ids| !ids.is_empty())),
            rows(client, &open, Some(&open_calls_of).filter(|sessions| !sessions.is_empty())),
            rows(client, &over_at_moment, over_at.as_ref()),
        ),
        records::revisions(client, revisions, needs),
    )
    .await?;
    let head = ChainHead { number: as_number(head.try_get(0)?)?, hash: head.try_get(1)? };
    let mut working = Working::new(shared, head);
    for row in &seqs {
        working.seqs.insert(row.try_get(0)?, as_number(row.try_get(1)?)?);
    }
    for row in calls.iter().chain(&open).chain(&over) {
        add_call(&mut working, row)?;
    }
    for row in &revisions {
        records::add_revision(&mut working, row)?;
    }
    Ok(working)
}

/// Adds the calls of an erasure that are not loaded yet.
pub(super) async fn add_calls(
    client: &Client,
    working: &mut Working<'_>,
    statement: &str,
    parameter: &(dyn ToSql + Sync),
) -> Result<(), PostgresFailure> {
    for row in client.query(statement, &[parameter]).await? {
        add_call(working, &row)?;
    }
    Ok(())
}

/// The rows of a statement, if it has a parameter.
async fn rows<P: ToSql + Sync>(
    client: &Client,
    statement: &Statement,
    parameter: Option<&P>,
) -> Result<Vec<Row>, Error> {
    match parameter {
        Some(parameter) => client.query(statement, &[parameter]).await,
        None => Ok(Vec::new()),
    }
}

fn add_call(working: &mut Working<'_>, row: &Row) -> Result<(), PostgresFailure> {
    let call = stored_call(row.try_get(0)?)?;
    if let Some(seq) = row.try_get(2)? {
        working.seqs.insert(row.try_get(1)?, as_number(seq)?);
    }
    working.calls.insert(call.id.clone(), call);
    Ok(())
}
