//! Reads, on connections of their own. One connection is left for the writer, however many read.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;

use super::database::Database;
use super::error::PostgresFailure;
use crate::journal::writer::{Answer, Command, ReadCommand, Request, Waiting};
use crate::system::within;

/// Reads until the journal is gone and nothing is left to be read.
pub(super) async fn run(database: Arc<Database>, mut waiting: Waiting) {
    let readers = database.pool.status().max_size.saturating_sub(1).max(1);
    let places = Arc::new(Semaphore::new(readers));
    while let Some(requests) = waiting.next(usize::MAX).await {
        for request in requests {
            let (database, places) = (Arc::clone(&database), Arc::clone(&places));
            tokio::spawn(async move { database.read_in_turn(&places, request).await });
        }
    }
}

impl Database {
    /// Reads when a connection for reads is free.
    async fn read_in_turn(&self, places: &Semaphore, request: Request) {
        let until = self.until(request.came());
        // A verification has a connection of its own, and lets other reads go first.
        if matches!(request.command, Command::Read(ReadCommand::VerifySlice(..))) {
            return self.read(request, until).await;
        }
        let _reading = self.reads.begin();
        let rest = until.saturating_duration_since(Instant::now());
        let place = within(&self.shared.timer, rest, places.acquire()).await;
        if let Some(error) = self.shared.breaker.refusal() {
            return self.shared.read(request, Err(error));
        }
        let Some(Ok(_place)) = place else {
            return self.shared.read(request, Err(PostgresFailure::no_free_connection().into()));
        };
        self.read(request, until).await;
    }

    /// Reads the requested rows, and answers.
    async fn read(&self, mut request: Request, until: Instant) {
        let Command::Read(command) = &mut request.command else { return };
        if let ReadCommand::VerifySlice(progress, max_entries) = command {
            let slice = self.verify_slice(std::mem::take(progress), *max_entries, until).await;
            let answer = slice.map(|slice| Answer::Slice(Box::new(slice)));
            return self.shared.read(request, answer.map_err(Into::into));
        }
        let client = match self.connection_until(until).await {
            Ok(client) => client,
            Err(failure) => return self.shared.read(request, Err(failure.into())),
        };
        let found = self.find(&client, command, until).await;
        let is_silent = found.as_ref().is_err_and(PostgresFailure::is_silence);
        self.shared.read(request, found.map_err(Into::into));
        // The caller has its answer already.
        drop(self.without_transaction(client, "COMMIT", is_silent).await);
    }
}
