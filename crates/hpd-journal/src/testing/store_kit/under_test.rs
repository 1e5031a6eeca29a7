//! A store, with the helpers of the rules.

use std::error::Error;
use std::fmt::Debug;
use std::future::Future;

use super::sample::{LEASE, OPEN, START, outcome, sample_call};
use crate::pending::{
    CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId, PendingStore,
    PendingVerdict, SessionRecord,
};
use crate::system::Timestamp;
use crate::testing::drive::drive;
use futures_util::future::LocalBoxFuture;

/// The result of a rule; an error describes the store's behaviour.
pub type RuleResult = Result<(), String>;

pub(in crate::testing) type BlockOn<'a> = dyn Fn(LocalBoxFuture<'_, ()>) + Sync + 'a;

/// The store under test, and how its futures are driven.
#[derive(Clone, Copy)]
pub struct StoreUnderTest<'a> {
    store: &'a dyn PendingStore,
    block_on: &'a BlockOn<'a>,
}

impl<'a> StoreUnderTest<'a> {
    /// An empty store.
    pub fn new(store: &'a dyn PendingStore, block_on: &'a BlockOn<'a>) -> Self {
        Self { store, block_on }
    }

    /// Drives a future to its end.
    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        drive(self.block_on, future)
    }

    pub(super) async fn insert(&self, call: PendingCall) -> RuleResult {
        self.store.insert(call, OPEN).await.map_err(|error| failure("insert", &error))
    }

    /// The result of an insert, in a word.
    pub(super) async fn inserted(&self, call: PendingCall, max_open: usize) -> Result<&'static str, String> {
        match self.store.insert(call, max_open).await {
            Ok(()) => Ok("inserted"),
            Err(InsertError::NotNew) => Ok("not new"),
            Err(InsertError::Exists) => Ok("exists"),
            Err(InsertError::TooMany) => Ok("too many"),
            Err(InsertError::Store(error)) => Err(failure("insert", &error)),
        }
    }

    pub(super) async fn get(&self, id: &PendingId) -> Result<Option<PendingCall>, String> {
        self.store.get(id).await.map_err(|error| failure("get", &error))
    }

    /// A call that must be there.
    pub(super) async fn call(&self, id: &PendingId) -> Result<PendingCall, String> {
        self.get(id).await?.ok_or_else(|| format!("{id} is gone"))
    }

    pub(super) async fn state(&self, id: &PendingId) -> Result<CallState, String> {
        Ok(self.call(id).await?.state)
    }

    pub(super) async fn decide(
        &self,
        id: &PendingId,
        verdict: &PendingVerdict,
        now: Timestamp,
    ) -> Result<Decided, String> {
        self.store.decide(id, verdict.clone(), now).await.map_err(|error| failure("decide", &error))
    }

    /// The result of a decision, in a word, with the state of the call: `done: approved`.
    pub(super) async fn decided(
        &self,
        id: &PendingId,
        verdict: &PendingVerdict,
        now: Timestamp,
    ) -> Result<String, String> {
        let decided = self.decide(id, verdict, now).await?;
        let Some(given) = decided.call() else { return Ok("missing".to_owned()) };
        same_call("the call that `decide` gives back", given, &self.call(id).await?)?;
        Ok(format!("{}: {}", word(&decided), given.state))
    }

    /// The same by a person.
    pub(super) async fn decide_by(
        &self,
        id: &PendingId,
        verdict: &PendingVerdict,
        by: &DecidedBy,
        now: Timestamp,
    ) -> Result<Decided, String> {
        let decided = self.store.decide_by(id, verdict.clone(), by.clone(), now).await;
        decided.map_err(|error| failure("decide_by", &error))
    }

    pub(super) async fn claim(
        &self,
        id: &PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> Result<Option<PendingCall>, String> {
        self.store.claim(id, now, lease).await.map_err(|error| failure("claim", &error))
    }

    pub(super) async fn is_claimed(&self, id: &PendingId) -> Result<bool, String> {
        Ok(self.claim(id, START, LEASE).await?.is_some())
    }

    pub(super) async fn finish(&self, id: &PendingId, state: CallState, text: &str) -> Result<bool, String> {
        self.store.finish(id, state, outcome(text)).await.map_err(|error| failure("finish", &error))
    }

    /// Ends calls past their time. Returns ids and states.
    pub(super) async fn expire(&self, now: Timestamp) -> Result<Vec<(PendingId, CallState)>, String> {
        let ended = self.store.expire(now).await.map_err(|error| failure("expire", &error))?;
        for call in &ended {
            same_call("the call that `expire` gives back", call, &self.call(&call.id).await?)?;
        }
        Ok(ended.into_iter().map(|call| (call.id, call.state)).collect())
    }

    pub(super) async fn list(&self, filter: &PendingFilter) -> Result<Vec<PendingCall>, String> {
        self.store.list(filter).await.map_err(|error| failure("list", &error))
    }

    pub(super) fn keeps_records(&self) -> bool {
        self.store.keeps_session_records()
    }

    pub(super) async fn record(&self, owner: &Owner) -> Result<Option<SessionRecord>, String> {
        self.store.session_record(owner).await.map_err(|error| failure("session_record", &error))
    }

    /// Whether a record was written.
    pub(super) async fn put(&self, owner: &Owner, record: SessionRecord) -> Result<bool, String> {
        let put = self.store.put_session_record(owner, record, START).await;
        put.map_err(|error| failure("put_session_record", &error))
    }

    /// Puts a call into a state, on the way that the drawing of [`CallState`] shows.
    pub(super) async fn bring(&self, id: &str, state: CallState) -> Result<PendingId, String> {
        let call = sample_call(id, way_to(state));
        let id = call.id.clone();
        self.insert(call).await?;
        let verdict = match state {
            CallState::Blocked => Some(PendingVerdict::Blocked),
            CallState::Rejected => Some(PendingVerdict::Rejected),
            CallState::Cancelled => Some(PendingVerdict::Cancelled),
            _ => None,
        };
        if let Some(verdict) = verdict {
            self.decide(&id, &verdict, START).await?;
        }
        if state == CallState::Executing || state.is_result() {
            self.claim(&id, START, LEASE).await?;
        }
        if state.is_result() {
            self.finish(&id, state, "first").await?;
        }
        if state == CallState::Expired {
            let expires = self.call(&id).await?.expires;
            self.decide(&id, &PendingVerdict::Cancelled, expires).await?;
        }
        same(&format!("the state of {id}"), &self.state(&id).await?, &state)?;
        Ok(id)
    }
}

/// The state in which a call is inserted that is to come to `state`.
const fn way_to(state: CallState) -> CallState {
    match state {
        CallState::NeedsInput => CallState::NeedsInput,
        CallState::AwaitingApproval | CallState::Rejected | CallState::Cancelled | CallState::Expired => {
            CallState::AwaitingApproval
        }
        _ => CallState::Approved,
    }
}

pub(in crate::testing) fn word(decided: &Decided) -> &'static str {
    match decided {
        Decided::Done(_) => "done",
        Decided::Repeated(_) => "repeated",
        Decided::Conflict(_) => "conflict",
        Decided::Missing => "missing",
    }
}

/// Why a store failed, to its end.
pub(in crate::testing) fn failure(method: &str, error: &dyn Error) -> String {
    let reason = error.source().map_or_else(String::new, |source| format!(": {source}"));
    format!("{method}: {error}{reason}")
}

pub(in crate::testing) fn same<T: PartialEq + Debug + ?Sized>(
    what: &str,
    found: &T,
    wanted: &T,
) -> RuleResult {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?}, not {wanted:?}")) }
}

/// Calls of the kit hold no secrets: they are shown whole.
pub(in crate::testing) fn same_call(what: &str, found: &PendingCall, wanted: &PendingCall) -> RuleResult {
    if found == wanted {
        return Ok(());
    }
    let json = |call: &PendingCall| call.to_stored().unwrap_or_default();
    Err(format!("{what}: {}, not {}", json(found), json(wanted)))
}
