//! The states of a call that waits, or runs after it was approved.

use serde::{Deserialize, Serialize};

/// How far a guarded call is.
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
    /// The model made it; nothing is checked yet.
    Proposed,
    /// A check or the host refused it.
    Blocked,
    /// Values are missing or uncertain: the user is asked for them.
    NeedsInput,
    /// The user is asked whether it may run.
    AwaitingApproval,
    /// It may run, once.
    Approved,
    /// It runs. Found so after a crash, it is unknown.
    Executing,
    /// It ran, and said so.
    Succeeded,
    /// It failed, or is known not to have run.
    Failed,
    /// Nobody knows whether it took effect.
    Unknown,
    /// The user said no.
    Rejected,
    /// It was given up, or another call has taken its place.
    Cancelled,
    /// Its time is over.
    Expired,
}
