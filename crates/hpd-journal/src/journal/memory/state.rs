//! The state of a journal in memory, and its changes.

use std::collections::{BTreeMap, HashMap};

use super::super::transition::{self, Writes};
use crate::events::NewEvent;
use crate::journal::ranges::Ranges;
use crate::journal::sensitive_values::SensitiveValues;
use crate::journal::{ChainHead, Entry, Erasure, JournalOptions, RegisteredTool};
use crate::pending::{InsertError, Owner, PendingCall, PendingId, PendingVerdict, SessionRecord, StoreError};
use crate::system::Timestamp;

#[derive(Debug, Default)]
pub(super) struct State {
    calls: BTreeMap<PendingId, Row>,
    pub(super) entries: Vec<Entry>,
    /// The last number of each session. They stay when entries are removed.
    numbers: HashMap<String, u64>,
    /// The last entry that was removed.
    pub(super) anchor: ChainHead,
    pub(super) tools: Vec<RegisteredTool>,
    /// Session records, and when each was last written.
    pub(super) records: HashMap<Owner, (SessionRecord, Timestamp)>,
}

/// A call, without its sensitive values.
#[derive(Debug)]
struct Row {
    call: PendingCall,
    /// When it was done with.
    ended: Option<Timestamp>,
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

    pub(super) fn call(&self, id: &PendingId) -> Option<PendingCall> {
        self.calls.get(id).map(|row| row.call.clone())
    }

    /// Calls, the oldest first, those of one moment by id.
    pub(super) fn list(&self, takes: impl Fn(&PendingCall) -> bool) -> Vec<PendingCall> {
        let all = self.calls.values().map(|row| &row.call);
        PendingCall::oldest_first(all.filter(|call| takes(call)).cloned())
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
            let ended = call.state.is_final().then_some(at);
            if ended.is_some() {
                sensitive_values.done(&call.id);
            }
            self.calls.insert(call.id.clone(), Row { call, ended });
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
        let exists = self.calls.contains_key(&call.id);
        let now = call.created;
        let mut open = 0;
        if call.is_new() && !exists {
            let session = &call.owner.session;
            for other in self.list(|other| other.state.is_open() && other.owner.session == *session) {
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
        for call in self.list(|call| call.state.is_open() && what.takes_call(call)) {
            writes.take(transition::decide(Some(call), PendingVerdict::Cancelled, now), now);
        }
        writes
    }

    /// The entries whose contents are to be erased.
    pub(super) fn to_erase(&self, what: &Erasure) -> Ranges {
        self.entries.iter().filter(|entry| what.takes_entry(entry)).map(|entry| entry.number).collect()
    }

    /// Whether calls or session records are to be removed.
    pub(super) fn has_rows(&self, what: &Erasure) -> bool {
        self.calls.values().any(|row| is_erased(&row.call, what))
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
    pub(super) fn erase(&mut self, what: &Erasure, sensitive_values: &SensitiveValues) {
        for entry in self.entries.iter_mut().filter(|entry| what.takes_entry(entry)) {
            entry.payload = None;
            entry.salt = None;
        }
        self.remove(sensitive_values, |row| is_erased(&row.call, what));
        self.records.retain(|owner, (_, at)| !what.takes_record(owner, *at));
    }

    /// The last of the entries that are to be removed, and how many there are.
    pub(super) fn to_prune(&self, before: Timestamp) -> Option<(ChainHead, usize)> {
        let count = self.entries.iter().take_while(|entry| entry.at < before).count();
        let last = self.entries.get(count.checked_sub(1)?)?;
        Some((last.head(), count))
    }

    /// The first entry that stays.
    pub(super) fn first_since(&self, moment: Timestamp) -> Option<(u64, Timestamp)> {
        self.entries.iter().find(|entry| entry.at >= moment).map(|entry| (entry.number, entry.at))
    }

    /// Removes the oldest entries, up to this one.
    pub(super) fn prune(&mut self, anchor: ChainHead, count: usize) {
        self.entries.drain(..count);
        self.anchor = anchor;
    }

    /// Removes calls that ended before this moment, and session records that were last written before it.
    pub(super) fn remove_old(&mut self, before: Timestamp, sensitive_values: &SensitiveValues) {
        self.records.retain(|_, (_, at)| *at >= before);
        self.remove(sensitive_values, |row| row.ended.is_some_and(|ended| ended < before));
    }

    fn remove(&mut self, sensitive_values: &SensitiveValues, is_over: impl Fn(&Row) -> bool) {
        self.calls.retain(|id, row| {
            let stays = !is_over(row);
            if !stays {
                sensitive_values.forget(id);
            }
            stays
        });
    }
}

/// Whether a call is removed by an erasure: it is done with.
fn is_erased(call: &PendingCall, what: &Erasure) -> bool {
    call.state.is_final() && what.takes_call(call)
}
