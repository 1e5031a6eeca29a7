//! A rule's verdict.

use hpd_runtime::spec::Risk;

use super::Assessed;

/// The verdict of an [`Escalation`](super::Escalation).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Raise {
    /// No change.
    No,
    /// The user is asked, even if the host or the user allowed the tool.
    Ask,
    /// The risk is at least this high. If it is higher than the function's risk, the user is asked.
    To(Risk),
    /// The call does not run.
    Deny {
        /// Why, for the model.
        for_model: String,
        /// Why, for the log alone.
        for_log: String,
    },
}

impl Raise {
    /// The call does not run. The model reads the first reason; the second is for the log.
    pub fn deny(for_model: impl Into<String>, for_log: impl Into<String>) -> Self {
        Self::Deny { for_model: for_model.into(), for_log: for_log.into() }
    }

    /// What a rule of this crate says of a call that it covers. Where the function has the risk already, the host may
    /// have allowed it: the user is asked all the same.
    pub(super) fn of(&self, call: &Assessed<'_>) -> Self {
        match self {
            Self::To(risk) if call.risk() >= Some(*risk) => Self::Ask,
            other => other.clone(),
        }
    }
}
