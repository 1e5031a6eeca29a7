//! What a journal does.

use std::sync::Arc;
use std::time::Duration;

use super::{ChainHead, JournalOptions, Verification};
use crate::approval::{PendingStore, StoreError, StoreFuture};
use crate::events::{EventHub, EventRecord, NewEvent};
use crate::system::Timestamp;

/// Which events are read. They come in the order of the journal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Those of this session; of all, if `None`.
    pub session: Option<String>,
    /// Those of this turn.
    pub turn: Option<String>,
    /// Those of a call with this provider's id.
    pub call_id: Option<String>,
    /// Those whose number in their session is greater.
    pub after_seq: Option<u64>,
    /// Those whose number in the journal is greater.
    pub after_entry: Option<u64>,
    /// Those that happened at this moment or later.
    pub from: Option<Timestamp>,
    /// Those that happened before this moment.
    pub until: Option<Timestamp>,
    /// Those of one of these [types](crate::events::Event::kind); of all, if empty.
    pub kinds: Vec<&'static str>,
    /// At most so many, the first ones; `None` for all.
    pub limit: Option<usize>,
    /// Where there is a limit, the last ones rather than the first. They come in the order of the journal all the same.
    pub newest: bool,
}

/// A tool, as the journal lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredTool {
    /// The name by which the model calls it.
    pub name: String,
    /// The qualified id.
    pub id: String,
    /// The plugin or the source.
    pub plugin: Option<String>,
    /// What it does.
    pub description: String,
    /// Whether it writes; `None` if nobody said so, and its name says that it might.
    pub is_write: Option<bool>,
    /// `low`, `medium` or `high`.
    pub risk: Option<&'static str>,
}

/// What is erased: the contents of entries, and calls that waited. The entries stay, so that the chain can still be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Erasure {
    /// Everything of a session.
    Session(String),
    /// Everything of a turn.
    Turn(String),
    /// Everything that happened before this moment.
    Before(Timestamp),
    /// What the user wrote in a turn.
    QueryOf(String),
}

/// Everything that happens to calls, and the calls that wait, in one place.
///
/// Events are numbered when they are written: all together (`entry`) and for each session (`seq`), from 1 and without gaps. After
/// they are written they are [published](EventHub), in this order.
///
/// The events of a step of a pending call are written with the step, in one transaction: if the step is there, they are, and the other
/// way round.
///
/// # Errors
///
/// A method fails if nobody can say whether it was done.
pub trait Journal: PendingStore {
    /// Writes events. They are on disk, as far as the journal is durable, when this resolves.
    fn append(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>>;

    /// Hands events over to be written: before anything that is handed over after this resolves. What can't be written then is
    /// logged. It waits only while too much is in front of it.
    fn post(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>>;

    /// Events that are kept. What was erased is left out, and what this version of the program can't read; neither counts for the limit,
    /// so that [fewer events](EventFilter::may_go_on_behind) than it are all that there are.
    fn read<'a>(&'a self, filter: &'a EventFilter) -> StoreFuture<'a, Result<Vec<EventRecord>, StoreError>>;

    /// Makes these the tools that there are (`tool_registry`).
    fn register_tools(&self, tools: Vec<RegisteredTool>) -> StoreFuture<'_, Result<(), StoreError>>;

    /// The end of the chain.
    fn head(&self) -> StoreFuture<'_, Result<ChainHead, StoreError>>;

    /// Looks for damage. With a head that was kept elsewhere, also whether entries behind or at it are gone or others.
    fn verify<'a>(
        &'a self,
        known: Option<&'a ChainHead>,
    ) -> StoreFuture<'a, Result<Verification, StoreError>>;

    /// Erases contents, and calls that waited and are done with; those that still wait are cancelled first. How many entries were
    /// erased. An event tells of it; of much, one for each piece, and others write in between. If it fails, or is given up, pieces that
    /// are done stay done.
    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>>;

    /// Removes all entries that happened before this moment and in front of any that did not, and calls that were done with before it.
    /// How many entries. An event tells of it, and the chain goes on from the last that was removed; in pieces as [`erase`](Self::erase).
    /// An entry that is of a later time than now, as after a jump of the clock, keeps all that is behind it until then: the log says which.
    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>>;

    /// Who hears of events after they are written by this process.
    fn hub(&self) -> &EventHub;

    /// How long whoever makes a call waits at most, each time, until the journal has taken in what is told of it: 10 s if nothing
    /// else is said. Steps of pending calls are waited for until the journal answers.
    fn patience(&self) -> Duration {
        JournalOptions::PATIENCE
    }
}

impl<J: Journal + ?Sized> Journal for Arc<J> {
    fn append(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>> {
        (**self).append(events)
    }

    fn post(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>> {
        (**self).post(events)
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> StoreFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        (**self).read(filter)
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> StoreFuture<'_, Result<(), StoreError>> {
        (**self).register_tools(tools)
    }

    fn head(&self) -> StoreFuture<'_, Result<ChainHead, StoreError>> {
        (**self).head()
    }

    fn verify<'a>(
        &'a self,
        known: Option<&'a ChainHead>,
    ) -> StoreFuture<'a, Result<Verification, StoreError>> {
        (**self).verify(known)
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>> {
        (**self).erase(what, reason)
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>> {
        (**self).prune(before, reason)
    }

    fn hub(&self) -> &EventHub {
        (**self).hub()
    }

    fn patience(&self) -> Duration {
        (**self).patience()
    }
}
