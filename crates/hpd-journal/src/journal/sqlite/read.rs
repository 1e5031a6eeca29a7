//! Reading, on a separate thread, so that writers are not blocked.

use std::sync::Arc;
use std::thread::ThreadId;

use futures_executor::block_on;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::SqliteJournalError;
use super::error::failed;
use super::filter::{Query, value};
use super::thread::Joined;
use super::{calls, entries, records};
use crate::events::EventRecord;
use crate::journal::database::{ENTRY, calls_of, stored_event};
use crate::journal::verify::Verifier;
use crate::journal::writer::{Answer, Command, ReadCommand, Request, Shared, Waiting};
use crate::journal::{ChainHead, ChainKey, EventFilter, Verification};
use crate::pending::{PendingCall, PendingFilter, StoreError};

/// The thread that reads. It ends when the journal is dropped and its queue is read.
pub(super) struct Reader {
    thread: Joined,
}

impl Reader {
    /// # Errors
    ///
    /// The journal's thread can't be started.
    pub(super) fn start(
        connection: Connection,
        shared: Arc<Shared>,
        mut waiting: Waiting,
    ) -> Result<Self, SqliteJournalError> {
        let read = move || {
            let mut connection = connection;
            while let Some(requests) = block_on(waiting.next(1)) {
                for request in requests {
                    answer(&mut connection, &shared, request);
                }
            }
        };
        Ok(Self { thread: Joined::start("hpd-journal-reads", read)? })
    }

    /// The thread.
    pub(super) fn thread(&self) -> Option<ThreadId> {
        self.thread.id()
    }
}

/// Reads the requested rows, and answers.
pub(super) fn answer(connection: &mut Connection, shared: &Shared, request: Request) {
    let answer = match &request.command {
        Command::Read(command) => read(connection, shared, command),
        Command::Write(_) => Err(StoreError::new("the journal's reader does not write")),
    };
    shared.read(request, answer);
}

fn read(connection: &mut Connection, shared: &Shared, command: &ReadCommand) -> Result<Answer, StoreError> {
    Ok(match command {
        ReadCommand::Get(id) => Answer::Call(calls::get(connection, id)?),
        ReadCommand::List(filter) => Answer::Calls(listed(connection, filter)?),
        ReadCommand::Record(owner) => Answer::Record(records::get(connection, owner)?),
        ReadCommand::Events(filter) => Answer::Events(events(connection, filter)?),
        ReadCommand::Head => Answer::Head(entries::head(connection)?),
        ReadCommand::Verify(known) => {
            let key = shared.options.key.as_ref();
            Answer::Verified(verified(connection, key, known.as_ref())?)
        }
    })
}

fn listed(connection: &Connection, filter: &PendingFilter) -> Result<Vec<PendingCall>, StoreError> {
    let (condition, parameters) = calls_of(filter);
    let parameters = params_from_iter(parameters.into_iter().map(value));
    let mut calls = calls::list(connection, &condition, parameters)?;
    calls.retain(|call| filter.takes(call));
    Ok(calls)
}

fn events(connection: &Connection, filter: &EventFilter) -> Result<Vec<EventRecord>, StoreError> {
    let query = Query::of(filter);
    let parameters = params_from_iter::<&Vec<Value>>(&query.parameters);
    let mut statement = connection.prepare_cached(&query.sql).map_err(failed)?;
    let mut found = statement.query_map(parameters, entries::entry).map_err(failed)?;
    let mut events = Vec::new();
    // Unreadable events do not count, so the end is not known in advance.
    while events.len() < filter.limit.unwrap_or(usize::MAX) {
        let Some(entry) = found.next() else { break };
        events.extend(stored_event(&entry.map_err(failed)?));
    }
    if filter.newest {
        events.reverse();
    }
    Ok(events)
}

fn verified(
    connection: &mut Connection,
    key: Option<&ChainKey>,
    known: Option<&ChainHead>,
) -> Result<Verification, StoreError> {
    // All of it as it is at one moment.
    let moment = connection.transaction().map_err(failed)?;
    let mut verifier = Verifier::new(entries::anchor(&moment)?, key, known);
    let sql = format!("SELECT {ENTRY} FROM journal ORDER BY entry");
    let mut statement = moment.prepare_cached(&sql).map_err(failed)?;
    for entry in statement.query_map((), entries::entry).map_err(failed)? {
        verifier.check(&entry.map_err(failed)?);
    }
    Ok(verifier.finish())
}
