//! The states of a call that waits, or runs after it was approved.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::PendingVerdict;

/// How many wrong phrases a user may type: the last of them rejects the call.
pub const MAX_TRIES: u8 = 3;

/// The state of a call in the approval process.
///
/// ```text
/// proposed -> blocked | needs_input | awaiting_approval | approved
/// needs_input -> cancelled | expired
/// awaiting_approval -> approved | rejected | cancelled | expired
/// approved -> executing | blocked | cancelled | expired
/// executing -> succeeded | failed | unknown
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    /// The model made the call; nothing is checked yet.
    Proposed,
    /// A check or the host refused the call.
    Blocked,
    /// Values are missing or uncertain: the user is asked for them.
    NeedsInput,
    /// The user is asked whether the call may run.
    AwaitingApproval,
    /// The call may run, once.
    Approved,
    /// The call runs. After a crash, a call in this state becomes unknown.
    Executing,
    /// The call ran successfully.
    Succeeded,
    /// The call failed, or is known not to have run.
    Failed,
    /// Nobody knows whether the call took effect.
    Unknown,
    /// The user rejected the call.
    Rejected,
    /// The call was cancelled, or replaced by another call.
    Cancelled,
    /// Nobody answered in time, or the call did not run in time.
    Expired,
}

impl CallState {
    /// All states, in the order of a call's life.
    pub const ALL: [Self; 12] = [
        Self::Proposed,
        Self::Blocked,
        Self::NeedsInput,
        Self::AwaitingApproval,
        Self::Approved,
        Self::Executing,
        Self::Succeeded,
        Self::Failed,
        Self::Unknown,
        Self::Rejected,
        Self::Cancelled,
        Self::Expired,
    ];

    /// Whether the call is pending or approved. Such a call can still be decided about, and can still expire.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::NeedsInput | Self::AwaitingApproval | Self::Approved)
    }

    /// Whether the call is finished: no transition leads out of this state.
    pub const fn is_final(self) -> bool {
        !self.is_open() && !matches!(self, Self::Proposed | Self::Executing)
    }

    /// Whether the state is the end of a run: succeeded, failed or unknown.
    pub const fn is_result(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Unknown)
    }

    /// The name of the state in storage, for example `needs_input`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Blocked => "blocked",
            Self::NeedsInput => "needs_input",
            Self::AwaitingApproval => "awaiting_approval",
            Self::Approved => "approved",
            Self::Executing => "executing",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }

    /// The state that a verdict makes of this one; `None` if it can't be given here. `tries` is how often a wrong
    /// phrase was typed before. Expiry is not checked here.
    ///
    /// ```
    /// use hpd_host::approval::{CallState, PendingVerdict};
    ///
    /// let waits = CallState::AwaitingApproval;
    /// assert_eq!(waits.after(&PendingVerdict::Approved, 0), Some(CallState::Approved));
    /// assert_eq!(waits.after(&PendingVerdict::WrongPhrase, 0), Some(waits));
    /// assert_eq!(waits.after(&PendingVerdict::WrongPhrase, 2), Some(CallState::Rejected));
    /// assert_eq!(CallState::Executing.after(&PendingVerdict::Cancelled, 0), None);
    /// ```
    pub fn after(self, verdict: &PendingVerdict, tries: u8) -> Option<Self> {
        match (self, verdict) {
            (Self::AwaitingApproval, PendingVerdict::Approved) => Some(Self::Approved),
            (Self::AwaitingApproval, PendingVerdict::WrongPhrase) if tries.saturating_add(1) < MAX_TRIES => {
                Some(self)
            }
            (Self::AwaitingApproval, PendingVerdict::Rejected | PendingVerdict::WrongPhrase) => {
                Some(Self::Rejected)
            }
            (Self::Approved, PendingVerdict::Blocked) => Some(Self::Blocked),
            (_, PendingVerdict::Cancelled | PendingVerdict::Replaced { .. }) if self.is_open() => {
                Some(Self::Cancelled)
            }
            _ => None,
        }
    }
}

impl fmt::Display for CallState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{CallState, MAX_TRIES};
    use crate::pending::PendingVerdict;

    #[test]
    fn each_state_is_stored_by_its_word() {
        for state in CallState::ALL {
            assert_eq!(serde_json::to_string(&state).unwrap(), format!("\"{state}\""));
        }
    }

    #[test]
    fn verdicts_make_the_transitions_of_the_drawing() {
        let verdicts = [
            ("approve", PendingVerdict::Approved),
            ("reject", PendingVerdict::Rejected),
            ("wrong", PendingVerdict::WrongPhrase),
            ("cancel", PendingVerdict::Cancelled),
            ("replace", PendingVerdict::Replaced { by: None }),
            ("block", PendingVerdict::Blocked),
        ];
        let mut drawn = Vec::new();
        for from in CallState::ALL {
            for (name, verdict) in &verdicts {
                if let Some(to) = from.after(verdict, MAX_TRIES - 1) {
                    drawn.push(format!("{from} {name} {to}"));
                }
            }
        }
        assert_eq!(
            drawn,
            [
                "needs_input cancel cancelled",
                "needs_input replace cancelled",
                "awaiting_approval approve approved",
                "awaiting_approval reject rejected",
                "awaiting_approval wrong rejected",
                "awaiting_approval cancel cancelled",
                "awaiting_approval replace cancelled",
                "approved cancel cancelled",
                "approved replace cancelled",
                "approved block blocked",
            ]
        );
    }

    #[test]
    fn no_verdict_leads_out_of_a_final_state() {
        let finals: Vec<_> =
            CallState::ALL.into_iter().filter(|state| state.is_final()).map(CallState::as_str).collect();
        assert_eq!(finals, ["blocked", "succeeded", "failed", "unknown", "rejected", "cancelled", "expired"]);
    }
}
