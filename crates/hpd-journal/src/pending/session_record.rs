//! Permissions and counts of a principal in a session, as the store keeps them.

use std::fmt;

/// Permissions and counts of a principal in a session. The host writes and reads the state; a store only compares the
/// revision.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionRecord {
    /// 1 for the first record. Each change adds 1.
    pub revision: u64,
    /// The state, as a JSON text.
    pub state: String,
    /// The host's seal on owner, revision and state; empty without keys.
    pub seal: String,
}

/// Leaves out the state: it may hold values of arguments.
impl fmt::Debug for SessionRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionRecord").field("revision", &self.revision).finish_non_exhaustive()
    }
}
