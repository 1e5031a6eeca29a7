//! A receipt, and its lines.

use serde::Serialize;

use super::arguments::arguments;
use super::writes::{KnownWrite, known_writes};
use crate::events::EventRecord;
use crate::pending::PendingId;
use crate::pending::question::{field, label, plain};
use crate::system::Timestamp;

/// The state of a write, as the journal knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReceiptState {
    /// The write ran, and reported success.
    CarriedOut,
    /// A check or a rule refused the write before it ran.
    Blocked,
    /// The write ran, and reported a failure.
    Failed,
    /// The model called the tool, and nothing followed.
    NotRun,
    /// The user is asked whether the write may run.
    WaitsForConfirmation,
    /// The user is asked for values.
    WaitsForValues,
    /// The write runs.
    Running,
    /// The write was forwarded, and ends later.
    Forwarded,
    /// It is not known whether the write took effect.
    Unknown,
    /// The user rejected the write.
    Rejected,
    /// The write was cancelled before it ran.
    Cancelled,
    /// The write expired before it ran: the user did not answer in time, or the approved write did not run in time.
    Expired,
}

impl ReceiptState {
    /// All states. A table of phrases needs one for each.
    pub const ALL: [Self; 12] = [
        Self::CarriedOut,
        Self::Blocked,
        Self::Failed,
        Self::NotRun,
        Self::WaitsForConfirmation,
        Self::WaitsForValues,
        Self::Running,
        Self::Forwarded,
        Self::Unknown,
        Self::Rejected,
        Self::Cancelled,
        Self::Expired,
    ];
}

/// An argument of a write, as the user is shown it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReceiptArgument {
    /// The name: plain if it is a plain word, else in quotes.
    pub name: String,
    /// The value as escaped JSON, at most 80 characters of it; a longer one ends with `…`.
    pub value: String,
}

/// A write of the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReceiptLine {
    /// The name of the tool, as the model called it. It is not escaped: [`label`](Self::label) is for users.
    pub tool: String,
    /// The tool's action for users: its title, or its name in words.
    pub label: String,
    /// The state of the write.
    pub state: ReceiptState,
    /// The names of the parameters that a blocked write lacks, for users.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Why a write was blocked or failed, as `CallError::error_type` of `hpd-host` says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_type: Option<String>,
    /// The arguments in the order of the call, without sensitive ones. Empty if they are unreadable or unknown.
    pub arguments: Vec<ReceiptArgument>,
    /// The number of the record that the write made or changed, if its result or arguments name one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The provider's id of the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
    /// The pending call, if the write waited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_id: Option<PendingId>,
    /// The time of the event that gave the state.
    pub at: Timestamp,
}

impl ReceiptLine {
    fn of(write: &KnownWrite<'_>) -> Self {
        Self {
            tool: write.tool.to_owned(),
            label: label(write.tool, None),
            state: shown_state(write),
            missing: write.missing.iter().map(|name| field(name)).collect(),
            error_type: write.error_type.map(str::to_owned),
            arguments: arguments(&write.arguments()),
            record: write.record().map(|number| plain(&number)),
            call_id: write.call_id.map(str::to_owned),
            pending_id: write.pending_id(),
            at: write.at,
        }
    }

    /// The line with the tool's own title as its label. An empty title is ignored.
    #[must_use]
    pub fn with_title(mut self, title: &str) -> Self {
        self.label = label(&self.tool, Some(title));
        self
    }
}

/// The writes of a turn with their states, in the order of their calls.
///
/// A call that was blocked, and then repeated, is left out. A write of an earlier turn may also be in this receipt.
/// Then the user's answer about it, or its result, came after this turn began.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Receipt {
    /// The turn; `None` if the session has none yet.
    pub turn: Option<String>,
    /// The writes.
    pub lines: Vec<ReceiptLine>,
}

impl Receipt {
    /// The receipt of a turn, from the events of its session. Leave out the events of later turns: the writes of these
    /// turns would be in this receipt, too.
    pub fn of_events(records: &[EventRecord], turn: &str) -> Self {
        let writes = known_writes(records, Some(turn));
        let lines = writes.iter().filter(|write| !write.is_earlier).map(ReceiptLine::of);
        Self { turn: Some(turn.to_owned()), lines: lines.collect() }
    }

    /// Whether the turn has no write.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// A call that ended before its function was reached was refused: by a filter, a rule or a limit.
fn shown_state(write: &KnownWrite<'_>) -> ReceiptState {
    match write.state {
        ReceiptState::Failed if !write.has_run => ReceiptState::Blocked,
        state => state,
    }
}
