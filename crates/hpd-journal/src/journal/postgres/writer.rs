//! The task that writes.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::database::Database;
use crate::journal::writer::{Command, Request, Waiting};

/// Writes until the journal is gone and nothing is left to be written.
pub(super) async fn run(database: Arc<Database>, mut waiting: Waiting) {
    let mut connection: Option<Client> = None;
    let max = database.shared.options.batch;
    while let Some(requests) = waiting.next(max).await {
        let requests = database.shared.flushed(requests);
        for group in groups(requests) {
            match group {
                Group::Write(requests) => database.write(&mut connection, requests).await,
                Group::Compact(request) => {
                    let database = Arc::clone(&database);
                    tokio::spawn(async move { database.compact(*request).await });
                }
            }
        }
    }
}

/// Requests that are carried out together.
enum Group {
    /// In one transaction.
    Write(Vec<Request>),
    /// On a connection of its own: the writer waits only for the tables.
    Compact(Box<Request>),
}

/// Requests in order. Adjacent writes form one group. Erasures and removals run alone.
fn groups(requests: Vec<Request>) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut goes_on = false;
    for request in requests {
        let goes_alone = match &request.command {
            Command::Compact => {
                groups.push(Group::Compact(Box::new(request)));
                goes_on = false;
                continue;
            }
            Command::Write(command) => command.is_piece(),
            Command::Read(_) => false,
        };
        match groups.last_mut() {
            Some(Group::Write(together)) if goes_on && !goes_alone => together.push(request),
            _ => groups.push(Group::Write(vec![request])),
        }
        goes_on = !goes_alone;
    }
    groups
}
