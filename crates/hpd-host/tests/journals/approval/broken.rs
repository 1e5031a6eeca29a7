//! Stores that each do one thing wrong.

use std::sync::{Barrier, Mutex};

use hpd_host::approval::{
    CallState, Decided, DecidedBy, InsertError, MemoryStore, Owner, PendingCall, PendingFilter, PendingId,
    PendingReason, PendingStore, PendingVerdict, SessionRecord, StoreError, StoredOutcome,
};
use hpd_host::system::{BoxFuture, Timestamp};

/// The fault of a store.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    /// `insert` writes over the call with the same id.
    InsertsOver,
    /// `insert` does not count.
    IgnoresLimit,
    /// `decide` and `claim` do not look at the time.
    IgnoresTime,
    /// `decide` does not tell a repeated approval from the first one.
    RepeatsAsDone,
    /// `decide` loses the number of tries.
    ForgetsTries,
    /// `claim` gives the call to each caller.
    ClaimsTwice,
    /// `claim` reads first and writes later: only many concurrent calls show the fault.
    ClaimsAfterLooking,
    /// `claim` takes calls that wait for the user.
    ClaimsUnapproved,
    /// `finish` takes any state.
    FinishesAsAnything,
    /// `finish` does not keep the outcome.
    LosesOutcome,
    /// `expire` leaves calls that run alone.
    ForgetsLeases,
    /// `expire` ends a moment too late.
    ExpiresLate,
    /// `list` shows all sessions.
    ListsAllSessions,
    /// `list` shows all tools.
    ListsAllTools,
    /// Session records are those of the session and the principal, in any tenant.
    MixesTenants,
    /// Session records are written whatever their revision is.
    IgnoresRevisions,
    /// No session record is kept, and the store says so.
    KeepsNoRecords,
    /// A stored call comes back without its question.
    LosesQuestion,
    /// `decide_by` forgets the person.
    ForgetsPerson,
    /// Every method fails.
    Fails,
}

/// A store with a fault, made of one that has none.
pub(crate) struct Broken {
    inner: MemoryStore,
    fault: Fault,
    /// The claimed calls.
    claimed: Mutex<Vec<PendingCall>>,
    /// Where all threads of a race wait for each other.
    all: Barrier,
}

impl Broken {
    pub(crate) fn new(fault: Fault) -> Self {
        Self { inner: MemoryStore::new(), fault, claimed: Mutex::default(), all: Barrier::new(64) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn works(&self) -> Result<(), StoreError> {
        if self.has(Fault::Fails) { Err(StoreError::new("no connection")) } else { Ok(()) }
    }

    /// The owner whose record is meant.
    fn owner(&self, owner: &Owner) -> Owner {
        let mut owner = owner.clone();
        if self.has(Fault::MixesTenants) {
            owner.principal.tenant = None;
        }
        owner
    }

    /// A moment at which no time is over, for a store that does not look at it.
    fn moment(&self, now: Timestamp) -> Timestamp {
        if self.has(Fault::IgnoresTime) { Timestamp::default() } else { now }
    }
}

impl PendingStore for Broken {
    fn insert(&self, mut call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            self.works()?;
            let max_open = if self.has(Fault::IgnoresLimit) { usize::MAX } else { max_open };
            if let (Fault::LosesQuestion, PendingReason::Approval { question, .. }) =
                (self.fault, &mut call.awaits)
            {
                question.clear();
            }
            match self.inner.insert(call, max_open).await {
                Err(InsertError::Exists) if self.has(Fault::InsertsOver) => Ok(()),
                result => result,
            }
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.inner.get(id).await
        })
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move {
            self.works()?;
            if self.has(Fault::ForgetsTries) && verdict == PendingVerdict::WrongPhrase {
                return Ok(match self.inner.get(id).await? {
                    Some(call) => Decided::Done(call),
                    None => Decided::Missing,
                });
            }
            let is_approval = verdict == PendingVerdict::Approved;
            Ok(match self.inner.decide(id, verdict, self.moment(now)).await? {
                Decided::Repeated(call) if is_approval && self.has(Fault::RepeatsAsDone) => {
                    Decided::Done(call)
                }
                decided => decided,
            })
        })
    }

    fn decide_by<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        by: DecidedBy,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        if self.has(Fault::ForgetsPerson) {
            return self.decide(id, verdict, now);
        }
        Box::pin(async move {
            self.works()?;
            self.inner.decide_by(id, verdict, by, self.moment(now)).await
        })
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let now = self.moment(now);
            if self.has(Fault::ClaimsUnapproved) {
                self.inner.decide(id, PendingVerdict::Approved, now).await?;
            }
            let looked = self.inner.get(id).await?;
            // The race of the kit for one call.
            if self.has(Fault::ClaimsAfterLooking) && id.as_str() == "claimed by all" {
                self.all.wait();
                self.inner.claim(id, now, lease).await?;
                return Ok(looked.filter(|call| call.state == CallState::Approved));
            }
            let claimed = self.inner.claim(id, now, lease).await?;
            if !self.has(Fault::ClaimsTwice) {
                return Ok(claimed);
            }
            let mut all = self.claimed.lock().unwrap();
            all.extend(claimed);
            Ok(all.iter().find(|call| call.id == *id).cloned())
        })
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        mut outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let state = match state {
                CallState::Succeeded | CallState::Failed | CallState::Unknown => state,
                _ if self.has(Fault::FinishesAsAnything) => CallState::Unknown,
                _ => state,
            };
            if self.has(Fault::LosesOutcome) {
                outcome.text.clear();
            }
            self.inner.finish(id, state, outcome).await
        })
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            if self.has(Fault::ForgetsLeases) {
                return Ok(Vec::new());
            }
            let late = u64::from(self.has(Fault::ExpiresLate));
            self.inner.expire(Timestamp::from_millis(now.as_millis().saturating_sub(late))).await
        })
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let session = filter.session.clone().filter(|_| !self.has(Fault::ListsAllSessions));
            let tool = filter.tool.clone().filter(|_| !self.has(Fault::ListsAllTools));
            let filter = PendingFilter::default()
                .session(session)
                .states(filter.states.clone())
                .principal(filter.principal.clone())
                .tool(tool)
                .from(filter.from);
            self.inner.list(&filter).await
        })
    }

    fn keeps_session_records(&self) -> bool {
        !self.has(Fault::KeepsNoRecords)
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.inner.session_record(&self.owner(owner)).await
        })
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        mut record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let owner = self.owner(owner);
            if self.has(Fault::IgnoresRevisions) {
                let stored = self.inner.session_record(&owner).await?;
                record.revision = stored.map_or(1, |stored| stored.revision + 1);
            }
            self.inner.put_session_record(&owner, record, now).await
        })
    }
}
