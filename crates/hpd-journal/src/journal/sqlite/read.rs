//! Reading, on a separate thread, so that writers are not blocked.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::ThreadId;

use rusqlite::{Connection, params_from_iter};

use super::SqliteJournalError;
use super::error::failed;
use super::filter::value;
use super::thread::Joined;
use super::{calls, entries, pages, records};
use crate::journal::database::{ENTRY, calls_of};
use crate::journal::verify::Verifier;
use crate::journal::writer::{Answer, Command, ReadCommand, Request, Shared};
use crate::journal::{ChainHead, ChainKey, Verification};
use crate::pending::{PendingCall, PendingFilter, StoreError};

/// The thread that reads.
pub(super) struct Reader {
    // Dropped first: the thread ends when no sender is left.
    requests: SyncSender<Request>,
    thread: Joined,
}

impl Reader {
    /// # Errors
    ///
    /// The journal's thread can't be started.
    pub(super) fn start(connection: Connection, shared: Arc<Shared>) -> Result<Self, SqliteJournalError> {
        let (requests, waiting) = sync_channel(shared.options.queue.max(1));
        let read = move || {
            let mut connection = connection;
            for request in waiting {
                answer(&mut connection, &shared, request);
            }
        };
        Ok(Self { requests, thread: Joined::start("hpd-journal-reads", read)? })
    }

    /// The thread.
    pub(super) fn thread(&self) -> Option<ThreadId> {
        self.thread.id()
    }

    /// Hands a request over; gives it back if too many wait.
    pub(super) fn take(&self, request: Request) -> Option<Request> {
        let (TrySendError::Full(request) | TrySendError::Disconnected(request)) =
            self.requests.try_send(request).err()?;
        Some(request)
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
        ReadCommand::Events(filter) => Answer::Events(pages::events(connection, filter)?),
        ReadCommand::Sessions(filter) => Answer::Sessions(pages::sessions(connection, filter)?),
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
