//! What the writer does with a connection.

use std::sync::Arc;

use deadpool_postgres::{Client, Object, Pool};

use super::error::PostgresFailure;
use super::load::begin;
use super::needs::Needs;
use super::save::{Then, save};
use super::sql::Sql;
use super::{erase, prune};
use crate::approval::StoreError;
use crate::journal::writer::{Command, Request, Shared, WriteCommand, Written};

/// A database with a journal in it.
pub(super) struct Database {
    pub(super) pool: Pool,
    pub(super) sql: Sql,
    pub(super) shared: Arc<Shared>,
}

impl Database {
    /// Carries out commands in one transaction, tells who listens, and answers. If one of them can't be carried out, all are rolled
    /// back, and each is tried alone.
    pub(super) async fn write(&self, connection: &mut Option<Client>, requests: Vec<Request>) {
        match self.attempt(connection, &requests).await {
            Ok(written) => self.shared.committed(requests.into_iter().zip(written).collect()),
            Err(failure) if failure.is_refusal() && requests.len() > 1 => {
                for request in requests {
                    match self.attempt(connection, std::slice::from_ref(&request)).await {
                        Ok(written) => {
                            self.shared.committed(std::iter::once(request).zip(written).collect());
                        }
                        Err(failure) => request.answer(Err(failure.into())),
                    }
                }
            }
            Err(failure) => {
                for request in requests {
                    request.answer(Err(failure.clone().into()));
                }
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
            None => self.pool.get().await?,
        };
        let commands = requests.iter().filter_map(|request| match &request.command {
            Command::Write(command) => Some(command),
            Command::Read(_) => None,
        });
        let commands: Vec<_> = commands.collect();
        let written = match commands.as_slice() {
            [WriteCommand::Erase { what, reason, now }] => {
                erase::erase(self, &client, what, reason, *now).await.map(|written| vec![written])
            }
            [WriteCommand::Prune { before, reason, now }] => {
                prune::prune(self, &client, *before, reason, *now).await.map(|written| vec![written])
            }
            commands => self.carry_out(&client, commands).await,
        };
        // What is left of the transaction is rolled back, by the server itself if it does not hear of it.
        if written.is_ok() || client.batch_execute("ROLLBACK").await.is_ok() {
            *connection = Some(client);
        } else {
            drop(Object::take(client));
        }
        written
    }

    async fn carry_out(
        &self,
        client: &Client,
        commands: &[&WriteCommand],
    ) -> Result<Vec<Written>, PostgresFailure> {
        let needs = Needs::of(commands.iter().copied());
        let mut working = begin(client, &self.sql, &self.shared, &needs).await?;
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
        if let Err(failure) = save(client, &self.sql, &working, entries, Then::Commit).await {
            working.give_up();
            return Err(failure);
        }
        Ok(written)
    }
}
