//! The journal.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::transition::Writes;
use super::state::State;
use crate::events::{EventHub, EventRecord, NewEvent};
use crate::journal::retention::Pruning;
use crate::journal::sensitive_values::SensitiveValues;
use crate::journal::{
    ChainHead, Entry, Erasure, EventFilter, Journal, JournalOptions, MissingEvents, RegisteredTool,
    Verification, VerifyProgress, VerifySlice, filter, verify_with,
};
use crate::pending::StoreError;
use crate::results::{MemoryResults, ResultStore};
use crate::system::BoxFuture;
use crate::system::Timestamp;

/// A journal in the memory of one process: for tests, and for programs that keep nothing. It is gone when the process
/// ends.
///
/// Until then, it keeps everything, ended calls included. A long-running program [prunes](Journal::prune) it from time
/// to time. Steps of calls cost the same with any number of other sessions.
///
/// ```
/// use futures_executor::block_on;
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
/// use hpd_journal::journal::{EventFilter, Journal, MemoryJournal};
///
/// let journal = MemoryJournal::new();
/// let question = TurnStartedEvent::new(Some("Void the invoice.".to_owned()));
/// let at = Timestamp::from_millis(1_767_225_600_000);
/// let event = NewEvent::new("session", at, Event::TurnStarted(question));
/// block_on(journal.append(vec![event.clone()]))?;
/// let kept = block_on(journal.read(&EventFilter::default()))?;
/// assert_eq!((kept[0].entry, kept[0].seq, &kept[0].event), (1, 1, &event.event));
/// assert!(block_on(journal.verify(None))?.is_whole());
/// # Ok::<(), hpd_journal::pending::StoreError>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryJournal {
    pub(super) options: JournalOptions,
    pub(super) sensitive_values: SensitiveValues,
    state: Mutex<State>,
    hub: EventHub,
    results: MemoryResults,
}

impl MemoryJournal {
    /// An empty journal.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty journal that takes its key, its clock and its random bytes from these options. The other options have
    /// no effect here.
    pub fn with_options(options: JournalOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// The tools that were registered.
    pub fn tools(&self) -> Vec<RegisteredTool> {
        self.lock().tools.clone()
    }

    /// Everything is worked out before anything is written, so a panic of another thread leaves nothing half done.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes and publishes. The lock is held meanwhile, so that subscribers see the order of the journal.
    pub(super) fn write(&self, state: &mut State, writes: Writes) -> Result<(), StoreError> {
        let entries = state.write(writes, &self.options, &self.sensitive_values)?;
        self.hub.publish(entries.iter().filter_map(Entry::record));
        Ok(())
    }

    fn write_events(&self, state: &mut State, events: Vec<NewEvent>) -> Result<(), StoreError> {
        self.write(state, Writes { calls: Vec::new(), events })
    }

    fn verify_now(&self, progress: VerifyProgress, max_entries: u64) -> VerifySlice {
        let state = self.lock();
        let mut slice = progress.slice(state.anchor.clone(), self.options.key.as_ref(), max_entries);
        let before = u64::try_from(slice.from()).unwrap_or_default().saturating_sub(1);
        let max = usize::try_from(slice.max()).unwrap_or(usize::MAX);
        for entry in state.entries_after(before).iter().take(max) {
            slice.check(i64::try_from(entry.number).unwrap_or(i64::MAX), entry);
        }
        slice.end(state.head().number, None)
    }

    fn erase_now(&self, what: &Erasure, reason: &str) -> Result<u64, StoreError> {
        let now = self.options.clock.now();
        let mut state = self.lock();
        let cancelled = state.cancel(what, now);
        self.write(&mut state, cancelled)?;
        let entries = state.to_erase(what, now);
        let count = entries.count();
        let results = match what {
            Erasure::Session(session) => self.results.drop_of_session(session),
            Erasure::Before(moment) => self.results.drop_kept_before(*moment),
            Erasure::Turn(_) | Erasure::QueryOf(_) => 0,
        };
        if !entries.is_empty() || results > 0 || state.has_rows(what) {
            self.write_events(&mut state, vec![filter::erased(entries.clone(), reason, now)])?;
            state.erase(what, &entries, &self.sensitive_values);
        }
        Ok(count)
    }

    fn prune_now(&self, what: Pruning, reason: &str) -> Result<u64, StoreError> {
        let now = self.options.clock.now();
        let mut state = self.lock();
        let pruned = state.to_prune(what, now);
        let count = pruned.as_ref().map_or(0, |(_, count)| *count);
        if let Some((anchor, count)) = pruned {
            self.write_events(&mut state, vec![filter::pruned(&anchor, reason, now)])?;
            state.prune(anchor, count);
        }
        let before = state.remove_old(what, now, &self.sensitive_values);
        self.results.drop_kept_before(before);
        Ok(u64::try_from(count).unwrap_or(u64::MAX))
    }
}

impl Journal for MemoryJournal {
    fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.write_events(&mut self.lock(), events) })
    }

    fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        // Nothing has to be awaited, so an error can be returned rather than logged.
        self.append(events)
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        Box::pin(async move {
            let state = self.lock();
            // No number in a session is greater than the one in the journal.
            let after = filter.after_entry.max(filter.after_seq).unwrap_or_default();
            let entries = state.entries_after(after).iter();
            let records = entries.filter(|entry| filter.takes(entry)).filter_map(Entry::record);
            let records = records.map(|record| if filter.outline { record.outline() } else { record });
            let limit = filter.limit.unwrap_or(usize::MAX);
            if !filter.newest {
                return Ok(records.take(limit).collect());
            }
            let mut newest: Vec<_> = records.rev().take(limit).collect();
            newest.reverse();
            Ok(newest)
        })
    }

    fn missing<'a>(
        &'a self,
        session: &'a str,
        seqs: (u64, u64),
    ) -> BoxFuture<'a, Result<MissingEvents, StoreError>> {
        Box::pin(async move { Ok(self.lock().missing(session, seqs)) })
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.lock().tools = tools;
            Ok(())
        })
    }

    fn registered_tools(&self) -> BoxFuture<'_, Result<Vec<RegisteredTool>, StoreError>> {
        Box::pin(async move { Ok(RegisteredTool::by_id(self.tools())) })
    }

    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
        Box::pin(async move { Ok(self.lock().head()) })
    }

    fn verify<'a>(&'a self, known: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>> {
        Box::pin(async move {
            let found = verify_with(self, known, |_| ControlFlow::Continue(())).await?;
            Ok(found.unwrap_or_default())
        })
    }

    fn verify_slice(
        &self,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> BoxFuture<'_, Result<VerifySlice, StoreError>> {
        Box::pin(async move { Ok(self.verify_now(progress, max_entries)) })
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move { self.erase_now(what, reason) })
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move { self.prune_now(Pruning::Before(before), reason) })
    }

    fn prune_through<'a>(&'a self, entry: u64, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move { self.prune_now(Pruning::Through(entry), reason) })
    }

    fn hub(&self) -> &EventHub {
        &self.hub
    }

    fn results(&self) -> Option<&dyn ResultStore> {
        Some(&self.results)
    }
}
