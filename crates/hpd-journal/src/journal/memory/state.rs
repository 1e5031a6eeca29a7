//! The state of a journal in memory, and its changes.

use std::collections::{BTreeSet, HashMap};

use super::super::transition::{self, Writes};
use crate::events::NewEvent;
use crate::journal::missing::NAMED;
use crate::journal::ranges::Ranges;
use crate::journal::retention::{Age, Pruning, old_futures, warn_of_the_future};
use crate::journal::sensitive_values::SensitiveValues;
use crate::journal::{ChainHead, Entry, Erasure, JournalOptions, MissingEvents, RegisteredTool};
use crate::pending::table::CallTable;
use crate::pending::{
    InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingVerdict, SessionRecord, StoreError,
};
use crate::system::Timestamp;

#[derive(Debug, Default)]
pub(super) struct State {
    /// Calls, without their sensitive values.
    calls: CallTable,
    /// When calls were done with.
    ended: BTreeSet<(Timestamp, PendingId)>,
    pub(super) entries: Vec<Entry>,
    /// The last number of each session. They stay when entries are removed.
    numbers: HashMap<String, u64>,
    /// The last entry that was removed.
    pub(super) anchor: ChainHead,
    pub(super) tools: Vec<RegisteredTool>,
    /// Session records, and when each was last written.
    pub(super) records: HashMap<Owner, (SessionRecord, Timestamp)>,
}

impl State {
    pub(super) fn head(&self) -> ChainHead {
        self.entries.last().map_or_else(|| self.anchor.clone(), Entry::head)
    }

    /// The entries with greater numbers. None is missing between the last that was removed and the newest.
    pub(super) fn entries_after(&self, number: u64) -> &[Entry] {
        let skipped = usize::try_from(number.saturating_sub(self.anchor.number)).unwrap_or(usize::MAX);
        self.entries.get(skipped..).unwrap_or_default()
    }

    /// The events of a session that are missing, from the first to the last of these numbers.
    pub(super) fn missing(&self, session: &str, (first, last): (u64, u64)) -> MissingEvents {
        let of_session = || self.entries.iter().filter(|entry| entry.session == session);
        let is_erased = |entry: &&Entry| entry.payload.is_none() && (first..=last).contains(&entry.seq);
        let erased = of_session().rev().filter(is_erased).take(NAMED).map(|entry| entry.number);
        let removed = match of_session().next() {
            Some(first) => first.seq.saturating_sub(1),
            None => self.numbers.get(session).copied().unwrap_or_default(),
        };
        MissingEvents::new(erased.collect(), removed)
    }

    pub(super) fn call(&self, id: &PendingId) -> Option<PendingCall> {
        self.calls.get(id).cloned()
    }

    /// Calls, the oldest first, those of one moment by id.
    pub(super) fn list(&self, filter: &PendingFilter) -> Vec<PendingCall> {
        self.calls.list(filter)
    }

    /// Open and running calls whose time is over, the oldest first.
    pub(super) fn over(&self, now: Timestamp) -> Vec<PendingCall> {
        self.calls.over(now)
    }

    /// Writes all of it, or nothing. The entries that were written.
    pub(super) fn write(
        &mut self,
        writes: Writes,
        options: &JournalOptions,
        sensitive_values: &SensitiveValues,
    ) -> Result<&[Entry], StoreError> {
        let first = self.entries.len();
        self.add(writes.events, options)?;
        for (call, at) in writes.calls {
            if call.state.is_final() {
                sensitive_values.done(&call.id);
                self.ended.insert((at, call.id.clone()));
            }
            self.calls.put(call);
        }
        Ok(self.entries.get(first..).unwrap_or_default())
    }

    /// Adds all of these events, or none.
    fn add(&mut self, events: Vec<NewEvent>, options: &JournalOptions) -> Result<(), StoreError> {
        let mut head = self.head();
        let mut numbers = HashMap::<String, u64>::new();
        let mut entries = Vec::with_capacity(events.len());
        for event in events {
            let before = || self.numbers.get(&event.session).copied().unwrap_or_default();
            let number = numbers.entry(event.session.clone()).or_insert_with(before);
            *number += 1;
            let entry = Entry::after(&head, *number, &event, &*options.random, options.key.as_ref())?;
            head = entry.head();
            entries.push(entry);
        }
        self.entries.append(&mut entries);
        self.numbers.extend(numbers);
        Ok(())
    }

    /// The output of an insert: expired calls of the session end, whether or not the session is full.
    pub(super) fn insert(
        &self,
        call: &PendingCall,
        max_open: usize,
    ) -> (Writes, Result<transition::Transition<()>, InsertError>) {
        let mut writes = Writes::default();
        let exists = self.calls.get(&call.id).is_some();
        let now = call.created;
        let mut open = 0;
        if call.is_new() && !exists {
            for other in self.calls.open_of(&call.owner.session) {
                match transition::expire(&other, now) {
                    Some(expired) => drop(writes.take(expired, now)),
                    None => open += 1,
                }
            }
        }
        (writes, transition::insert(call.clone(), exists, open, max_open))
    }

    /// Cancels open calls that are to be erased.
    pub(super) fn cancel(&self, what: &Erasure, now: Timestamp) -> Writes {
        let mut writes = Writes::default();
        let taken = self.calls.iter().filter(|call| call.state.is_open() && what.takes_call(call));
        for call in PendingCall::oldest_first(taken.cloned()) {
            writes.take(transition::decide(Some(call), PendingVerdict::Cancelled, now), now);
        }
        writes
    }

    /// The entries whose contents are to be erased.
    pub(super) fn to_erase(&self, what: &Erasure, now: Timestamp) -> Ranges {
        let futures = match what {
            Erasure::Before(moment) => self.old_futures(*moment, now),
            _ => Vec::new(),
        };
        let is_future = |entry: &Entry| {
            let next = futures.partition_point(|(_, last)| *last < entry.number);
            futures.get(next).is_some_and(|(first, _)| *first <= entry.number)
        };
        let taken = self.entries.iter().filter(|entry| what.takes_entry(entry, is_future(entry)));
        taken.map(|entry| entry.number).collect()
    }

    /// Entries from the future that are as old as the next one, which is before this moment. The log names each first one.
    fn old_futures(&self, before: Timestamp, now: Timestamp) -> Vec<(u64, u64)> {
        let found = old_futures(self.entries.iter().map(|entry| (entry.number, entry.at)), before, now);
        self.warn_of(&found);
        found
    }

    /// The log names the first entry of each pair.
    fn warn_of(&self, futures: &[(u64, u64)]) {
        for (first, last) in futures {
            if let Some(entry) = self.entries_after(first - 1).first() {
                warn_of_the_future(*first, entry.at, last + 1);
            }
        }
    }

    /// Whether calls or session records are to be removed.
    pub(super) fn has_rows(&self, what: &Erasure) -> bool {
        self.calls.iter().any(|call| is_erased(call, what))
            || self.records.iter().any(|(owner, (_, at))| what.takes_record(owner, *at))
    }

    /// Writes a record if the stored one has the revision before. Returns whether it was written.
    pub(super) fn put_record(&mut self, owner: &Owner, record: SessionRecord, now: Timestamp) -> bool {
        let stored = self.records.get(owner).map_or(0, |(record, _)| record.revision);
        let is_next = stored.checked_add(1) == Some(record.revision);
        if is_next {
            self.records.insert(owner.clone(), (record, now));
        }
        is_next
    }

    /// Erases contents, and removes calls that are done with.
    pub(super) fn erase(&mut self, what: &Erasure, entries: &Ranges, sensitive_values: &SensitiveValues) {
        let before = self.anchor.number + 1;
        for number in entries.numbers() {
            let index = usize::try_from(number - before).unwrap_or(usize::MAX);
            if let Some(entry) = self.entries.get_mut(index) {
                entry.payload = None;
                entry.salt = None;
            }
        }
        let erased = self.calls.iter().filter(|call| is_erased(call, what)).map(|call| call.id.clone());
        let erased: BTreeSet<_> = erased.collect();
        self.remove(sensitive_values, &erased);
        self.ended.retain(|(_, id)| !erased.contains(id));
        self.records.retain(|owner, (_, at)| !what.takes_record(owner, *at));
    }

    /// The last of the entries that are to be removed, and how many there are.
    pub(super) fn to_prune(&self, what: Pruning, now: Timestamp) -> Option<(ChainHead, usize)> {
        let ages = self.entries.iter().map(|entry| what.age(entry.number, entry.at, now));
        let old = ages.take_while(|age| *age != Age::Young).enumerate().filter(|(_, age)| *age == Age::Old);
        let (last, _) = old.last()?;
        let last = self.entries.get(last)?.head();
        if let Pruning::Before(before) = what {
            let removed = self.entries.iter().take_while(|entry| entry.number <= last.number);
            let futures = old_futures(removed.map(|entry| (entry.number, entry.at)), before, now);
            self.warn_of(&futures);
        }
        let count = usize::try_from(last.number - self.anchor.number).unwrap_or(usize::MAX);
        Some((last, count))
    }

    /// Removes the oldest entries, up to this one.
    pub(super) fn prune(&mut self, anchor: ChainHead, count: usize) {
        self.entries.drain(..count);
        self.anchor = anchor;
    }

    /// Removes old calls and session records, after the entries. Returns the moment before which they were.
    pub(super) fn remove_old(
        &mut self,
        what: Pruning,
        now: Timestamp,
        sensitive_values: &SensitiveValues,
    ) -> Timestamp {
        let before = match what {
            Pruning::Before(before) => before,
            // That of all entries that stay.
            Pruning::Through(_) => self.entries.iter().map(|entry| entry.at).min().unwrap_or_default(),
        };
        self.records.retain(|_, (_, at)| *at >= before);
        let has_future = self.entries.iter().any(|entry| entry.at > now);
        let mut old = std::mem::take(&mut self.ended);
        self.ended = old.split_off(&(before, PendingId::new("")));
        if !has_future {
            let after_now = (Timestamp::from_millis(now.as_millis().saturating_add(1)), PendingId::new(""));
            old.append(&mut self.ended.split_off(&after_now));
        }
        let old = old.into_iter().map(|(_, id)| id).collect();
        self.remove(sensitive_values, &old);
        before
    }

    fn remove(&mut self, sensitive_values: &SensitiveValues, ids: &BTreeSet<PendingId>) {
        for id in ids {
            sensitive_values.forget(id);
            self.calls.remove(id);
        }
    }
}

/// Whether a call is removed by an erasure: it is done with.
fn is_erased(call: &PendingCall, what: &Erasure) -> bool {
    call.state.is_final() && what.takes_call(call)
}
