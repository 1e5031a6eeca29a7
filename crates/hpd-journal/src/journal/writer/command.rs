//! Requests to a journal, and its answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_channel::oneshot;

use super::lost::{Lost, log_lost};
use crate::events::{EventRecord, NewEvent};
use crate::journal::batches::{Batch, Progress};
use crate::journal::database::Removing;
use crate::journal::retention::Pruning;
use crate::journal::{
    ChainHead, Compacted, Erasure, EventFilter, LOG, MissingEvents, RegisteredTool, SessionFilter,
    SessionSummary, VerifyProgress, VerifySlice,
};
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingVerdict,
    SessionRecord, StoreError, StoredOutcome,
};
use crate::results::KeptResult;
use crate::system::Timestamp;

/// A request to a journal.
pub(crate) enum Command {
    /// Something is written, in a transaction.
    Write(WriteCommand),
    /// Something is read: all that was answered before it is there.
    Read(ReadCommand),
    /// A slice of making the files smaller, in transactions of its own.
    Compact,
}

impl Command {
    /// The events that are lost if it fails. Events of a step that was not taken never happened.
    pub(crate) fn appended(&self) -> &[NewEvent] {
        match self {
            Self::Write(WriteCommand::Append(events)) => events,
            Self::Write(_) | Self::Read(_) | Self::Compact => &[],
        }
    }
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
    KeepResult(KeptResult),
    /// One piece of a removal of long results.
    RemoveResults(Removing),
    /// One piece of an erasure.
    Erase {
        what: Erasure,
        reason: String,
        now: Timestamp,
        progress: Progress,
    },
    /// One piece of a removal.
    Prune {
        what: Pruning,
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
    /// The long result of an owner with this id, unless its time is over at this moment.
    Result(Owner, String, Timestamp),
    Events(EventFilter),
    Sessions(SessionFilter),
    /// The events of a session that are missing, from the first to the last of these numbers.
    Missing(String, (u64, u64)),
    Tools,
    Head,
    /// A slice of a verification, of at most so many entries.
    VerifySlice(VerifyProgress, u64),
}

/// How many events are written within one patience.
const EVENTS_A_PATIENCE: usize = 1_000;

/// How many patiences these commands may take: more than one for an import, not for calls.
pub(crate) fn patiences<'c>(commands: impl IntoIterator<Item = &'c WriteCommand>) -> u32 {
    let events = commands.into_iter().map(|command| match command {
        WriteCommand::Append(events) => events.len(),
        _ => 0,
    });
    u32::try_from(events.sum::<usize>() / EVENTS_A_PATIENCE).unwrap_or(u32::MAX).saturating_add(1)
}

impl WriteCommand {
    /// Whether it may take longer than the patience, as long as it makes progress.
    pub(crate) fn is_long(&self) -> bool {
        self.is_piece() || patiences([self]) > 1
    }

    /// Whether it is a piece of something longer: it has a transaction of its own.
    pub(crate) const fn is_piece(&self) -> bool {
        matches!(self, Self::Erase { .. } | Self::Prune { .. } | Self::RemoveResults(_))
    }
}

impl ReadCommand {
    /// Whether its time grows with the journal: it may take any time, as long as rows come.
    pub(crate) const fn is_long(&self) -> bool {
        match self {
            Self::VerifySlice(..) => true,
            Self::Events(filter) => filter.limit.is_none(),
            Self::Get(_)
            | Self::List(_)
            | Self::Record(_)
            | Self::Result(..)
            | Self::Sessions(_)
            | Self::Missing(..)
            | Self::Tools
            | Self::Head => false,
        }
    }
}

/// The result of a slice of making the files smaller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CompactedSlice {
    pub(crate) size: Compacted,
    pub(crate) is_last: bool,
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
    Result(Option<KeptResult>),
    /// Whether a record was written.
    Put(bool),
    Batch(Batch),
    Compacted(CompactedSlice),
    Events(Vec<EventRecord>),
    Sessions(Vec<SessionSummary>),
    Missing(MissingEvents),
    Tools(Vec<RegisteredTool>),
    Head(ChainHead),
    Slice(Box<VerifySlice>),
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

    pub(super) fn compacted(self) -> Result<CompactedSlice, StoreError> {
        match self {
            Self::Compacted(slice) => Ok(slice),
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
    /// Where events of a failed request are counted.
    lost: Option<Arc<Lost>>,
}

impl Request {
    pub(crate) fn new(command: Command) -> (Self, oneshot::Receiver<Result<Answer, StoreError>>) {
        let (answer, receiver) = oneshot::channel();
        (Self { command, came: Instant::now(), answer, lost: None }, receiver)
    }

    /// With the place where events of a failed request are counted.
    pub(crate) fn counted_by(self, lost: &Arc<Lost>) -> Self {
        Self { lost: Some(Arc::clone(lost)), ..self }
    }

    /// When it came.
    #[cfg(feature = "postgres")]
    pub(crate) const fn came(&self) -> Instant {
        self.came
    }

    /// How long it has waited.
    pub(super) fn waited(&self) -> Duration {
        self.came.elapsed()
    }

    /// Answers. Events of a failed request are counted. A failure without a receiver is logged.
    pub(crate) fn answer(self, answer: Result<Answer, StoreError>) {
        if answer.is_err() {
            self.count_lost();
        }
        let Self { command, answer: sender, .. } = self;
        let Err(Err(error)) = sender.send(answer) else { return };
        let reason = std::error::Error::source(&error).map(ToString::to_string);
        tracing::error!(target: LOG, reason, "the journal failed, and nobody waits to hear of it");
        log_lost(command.appended());
    }

    /// Gives up a request that is never carried out: its caller has gone, or there is no writer. Its events are counted
    /// and logged.
    pub(super) fn give_up(self) {
        self.count_lost();
        log_lost(self.command.appended());
    }

    fn count_lost(&self) {
        if let Some(lost) = &self.lost {
            lost.note(self.command.appended());
        }
    }
}
