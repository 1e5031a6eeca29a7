//! A store that shows a test what is asked of it, and does what the test says instead.

use std::sync::{Arc, Mutex};

use hpd_host::Timestamp;
use hpd_host::approval::{
    CallState, Decided, InsertError, MemoryStore, PendingCall, PendingFilter, PendingId, PendingStore,
    StoreError, StoreFuture, StoredOutcome, Verdict,
};

/// A method of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Insert,
    Get,
    Decide,
    Claim,
    Finish,
    Expire,
    List,
}

/// How a method fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failing {
    /// Nothing is done.
    Before,
    /// It is done, and nobody hears of it.
    After,
}

type Change = Box<dyn Fn(&mut PendingCall) + Send>;

/// A store in memory that a test looks into. Clones are the same store.
#[derive(Clone, Default)]
pub(crate) struct Spy {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    memory: MemoryStore,
    change: Mutex<Option<(Vec<Method>, Change)>>,
    failing: Mutex<Option<(Method, Failing)>>,
}

impl Spy {
    /// The store as it is.
    pub(crate) fn memory(&self) -> &MemoryStore {
        &self.state.memory
    }

    /// From now on these methods give back calls that are changed so.
    pub(crate) fn change(&self, methods: &[Method], change: impl Fn(&mut PendingCall) + Send + 'static) {
        *self.state.change.lock().unwrap() = Some((methods.to_vec(), Box::new(change)));
    }

    /// From now on this method fails.
    pub(crate) fn fail(&self, method: Method, how: Failing) {
        *self.state.failing.lock().unwrap() = Some((method, how));
    }

    /// From now on everything works.
    pub(crate) fn mend(&self) {
        *self.state.failing.lock().unwrap() = None;
        *self.state.change.lock().unwrap() = None;
    }

    fn works(&self, method: Method, how: Failing) -> Result<(), StoreError> {
        let fails = *self.state.failing.lock().unwrap() == Some((method, how));
        if fails { Err(StoreError::new("no connection to db-7")) } else { Ok(()) }
    }

    fn changed(&self, method: Method, mut call: PendingCall) -> PendingCall {
        if let Some((methods, change)) = &*self.state.change.lock().unwrap()
            && methods.contains(&method)
        {
            change(&mut call);
        }
        call
    }
}

impl PendingStore for Spy {
    fn insert(&self, call: PendingCall, most_open: usize) -> StoreFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            self.works(Method::Insert, Failing::Before)?;
            self.memory().insert(call, most_open).await?;
            Ok(self.works(Method::Insert, Failing::After)?)
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works(Method::Get, Failing::Before)?;
            let call = self.memory().get(id).await?;
            Ok(call.map(|call| self.changed(Method::Get, call)))
        })
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: Verdict,
        now: Timestamp,
    ) -> StoreFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move {
            self.works(Method::Decide, Failing::Before)?;
            let decided = self.memory().decide(id, verdict, now).await?;
            self.works(Method::Decide, Failing::After)?;
            Ok(match decided {
                Decided::Done(call) => Decided::Done(self.changed(Method::Decide, call)),
                Decided::Repeated(call) => Decided::Repeated(self.changed(Method::Decide, call)),
                other => other,
            })
        })
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works(Method::Claim, Failing::Before)?;
            let call = self.memory().claim(id, now, lease).await?;
            self.works(Method::Claim, Failing::After)?;
            Ok(call.map(|call| self.changed(Method::Claim, call)))
        })
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> StoreFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            self.works(Method::Finish, Failing::Before)?;
            let finished = self.memory().finish(id, state, outcome).await?;
            self.works(Method::Finish, Failing::After)?;
            Ok(finished)
        })
    }

    fn expire(&self, now: Timestamp) -> StoreFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works(Method::Expire, Failing::Before)?;
            self.memory().expire(now).await
        })
    }

    fn list<'a>(
        &'a self,
        filter: &'a PendingFilter,
    ) -> StoreFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works(Method::List, Failing::Before)?;
            let calls = self.memory().list(filter).await?;
            Ok(calls.into_iter().map(|call| self.changed(Method::List, call)).collect())
        })
    }
}
