//! A journal that says what it promised, and waits to be killed before and after each step.

use std::sync::Arc;

use hpd_host::Timestamp;
use hpd_host::approval::{
    CallState, Decided, InsertError, PendingCall, PendingFilter, PendingId, PendingStore, StoreError,
    StoreFuture, StoredOutcome, Verdict,
};
use hpd_host::events::{EventHub, EventRecord, NewEvent};
use hpd_host::journal::{ChainHead, Erasure, EventFilter, Journal, RegisteredTool, Verification};

use crate::said::{Said, say};
use crate::stop::reach;

/// The journal of a process that is killed.
pub(crate) struct Stopping(pub(crate) Arc<dyn Journal>);

impl PendingStore for Stopping {
    fn insert(&self, call: PendingCall, most_open: usize) -> StoreFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            reach("before insert");
            let id = call.id.clone();
            let inserted = self.0.insert(call, most_open).await;
            if inserted.is_ok() {
                say(&Said::Inserted(id));
            }
            reach("after insert");
            inserted
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.0.get(id)
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: Verdict,
        now: Timestamp,
    ) -> StoreFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move {
            reach("before decide");
            let decided = self.0.decide(id, verdict.clone(), now).await;
            if let Ok(Decided::Done(_)) = &decided {
                say(&Said::Decided(id.clone(), verdict));
            }
            reach("after decide");
            decided
        })
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            reach("before claim");
            let claimed = self.0.claim(id, now, lease).await;
            if let Ok(Some(_)) = &claimed {
                say(&Said::Claimed(id.clone()));
            }
            reach("after claim");
            claimed
        })
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> StoreFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            reach("before finish");
            let finished = self.0.finish(id, state, outcome).await;
            if let Ok(true) = &finished {
                say(&Said::Finished(id.clone(), state));
            }
            reach("after finish");
            finished
        })
    }

    fn expire(&self, now: Timestamp) -> StoreFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.0.expire(now)
    }

    fn list<'a>(
        &'a self,
        filter: &'a PendingFilter,
    ) -> StoreFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.0.list(filter)
    }
}

impl Journal for Stopping {
    fn append(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            reach("before append");
            let appended = self.0.append(events).await;
            reach("after append");
            appended
        })
    }

    fn post(&self, events: Vec<NewEvent>) -> StoreFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            reach("before post");
            let posted = self.0.post(events).await;
            reach("after post");
            posted
        })
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> StoreFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        self.0.read(filter)
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> StoreFuture<'_, Result<(), StoreError>> {
        self.0.register_tools(tools)
    }

    fn head(&self) -> StoreFuture<'_, Result<ChainHead, StoreError>> {
        self.0.head()
    }

    fn verify<'a>(
        &'a self,
        known: Option<&'a ChainHead>,
    ) -> StoreFuture<'a, Result<Verification, StoreError>> {
        self.0.verify(known)
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>> {
        self.0.erase(what, reason)
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> StoreFuture<'a, Result<u64, StoreError>> {
        self.0.prune(before, reason)
    }

    fn hub(&self) -> &EventHub {
        self.0.hub()
    }
}
