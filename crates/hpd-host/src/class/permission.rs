//! The permission for a call.

use serde::{Deserialize, Serialize};

/// The permission for a call. Stricter ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// It runs without a question.
    Allow,
    /// The user is asked.
    Ask,
    /// It does not run.
    Deny,
}

impl Permission {
    /// As a word: `allow`, `ask` or `deny`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}
