//! The commands of one transaction, applied in memory to the database's state at its beginning.

use std::collections::{BTreeMap, HashMap};

use crate::events::NewEvent;
use crate::journal::database::LAST_MOMENT;
use crate::journal::sensitive_values::SensitiveValues;
use crate::journal::transition::{self, Writes};
use crate::journal::writer::{Answer, Shared, WriteCommand, Written};
use crate::journal::{ChainHead, Entry, RegisteredTool};
use crate::pending::{InsertError, Owner, PendingCall, PendingId, PendingVerdict, SessionRecord, StoreError};
use crate::results::KeptResult;
use crate::system::Timestamp;

/// The loaded state, with the changes of the commands. Calls are in their storable form, without sensitive values.
pub(super) struct Working<'a> {
    shared: &'a Shared,
    pub(super) head: ChainHead,
    /// The last number of each session.
    pub(super) seqs: HashMap<String, u64>,
    pub(super) calls: HashMap<PendingId, PendingCall>,
    /// Calls that are not as the database has them, and when they were done with, if they are.
    pub(super) changed: BTreeMap<PendingId, Option<Timestamp>>,
    /// Calls whose sensitive values were put aside: they are forgotten if nothing comes of the transaction.
    kept: Vec<PendingId>,
    pub(super) tools: Option<Vec<RegisteredTool>>,
    /// The revisions of session records.
    pub(super) revisions: HashMap<Owner, u64>,
    /// Session records that are written, and when.
    pub(super) records: HashMap<Owner, (SessionRecord, Timestamp)>,
    /// Long results that are written, by their owners and ids.
    pub(super) results: HashMap<(Owner, String), KeptResult>,
}

impl<'a> Working<'a> {
    pub(super) fn new(shared: &'a Shared, head: ChainHead) -> Self {
        Self {
            shared,
            head,
            seqs: HashMap::new(),
            calls: HashMap::new(),
            changed: BTreeMap::new(),
            kept: Vec::new(),
            tools: None,
            revisions: HashMap::new(),
            records: HashMap::new(),
            results: HashMap::new(),
        }
    }

    /// Carries out a command.
    ///
    /// # Errors
    ///
    /// It fails: nothing of this state may be written then.
    pub(super) fn carry_out(&mut self, command: &WriteCommand) -> Result<Written, StoreError> {
        let mut writes = Writes::default();
        let call = |id| self.calls.get(id).cloned();
        let answer = match command {
            WriteCommand::Append(events) => {
                writes.events.clone_from(events);
                Answer::Done
            }
            WriteCommand::Insert { call, max_open } => {
                Answer::Inserted(self.insert(&mut writes, call, *max_open))
            }
            WriteCommand::Decide { id, verdict, by, now } => {
                let by = by.as_deref().cloned();
                Answer::Decided(writes.take(transition::decide_by(call(id), verdict.clone(), by, *now), *now))
            }
            WriteCommand::Claim { id, now, lease } => {
                Answer::Call(writes.take(transition::claim(call(id), *now, *lease), *now))
            }
            WriteCommand::Finish { id, state, outcome, now } => {
                let call = call(id);
                let outcome = self.shared.sensitive_values.scrub(call.as_ref(), outcome.clone());
                Answer::Finished(writes.take(transition::finish(call, *state, outcome, *now), *now))
            }
            WriteCommand::Expire { now } => Answer::Calls(self.end_over(&mut writes, *now, |_| true)),
            WriteCommand::RegisterTools(tools) => {
                self.tools = Some(tools.clone());
                Answer::Done
            }
            WriteCommand::PutRecord { owner, record, now } => {
                Answer::Put(self.put_record(owner, record, *now))
            }
            WriteCommand::KeepResult(result) => {
                let key = (result.owner.clone(), result.id.clone());
                self.results.insert(key, result.clone());
                Answer::Done
            }
            WriteCommand::Erase { .. } | WriteCommand::Prune { .. } | WriteCommand::RemoveResults(_) => {
                return Err(StoreError::new("erasing and pruning have transactions of their own"));
            }
        };
        self.write(writes, answer)
    }

    /// Writes a record if the stored one has the revision before. The lock of the chain keeps other writers out.
    fn put_record(&mut self, owner: &Owner, record: &SessionRecord, now: Timestamp) -> bool {
        let stored = self.revisions.get(owner).copied().unwrap_or(0);
        let is_next = stored.checked_add(1) == Some(record.revision);
        if is_next {
            self.revisions.insert(owner.clone(), record.revision);
            self.records.insert(owner.clone(), (record.clone(), now));
        }
        is_next
    }

    /// Cancels those of the calls that are open.
    pub(super) fn cancel_open(&mut self, now: Timestamp) -> Result<Written, StoreError> {
        let mut writes = Writes::default();
        let open = self.calls.values().filter(|call| call.state.is_open());
        for call in PendingCall::oldest_first(open.cloned()) {
            writes.take(transition::decide(Some(call), PendingVerdict::Cancelled, now), now);
        }
        self.write(writes, Answer::Done)
    }

    /// Turns events into entries, and records the new state of calls.
    pub(super) fn write(&mut self, writes: Writes, answer: Answer) -> Result<Written, StoreError> {
        let entries = writes.events.into_iter().map(|event| self.tell(event)).collect::<Result<_, _>>()?;
        let mut done_with = Vec::new();
        for (call, at) in writes.calls {
            let ended = call.state.is_final().then_some(at);
            done_with.extend(ended.map(|_| call.id.clone()));
            self.changed.insert(call.id.clone(), ended);
            self.calls.insert(call.id.clone(), call);
        }
        Ok(Written { entries, done_with, removed: Vec::new(), answer })
    }

    /// Forgets the sensitive values of calls that were not written after all.
    pub(super) fn give_up(self) {
        for id in &self.kept {
            self.shared.sensitive_values.forget(id);
        }
    }

    fn tell(&mut self, mut event: NewEvent) -> Result<Entry, StoreError> {
        let options = &self.shared.options;
        event.at = event.at.min(LAST_MOMENT);
        let seq = self.seqs.entry(event.session.clone()).or_insert(0);
        let entry = Entry::after(&self.head, *seq + 1, &event, &*options.random, options.key.as_ref())?;
        *seq += 1;
        self.head = entry.head();
        Ok(entry)
    }

    /// Expired calls of the session end, whether or not the session is full.
    fn insert(
        &mut self,
        writes: &mut Writes,
        call: &PendingCall,
        max_open: usize,
    ) -> Result<(), InsertError> {
        let exists = self.calls.contains_key(&call.id);
        let of_session =
            |other: &PendingCall| other.owner.session == call.owner.session && other.state.is_open();
        let others = self.calls.values().filter(|other| of_session(other));
        let open = others.filter(|other| other.state_at(call.created).is_open()).count();
        let (stored, secrets) = SensitiveValues::separate(call.clone());
        let inserted = transition::insert(stored, exists, open, max_open);
        if !matches!(inserted, Err(InsertError::NotNew | InsertError::Exists)) {
            self.end_over(writes, call.created, of_session);
        }
        let step = inserted?;
        self.kept.push(call.id.clone());
        self.shared.sensitive_values.put(call.id.clone(), secrets, call.created);
        writes.take(step, call.created);
        Ok(())
    }

    /// Ends those calls whose time is over: as they are then, the oldest first.
    fn end_over(
        &self,
        writes: &mut Writes,
        now: Timestamp,
        of: impl Fn(&PendingCall) -> bool,
    ) -> Vec<PendingCall> {
        let over = self.calls.values().filter(|call| of(call) && call.state_at(now) != call.state);
        let ended = PendingCall::oldest_first(over.cloned())
            .into_iter()
            .filter_map(|call| transition::expire(&call, now));
        ended.map(|step| writes.take(step, now)).collect()
    }
}
