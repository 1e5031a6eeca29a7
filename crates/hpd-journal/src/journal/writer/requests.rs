//! Requests to a writer, for those who wait for answers.

use std::future::ready;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::command::another_answer;
use super::lost::log_lost;
use super::queue::{Entrance, writer_ended};
use super::{Answer, Command, ReadCommand, Request, Shared, WriteCommand};
use crate::events::{EventRecord, NewEvent};
use crate::journal::batches::Progress;
use crate::journal::database::Removing;
use crate::journal::retention::Pruning;
use crate::journal::{
    ChainHead, Compacted, Erasure, EventFilter, JournalStatus, MissingEvents, RegisteredTool, SessionFilter,
    SessionSummary, Verification, VerifyProgress, VerifySlice,
};
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingVerdict,
    SessionRecord, StoreError, StoreErrorKind, StoredOutcome,
};
use crate::results::KeptResult;
use crate::system::BoxFuture;
use crate::system::{Timer, Timestamp, within};

/// Makes the requests. Each takes its place in a queue before its future is first polled, if there is one. A request
/// waits for its answer no longer than the patience, whatever it waits for.
pub(crate) struct Requests {
    entrance: Entrance,
    /// `None`: the writer reads, too.
    reads: Option<Entrance>,
    shared: Arc<Shared>,
    /// The pause after a batch, for other processes, which have no queue to wait in.
    pause: Duration,
}

/// How long a request is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    /// The patience, in all.
    Patience,
    /// Until its end: the writer or the reader ends it after the patience without progress.
    Progress,
}

impl Requests {
    pub(crate) fn new(entrance: Entrance, shared: Arc<Shared>) -> Self {
        Self { entrance, reads: None, shared, pause: Duration::ZERO }
    }

    /// The same, with a queue of their own for reads, so that they never wait for writes.
    pub(crate) fn with_reads(self, reads: Option<Entrance>) -> Self {
        Self { reads, ..self }
    }

    /// The same, with a pause after each piece of an erasure or a removal.
    #[cfg(feature = "sqlite")]
    pub(crate) fn with_pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// The state for monitoring.
    pub(crate) fn status(&self) -> JournalStatus {
        self.shared.status(self.entrance.status())
    }

    /// The failure of a request while the database is silent. Its events are counted and logged.
    fn refused(&self, command: &Command) -> Option<StoreError> {
        let error = self.shared.breaker.refusal()?;
        self.shared.lost.note(command.appended());
        log_lost(command.appended());
        Some(error)
    }

    /// Sends a request. `read` extracts the expected answer.
    fn ask<T: Send + 'static>(
        &self,
        command: Command,
        wait: Wait,
        read: fn(Answer) -> Result<T, StoreError>,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        if let Some(error) = self.refused(&command) {
            return Box::pin(ready(Err(error)));
        }
        let entrance = match &command {
            Command::Read(_) => self.reads.as_ref().unwrap_or(&self.entrance),
            Command::Write(_) | Command::Compact => &self.entrance,
        };
        let (request, answer) = Request::new(command);
        let came = Instant::now();
        let place = entrance.send(request);
        let shared = Arc::clone(&self.shared);
        Box::pin(async move {
            let answered = async {
                place.taken().await?;
                answer.await.map_err(|_| writer_ended())?
            };
            let answered = match wait {
                Wait::Progress => answered.await,
                Wait::Patience => {
                    let rest = shared.options.patience.saturating_sub(came.elapsed());
                    within(&shared.timer, rest, answered).await.unwrap_or_else(|| Err(no_answer()))
                }
            };
            read(answered?)
        })
    }

    fn write<T: Send + 'static>(
        &self,
        command: WriteCommand,
        read: fn(Answer) -> Result<T, StoreError>,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        let wait = if command.is_long() { Wait::Progress } else { Wait::Patience };
        self.ask(Command::Write(command), wait, read)
    }

    fn read<T: Send + 'static>(
        &self,
        command: ReadCommand,
        read: fn(Answer) -> Result<T, StoreError>,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        let wait = if command.is_long() { Wait::Progress } else { Wait::Patience };
        self.ask(Command::Read(command), wait, read)
    }

    pub(crate) fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'static, Result<(), StoreError>> {
        self.write(WriteCommand::Append(events), Answer::done)
    }

    pub(crate) fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'static, Result<(), StoreError>> {
        let command = Command::Write(WriteCommand::Append(events));
        if let Some(error) = self.refused(&command) {
            return Box::pin(ready(Err(error)));
        }
        let (request, _) = Request::new(command);
        let place = self.entrance.send(request);
        let shared = Arc::clone(&self.shared);
        Box::pin(async move {
            let placed = within(&shared.timer, shared.options.patience, place.taken()).await;
            placed.unwrap_or_else(|| Err(no_answer()))
        })
    }

    pub(crate) fn insert(
        &self,
        call: PendingCall,
        max_open: usize,
    ) -> BoxFuture<'static, Result<(), InsertError>> {
        let command = WriteCommand::Insert { call: Box::new(call), max_open };
        let inserted = self.write(command, |answer| match answer {
            Answer::Inserted(inserted) => Ok(inserted),
            _ => Err(another_answer()),
        });
        Box::pin(async move { inserted.await? })
    }

    pub(crate) fn decide(
        &self,
        id: &PendingId,
        verdict: PendingVerdict,
        by: Option<DecidedBy>,
        now: Timestamp,
    ) -> BoxFuture<'static, Result<Decided, StoreError>> {
        let by = by.map(Box::new);
        self.write(WriteCommand::Decide { id: id.clone(), verdict, by, now }, |answer| match answer {
            Answer::Decided(decided) => Ok(decided),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn claim(
        &self,
        id: &PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'static, Result<Option<PendingCall>, StoreError>> {
        self.write(WriteCommand::Claim { id: id.clone(), now, lease }, Answer::call)
    }

    pub(crate) fn finish(
        &self,
        id: &PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'static, Result<bool, StoreError>> {
        let now = self.shared.options.clock.now();
        self.write(WriteCommand::Finish { id: id.clone(), state, outcome, now }, |answer| match answer {
            Answer::Finished(finished) => Ok(finished),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn expire(&self, now: Timestamp) -> BoxFuture<'static, Result<Vec<PendingCall>, StoreError>> {
        self.write(WriteCommand::Expire { now }, Answer::calls)
    }

    pub(crate) fn register_tools(
        &self,
        tools: Vec<RegisteredTool>,
    ) -> BoxFuture<'static, Result<(), StoreError>> {
        self.write(WriteCommand::RegisterTools(tools), Answer::done)
    }

    pub(crate) fn erase<'a>(
        &'a self,
        what: &Erasure,
        reason: &str,
    ) -> BoxFuture<'a, Result<u64, StoreError>> {
        let (what, reason, now) = (what.clone(), reason.to_owned(), self.shared.options.clock.now());
        self.in_pieces(move |progress| WriteCommand::Erase {
            what: what.clone(),
            reason: reason.clone(),
            now,
            progress,
        })
    }

    pub(crate) fn prune<'a>(&'a self, what: Pruning, reason: &str) -> BoxFuture<'a, Result<u64, StoreError>> {
        let (reason, now) = (reason.to_owned(), self.shared.options.clock.now());
        self.in_pieces(move |progress| WriteCommand::Prune { what, reason: reason.clone(), now, progress })
    }

    /// Requests one batch after the other, each after the requests that came meanwhile. Returns the number of entries.
    fn in_pieces<'a>(
        &'a self,
        command: impl Fn(Progress) -> WriteCommand + Send + 'a,
    ) -> BoxFuture<'a, Result<u64, StoreError>> {
        let mut batch = self.write(command(Progress::default()), Answer::batch);
        Box::pin(async move {
            let mut count = 0;
            loop {
                let done = batch.await?;
                count += done.count;
                let Some(rest) = done.rest else { return Ok(count) };
                if !self.pause.is_zero() && done.count > 0 {
                    self.shared.timer.sleep(self.pause).await;
                }
                batch = self.write(command(rest), Answer::batch);
            }
        })
    }

    /// Makes the files smaller, a slice after the other, each after the requests that came meanwhile.
    pub(crate) fn compact(&self) -> BoxFuture<'_, Result<Compacted, StoreError>> {
        let mut slice = self.ask(Command::Compact, Wait::Progress, Answer::compacted);
        Box::pin(async move {
            let mut before = None;
            loop {
                let done = slice.await?;
                before = before.or(done.size.before);
                if done.is_last {
                    return Ok(Compacted::new(before, done.size.after));
                }
                if !self.pause.is_zero() {
                    self.shared.timer.sleep(self.pause).await;
                }
                slice = self.ask(Command::Compact, Wait::Progress, Answer::compacted);
            }
        })
    }

    pub(crate) fn get(&self, id: &PendingId) -> BoxFuture<'static, Result<Option<PendingCall>, StoreError>> {
        self.read(ReadCommand::Get(id.clone()), Answer::call)
    }

    pub(crate) fn list(
        &self,
        filter: &PendingFilter,
    ) -> BoxFuture<'static, Result<Vec<PendingCall>, StoreError>> {
        self.read(ReadCommand::List(filter.clone()), Answer::calls)
    }

    pub(crate) fn session_record(
        &self,
        owner: &Owner,
    ) -> BoxFuture<'static, Result<Option<SessionRecord>, StoreError>> {
        self.read(ReadCommand::Record(owner.clone()), |answer| match answer {
            Answer::Record(record) => Ok(record),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn put_session_record(
        &self,
        owner: &Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'static, Result<bool, StoreError>> {
        self.write(WriteCommand::PutRecord { owner: owner.clone(), record, now }, |answer| match answer {
            Answer::Put(is_written) => Ok(is_written),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn keep_result(&self, result: KeptResult) -> BoxFuture<'static, Result<(), StoreError>> {
        self.write(WriteCommand::KeepResult(result), Answer::done)
    }

    pub(crate) fn kept_result(
        &self,
        owner: &Owner,
        id: &str,
        now: Timestamp,
    ) -> BoxFuture<'static, Result<Option<KeptResult>, StoreError>> {
        self.read(ReadCommand::Result(owner.clone(), id.to_owned(), now), |answer| match answer {
            Answer::Result(result) => Ok(result),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn remove_results(&self, what: Removing) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.in_pieces(move |_| WriteCommand::RemoveResults(what.clone()))
    }

    pub(crate) fn events(
        &self,
        filter: &EventFilter,
    ) -> BoxFuture<'static, Result<Vec<EventRecord>, StoreError>> {
        self.read(ReadCommand::Events(filter.clone()), |answer| match answer {
            Answer::Events(events) => Ok(events),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn sessions(
        &self,
        filter: &SessionFilter,
    ) -> BoxFuture<'static, Result<Vec<SessionSummary>, StoreError>> {
        self.read(ReadCommand::Sessions(filter.clone()), |answer| match answer {
            Answer::Sessions(sessions) => Ok(sessions),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn missing(
        &self,
        session: &str,
        seqs: (u64, u64),
    ) -> BoxFuture<'static, Result<MissingEvents, StoreError>> {
        self.read(ReadCommand::Missing(session.to_owned(), seqs), |answer| match answer {
            Answer::Missing(missing) => Ok(missing),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn registered_tools(&self) -> BoxFuture<'static, Result<Vec<RegisteredTool>, StoreError>> {
        self.read(ReadCommand::Tools, |answer| match answer {
            Answer::Tools(tools) => Ok(RegisteredTool::by_id(tools)),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn head(&self) -> BoxFuture<'static, Result<ChainHead, StoreError>> {
        self.read(ReadCommand::Head, |answer| match answer {
            Answer::Head(head) => Ok(head),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn verify<'a>(
        &'a self,
        known: Option<&ChainHead>,
    ) -> BoxFuture<'a, Result<Verification, StoreError>> {
        let mut slice = self.verify_slice(VerifyProgress::new(known), VerifyProgress::ENTRIES);
        Box::pin(async move {
            loop {
                match slice.await? {
                    VerifySlice::Done(found) => return Ok(found),
                    VerifySlice::More(next) => slice = self.verify_slice(next, VerifyProgress::ENTRIES),
                }
            }
        })
    }

    pub(crate) fn verify_slice(
        &self,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> BoxFuture<'static, Result<VerifySlice, StoreError>> {
        self.read(ReadCommand::VerifySlice(progress, max_entries), |answer| match answer {
            Answer::Slice(slice) => Ok(*slice),
            _ => Err(another_answer()),
        })
    }
}

/// The failure of a request that waited for the whole patience.
fn no_answer() -> StoreError {
    StoreError::of_kind(StoreErrorKind::Busy, "the journal did not answer in time")
}
