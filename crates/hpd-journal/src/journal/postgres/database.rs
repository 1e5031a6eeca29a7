//! The writer's work on a connection.

use std::error::Error as _;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use deadpool_postgres::{Client, Object, Pool};
use tokio_postgres::Error;

use super::error::PostgresFailure;
use super::load::Limits;
use super::needs::Needs;
use super::probe::Probe;
use super::rows::as_bigint;
use super::save::{Then, save};
use super::sql::Sql;
use super::{erase, prune, results};
use crate::journal::ChainHead;
use crate::journal::reads::Reads;
use crate::journal::writer::{
    Command, Doubt, Kinds, Nudge, Request, Shared, WriteCommand, Written, kinds_of, patiences,
};
use crate::pending::StoreError;
use crate::system::within;

/// A database with a journal in it.
pub(super) struct Database {
    pub(super) pool: Pool,
    pub(super) sql: Sql,
    pub(super) shared: Arc<Shared>,
    /// Whether the moments of parts can be read, once it is known.
    pub(super) has_parts: OnceLock<bool>,
    /// Whether somebody reads.
    pub(super) reads: Reads,
    probe: Probe,
}

impl Database {
    pub(super) fn new(pool: Pool, schema: &str, shared: Arc<Shared>, writer: Nudge) -> Self {
        let sql = Sql::new(schema);
        let probe = Probe::new(pool.clone(), &sql, &shared, writer);
        Self { pool, sql, shared, has_parts: OnceLock::new(), reads: Reads::new(), probe }
    }

    /// A connection, once there is one. For opening: others may try meanwhile.
    pub(super) async fn connection(&self) -> Result<Client, PostgresFailure> {
        let connection = within(&self.shared.timer, self.time_for_answers(), self.pool.get()).await;
        Ok(connection.ok_or_else(PostgresFailure::no_answer)??)
    }

    /// A connection until this moment. The server is silent if it opens none.
    pub(super) async fn connection_until(&self, until: Instant) -> Result<Client, PostgresFailure> {
        let began = Instant::now();
        let rest = until.saturating_duration_since(began);
        if let Some(connection) = within(&self.shared.timer, rest, self.pool.get()).await {
            return Ok(connection?);
        }
        let pool = self.pool.status();
        if pool.size >= pool.max_size {
            return Err(PostgresFailure::no_connection());
        }
        self.note_silence(began);
        Err(PostgresFailure::no_answer())
    }

    /// How long the server may take for its answer. Its own limits are shorter, so it can say why. The patience is longer,
    /// so the callers get the answer.
    pub(super) fn time_for_answers(&self) -> Duration {
        self.shared.options.patience.mul_f32(0.875)
    }

    /// Until when a transaction that begins now is to be done, and its limits at the server.
    fn limits(&self, requests: &[Request], commands: &[&WriteCommand]) -> Limits {
        let patiences = patiences(commands.iter().copied());
        let began = Instant::now();
        let time = self.time_for_answers().saturating_mul(patiences);
        Limits {
            wait: self.shared.patience_with(requests),
            patience: self.shared.options.patience.saturating_mul(patiences),
            until: began.checked_add(time).unwrap_or_else(|| self.until(began)),
        }
    }

    /// Until when a request that came at this moment is to be answered.
    pub(super) fn until(&self, came: Instant) -> Instant {
        // A patience without an end ends after a century.
        came.checked_add(self.time_for_answers()).unwrap_or(came + Duration::from_secs(1 << 32))
    }

    /// The server's answer in time.
    pub(super) fn answered<'a, T: Send + 'a>(
        &'a self,
        answer: impl Future<Output = Result<T, PostgresFailure>> + Send + 'a,
    ) -> impl Future<Output = Result<T, PostgresFailure>> + Send + 'a {
        self.answered_by(self.until(Instant::now()), answer)
    }

    /// The server's answer until this moment.
    pub(super) fn answered_by<'a, T: Send + 'a>(
        &'a self,
        until: Instant,
        answer: impl Future<Output = Result<T, PostgresFailure>> + Send + 'a,
    ) -> impl Future<Output = Result<T, PostgresFailure>> + Send + 'a {
        // Whole transactions are answered here, and those are large.
        let answer = Box::pin(answer);
        async move {
            let began = Instant::now();
            let rest = until.saturating_duration_since(began);
            if let Some(answer) = within(&self.shared.timer, rest, answer).await {
                return answer;
            }
            self.note_silence(began);
            Err(PostgresFailure::no_answer())
        }
    }

    /// The next row, in time. It is sent by a statement without a limit of the server, which may take its time.
    pub(super) async fn next_row<T>(
        &self,
        row: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, PostgresFailure> {
        let row = within(&self.shared.timer, self.time_for_answers(), row).await;
        Ok(row.ok_or_else(PostgresFailure::no_answer)??)
    }

    /// Opens the breaker if the server had time to answer, and has said nothing since then.
    fn note_silence(&self, since: Instant) {
        if since.elapsed() >= self.shared.options.patience / 2 {
            self.probe.note_silence(since);
        }
    }

    /// Carries out commands in one transaction, publishes, and answers. If one fails, all are rolled back, and each is
    /// tried alone.
    pub(super) async fn write(&self, connection: &mut Option<Client>, requests: Vec<Request>) {
        if let Some(error) = self.shared.breaker.refusal() {
            return refuse_silenced(requests, &error);
        }
        match self.attempt(connection, &requests, true).await {
            Ok(written) => self.shared.committed(requests.into_iter().zip(written).collect()),
            Err(failure)
                if failure.is_refusal() && (requests.len() > 1 || self.shared.lost.is_unreported()) =>
            {
                self.write_each(connection, requests).await;
            }
            Err(failure) => refuse_all(requests, &failure),
        }
    }

    /// One transaction each. If nothing can be written at all, the remaining ones fail at once.
    async fn write_each(&self, connection: &mut Option<Client>, requests: Vec<Request>) {
        let mut requests = requests.into_iter();
        while let Some(request) = requests.next() {
            let request = [request];
            match self.attempt(connection, &request, false).await {
                Ok(written) => self.shared.committed(request.into_iter().zip(written).collect()),
                Err(failure) if failure.is_refusal() => refuse_all(request, &failure),
                Err(failure) => return refuse_all(request.into_iter().chain(requests), &failure),
            }
        }
    }

    /// Carries out commands in one transaction; in a second one, if the first was refused since it tells of itself.
    async fn attempt(
        &self,
        connection: &mut Option<Client>,
        requests: &[Request],
        reports: bool,
    ) -> Result<Vec<Written>, PostgresFailure> {
        match self.attempt_once(connection, requests, reports).await {
            Err(failure) if failure.is_untold() => self.attempt_once(connection, requests, reports).await,
            attempted => attempted,
        }
    }

    /// Carries out commands in one transaction. A connection that failed is not used again.
    async fn attempt_once(
        &self,
        connection: &mut Option<Client>,
        requests: &[Request],
        reports: bool,
    ) -> Result<Vec<Written>, PostgresFailure> {
        let commands = requests.iter().filter_map(|request| match &request.command {
            Command::Write(command) => Some(command),
            Command::Read(_) | Command::Compact => None,
        });
        let commands: Vec<_> = commands.collect();
        let limits = self.limits(requests, &commands);
        let client = match connection.take() {
            Some(client) if self.is_usable(&client) => client,
            // The pool may have no place for another one.
            Some(client) => {
                drop(Object::take(client));
                self.connection_until(limits.until).await?
            }
            None => self.connection_until(limits.until).await?,
        };
        let written = match commands.as_slice() {
            [command] if command.is_piece() => self
                .answered_by(limits.until, self.carry_out_piece(&client, command, limits))
                .await
                .map(|written| vec![written]),
            commands => self.carry_out(&client, commands, limits, reports).await,
        };
        *connection = match &written {
            Ok(_) => Some(client),
            Err(failure) => self.without_transaction(client, "ROLLBACK", failure.is_silence()).await,
        };
        written
    }

    /// Whether the writer's connection can be used again. One from before a silence may never answer.
    fn is_usable(&self, client: &Client) -> bool {
        !client.is_closed() && !self.shared.breaker.is_from_before(Object::metrics(client).created)
    }

    /// The connection, if it can be used again after `end`. Where something may still be under way, the server ends it
    /// by itself when the connection is gone.
    pub(super) async fn without_transaction(
        &self,
        client: Client,
        end: &str,
        is_silent: bool,
    ) -> Option<Client> {
        if !is_silent && self.answered(async { Ok(client.batch_execute(end).await?) }).await.is_ok() {
            return Some(client);
        }
        drop(Object::take(client));
        None
    }

    async fn carry_out_piece(
        &self,
        client: &Client,
        command: &WriteCommand,
        limits: Limits,
    ) -> Result<Written, PostgresFailure> {
        let began = Instant::now();
        let mut working = self.begin(client, &Needs::of_the_journal(), limits).await?;
        let written = match command {
            WriteCommand::Erase { what, reason, now, progress } => {
                erase::erase(self, client, &mut working, what, (reason, *now, *progress)).await
            }
            WriteCommand::Prune { what, reason, now, progress } => {
                prune::prune(self, client, &mut working, *what, (reason, *now, *progress)).await
            }
            WriteCommand::RemoveResults(what) => results::remove(self, client, &mut working, what).await,
            _ => Err(PostgresFailure::refusal("only erasing and removing is done in pieces")),
        }?;
        self.shared.count(began, std::slice::from_ref(&written), None);
        Ok(written)
    }

    /// The commands in one transaction, after a report of lost events.
    async fn carry_out(
        &self,
        client: &Client,
        commands: &[&WriteCommand],
        limits: Limits,
        reports: bool,
    ) -> Result<Vec<Written>, PostgresFailure> {
        let began = Instant::now();
        let reports = reports && self.shared.lost.is_unreported();
        let mut needs = Needs::of(commands.iter().copied());
        if reports {
            needs.sessions.insert(String::new());
        }
        let mut working = self.begin(client, &needs, limits).await?;
        let gap = if reports { self.gap(client, limits.until).await? } else { None };
        let (gap, kinds) = gap.unzip();
        let all = gap.iter().chain(commands.iter().copied());
        let carried_out: Result<Vec<_>, StoreError> = all.map(|command| working.carry_out(command)).collect();
        let mut written = match carried_out {
            Ok(written) => written,
            Err(error) => {
                working.give_up();
                return Err(error.into());
            }
        };
        let entries = written.iter().flat_map(|written| &written.entries);
        let saved =
            self.answered_by(limits.until, save(client, &self.sql, &working, entries, Then::Commit)).await;
        if let Err(failure) = saved {
            if !failure.is_refusal() {
                self.doubt(&working.head, commands, kinds.unwrap_or_default());
            }
            working.give_up();
            return Err(failure);
        }
        let report = kinds.map(|kinds| (written.remove(0), kinds));
        self.shared.count(began, &written, report);
        Ok(written)
    }

    /// The command that reports lost events. Commits that had no answer are looked up before: other writers wait, so
    /// they are done or never will be.
    async fn gap(
        &self,
        client: &Client,
        until: Instant,
    ) -> Result<Option<(WriteCommand, Kinds)>, PostgresFailure> {
        for doubt in self.shared.lost.doubts() {
            let number = as_bigint(doubt.number)?;
            let found =
                async { Ok(client.query_opt(&self.sql.text(IS_WRITTEN), &[&number, &doubt.hash]).await?) };
            let found = self.answered_by(until, found).await?;
            self.shared.lost.is_settled(&doubt, found.is_some());
        }
        Ok(self.shared.gap())
    }

    /// Keeps the end of a transaction whose commit had no answer.
    fn doubt(&self, head: &ChainHead, commands: &[&WriteCommand], reported: Kinds) {
        let appended = commands.iter().filter_map(|command| match command {
            WriteCommand::Append(events) => Some(events),
            _ => None,
        });
        let appended = kinds_of(appended.flatten());
        if !appended.is_empty() || !reported.is_empty() {
            self.shared.lost.doubt(Doubt {
                number: head.number,
                hash: head.hash.clone(),
                appended,
                reported,
            });
        }
    }
}

const IS_WRITTEN: &str = "SELECT FROM {schema}.journal WHERE entry = $1 AND hash = $2";

/// Answers all with the same failure.
fn refuse_all(requests: impl IntoIterator<Item = Request>, failure: &PostgresFailure) {
    for request in requests {
        request.answer(Err(failure.clone().into()));
    }
}

/// Answers all: the database is silent.
fn refuse_silenced(requests: Vec<Request>, error: &StoreError) {
    let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    for request in requests {
        request.answer(Err(StoreError::new(reason.clone())));
    }
}
