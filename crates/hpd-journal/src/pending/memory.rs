//! Pending calls in memory.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::table::CallTable;
use super::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingStore,
    PendingVerdict, SessionRecord, StoreError, StoredOutcome,
};
use crate::system::BoxFuture;
use crate::system::Timestamp;

/// Pending calls in the memory of one process. They are lost when it ends, and the effect of running calls is then
/// unknown. For durability, use a journal in a database.
///
/// Finished calls are kept for repeated answers, the newest 1,024 of all sessions. Open and running calls are never
/// dropped: about 3 KB each, and [at most](PendingStore::insert) so many a session. [`expire`](PendingStore::expire) ends
/// those whose time is over: call it from time to time. A session without calls leaves nothing.
///
/// A step, and a list of one session, cost the same with any number of other sessions. Calls expire in the order of
/// their time.
#[derive(Debug)]
pub struct MemoryStore {
    calls: Mutex<Calls>,
    records: Mutex<SessionRecords>,
}

impl MemoryStore {
    /// How many finished calls are kept by default.
    pub const KEPT: usize = 1_024;

    /// An empty store.
    pub fn new() -> Self {
        Self::keeping(Self::KEPT)
    }

    /// An empty store that keeps this many finished calls. Decisions about dropped ones get [`Decided::Missing`].
    pub fn keeping(kept: usize) -> Self {
        let calls = Calls { table: CallTable::default(), done: VecDeque::new(), kept };
        Self { calls: Mutex::new(calls), records: Mutex::default() }
    }

    /// No step leaves a call half changed, so a panic of another thread is none of ours.
    fn lock(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl PendingStore for MemoryStore {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        Box::pin(async move { self.lock().insert(call, max_open) })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move { Ok(self.lock().table.get(id).cloned()) })
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move { Ok(self.lock().decide(id, verdict, None, now)) })
    }

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move { Ok(self.lock().decide(id, verdict, Some(by), now)) })
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            let taken = self.lock().step(id, |call| call.claim(now, lease).then(|| call.clone()));
            Ok(taken.flatten())
        })
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move { Ok(self.lock().step(id, |call| call.finish(state, outcome)).unwrap_or(false)) })
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move { Ok(self.lock().expire(now)) })
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move { Ok(self.lock().table.list(filter)) })
    }

    fn keeps_session_records(&self) -> bool {
        true
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        Box::pin(std::future::ready(Ok(records.by_owner.get(owner).cloned())))
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        _now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(records.put(owner, record))
        })
    }
}

/// How many session records are kept. Beyond it, the oldest record is dropped: its permissions end, and its counts start
/// again.
const RECORDS: usize = 16_384;

#[derive(Debug, Default)]
struct SessionRecords {
    by_owner: HashMap<Owner, SessionRecord>,
    /// In the order of first records.
    order: VecDeque<Owner>,
}

impl SessionRecords {
    fn put(&mut self, owner: &Owner, record: SessionRecord) -> bool {
        match self.by_owner.get_mut(owner) {
            Some(stored) if stored.revision.checked_add(1) == Some(record.revision) => {
                *stored = record;
                true
            }
            None if record.revision == 1 => {
                while self.order.len() >= RECORDS {
                    self.order.pop_front().map(|oldest| self.by_owner.remove(&oldest));
                }
                self.order.push_back(owner.clone());
                self.by_owner.insert(owner.clone(), record);
                true
            }
            _ => false,
        }
    }
}

#[derive(Debug)]
struct Calls {
    table: CallTable,
    /// Calls in a final state, the first that came to it first.
    done: VecDeque<PendingId>,
    kept: usize,
}

impl Calls {
    fn insert(&mut self, call: PendingCall, max_open: usize) -> Result<(), InsertError> {
        if !call.is_new() {
            return Err(InsertError::NotNew);
        }
        if self.table.get(&call.id).is_some() {
            return Err(InsertError::Exists);
        }
        let (over, open): (Vec<_>, Vec<_>) = self
            .table
            .open_of(&call.owner.session)
            .into_iter()
            .partition(|other| other.state_at(call.created) != other.state);
        self.end(over, call.created);
        if open.len() >= max_open {
            return Err(InsertError::TooMany);
        }
        self.table.put(call);
        Ok(())
    }

    fn decide(
        &mut self,
        id: &PendingId,
        verdict: PendingVerdict,
        by: Option<DecidedBy>,
        now: Timestamp,
    ) -> Decided {
        let decided = self.step(id, |call| {
            let decided = call.clone().with_verdict(verdict, by, now);
            if let Some(after) = decided.call() {
                call.clone_from(after);
            }
            decided
        });
        decided.unwrap_or(Decided::Missing)
    }

    /// Takes a step with a call. If the call is done with then, the oldest of those may have to go.
    fn step<T>(&mut self, id: &PendingId, take: impl FnOnce(&mut PendingCall) -> T) -> Option<T> {
        let mut call = self.table.get(id)?.clone();
        let was_final = call.state.is_final();
        let taken = take(&mut call);
        let is_done = call.state.is_final() && !was_final;
        self.table.put(call);
        if is_done {
            self.done.push_back(id.clone());
            while self.done.len() > self.kept {
                self.done.pop_front().map(|oldest| self.table.remove(&oldest));
            }
        }
        Some(taken)
    }

    fn expire(&mut self, now: Timestamp) -> Vec<PendingCall> {
        let over = self.table.over(now);
        self.end(over, now)
    }

    /// Ends calls whose time is over: as they are then, in the same order.
    fn end(&mut self, over: Vec<PendingCall>, now: Timestamp) -> Vec<PendingCall> {
        let ended = over.into_iter().filter_map(|call| {
            self.step(&call.id, |call| call.end_if_over(now).then(|| call.clone())).flatten()
        });
        ended.collect()
    }
}
