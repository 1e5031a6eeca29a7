//! Requests to a writer, for those who wait for answers.

use std::sync::Arc;
use std::time::Duration;

use super::command::another_answer;
use super::queue::{Entrance, writer_ended};
use super::{Answer, Command, ReadCommand, Request, WriteCommand};
use crate::events::{EventRecord, NewEvent};
use crate::journal::batches::Progress;
use crate::journal::{
    ChainHead, Erasure, EventFilter, RegisteredTool, SessionFilter, SessionSummary, Verification,
};
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingVerdict,
    SessionRecord, StoreError, StoredOutcome,
};
use crate::system::BoxFuture;
use crate::system::{Clock, SystemTimer, Timer, Timestamp};

/// Makes the requests. Each takes its place in the queue before its future is first polled, if there is one.
pub(crate) struct Requests {
    entrance: Entrance,
    /// The clock that dates the ends of calls, erasures and removals.
    clock: Arc<dyn Clock>,
    /// The pause after a batch, for other processes, which have no queue to wait in.
    pause: Duration,
}

impl Requests {
    pub(crate) fn new(entrance: Entrance, clock: Arc<dyn Clock>) -> Self {
        Self { entrance, clock, pause: Duration::ZERO }
    }

    /// The same, with a pause after each piece of an erasure or a removal.
    #[cfg(feature = "sqlite")]
    pub(crate) fn with_pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// Sends a request. `read` extracts the expected answer.
    fn ask<T: Send + 'static>(
        &self,
        command: Command,
        read: fn(Answer) -> Result<T, StoreError>,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        let (request, answer) = Request::new(command);
        let place = self.entrance.send(request);
        Box::pin(async move {
            place.taken().await?;
            let answer = answer.await.map_err(|_| writer_ended())??;
            read(answer)
        })
    }

    fn write<T: Send + 'static>(
        &self,
        command: WriteCommand,
        read: fn(Answer) -> Result<T, StoreError>,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        self.ask(Command::Write(command), read)
    }

    fn read<T: Send + 'static>(
        &self,
        command: ReadCommand,
        read: fn(Answer) -> Result<T, StoreError>,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        self.ask(Command::Read(command), read)
    }

    pub(crate) fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'static, Result<(), StoreError>> {
        self.write(WriteCommand::Append(events), Answer::done)
    }

    pub(crate) fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'static, Result<(), StoreError>> {
        let (request, _) = Request::new(Command::Write(WriteCommand::Append(events)));
        let place = self.entrance.send(request);
        Box::pin(place.taken())
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
        let now = self.clock.now();
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
        let (what, reason, now) = (what.clone(), reason.to_owned(), self.clock.now());
        self.in_pieces(move |progress| WriteCommand::Erase {
            what: what.clone(),
            reason: reason.clone(),
            now,
            progress,
        })
    }

    pub(crate) fn prune<'a>(
        &'a self,
        before: Timestamp,
        reason: &str,
    ) -> BoxFuture<'a, Result<u64, StoreError>> {
        let (reason, now) = (reason.to_owned(), self.clock.now());
        self.in_pieces(move |progress| WriteCommand::Prune { before, reason: reason.clone(), now, progress })
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
                    SystemTimer::default().sleep(self.pause).await;
                }
                batch = self.write(command(rest), Answer::batch);
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

    pub(crate) fn head(&self) -> BoxFuture<'static, Result<ChainHead, StoreError>> {
        self.read(ReadCommand::Head, |answer| match answer {
            Answer::Head(head) => Ok(head),
            _ => Err(another_answer()),
        })
    }

    pub(crate) fn verify(
        &self,
        known: Option<&ChainHead>,
    ) -> BoxFuture<'static, Result<Verification, StoreError>> {
        self.read(ReadCommand::Verify(known.cloned()), |answer| match answer {
            Answer::Verified(verification) => Ok(verification),
            _ => Err(another_answer()),
        })
    }
}
