//! A journal, with the helpers of the rules.

use std::fmt::Debug;
use std::future::Future;

use futures_util::{FutureExt, StreamExt};
use serde_json::Value;

use crate::events::{EventHub, EventRecord, NewEvent, StreamItem, Subscription};
use crate::journal::{
    ChainHead, Erasure, EventFilter, Journal, MissingEvents, RegisteredTool, SessionFilter, SessionSummary,
    Verification, VerifyProgress, VerifySlice,
};
use crate::pending::{
    CallState, DecidedBy, InsertError, OutcomeNotes, Owner, PendingCall, PendingId, PendingVerdict,
    SessionRecord, StoredOutcome,
};
use crate::results::ResultStore;
use crate::system::Timestamp;
use crate::testing::drive::{at_once, drive};
use crate::testing::store_kit::{BlockOn, RuleResult, failure, word};

/// Why the kit erases and removes.
pub(super) const REASON: &str = "asked for";

/// A journal that is checked against the rules, and how its futures are driven.
#[derive(Clone, Copy)]
pub struct JournalUnderTest<'a> {
    journal: &'a dyn Journal,
    block_on: &'a BlockOn<'a>,
}

/// One step of a pending call.
#[derive(Clone)]
pub(super) enum Step {
    Insert(Box<PendingCall>),
    Decide(&'static str, PendingVerdict, Timestamp),
    DecideBy(&'static str, PendingVerdict, DecidedBy, Timestamp),
    Claim(&'static str, Timestamp, Timestamp),
    Finish(&'static str, CallState, &'static str),
    Expire(Timestamp),
}

impl<'a> JournalUnderTest<'a> {
    /// An empty journal.
    pub fn new(journal: &'a dyn Journal, block_on: &'a BlockOn<'a>) -> Self {
        Self { journal, block_on }
    }

    /// Drives a future to its end.
    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        drive(self.block_on, future)
    }

    pub(super) async fn append(&self, events: Vec<NewEvent>) -> RuleResult {
        self.journal.append(events).await.map_err(|error| failure("append", &error))
    }

    pub(super) async fn post(&self, events: Vec<NewEvent>) -> RuleResult {
        self.journal.post(events).await.map_err(|error| failure("post", &error))
    }

    pub(super) async fn read(&self, filter: &EventFilter) -> Result<Vec<EventRecord>, String> {
        self.journal.read(filter).await.map_err(|error| failure("read", &error))
    }

    pub(super) async fn sessions(&self, filter: &SessionFilter) -> Result<Vec<SessionSummary>, String> {
        self.journal.sessions(filter).await.map_err(|error| failure("sessions", &error))
    }

    pub(super) async fn missing(&self, session: &str, seqs: (u64, u64)) -> Result<MissingEvents, String> {
        self.journal.missing(session, seqs).await.map_err(|error| failure("missing", &error))
    }

    pub(super) async fn registered(&self) -> Result<Vec<RegisteredTool>, String> {
        self.journal.registered_tools().await.map_err(|error| failure("registered_tools", &error))
    }

    pub(super) async fn all(&self) -> Result<Vec<EventRecord>, String> {
        self.read(&EventFilter::default()).await
    }

    /// All events after this number.
    pub(super) async fn since(&self, entry: u64) -> Result<Vec<EventRecord>, String> {
        self.read(&EventFilter { after_entry: Some(entry), ..EventFilter::default() }).await
    }

    pub(super) async fn head(&self) -> Result<ChainHead, String> {
        self.journal.head().await.map_err(|error| failure("head", &error))
    }

    pub(super) async fn verify(&self, known: Option<&ChainHead>) -> Result<Verification, String> {
        self.journal.verify(known).await.map_err(|error| failure("verify", &error))
    }

    pub(super) async fn erase(&self, what: &Erasure) -> Result<u64, String> {
        self.journal.erase(what, REASON).await.map_err(|error| failure("erase", &error))
    }

    pub(super) async fn prune(&self, before: u64) -> Result<u64, String> {
        let before = Timestamp::from_millis(before);
        self.journal.prune(before, REASON).await.map_err(|error| failure("prune", &error))
    }

    /// Removes entries by number.
    pub(super) async fn prune_through(&self, entry: u64) -> Result<u64, String> {
        self.journal.prune_through(entry, REASON).await.map_err(|error| failure("prune_through", &error))
    }

    pub(super) async fn verify_slice(
        &self,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> Result<VerifySlice, String> {
        let slice = self.journal.verify_slice(progress, max_entries).await;
        slice.map_err(|error| failure("verify_slice", &error))
    }

    pub(super) async fn compact(&self) -> RuleResult {
        self.journal.compact().await.map(drop).map_err(|error| failure("compact", &error))
    }

    pub(super) async fn register(&self, tools: Vec<RegisteredTool>) -> RuleResult {
        self.journal.register_tools(tools).await.map_err(|error| failure("register_tools", &error))
    }

    pub(super) fn hub(&self) -> &EventHub {
        self.journal.hub()
    }

    pub(super) async fn get(&self, id: &str) -> Result<Option<PendingCall>, String> {
        self.journal.get(&PendingId::new(id)).await.map_err(|error| failure("get", &error))
    }

    pub(super) fn keeps_records(&self) -> bool {
        self.journal.keeps_session_records()
    }

    pub(super) async fn record(&self, owner: &Owner) -> Result<Option<SessionRecord>, String> {
        self.journal.session_record(owner).await.map_err(|error| failure("session_record", &error))
    }

    /// Whether a record was written.
    pub(super) async fn put(
        &self,
        owner: &Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> Result<bool, String> {
        let put = self.journal.put_session_record(owner, record, now).await;
        put.map_err(|error| failure("put_session_record", &error))
    }

    /// Where long results are kept, if the journal keeps any.
    pub(super) fn results(&self) -> Option<&dyn ResultStore> {
        self.journal.results()
    }

    /// Claims a call that can be claimed.
    pub(super) async fn claim(&self, id: &str, now: Timestamp) -> Result<PendingCall, String> {
        let lease = Timestamp::from_millis(now.as_millis() + 1_000_000);
        let claimed = self.journal.claim(&PendingId::new(id), now, lease).await;
        claimed.map_err(|error| failure("claim", &error))?.ok_or_else(|| format!("{id} can't be claimed"))
    }

    /// Takes a step. Returns a word for its answer.
    pub(super) async fn take(&self, step: Step) -> Result<&'static str, String> {
        match step {
            Step::Insert(call) => match self.journal.insert(*call, 4).await {
                Ok(()) => Ok("inserted"),
                Err(InsertError::NotNew) => Ok("not new"),
                Err(InsertError::Exists) => Ok("exists"),
                Err(InsertError::TooMany) => Ok("too many"),
                Err(InsertError::Store(error)) => Err(failure("insert", &error)),
            },
            Step::Decide(id, verdict, now) => {
                let decided = self.journal.decide(&PendingId::new(id), verdict, now).await;
                Ok(word(&decided.map_err(|error| failure("decide", &error))?))
            }
            Step::DecideBy(id, verdict, by, now) => {
                let decided = self.journal.decide_by(&PendingId::new(id), verdict, by, now).await;
                Ok(word(&decided.map_err(|error| failure("decide_by", &error))?))
            }
            Step::Claim(id, now, lease) => {
                let claimed = self.journal.claim(&PendingId::new(id), now, lease).await;
                let claimed = claimed.map_err(|error| failure("claim", &error))?;
                Ok(if claimed.is_some() { "claimed" } else { "not claimed" })
            }
            Step::Finish(id, state, text) => {
                let is_error = state != CallState::Succeeded;
                let notes = OutcomeNotes::default();
                let outcome = StoredOutcome { is_error, text: text.to_owned(), notes };
                let finished = self.journal.finish(&PendingId::new(id), state, outcome).await;
                let finished = finished.map_err(|error| failure("finish", &error))?;
                Ok(if finished { "finished" } else { "not finished" })
            }
            Step::Expire(now) => {
                let ended = self.journal.expire(now).await.map_err(|error| failure("expire", &error))?;
                Ok(if ended.is_empty() { "nothing ended" } else { "ended" })
            }
        }
    }

    /// Runs the same on several threads at once; `act` gets the thread's number. Returns all results.
    pub(super) fn at_once<T: Send>(
        &self,
        threads: usize,
        act: impl AsyncFn(&Self, usize) -> Result<T, String> + Sync,
    ) -> Result<Vec<T>, String> {
        at_once(threads, |number| self.block_on(act(self, number)))
    }
}

/// An event as JSON, with its type.
pub(super) fn json(record: &EventRecord) -> Value {
    serde_json::to_value(&record.event).unwrap_or_default()
}

/// Numbers in the journal.
pub(super) fn entries(records: &[EventRecord]) -> Vec<u64> {
    records.iter().map(|record| record.entry).collect()
}

/// Whether two lists are the same; else the first that is not.
pub(super) fn same_list<T: PartialEq + Debug>(what: &str, found: &[T], wanted: &[T]) -> RuleResult {
    let length = found.len().max(wanted.len());
    let Some(index) = (0..length).find(|index| found.get(*index) != wanted.get(*index)) else {
        return Ok(());
    };
    let show = |list: &[T]| list.get(index).map_or_else(|| "nothing".to_owned(), |item| format!("{item:?}"));
    Err(format!("{what}, number {}: {}, not {}", index + 1, show(found), show(wanted)))
}

/// The events published so far.
pub(super) fn heard(subscription: &mut Subscription) -> Vec<EventRecord> {
    let mut events = Vec::new();
    while let Some(Some(StreamItem::Event(event))) = subscription.next().now_or_never() {
        events.push((*event).clone());
    }
    events
}
