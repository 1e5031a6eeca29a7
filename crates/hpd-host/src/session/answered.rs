//! The questions that a message answers.

use std::fmt;

use hpd_journal::pending::{PendingCall, PendingId, PendingReason};
use hpd_runtime::args::Node;
use hpd_runtime::spec::QualifiedId;

use crate::collect::{Sought, Statement, occurring};

/// The last message of a person, and the questions about values that were open when it came. It answers them until the
/// person's next message.
pub(crate) struct LastMessage {
    /// The number of the message.
    number: u64,
    said: String,
    /// The words that may answer.
    answers: String,
    /// Questions that were asked after the message.
    since: Vec<PendingId>,
    /// Questions that were open when the message came, each for one call.
    open: Vec<OpenQuestion>,
}

struct OpenQuestion {
    id: PendingId,
    tool: QualifiedId,
    /// The parameters that it is about.
    names: Vec<String>,
}

impl LastMessage {
    pub(super) fn new(number: u64, statement: &Statement) -> Self {
        let Statement { said, answers } = statement;
        Self { number, said: said.clone(), answers: answers.clone(), since: Vec::new(), open: Vec::new() }
    }

    /// Whether it is the message of this number, with these words.
    pub(super) fn is(&self, number: u64, statement: &Statement) -> bool {
        self.number == number && self.said == statement.said
    }

    pub(super) const fn precedes(&self, other: &Self) -> bool {
        self.number < other.number
    }

    /// A question is asked after the message.
    pub(super) fn note(&mut self, id: &PendingId) {
        if !self.since.contains(id) {
            self.since.push(id.clone());
        }
    }

    /// Finds the questions that were open when the message came, among those that are open now.
    pub(crate) fn find_open(&mut self, rows: &[PendingCall]) {
        for row in rows {
            let PendingReason::Input { missing, uncertain, .. } = &row.awaits else { continue };
            if self.since.contains(&row.id) || self.open.iter().any(|open| open.id == row.id) {
                continue;
            }
            let names = missing.iter().chain(uncertain).cloned().collect();
            self.open.push(OpenQuestion { id: row.id.clone(), tool: row.tool.clone(), names });
        }
    }

    /// Which values of a call the message answers: those of parameters that were asked about. Other values of the call
    /// may be the ones that are meant, so all of them compete for the words.
    pub(super) fn answered(
        &self,
        tool: &QualifiedId,
        values: &[(&str, &Node<'_>)],
        sought: &[Sought<'_>],
    ) -> Vec<bool> {
        let is_asked = |name: &str| {
            self.open.iter().any(|open| open.tool == *tool && open.names.iter().any(|asked| asked == name))
        };
        if !values.iter().any(|(name, _)| is_asked(name)) {
            return Vec::new();
        }
        let occurs = occurring(std::iter::once(&*self.answers), sought);
        values.iter().zip(occurs).map(|((name, _), occurs)| occurs && is_asked(name)).collect()
    }

    /// A call of a tool took the answer to one of its questions. A message that answers two questions serves two calls.
    pub(crate) fn note_call(&mut self, tool: &QualifiedId) {
        if let Some(first) = self.open.iter().position(|open| open.tool == *tool) {
            self.open.remove(first);
        }
    }
}

/// Without the user's words.
impl fmt::Debug for LastMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastMessage").field("number", &self.number).finish_non_exhaustive()
    }
}
