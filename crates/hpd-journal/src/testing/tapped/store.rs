//! A store that is forwarded to.

use super::{Answered, Asked, Tap, Tapped};
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingStore,
    PendingVerdict, SessionRecord, StoreError, StoredOutcome,
};
use crate::system::BoxFuture;
use crate::system::Timestamp;

impl<S: PendingStore, T: Tap> PendingStore for Tapped<S, T> {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            let asked = call.clone();
            let insert = || self.inner().insert(call, max_open);
            self.between(Asked::Insert(&asked), insert, |()| Answered::Done).await
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        let get = || self.inner().get(id);
        Box::pin(self.between(Asked::Get(id), get, |call| Answered::Call(call)))
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move {
            let asked = verdict.clone();
            let decide = || self.inner().decide(id, verdict, now);
            self.between(Asked::Decide(id, &asked), decide, |decided| Answered::Decided(decided)).await
        })
    }

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move {
            let asked = verdict.clone();
            let decide = || self.inner().decide_by(id, verdict, by, now);
            self.between(Asked::Decide(id, &asked), decide, |decided| Answered::Decided(decided)).await
        })
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        let claim = move || self.inner().claim(id, now, lease);
        Box::pin(self.between(Asked::Claim(id), claim, |call| Answered::Call(call)))
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let asked = outcome.clone();
            let finish = || self.inner().finish(id, state, outcome);
            let asked = Asked::Finish(id, state, &asked);
            self.between(asked, finish, |finished| Answered::Finished(finished)).await
        })
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        let expire = move || self.inner().expire(now);
        Box::pin(self.between(Asked::Expire(now), expire, |calls| Answered::Calls(calls)))
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        let list = || self.inner().list(filter);
        Box::pin(self.between(Asked::List(filter), list, |calls| Answered::Calls(calls)))
    }

    fn keeps_session_records(&self) -> bool {
        self.inner().keeps_session_records()
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        let get = || self.inner().session_record(owner);
        Box::pin(self.between(Asked::SessionRecord(owner), get, |record| Answered::Record(record)))
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let asked = record.clone();
            let put = || self.inner().put_session_record(owner, record, now);
            let asked = Asked::PutSessionRecord(owner, &asked);
            self.between(asked, put, |is_written| Answered::Put(is_written)).await
        })
    }
}
