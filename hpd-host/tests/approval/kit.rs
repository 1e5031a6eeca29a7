//! The store in memory keeps every rule of the kit, and the kit names the rules that broken stores break.

use hpd_host::Timestamp;
use hpd_host::approval::{
    Awaits, CallState, Decided, InsertError, MemoryStore, PendingCall, PendingFilter, PendingId,
    PendingStore, StoreError, StoreFuture, StoredOutcome, Verdict,
};
use hpd_host::testing::pending_store;
use hpd_host::testing::store_kit::{check_pending_store, pending_store_on};

#[test]
fn the_store_in_memory_keeps_all_rules() {
    pending_store(MemoryStore::new);
}

#[test]
fn the_kit_runs_on_a_runtime() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    pending_store_on(MemoryStore::new, |future| runtime.block_on(future));
}

/// What a store does wrong.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// `insert` writes over the call with the same id.
    InsertsOver,
    /// `insert` looks first and writes later.
    CountsEarly,
    /// `decide` and `claim` do not look at the time.
    IgnoresTime,
    /// `decide` does not tell the same answer from the first one.
    RepeatsAsDone,
    /// `decide` loses the number of tries.
    ForgetsTries,
    /// `claim` looks first and writes later.
    ClaimsTwice,
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
    /// What is stored comes back without its question.
    LosesQuestion,
    /// Every method fails.
    Fails,
}

/// A store with a fault, made of one that has none.
struct Broken {
    inner: MemoryStore,
    fault: Fault,
    /// What the fault remembers.
    memory: std::sync::Mutex<Vec<PendingCall>>,
}

impl Broken {
    fn new(fault: Fault) -> Self {
        Self { inner: MemoryStore::new(), fault, memory: std::sync::Mutex::default() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn works(&self) -> Result<(), StoreError> {
        if self.has(Fault::Fails) { Err(StoreError::new("no connection")) } else { Ok(()) }
    }

    /// A moment at which no time is over, for a store that does not look at it.
    fn moment(&self, now: Timestamp) -> Timestamp {
        if self.has(Fault::IgnoresTime) { Timestamp::default() } else { now }
    }
}

impl PendingStore for Broken {
    fn insert(&self, mut call: PendingCall, most_open: usize) -> StoreFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            self.works()?;
            let most_open = if self.has(Fault::CountsEarly) {
                let open = self.inner.list(&PendingFilter::default()).await?.len();
                std::thread::sleep(std::time::Duration::from_millis(1));
                if open < most_open { usize::MAX } else { most_open }
            } else {
                most_open
            };
            if let (Fault::LosesQuestion, Awaits::Approval { question, .. }) = (self.fault, &mut call.awaits)
            {
                question.clear();
            }
            match self.inner.insert(call, most_open).await {
                Err(InsertError::Exists) if self.has(Fault::InsertsOver) => Ok(()),
                result => result,
            }
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> StoreFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.inner.get(id).await
        })
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: Verdict,
        now: Timestamp,
    ) -> StoreFuture<'a, Result<Decided, StoreError>> {
        Box::pin(async move {
            self.works()?;
            if self.has(Fault::ForgetsTries) && verdict == Verdict::WrongPhrase {
                return Ok(match self.inner.get(id).await? {
                    Some(call) => Decided::Done(call),
                    None => Decided::Missing,
                });
            }
            Ok(match self.inner.decide(id, verdict, self.moment(now)).await? {
                Decided::Repeated(call) if self.has(Fault::RepeatsAsDone) => Decided::Done(call),
                decided => decided,
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
            self.works()?;
            let now = self.moment(now);
            if self.has(Fault::ClaimsUnapproved) {
                self.inner.decide(id, Verdict::Approved, now).await?;
            }
            let claimed = self.inner.claim(id, now, lease).await?;
            if !self.has(Fault::ClaimsTwice) {
                return Ok(claimed);
            }
            let mut memory = self.memory.lock().unwrap();
            memory.extend(claimed);
            Ok(memory.iter().find(|call| call.id == *id).cloned())
        })
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        mut outcome: StoredOutcome,
    ) -> StoreFuture<'a, Result<bool, StoreError>> {
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

    fn expire(&self, now: Timestamp) -> StoreFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            if self.has(Fault::ForgetsLeases) {
                return Ok(Vec::new());
            }
            let late = u64::from(self.has(Fault::ExpiresLate));
            self.inner.expire(Timestamp::from_millis(now.as_millis().saturating_sub(late))).await
        })
    }

    fn list<'a>(
        &'a self,
        filter: &'a PendingFilter,
    ) -> StoreFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let session = filter.session.clone().filter(|_| !self.has(Fault::ListsAllSessions));
            let filter = PendingFilter { session, states: filter.states.clone() };
            self.inner.list(&filter).await
        })
    }
}

/// The rules that a store with this fault breaks, and what it did about the first.
fn broken(fault: Fault) -> (Vec<&'static str>, String) {
    let broken = check_pending_store(|| Broken::new(fault), |future| futures_executor::block_on(future));
    let first = broken.first().map(ToString::to_string).unwrap_or_default();
    (broken.into_iter().map(|rule| rule.rule).collect(), first)
}
#[test]
fn print() {
    for (n, f) in [
        ("InsertsOver", Fault::InsertsOver),
        ("CountsEarly", Fault::CountsEarly),
        ("IgnoresTime", Fault::IgnoresTime),
        ("RepeatsAsDone", Fault::RepeatsAsDone),
        ("ForgetsTries", Fault::ForgetsTries),
        ("ClaimsTwice", Fault::ClaimsTwice),
        ("ClaimsUnapproved", Fault::ClaimsUnapproved),
        ("FinishesAsAnything", Fault::FinishesAsAnything),
        ("LosesOutcome", Fault::LosesOutcome),
        ("ForgetsLeases", Fault::ForgetsLeases),
        ("ExpiresLate", Fault::ExpiresLate),
        ("ListsAllSessions", Fault::ListsAllSessions),
        ("LosesQuestion", Fault::LosesQuestion),
        ("Fails", Fault::Fails),
    ] {
        let (rules, first) = broken(f);
        println!("== {n}\n{rules:#?}\n{}", &first[..first.len().min(300)]);
    }
}
