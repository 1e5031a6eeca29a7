//! The input that commands need from the database.

use std::collections::{BTreeSet, HashSet};

use crate::journal::writer::WriteCommand;
use crate::pending::{Owner, PendingId};
use crate::system::Timestamp;

/// The input that commands need.
#[derive(Default)]
pub(super) struct Needs {
    /// The last numbers of these sessions.
    pub(super) sessions: BTreeSet<String>,
    /// These calls, and the last numbers of their sessions.
    pub(super) calls: BTreeSet<PendingId>,
    /// All open calls of these sessions.
    pub(super) open_calls_of: BTreeSet<String>,
    /// All calls whose time is over at this moment.
    pub(super) calls_over_at: Option<Timestamp>,
    /// The revisions of the session records of these owners.
    pub(super) records: HashSet<Owner>,
}

impl Needs {
    pub(super) fn of<'a>(commands: impl IntoIterator<Item = &'a WriteCommand>) -> Self {
        let mut needs = Self::default();
        commands.into_iter().for_each(|command| needs.add(command));
        needs
    }

    /// The input for events about the journal itself.
    pub(super) fn of_the_journal() -> Self {
        Self { sessions: BTreeSet::from([String::new()]), ..Self::default() }
    }

    fn add(&mut self, command: &WriteCommand) {
        match command {
            WriteCommand::Append(events) => {
                self.sessions.extend(events.iter().map(|event| event.session.clone()));
            }
            WriteCommand::Insert { call, .. } => {
                self.sessions.insert(call.owner.session.clone());
                self.open_calls_of.insert(call.owner.session.clone());
                self.calls.insert(call.id.clone());
            }
            WriteCommand::Decide { id, .. }
            | WriteCommand::Claim { id, .. }
            | WriteCommand::Finish { id, .. } => {
                self.calls.insert(id.clone());
            }
            WriteCommand::Expire { now } => self.calls_over_at = self.calls_over_at.max(Some(*now)),
            WriteCommand::PutRecord { owner, .. } => {
                self.records.insert(owner.clone());
            }
            // Pieces have transactions of their own.
            WriteCommand::RegisterTools(_)
            | WriteCommand::KeepResult(_)
            | WriteCommand::RemoveResults(_)
            | WriteCommand::Erase { .. }
            | WriteCommand::Prune { .. } => {}
        }
    }
}
