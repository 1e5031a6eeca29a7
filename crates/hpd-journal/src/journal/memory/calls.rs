//! The journal as a store of pending calls.

use super::super::transition::{self, Transition, Writes};
use super::MemoryJournal;
use crate::journal::sensitive_values::SensitiveValues;
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingStore,
    PendingVerdict, SessionRecord, StoreError, StoredOutcome,
};
use crate::system::BoxFuture;
use crate::system::Timestamp;

impl MemoryJournal {
    fn insert_now(&self, call: PendingCall, max_open: usize) -> Result<(), InsertError> {
        let now = call.created;
        let (stored, secrets) = SensitiveValues::separate(call);
        let id = stored.id.clone();
        let mut state = self.lock();
        let (mut writes, inserted) = state.insert(&stored, max_open);
        let answer = inserted.map(|step| writes.take(step, now));
        self.write(&mut state, writes)?;
        if answer.is_ok() {
            self.sensitive_values.put(id, secrets, now);
        }
        answer
    }

    /// Takes a step of a call, and writes its output.
    fn step<T>(
        &self,
        id: &PendingId,
        now: Timestamp,
        take: impl FnOnce(Option<PendingCall>) -> Transition<T>,
    ) -> Result<T, StoreError> {
        let mut state = self.lock();
        let mut writes = Writes::default();
        let answer = writes.take(take(state.call(id)), now);
        self.write(&mut state, writes)?;
        Ok(answer)
    }

    fn decide_now(
        &self,
        id: &PendingId,
        verdict: PendingVerdict,
        by: Option<DecidedBy>,
        now: Timestamp,
    ) -> Result<Decided, StoreError> {
        let decided = self.step(id, now, |call| transition::decide_by(call, verdict, by, now))?;
        Ok(self.sensitive_values.restore_decided(decided))
    }

    fn expire_now(&self, now: Timestamp) -> Result<Vec<PendingCall>, StoreError> {
        let mut state = self.lock();
        let mut writes = Writes::default();
        let over = state.over(now);
        let ended = over.iter().filter_map(|call| transition::expire(call, now));
        let ended: Vec<_> = ended.map(|step| writes.take(step, now)).collect();
        self.write(&mut state, writes)?;
        Ok(ended)
    }
}

impl PendingStore for MemoryJournal {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        Box::pin(async move { self.insert_now(call, max_open) })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            let call = self.lock().call(id);
            Ok(call.map(|call| self.sensitive_values.restore(call)))
        })
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move { self.decide_now(id, verdict, None, now) })
    }

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move { self.decide_now(id, verdict, Some(by), now) })
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            let claimed = self.step(id, now, |call| transition::claim(call, now, lease))?;
            Ok(claimed.map(|call| self.sensitive_values.restore(call)))
        })
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let now = self.options.clock.now();
            self.step(id, now, |call| {
                let outcome = self.sensitive_values.scrub(call.as_ref(), outcome);
                transition::finish(call, state, outcome, now)
            })
        })
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            let ended = self.expire_now(now)?;
            Ok(ended.into_iter().map(|call| self.sensitive_values.restore(call)).collect())
        })
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            let listed = self.lock().list(filter);
            Ok(listed.into_iter().map(|call| self.sensitive_values.restore(call)).collect())
        })
    }

    fn keeps_session_records(&self) -> bool {
        true
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        Box::pin(async move { Ok(self.lock().records.get(owner).map(|(record, _)| record.clone())) })
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move { Ok(self.lock().put_record(owner, record, now)) })
    }
}
