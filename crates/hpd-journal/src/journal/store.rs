//! The interface of a journal.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::sessions::{SessionFilter, SessionSummary, read_sessions};
use super::{
    CallKey, ChainHead, JournalOptions, JournalStatus, MissingEvents, Verification, VerifyProgress,
    VerifySlice,
};
use crate::events::{EventHub, EventRecord, NewEvent};
use crate::pending::{PendingStore, StoreError};
use crate::results::ResultStore;
use crate::setters::setters;
use crate::system::BoxFuture;
use crate::system::Timestamp;

/// Which events are read. They come in the order of the journal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EventFilter {
    /// Events of this session; `None` for all sessions.
    pub session: Option<String>,
    /// Events of this turn.
    pub turn: Option<String>,
    /// Events of the call with this id, which the provider gave.
    pub call_id: Option<String>,
    /// Events of these calls; an empty set means all calls, and events of none.
    pub calls: BTreeSet<CallKey>,
    /// Events of the tool with this [name](crate::events::Event::tool).
    pub tool: Option<String>,
    /// Events on behalf of the principal with this id, of any tenant.
    pub principal: Option<String>,
    /// Events on behalf of principals of this tenant.
    pub tenant: Option<String>,
    /// Events with a greater number in their session.
    pub after_seq: Option<u64>,
    /// Events with a smaller number in their session.
    pub before_seq: Option<u64>,
    /// Events with a greater number in the journal.
    pub after_entry: Option<u64>,
    /// Events with a smaller number in the journal. With `newest` and a limit, the page before an entry.
    pub before_entry: Option<u64>,
    /// Events at this moment or later.
    pub from: Option<Timestamp>,
    /// Events before this moment.
    pub until: Option<Timestamp>,
    /// Events of these [types](crate::events::Event::kind); an empty list means all types.
    pub kinds: Vec<&'static str>,
    /// The maximum number of events, from the first on; `None` for all.
    pub limit: Option<usize>,
    /// Whether a limit keeps the last events in place of the first ones. Their order is still that of the journal.
    pub newest: bool,
    /// Whether the events come in outline, which is read faster: for figures. An outline has no call id, principal and tenant.
    /// It has neither the user's message nor arguments, results and errors. A check and a result have no lists of fields, and
    /// a check has no texts. All else is as it is.
    pub outline: bool,
}

/// A tool, as the journal lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegisteredTool {
    /// The name by which the model calls it.
    pub name: String,
    /// The qualified id.
    pub id: String,
    /// The plugin or the source.
    pub plugin: Option<String>,
    /// The purpose of the tool.
    pub description: String,
    /// Whether it writes; `None` if it is unclassified and its name is write-like.
    pub is_write: Option<bool>,
    /// `low`, `medium` or `high`.
    pub risk: Option<&'static str>,
}

impl RegisteredTool {
    /// A tool that only reads, without a plugin.
    #[must_use]
    pub fn new(name: impl Into<String>, id: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            id: id.into(),
            plugin: None,
            description: description.into(),
            is_write: Some(false),
            risk: None,
        }
    }
}

impl RegisteredTool {
    /// The risk of a stored word.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn risk_of(word: &str) -> Option<&'static str> {
        ["low", "medium", "high"].into_iter().find(|known| *known == word)
    }

    /// Tools in the order of their ids.
    pub(crate) fn by_id(mut tools: Vec<Self>) -> Vec<Self> {
        tools.sort_by(|one, other| one.id.cmp(&other.id));
        tools
    }
}

setters!(RegisteredTool {
    name: String,
    id: String,
    plugin: Option<String>,
    description: String,
    is_write: Option<bool>,
    risk: Option<&'static str>,
});

/// The target of an erasure: contents of entries, and stored calls. The entries remain, so the chain stays verifiable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Erasure {
    /// Everything of a session.
    Session(String),
    /// Everything of a turn.
    Turn(String),
    /// Everything that happened before this moment.
    Before(Timestamp),
    /// The user's message of a turn.
    QueryOf(String),
}

/// The size of a journal's files, before and after [`Journal::compact`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compacted {
    /// The size before, in bytes; `None` if it is not known.
    pub before: Option<u64>,
    /// The size after, in bytes. Other writers may have added entries meanwhile.
    pub after: Option<u64>,
}

impl Compacted {
    /// These sizes, in bytes.
    pub const fn new(before: Option<u64>, after: Option<u64>) -> Self {
        Self { before, after }
    }
}

/// All events, and all pending calls, in one place.
///
/// Events get two numbers when they are written: `entry` counts all events, `seq` those of a session. Both begin at 1
/// and have no gaps. Committed events are [published](EventHub) in this order.
///
/// A step of a pending call and its events share one transaction. Session records have no events.
///
/// # Errors
///
/// A method fails if its result is unknown: after an error, the events or the step may have been written.
pub trait Journal: PendingStore {
    /// Writes events. The events are on disk, as far as the journal is durable, when the future resolves.
    fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Queues events for writing, in order. It waits only while the queue is full. If the later write fails, the log
    /// names each event that is missing.
    fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Stored events. Erased and unreadable events are left out, and do not count towards the limit. So a [short
    /// page](EventFilter::may_have_more) is the last page.
    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>>;

    /// Sessions that have events with contents, the newest first: by their last such event.
    ///
    /// The provided method reads events from the newest on, in pages, until it has enough sessions. Journals in databases
    /// have a query.
    fn sessions<'a>(
        &'a self,
        filter: &'a SessionFilter,
    ) -> BoxFuture<'a, Result<Vec<SessionSummary>, StoreError>> {
        Box::pin(read_sessions(self, filter))
    }

    /// What became of the events of a session, from the first to the last of these numbers, that [`read`](Self::read)
    /// does not give any more. A journal that does not implement this method knows nothing of it.
    fn missing<'a>(
        &'a self,
        session: &'a str,
        seqs: (u64, u64),
    ) -> BoxFuture<'a, Result<MissingEvents, StoreError>> {
        let _ = (session, seqs);
        Box::pin(async { Ok(MissingEvents::default()) })
    }

    /// Replaces the list of registered tools (`tool_registry`).
    fn register_tools(&self, tools: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The tools that were [registered](Self::register_tools) last, by their ids. A journal that does not implement this
    /// method gives none.
    fn registered_tools(&self) -> BoxFuture<'_, Result<Vec<RegisteredTool>, StoreError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// The end of the chain.
    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>>;

    /// Looks for damage. With a head that was kept outside of the database, the search also finds entries that were
    /// removed at the end, up to the head. It also finds changes before the head whose later links were recomputed.
    ///
    /// Others read, write, erase and remove meanwhile: it runs in [slices](Self::verify_slice).
    fn verify<'a>(&'a self, known: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>>;

    /// Runs a slice of [`verify`](Self::verify), of at most so many entries: at least one, at most 10,000. Each slice
    /// sees the journal at one moment. [`verify_with`](super::verify_with) runs all slices, and reports the progress.
    ///
    /// An entry that was removed before its slice, on purpose, does not count. Contents that are erased after their slice
    /// count as not erased. A change after the slice of its entry is not found. The result is that of the journal at
    /// the moment of the last slice.
    ///
    /// A journal that does not implement this method verifies everything in one slice.
    fn verify_slice(
        &self,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> BoxFuture<'_, Result<VerifySlice, StoreError>> {
        let _ = max_entries;
        Box::pin(async move { Ok(VerifySlice::Done(self.verify(progress.known()).await?)) })
    }

    /// Erases contents and finished calls; pending calls are cancelled first. An erasure of a session, or of what was
    /// before a moment, also removes its session records and long results. Returns the number of erased entries. An
    /// event records each batch, and other writers run between batches. Finished batches stay done if the erasure fails
    /// or is dropped.
    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>>;

    /// Removes the oldest entries: those before this moment, up to the first entry that is not. Also removes calls that
    /// ended before this moment, and session records and long results that were last written before it. Returns the number
    /// of removed entries. An event records each batch, as in [`erase`](Self::erase), and the chain continues from the last removed
    /// entry.
    ///
    /// An entry with a future time, as after a clock jump, counts as old if the next entry without one is. The log names
    /// it.
    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>>;

    /// Removes the oldest entries up to this number, whatever their times. Also removes calls that ended before the time
    /// of each entry that stays, and session records and long results that were last written before it. So no call is removed
    /// whose events stay.
    /// All else is as in [`prune`](Self::prune).
    ///
    /// # Errors
    ///
    /// A journal that does not implement this method fails.
    fn prune_through<'a>(&'a self, entry: u64, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        let _ = (entry, reason);
        Box::pin(async { Err(StoreError::new("this journal does not remove entries by their numbers")) })
    }

    /// Makes the files of the journal smaller, after [`prune`](Self::prune) or [`erase`](Self::erase). The contents stay
    /// as they are.
    ///
    /// SQLite: pages that were freed go back to the file system, in slices; other writers run between them. A file of an
    /// earlier version of this program is converted once, and writers wait meanwhile. PostgreSQL: each table is written
    /// anew, and all who use the table wait meanwhile; the role must own the tables. By default, and in memory, nothing
    /// happens.
    fn compact(&self) -> BoxFuture<'_, Result<Compacted, StoreError>> {
        Box::pin(async { Ok(Compacted::default()) })
    }

    /// Broadcasts committed events of this process.
    fn hub(&self) -> &EventHub;

    /// Waits until everything that was posted before is written, or is lost. Reads see all writes that were answered, and
    /// not those that were only posted; flush first to read these. Writes no entry.
    ///
    /// ```
    /// use hpd_journal::Timestamp;
    /// use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
    /// use hpd_journal::journal::{EventFilter, Journal, MemoryJournal};
    ///
    /// # futures_executor::block_on(async {
    /// let journal = MemoryJournal::new();
    /// let started = Event::TurnStarted(TurnStartedEvent::new(None));
    /// journal.post(vec![NewEvent::new("s1", Timestamp::from_millis(0), started)]).await?;
    /// journal.flush().await?;
    /// assert_eq!(journal.read(&EventFilter::default()).await?.len(), 1);
    /// # Ok::<(), hpd_journal::pending::StoreError>(())
    /// # }).unwrap();
    /// ```
    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.append(Vec::new())
    }

    /// Queue, commits, lost events and silences of this process, as they are now. A journal without these counts has
    /// zero everywhere.
    fn status(&self) -> JournalStatus {
        JournalStatus::default()
    }

    /// Where results are kept that are too long for a model. They are erased and removed with the entries of their session.
    /// `None`: the journal keeps none, and a toolbox keeps them in memory.
    fn results(&self) -> Option<&dyn ResultStore> {
        None
    }

    /// The longest wait of one request, whatever it waits for: 10 s by default. A call that reads waits no longer for all
    /// its requests together. A call that writes waits no longer for all steps before its run, and no longer for its end.
    fn patience(&self) -> Duration {
        JournalOptions::PATIENCE
    }
}

impl<J: Journal + ?Sized> Journal for Arc<J> {
    fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        (**self).append(events)
    }

    fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        (**self).post(events)
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        (**self).read(filter)
    }

    fn sessions<'a>(
        &'a self,
        filter: &'a SessionFilter,
    ) -> BoxFuture<'a, Result<Vec<SessionSummary>, StoreError>> {
        (**self).sessions(filter)
    }

    fn missing<'a>(
        &'a self,
        session: &'a str,
        seqs: (u64, u64),
    ) -> BoxFuture<'a, Result<MissingEvents, StoreError>> {
        (**self).missing(session, seqs)
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>> {
        (**self).register_tools(tools)
    }

    fn registered_tools(&self) -> BoxFuture<'_, Result<Vec<RegisteredTool>, StoreError>> {
        (**self).registered_tools()
    }

    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
        (**self).head()
    }

    fn verify<'a>(&'a self, known: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>> {
        (**self).verify(known)
    }

    fn verify_slice(
        &self,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> BoxFuture<'_, Result<VerifySlice, StoreError>> {
        (**self).verify_slice(progress, max_entries)
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        (**self).erase(what, reason)
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        (**self).prune(before, reason)
    }

    fn prune_through<'a>(&'a self, entry: u64, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        (**self).prune_through(entry, reason)
    }

    fn compact(&self) -> BoxFuture<'_, Result<Compacted, StoreError>> {
        (**self).compact()
    }

    fn hub(&self) -> &EventHub {
        (**self).hub()
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        (**self).flush()
    }

    fn status(&self) -> JournalStatus {
        (**self).status()
    }

    fn results(&self) -> Option<&dyn ResultStore> {
        (**self).results()
    }

    fn patience(&self) -> Duration {
        (**self).patience()
    }
}
