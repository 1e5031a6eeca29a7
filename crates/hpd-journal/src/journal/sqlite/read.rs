//! Reading, on a separate thread, so that writers are not blocked.

use std::sync::Arc;
use std::thread::ThreadId;

use futures_executor::block_on;
use rusqlite::{Connection, params_from_iter};

use super::SqliteJournalError;
use super::filter::value;
use super::identity::Identity;
use super::thread::Joined;
use super::verify::{Slices, slice};
use super::{calls, entries, pages, records, results};
use crate::journal::database::calls_of;
use crate::journal::reads::Reads;
use crate::journal::writer::{Answer, Command, ReadCommand, Request, Shared, Waiting};
use crate::pending::{PendingCall, PendingFilter, StoreError};

/// The thread that reads, and another one for verification: no page waits for that. Both end when the journal is
/// dropped and the queue is read.
pub(super) struct Reader {
    thread: Joined,
    /// The thread that verifies.
    verifying: Option<ThreadId>,
}

impl Reader {
    /// # Errors
    ///
    /// The journal's thread can't be started.
    pub(super) fn start(
        [connection, verifying]: [Connection; 2],
        identity: Option<Arc<Identity>>,
        shared: Arc<Shared>,
        mut waiting: Waiting,
    ) -> Result<Self, SqliteJournalError> {
        let reads = Arc::new(Reads::new());
        let slices = Slices::start(verifying, identity.clone(), Arc::clone(&shared), Arc::clone(&reads))?;
        let verifying = slices.thread();
        let read = move || {
            let mut connection = connection;
            while let Some(requests) = block_on(waiting.next(1)) {
                for request in requests.into_iter().filter_map(|request| slices.take(request)) {
                    let _reading = reads.begin();
                    answer(&mut connection, identity.as_deref(), &shared, request);
                }
            }
            if let Some(identity) = identity {
                identity.leave(&connection);
            }
        };
        Ok(Self { thread: Joined::start("hpd-journal-reads", read)?, verifying })
    }

    /// The threads.
    pub(super) fn threads(&self) -> [Option<ThreadId>; 2] {
        [self.thread.id(), self.verifying]
    }
}

/// Reads the requested rows, and answers. A file that is not the opened one is not read.
pub(super) fn answer(
    connection: &mut Connection,
    identity: Option<&Identity>,
    shared: &Shared,
    mut request: Request,
) {
    let answer = match &mut request.command {
        Command::Read(command) => identity
            .map_or(Ok(()), |identity| identity.check().map(drop))
            .and_then(|()| read(connection, shared, command)),
        Command::Write(_) | Command::Compact => Err(StoreError::new("the journal's reader does not write")),
    };
    shared.read(request, answer);
}

fn read(
    connection: &mut Connection,
    shared: &Shared,
    command: &mut ReadCommand,
) -> Result<Answer, StoreError> {
    Ok(match command {
        ReadCommand::Get(id) => Answer::Call(calls::get(connection, id)?),
        ReadCommand::List(filter) => Answer::Calls(listed(connection, filter)?),
        ReadCommand::Record(owner) => Answer::Record(records::get(connection, owner)?),
        ReadCommand::Result(owner, id, now) => Answer::Result(results::get(connection, owner, id, *now)?),
        ReadCommand::Events(filter) => Answer::Events(pages::events(connection, filter)?),
        ReadCommand::Sessions(filter) => Answer::Sessions(pages::sessions(connection, filter)?),
        ReadCommand::Missing(session, seqs) => Answer::Missing(entries::missing(connection, session, *seqs)?),
        ReadCommand::Tools => Answer::Tools(entries::registered_tools(connection)?),
        ReadCommand::Head => Answer::Head(entries::head(connection)?),
        ReadCommand::VerifySlice(progress, max_entries) => {
            let key = shared.options.key.as_ref();
            Answer::Slice(Box::new(slice(connection, key, std::mem::take(progress), *max_entries)?))
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
