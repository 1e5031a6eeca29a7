//! Requests to a journal, and its answers.

use std::time::{Duration, Instant};

use futures_channel::oneshot;

use crate::events::{EventRecord, NewEvent};
use crate::journal::batches::{Batch, Progress};
use crate::journal::{
    ChainHead, Erasure, EventFilter, LOG, RegisteredTool, SessionFilter, SessionSummary, Verification,
};
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingVerdict,
    SessionRecord, StoreError, StoredOutcome,
};
use crate::system::Timestamp;

/// A request to a journal.
pub(crate) enum Command {
    /// Something is written, in a transaction.
    Write(WriteCommand),
    /// Something is read: all that was written before it is there.
    Read(ReadCommand),
}

/// A write. A command runs on the current state of the database, and again after a rollback.
pub(crate) enum WriteCommand {
    Append(Vec<NewEvent>),
    Insert {
        call: Box<PendingCall>,
        max_open: usize,
    },
    Decide {
        id: PendingId,
        verdict: PendingVerdict,
        by: Option<Box<DecidedBy>>,
        now: Timestamp,
    },
    Claim {
        id: PendingId,
        now: Timestamp,
        lease: Timestamp,
    },
    Finish {
        id: PendingId,
        state: CallState,
        outcome: StoredOutcome,
        now: Timestamp,
    },
    Expire {
        now: Timestamp,
    },
    RegisterTools(Vec<RegisteredTool>),
    PutRecord {
        owner: Owner,
        record: SessionRecord,
        now: Timestamp,
    },
    /// One piece of an erasure.
    Erase {
        what: Erasure,
        reason: String,
        now: Timestamp,
        progress: Progress,
    },
    /// One piece of a removal.
    Prune {
        before: Timestamp,
        reason: String,
        now: Timestamp,
        progress: Progress,
    },
}

/// A read.
pub(crate) enum ReadCommand {
    Get(PendingId),
    List(PendingFilter),
    Record(Owner),
    Events(EventFilter),
    Sessions(SessionFilter),
    Head,
    Verify(Option<ChainHead>),
}

/// An answer of a journal.
pub(crate) enum Answer {
    Done,
    Inserted(Result<(), InsertError>),
    Decided(Decided),
    Call(Option<PendingCall>),
    Calls(Vec<PendingCall>),
    Finished(bool),
    Record(Option<SessionRecord>),
    /// Whether a record was written.
    Put(bool),
    Batch(Batch),
    Events(Vec<EventRecord>),
    Sessions(Vec<SessionSummary>),
    Head(ChainHead),
    Verified(Verification),
}

/// The expected variant of an answer.
impl Answer {
    pub(super) fn done(self) -> Result<(), StoreError> {
        match self {
            Self::Done => Ok(()),
            _ => Err(another_answer()),
        }
    }

    pub(super) fn call(self) -> Result<Option<PendingCall>, StoreError> {
        match self {
            Self::Call(call) => Ok(call),
            _ => Err(another_answer()),
        }
    }

    pub(super) fn calls(self) -> Result<Vec<PendingCall>, StoreError> {
        match self {
            Self::Calls(calls) => Ok(calls),
            _ => Err(another_answer()),
        }
    }

    pub(super) fn batch(self) -> Result<Batch, StoreError> {
        match self {
            Self::Batch(batch) => Ok(batch),
            _ => Err(another_answer()),
        }
    }
}

pub(super) fn another_answer() -> StoreError {
    StoreError::new("the journal answered something else")
}

/// A command, and where its answer goes.
pub(crate) struct Request {
    pub(crate) command: Command,
    came: Instant,
    answer: oneshot::Sender<Result<Answer, StoreError>>,
}

impl Request {
    pub(crate) fn new(command: Command) -> (Self, oneshot::Receiver<Result<Answer, StoreError>>) {
        let (answer, receiver) = oneshot::channel();
        (Self { command, came: Instant::now(), answer }, receiver)
    }

    /// How long it has waited.
    pub(super) fn waited(&self) -> Duration {
        self.came.elapsed()
    }

    /// Answers. A failure without a receiver is logged.
    pub(crate) fn answer(self, answer: Result<Answer, StoreError>) {
        let Err(Err(error)) = self.answer.send(answer) else { return };
        let reason = std::error::Error::source(&error).map(ToString::to_string);
        let events = match &self.command {
            Command::Write(WriteCommand::Append(events)) => &**events,
            Command::Write(_) | Command::Read(_) => &[],
        };
        tracing::error!(target: LOG, reason, "the journal failed, and nobody waits to hear of it");
        for lost in events {
            let (kind, at) = (lost.event.kind(), lost.at.as_millis());
            tracing::error!(
                target: LOG,
                kind,
                session = lost.session,
                call = lost.call_id,
                at,
                "an event was not written"
            );
        }
    }
}
