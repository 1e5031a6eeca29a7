//! The task that writes.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::database::Database;
use crate::journal::writer::{Command, Request, Waiting, WriteCommand};

/// Writes until the journal is gone and nothing is left to be written.
pub(super) async fn run(database: Arc<Database>, mut waiting: Waiting) {
    let mut connection: Option<Client> = None;
    let max = database.shared.options.batch;
    while let Some(requests) = waiting.next(max).await {
        let requests = database.shared.flushed(requests);
        for group in groups(requests) {
            database.write(&mut connection, group).await;
        }
    }
}

/// Requests in order, each group in one transaction. Erasures and removals run alone.
fn groups(requests: Vec<Request>) -> Vec<Vec<Request>> {
    let mut groups: Vec<Vec<Request>> = Vec::new();
    let mut goes_on = false;
    for request in requests {
        let goes_alone = matches!(
            request.command,
            Command::Write(WriteCommand::Erase { .. } | WriteCommand::Prune { .. })
        );
        match groups.last_mut() {
            Some(together) if goes_on && !goes_alone => together.push(request),
            _ => groups.push(vec![request]),
        }
        goes_on = !goes_alone;
    }
    groups
}
