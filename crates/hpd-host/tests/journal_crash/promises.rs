//! The messages of processes before they were killed.

use std::collections::{BTreeMap, BTreeSet};

use hpd_host::approval::{CallState, PendingId, PendingVerdict};

use crate::said::Said;

/// Everything that must hold from now on.
#[derive(Debug, Default)]
pub(crate) struct Promises {
    pub(crate) inserted: BTreeSet<PendingId>,
    pub(crate) decided: BTreeMap<PendingId, PendingVerdict>,
    pub(crate) claimed: BTreeSet<PendingId>,
    pub(crate) finished: BTreeMap<PendingId, CallState>,
    /// Calls that were found running, and recovered.
    pub(crate) unknown: BTreeSet<PendingId>,
    /// Calls that were approved before a kill, and ran after it.
    pub(crate) resumed: BTreeSet<PendingId>,
    /// Calls of the model that were answered with a success, by the id that it gave them.
    pub(crate) successes: BTreeSet<String>,
    /// Calls that ran when the last process was killed.
    pub(crate) left_running: BTreeSet<PendingId>,
}

impl Promises {
    /// Records the messages of a process. Calls that its predecessors left running are unknown once it has recovered.
    pub(crate) fn take(&mut self, said: Vec<Said>) {
        for said in said {
            match said {
                Said::Inserted(id) => drop(self.inserted.insert(id)),
                Said::Decided(id, verdict) => drop(self.decided.insert(id, verdict)),
                Said::Claimed(id) => drop(self.claimed.insert(id)),
                Said::Finished(id, state) => drop(self.finished.insert(id, state)),
                Said::Unknown(id) => drop(self.unknown.insert(id)),
                Said::Resumed(id) => drop(self.resumed.insert(id)),
                Said::Answered { call, is_success: true } => drop(self.successes.insert(call)),
                Said::Recovered => self.unknown.append(&mut self.left_running),
                Said::Answered { .. }
                | Said::Opened
                | Said::At(_)
                | Said::Written(_)
                | Said::Removed(_)
                | Said::Verified(_)
                | Said::Reply(_)
                | Said::Done => {}
            }
        }
    }
}
