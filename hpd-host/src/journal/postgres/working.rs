//! What the commands of one transaction make of what the database held when it began.

use std::collections::{BTreeSet, HashMap};

use crate::approval::{InsertError, PendingCall, PendingId, StoreError};
use crate::events::NewEvent;
use crate::journal::transition::{self, Transition};
use crate::journal::writer::{Answer, Shared, WriteCommand, Written};
use crate::journal::{ChainHead, Entry, RegisteredTool};
use crate::system::Timestamp;

/// What the database held, as far as the commands need it, and what they made of it. Calls are as they are stored, without their
/// sensitive values.
pub(super) struct Working<'a> {
    shared: &'a Shared,
    pub(super) head: ChainHead,
    /// The last number of each session.
    pub(super) seqs: HashMap<String, u64>,
    pub(super) calls: HashMap<PendingId, PendingCall>,
    /// Calls that are not as the database has them.
    pub(super) changed: BTreeSet<PendingId>,
    /// Calls whose sensitive values were put aside: they are forgotten if nothing comes of the transaction.
    kept: Vec<PendingId>,
    pub(super) tools: Option<Vec<RegisteredTool>>,
}

impl<'a> Working<'a> {
    pub(super) fn new(shared: &'a Shared, head: ChainHead) -> Self {
        Self {
            shared,
            head,
            seqs: HashMap::new(),
            calls: HashMap::new(),
            changed: BTreeSet::new(),
            kept: Vec::new(),
            tools: None,
        }
    }

    /// Carries a command out.
    ///
    /// # Errors
    ///
    /// It can't be: nothing of what is here may be written then.
    pub(super) fn carry_out(&mut self, command: &WriteCommand) -> Result<Written, StoreError> {
        let mut step = Step::default();
        let answer = match command {
            WriteCommand::Append(events) => {
                self.tell(&mut step, events.clone())?;
                Answer::Done
            }
            WriteCommand::Insert { call, most_open } => {
                Answer::Inserted(self.insert(&mut step, call, *most_open)?)
            }
            WriteCommand::Decide { id, verdict, now } => {
                let call = self.calls.get(id).cloned();
                Answer::Decided(self.take(&mut step, transition::decide(call, verdict.clone(), *now))?)
            }
            WriteCommand::Claim { id, now, lease } => {
                let call = self.calls.get(id).cloned();
                Answer::Call(self.take(&mut step, transition::claim(call, *now, *lease))?)
            }
            WriteCommand::Finish { id, state, outcome, now } => {
                let call = self.calls.get(id).cloned();
                let outcome = self.shared.vault.scrub(id, outcome.clone());
                Answer::Finished(self.take(&mut step, transition::finish(call, *state, outcome, *now))?)
            }
            WriteCommand::Expire { now } => Answer::Calls(self.end_over(&mut step, *now, |_| true)?),
            WriteCommand::RegisterTools(tools) => {
                self.tools = Some(tools.clone());
                Answer::Done
            }
            WriteCommand::Erase { .. } | WriteCommand::Prune { .. } => {
                return Err(StoreError::new("erasing and pruning have a transaction of their own"));
            }
        };
        Ok(step.written(answer))
    }

    /// Forgets the sensitive values of calls that were not written after all.
    pub(super) fn give_up(self) {
        for id in &self.kept {
            self.shared.vault.forget(id);
        }
    }

    /// Makes entries of events.
    pub(super) fn tell(&mut self, step: &mut Step, events: Vec<NewEvent>) -> Result<(), StoreError> {
        let options = &self.shared.options;
        for event in events {
            let seq = self.seqs.entry(event.session.clone()).or_insert(0);
            let entry = Entry::after(&self.head, *seq + 1, event, &*options.random, options.key.as_ref())?;
            *seq += 1;
            self.head = entry.head();
            step.entries.push(entry);
        }
        Ok(())
    }

    /// Takes a step of a call.
    pub(super) fn take<T>(&mut self, step: &mut Step, transition: Transition<T>) -> Result<T, StoreError> {
        if let Some(call) = transition.write {
            if call.state.is_final() {
                step.done_with.push(call.id.clone());
            }
            self.changed.insert(call.id.clone());
            self.calls.insert(call.id.clone(), call);
        }
        self.tell(step, transition.events)?;
        Ok(transition.answer)
    }

    fn insert(
        &mut self,
        step: &mut Step,
        call: &PendingCall,
        most_open: usize,
    ) -> Result<Result<(), InsertError>, StoreError> {
        let exists = self.calls.contains_key(&call.id);
        let session = call.owner.session.as_str();
        let of_session = |other: &PendingCall| other.owner.session == session;
        let stays_open =
            |other: &&PendingCall| of_session(other) && other.state_at(call.created).is_open();
        let open = self.calls.values().filter(stays_open).count();
        let inserted = transition::insert(call.clone(), exists, open, most_open);
        if !matches!(inserted, Err(InsertError::NotNew | InsertError::Exists)) {
            self.end_over(step, call.created, |other| of_session(other) && other.state.is_open())?;
        }
        let mut inserted = match inserted {
            Ok(inserted) => inserted,
            Err(error) => return Ok(Err(error)),
        };
        inserted.write = inserted.write.map(|call| {
            self.kept.push(call.id.clone());
            self.shared.vault.keep(call)
        });
        self.take(step, inserted)?;
        Ok(Ok(()))
    }

    /// Ends those calls whose time is over: as they are then, the oldest first.
    fn end_over(
        &mut self,
        step: &mut Step,
        now: Timestamp,
        of: impl Fn(&PendingCall) -> bool,
    ) -> Result<Vec<PendingCall>, StoreError> {
        let mut over: Vec<_> =
            self.calls.values().filter(|call| of(call) && call.state_at(now) != call.state).cloned().collect();
        over.sort_by(|left, right| (left.created, &left.id).cmp(&(right.created, &right.id)));
        let ended = over.iter().filter_map(|call| transition::expire(call, now));
        ended.map(|transition| self.take(step, transition)).collect()
    }
}

/// What one command writes.
#[derive(Default)]
pub(super) struct Step {
    entries: Vec<Entry>,
    done_with: Vec<PendingId>,
}

impl Step {
    pub(super) fn written(self, answer: Answer) -> Written {
        Written { entries: self.entries, done_with: self.done_with, answer }
    }
}
