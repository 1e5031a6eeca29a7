//! The work of a write transaction.

use std::collections::HashMap;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::error::failed;
use super::{calls, entries, records, results};
use crate::events::NewEvent;
use crate::journal::database::LAST_MOMENT;
use crate::journal::sensitive_values::SensitiveValues;
use crate::journal::transition::{self, Transition};
use crate::journal::writer::{Answer, Shared, WriteCommand, Written};
use crate::journal::{ChainHead, Entry, RegisteredTool};
use crate::pending::{PendingCall, PendingId, StoreError};
use crate::system::Timestamp;

/// A transaction and its written entries. A drop without a commit rolls it back.
pub(super) struct Work<'a> {
    pub(super) transaction: Transaction<'a>,
    shared: &'a Shared,
    pub(super) head: ChainHead,
    /// The last number of each session that was written to.
    last: HashMap<String, u64>,
    /// Calls whose sensitive values were put into the vault.
    kept: Vec<PendingId>,
    /// Of the command that is carried out.
    entries: Vec<Entry>,
    /// Of the command that is carried out.
    done_with: Vec<PendingId>,
    /// Of the command that is carried out.
    removed: Vec<PendingId>,
}

impl<'a> Work<'a> {
    /// Begins a transaction with the write lock.
    pub(super) fn begin(connection: &'a mut Connection, shared: &'a Shared) -> Result<Self, StoreError> {
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let head = entries::head(&transaction)?;
        Ok(Self {
            transaction,
            shared,
            head,
            last: HashMap::new(),
            kept: Vec::new(),
            entries: Vec::new(),
            done_with: Vec::new(),
            removed: Vec::new(),
        })
    }

    /// Commits.
    pub(super) fn commit(mut self) -> Result<(), StoreError> {
        let kept = std::mem::take(&mut self.kept);
        let (transaction, shared) = (self.transaction, self.shared);
        transaction.commit().map_err(failed).inspect_err(|_| forget(shared, &kept))
    }

    /// Rolls back.
    pub(super) fn roll_back(self) {
        forget(self.shared, &self.kept);
    }

    pub(super) fn carry_out(&mut self, command: &WriteCommand) -> Result<Written, StoreError> {
        let answer = match command {
            WriteCommand::Append(events) => {
                self.append(events)?;
                Answer::Done
            }
            WriteCommand::Insert { call, max_open } => self.insert(call, *max_open)?,
            WriteCommand::Decide { id, verdict, by, now } => {
                let call = calls::get(&self.transaction, id)?;
                let decided = transition::decide_by(call, verdict.clone(), by.as_deref().cloned(), *now);
                Answer::Decided(self.take(decided, *now)?)
            }
            WriteCommand::Claim { id, now, lease } => {
                let call = calls::get(&self.transaction, id)?;
                Answer::Call(self.take(transition::claim(call, *now, *lease), *now)?)
            }
            WriteCommand::Finish { id, state, outcome, now } => {
                let call = calls::get(&self.transaction, id)?;
                let outcome = self.shared.sensitive_values.scrub(call.as_ref(), outcome.clone());
                Answer::Finished(self.take(transition::finish(call, *state, outcome, *now), *now)?)
            }
            WriteCommand::Expire { now } => {
                let over = calls::over(&self.transaction, None, *now)?;
                Answer::Calls(self.end(&over, *now)?)
            }
            WriteCommand::RegisterTools(tools) => {
                register_tools(&self.transaction, tools)?;
                Answer::Done
            }
            WriteCommand::PutRecord { owner, record, now } => {
                Answer::Put(records::put(&self.transaction, owner, record, *now)?)
            }
            WriteCommand::KeepResult(result) => {
                results::put(&self.transaction, result)?;
                Answer::Done
            }
            WriteCommand::RemoveResults(what) => Answer::Batch(results::remove(&self.transaction, what)?),
            WriteCommand::Erase { what, reason, now, progress } => {
                Answer::Batch(self.erase(what, reason, *now, *progress)?)
            }
            WriteCommand::Prune { what, reason, now, progress } => {
                Answer::Batch(self.prune(*what, reason, *now, *progress)?)
            }
        };
        let entries = std::mem::take(&mut self.entries);
        let done_with = std::mem::take(&mut self.done_with);
        let removed = std::mem::take(&mut self.removed);
        Ok(Written { entries, done_with, removed, answer })
    }

    fn insert(&mut self, call: &PendingCall, max_open: usize) -> Result<Answer, StoreError> {
        let session = &call.owner.session;
        let exists = calls::get(&self.transaction, &call.id)?.is_some();
        if call.is_new() && !exists {
            let over = calls::over(&self.transaction, Some(session), call.created)?;
            self.end(&over, call.created)?;
        }
        let open = calls::count_open(&self.transaction, session)?;
        let (stored, secrets) = SensitiveValues::separate(call.clone());
        let inserted = match transition::insert(stored, exists, open, max_open) {
            Ok(inserted) => inserted,
            Err(error) => return Ok(Answer::Inserted(Err(error))),
        };
        if let Some(call) = inserted.write {
            self.kept.push(call.id.clone());
            self.shared.sensitive_values.put(call.id.clone(), secrets, call.created);
            calls::insert(&self.transaction, &call)?;
        }
        self.append(&inserted.events)?;
        Ok(Answer::Inserted(Ok(())))
    }

    /// Ends those calls whose time is over; they come back as they are then.
    fn end(&mut self, over: &[PendingCall], now: Timestamp) -> Result<Vec<PendingCall>, StoreError> {
        let ended = over.iter().filter_map(|call| transition::expire(call, now));
        ended.map(|ended| self.take(ended, now)).collect()
    }

    /// Writes the output of a step, and returns its answer.
    pub(super) fn take<T>(&mut self, step: Transition<T>, now: Timestamp) -> Result<T, StoreError> {
        if let Some(call) = step.write {
            calls::update(&self.transaction, &call, now)?;
            if call.state.is_final() {
                self.done_with.push(call.id);
            }
        }
        self.append(&step.events)?;
        Ok(step.answer)
    }

    pub(super) fn append(&mut self, events: &[NewEvent]) -> Result<(), StoreError> {
        let options = &self.shared.options;
        for event in events {
            let seq = self.last_of(&event.session)? + 1;
            // The link covers the moment as it is stored.
            let at = event.at.min(LAST_MOMENT);
            let (random, key) = (&*options.random, options.key.as_ref());
            let entry = Entry::recording(&self.head, seq, (event, at), random, key)?;
            entries::insert(&self.transaction, &entry)?;
            match self.last.get_mut(&entry.session) {
                Some(last) => *last = seq,
                None => drop(self.last.insert(entry.session.clone(), seq)),
            }
            self.head = entry.head();
            self.entries.push(entry);
        }
        Ok(())
    }

    /// These calls are not stored any more.
    pub(super) fn is_removed(&mut self, calls: Vec<PendingId>) {
        self.removed = calls;
    }

    fn last_of(&self, session: &str) -> Result<u64, StoreError> {
        match self.last.get(session) {
            Some(last) => Ok(*last),
            None => entries::last_of_session(&self.transaction, session),
        }
    }
}

fn forget(shared: &Shared, kept: &[PendingId]) {
    for id in kept {
        shared.sensitive_values.forget(id);
    }
}

/// Replaces the list of tools.
fn register_tools(connection: &Connection, tools: &[RegisteredTool]) -> Result<(), StoreError> {
    connection.execute("DELETE FROM tool_registry", ()).map_err(failed)?;
    let mut statement = connection
        .prepare_cached(
            "INSERT INTO tool_registry (tool_name, tool_id, plugin, description, is_write, risk) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .map_err(failed)?;
    for tool in tools {
        statement
            .execute(params![tool.name, tool.id, tool.plugin, tool.description, tool.is_write, tool.risk])
            .map_err(failed)?;
    }
    Ok(())
}
