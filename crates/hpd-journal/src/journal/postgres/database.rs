//! The writer's work on a connection.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use deadpool_postgres::{Client, Object, Pool};

use super::error::PostgresFailure;
use super::needs::Needs;
use super::save::{Then, save};
use super::sql::Sql;
use super::{erase, prune};
use crate::journal::writer::{Command, Request, Shared, WriteCommand, Written};
use crate::pending::StoreError;
use crate::system::{SystemTimer, within};

/// A database with a journal in it.
pub(super) struct Database {
    pub(super) pool: Pool,
    pub(super) sql: Sql,
    pub(super) shared: Arc<Shared>,
    /// Whether the moments of parts can be read, once it is known.
    pub(super) has_parts: OnceLock<bool>,
    timer: SystemTimer,
}

impl Database {
    pub(super) fn new(pool: Pool, schema: &str, shared: Arc<Shared>) -> Self {
        Self {
            pool,
            sql: Sql::new(schema),
            shared,
            has_parts: OnceLock::new(),
            timer: SystemTimer::default(),
        }
    }

    /// A connection, once there is one.
    pub(super) async fn connection(&self) -> Result<Client, PostgresFailure> {
        self.answered(async { Ok(self.pool.get().await?) }).await
    }

    /// The server's answer in time. The server reports lock waits by itself, and has the time to do so.
    pub(super) fn answered<'a, T: Send + 'a>(
        &'a self,
        answer: impl Future<Output = Result<T, PostgresFailure>> + Send + 'a,
    ) -> impl Future<Output = Result<T, PostgresFailure>> + Send + 'a {
        // Whole transactions are answered here, and those are large.
        let answer = Box::pin(answer);
        let time = self.shared.options.patience.saturating_mul(3);
        async move { within(&self.timer, time, answer).await.unwrap_or_else(|| Err(PostgresFailure::no_answer())) }
    }

    /// Carries out commands in one transaction, publishes, and answers. If one fails, all are rolled back, and each is
    /// tried alone.
    pub(super) async fn write(&self, connection: &mut Option<Client>, requests: Vec<Request>) {
        match self.attempt(connection, &requests).await {
            Ok(written) => self.shared.committed(requests.into_iter().zip(written).collect()),
            Err(failure) if failure.is_refusal() && requests.len() > 1 => {
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
            match self.attempt(connection, &request).await {
                Ok(written) => self.shared.committed(request.into_iter().zip(written).collect()),
                Err(failure) if failure.is_refusal() => refuse_all(request, &failure),
                Err(failure) => return refuse_all(request.into_iter().chain(requests), &failure),
            }
        }
    }

    /// Carries out commands in one transaction. A connection that failed is not used again.
    async fn attempt(
        &self,
        connection: &mut Option<Client>,
        requests: &[Request],
    ) -> Result<Vec<Written>, PostgresFailure> {
        let client = match connection.take().filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => self.connection().await?,
        };
        let wait = self.shared.patience_with(requests);
        let commands = requests.iter().filter_map(|request| match &request.command {
            Command::Write(command) => Some(command),
            Command::Read(_) => None,
        });
        let commands: Vec<_> = commands.collect();
        let written = match commands.as_slice() {
            [command @ (WriteCommand::Erase { .. } | WriteCommand::Prune { .. })] => {
                self.answered(self.carry_out_piece(&client, command, wait)).await.map(|written| vec![written])
            }
            commands => self.carry_out(&client, commands, wait).await,
        };
        *connection = match &written {
            Ok(_) => Some(client),
            Err(failure) => self.without_transaction(client, "ROLLBACK", failure.is_silence()).await,
        };
        written
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
        wait: Duration,
    ) -> Result<Written, PostgresFailure> {
        let mut working = self.begin(client, &Needs::of_the_journal(), wait).await?;
        match command {
            WriteCommand::Erase { what, reason, now, progress } => {
                erase::erase(self, client, &mut working, what, (reason, *now, *progress)).await
            }
            WriteCommand::Prune { before, reason, now, progress } => {
                prune::prune(self, client, &mut working, *before, (reason, *now, *progress)).await
            }
            _ => Err(PostgresFailure::refusal("only erasing and removing is done in pieces")),
        }
    }

    async fn carry_out(
        &self,
        client: &Client,
        commands: &[&WriteCommand],
        wait: Duration,
    ) -> Result<Vec<Written>, PostgresFailure> {
        let needs = Needs::of(commands.iter().copied());
        let mut working = self.begin(client, &needs, wait).await?;
        let carried_out: Result<Vec<_>, StoreError> =
            commands.iter().map(|command| working.carry_out(command)).collect();
        let written = match carried_out {
            Ok(written) => written,
            Err(error) => {
                working.give_up();
                return Err(error.into());
            }
        };
        let entries = written.iter().flat_map(|written| &written.entries);
        if let Err(failure) = self.answered(save(client, &self.sql, &working, entries, Then::Commit)).await {
            working.give_up();
            return Err(failure);
        }
        Ok(written)
    }
}

/// Answers all with the same failure.
fn refuse_all(requests: impl IntoIterator<Item = Request>, failure: &PostgresFailure) {
    for request in requests {
        request.answer(Err(failure.clone().into()));
    }
}
