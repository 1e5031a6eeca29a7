//! Journals that each do one thing wrong.

mod results;

use std::sync::atomic::{AtomicBool, Ordering};

use hpd_host::approval::{
    CallState, Decided, DecidedBy, InsertError, MemoryStore, Owner, PendingCall, PendingFilter, PendingId,
    PendingStore, PendingVerdict, SessionRecord, StoreError, StoredOutcome,
};
use hpd_host::events::{DecisionEvent, Event, EventHub, EventRecord, NewEvent};
use hpd_host::journal::{
    ChainHead, Erasure, EventFilter, Journal, MemoryJournal, RegisteredTool, Verification, VerifyProgress,
    VerifySlice,
};
use hpd_host::results::ResultStore;
use hpd_host::system::{BoxFuture, Timestamp};

/// The fault of a journal.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    /// Numbers in sessions have gaps.
    SkipsNumbers,
    /// Numbers in sessions begin again once entries were removed.
    BeginsAgain,
    /// Posted events are lost.
    ForgetsPosted,
    /// `read` leaves out a part of the filter: events at `until` are taken.
    ReadsTooLong,
    /// `read` counts before it looks.
    LimitsFirst,
    /// `read` gives the first events where the newest are asked for.
    FirstForNewest,
    /// `read` loses the turns.
    LosesTurns,
    /// Steps tell nothing.
    TellsNothing,
    /// A repeated answer is recorded once more.
    TellsAgain,
    /// No event is published.
    PublishesNothing,
    /// Events are published first, and written afterwards.
    PublishesFirst,
    /// The events of one write are published in the wrong order.
    PublishesBackwards,
    /// Sensitive parameters are not looked at.
    KeepsSecrets,
    /// Sensitive values are gone for good.
    LosesSecrets,
    /// `erase` reports an erasure, but erases nothing.
    ErasesNothing,
    /// `erase` takes all sessions.
    ErasesAll,
    /// `erase` hides the events that record it.
    HidesErasures,
    /// `erase` leaves calls that wait.
    ErasesAround,
    /// `prune` takes a moment too much.
    PrunesTooMuch,
    /// `prune` does nothing.
    PrunesNothing,
    /// `prune_through` takes an entry too much.
    PrunesFurther,
    /// `verify_slice` never comes to an end.
    NeverEnds,
    /// `verify` does not look at the head that it is given.
    TrustsHeads,
    /// `head` is that of an empty journal.
    HasNoHead,
    /// Every method fails.
    Fails,
}

/// A journal with a fault, made of one that has none.
pub(crate) struct Broken {
    inner: MemoryJournal,
    fault: Fault,
    /// Where calls are, if their steps tell nothing.
    silent: MemoryStore,
    hub: EventHub,
    is_pruned: AtomicBool,
}

impl Broken {
    pub(crate) fn new(fault: Fault) -> Self {
        Self {
            inner: MemoryJournal::new(),
            fault,
            silent: MemoryStore::new(),
            hub: EventHub::new(),
            is_pruned: AtomicBool::new(false),
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn works(&self) -> Result<(), StoreError> {
        if self.has(Fault::Fails) { Err(StoreError::new("no connection")) } else { Ok(()) }
    }

    fn store(&self) -> &dyn PendingStore {
        if self.has(Fault::TellsNothing) { &self.silent } else { &self.inner }
    }

    fn is_heard_elsewhere(&self) -> bool {
        matches!(self.fault, Fault::PublishesNothing | Fault::PublishesFirst | Fault::PublishesBackwards)
    }

    /// Events with their future numbers, if there is no other writer.
    async fn foreseen(&self, events: &[NewEvent]) -> Result<Vec<EventRecord>, StoreError> {
        let written = self.inner.read(&EventFilter::default()).await?;
        let mut foreseen = Vec::new();
        for (event, entry) in events.iter().cloned().zip(self.inner.head().await?.number + 1..) {
            let earlier = written.iter().chain(&foreseen).filter(|other| other.session == event.session);
            let seq = earlier.map(|other| other.seq).max().unwrap_or_default() + 1;
            let NewEvent { session, turn, call_id, at, event, .. } = event;
            foreseen.push(EventRecord::new(entry, session, seq, at, event).turn(turn).call_id(call_id));
        }
        Ok(foreseen)
    }
}

impl Journal for Broken {
    fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.works()?;
            let mut heard = self.foreseen(&events).await?;
            if self.has(Fault::PublishesFirst) {
                self.hub.publish(heard.clone());
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            self.inner.append(events).await?;
            if self.has(Fault::PublishesBackwards) {
                heard.reverse();
                self.hub.publish(heard);
            }
            Ok(())
        })
    }

    fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        if self.has(Fault::ForgetsPosted) { Box::pin(async { Ok(()) }) } else { self.append(events) }
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let mut wider = filter.clone();
            if self.has(Fault::ReadsTooLong) {
                wider.until = filter.until.map(|until| Timestamp::from_millis(until.as_millis() + 1));
            }
            wider.newest &= !self.has(Fault::FirstForNewest);
            let mut read = if self.has(Fault::LimitsFirst) {
                let first = EventFilter::default().limit(filter.limit);
                let first = self.inner.read(&first).await?;
                let all = self.inner.read(&wider.limit(None)).await?;
                all.into_iter().filter(|event| first.contains(event)).collect()
            } else {
                self.inner.read(&wider).await?
            };
            read.retain(|event| !self.has(Fault::HidesErasures) || event.event.kind() != "erased");
            for event in &mut read {
                match self.fault {
                    Fault::SkipsNumbers => event.seq *= 2,
                    Fault::LosesTurns => event.turn = None,
                    _ => {}
                }
            }
            if self.has(Fault::BeginsAgain) && self.is_pruned.load(Ordering::SeqCst) {
                read.iter_mut()
                    .filter(|event| event.session == "session")
                    .zip(1..)
                    .for_each(|(event, seq)| event.seq = seq);
            }
            Ok(read)
        })
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.inner.register_tools(tools).await
        })
    }

    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
        Box::pin(async move {
            self.works()?;
            if self.has(Fault::HasNoHead) { Ok(ChainHead::default()) } else { self.inner.head().await }
        })
    }

    fn verify<'a>(&'a self, known: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.inner.verify(known.filter(|_| !self.has(Fault::TrustsHeads))).await
        })
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let all = Erasure::Before(Timestamp::from_millis(u64::MAX));
            match self.fault {
                Fault::ErasesNothing => {
                    Ok(u64::try_from(self.inner.read(&EventFilter::default()).await?.len())
                        .unwrap_or_default())
                }
                Fault::ErasesAll => self.inner.erase(&all, reason).await,
                Fault::ErasesAround => {
                    let waits = self.inner.list(&PendingFilter::default()).await?;
                    let count = self.inner.erase(what, reason).await?;
                    for call in waits.into_iter().filter(PendingCall::is_new) {
                        // Those that are still there are refused.
                        let _ = self.inner.insert(call, usize::MAX).await;
                    }
                    Ok(count)
                }
                _ => self.inner.erase(what, reason).await,
            }
        })
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.is_pruned.store(true, Ordering::SeqCst);
            match self.fault {
                Fault::PrunesNothing => Ok(0),
                Fault::PrunesTooMuch => {
                    self.inner.prune(Timestamp::from_millis(before.as_millis() + 1), reason).await
                }
                _ => self.inner.prune(before, reason).await,
            }
        })
    }

    fn verify_slice(
        &self,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> BoxFuture<'_, Result<VerifySlice, StoreError>> {
        Box::pin(async move {
            self.works()?;
            if self.has(Fault::NeverEnds) {
                return Ok(VerifySlice::More(progress));
            }
            if self.has(Fault::TrustsHeads) {
                return Ok(VerifySlice::Done(self.verify(progress.known()).await?));
            }
            self.inner.verify_slice(progress, max_entries).await
        })
    }

    fn prune_through<'a>(&'a self, entry: u64, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let more = u64::from(self.has(Fault::PrunesFurther));
            self.inner.prune_through(entry.saturating_add(more), reason).await
        })
    }

    fn results(&self) -> Option<&dyn ResultStore> {
        Some(self)
    }

    fn hub(&self) -> &EventHub {
        if self.is_heard_elsewhere() { &self.hub } else { self.inner.hub() }
    }
}

impl PendingStore for Broken {
    fn insert(&self, mut call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        Box::pin(async move {
            self.works()?;
            if self.has(Fault::KeepsSecrets) {
                call.notes.sensitive.clear();
            }
            self.store().insert(call, max_open).await
        })
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            let mut found = self.store().get(id).await?;
            if let Some(call) = found.as_mut().filter(|call| !call.notes.sensitive.is_empty())
                && self.has(Fault::LosesSecrets)
            {
                call.frozen.arguments.clear();
            }
            Ok(found)
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
            let word = verdict.as_str().to_owned();
            let decided = self.store().decide(id, verdict, now).await?;
            if let (Fault::TellsAgain, Decided::Repeated(call)) = (self.fault, &decided) {
                let event = DecisionEvent::new(call.sent.name.clone(), id.clone(), word, call.state)
                    .tries(call.tries);
                let session = call.owner.session.clone();
                let event = Event::Decision(event);
                self.append(vec![NewEvent::new(session, now, event)]).await?;
            }
            Ok(decided)
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
            self.works()?;
            self.store().decide_by(id, verdict, by, now).await
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
            self.store().claim(id, now, lease).await
        })
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.store().finish(id, state, outcome).await
        })
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.store().expire(now).await
        })
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.store().list(filter)
    }

    fn keeps_session_records(&self) -> bool {
        true
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.inner.session_record(owner).await
        })
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            self.works()?;
            self.inner.put_session_record(owner, record, now).await
        })
    }
}
