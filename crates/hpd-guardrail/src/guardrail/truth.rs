//! The truth about the writes of a conversation, from the journal.

use hpd_journal::__private::{KnownWrite, known_writes};
use hpd_journal::Timestamp;
use hpd_journal::events::{Event, EventRecord, ResultStatus};
use hpd_journal::receipt::ReceiptState;
use hpd_runtime::__private::text::in_words;

/// The progress of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteStatus {
    /// The model called the tool; nothing else is known.
    Called,
    /// The user is asked for values.
    WaitsForValues,
    /// The user is asked whether the write may run.
    WaitsForConfirmation,
    /// The write runs.
    Runs,
    /// A check blocked the write; it did not run. Contains the names of the missing parameters.
    Blocked(Vec<String>),
    /// The write ended. The status is never [`ResultStatus::Blocked`].
    Ended(ResultStatus),
}

impl WriteStatus {
    /// Whether the write ran, and reported success.
    pub const fn is_success(&self) -> bool {
        matches!(self, Self::Ended(ResultStatus::Ok))
    }
}

/// The truth about one write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteTruth {
    /// The name of the tool. Claims are matched with its words.
    pub tool: String,
    /// Its action in words, for users: `create payment`.
    pub label: String,
    /// The progress of the write.
    pub status: WriteStatus,
    /// Whether the write was called in an earlier turn. A claim that fits such a write may be a true report of it.
    pub is_earlier: bool,
    /// The time of the event that gave the status.
    pub at: Timestamp,
    /// Details of a success: the number of its record, and its amounts.
    pub details: Vec<String>,
}

impl WriteTruth {
    /// The truth about a write of this turn.
    pub fn new(tool: impl Into<String>, status: WriteStatus, at: Timestamp) -> Self {
        let tool = tool.into();
        Self { label: in_words(&tool), tool, status, is_earlier: false, at, details: Vec::new() }
    }

    /// That a tool was not called with success, as far as one may say so without a write.
    pub(super) fn uncalled(tool: impl Into<String>) -> Self {
        Self::new(tool, WriteStatus::Called, Timestamp::default())
    }
}

/// The last known status of each write, from the events. `turn` is the turn of the checked final answer; writes of
/// other turns are [earlier](WriteTruth::is_earlier) ones. With `None`, no write is earlier.
///
/// A repeated call replaces the blocked call before it.
///
/// ```
/// use hpd_guardrail::truths;
///
/// assert_eq!(truths(&[], None), []);
/// ```
pub fn truths(records: &[EventRecord], turn: Option<&str>) -> Vec<WriteTruth> {
    known_writes(records, turn).iter().map(truth).collect()
}

fn truth(write: &KnownWrite<'_>) -> WriteTruth {
    WriteTruth {
        is_earlier: write.is_earlier,
        details: write.details(),
        ..WriteTruth::new(write.tool, status(write), write.at)
    }
}

fn status(write: &KnownWrite<'_>) -> WriteStatus {
    WriteStatus::Ended(match write.state {
        ReceiptState::WaitsForValues => return WriteStatus::WaitsForValues,
        ReceiptState::WaitsForConfirmation => return WriteStatus::WaitsForConfirmation,
        ReceiptState::Running => return WriteStatus::Runs,
        ReceiptState::Blocked => return WriteStatus::Blocked(write.missing.clone()),
        ReceiptState::CarriedOut => ResultStatus::Ok,
        ReceiptState::Failed => ResultStatus::Error,
        ReceiptState::Unknown => ResultStatus::Unknown,
        ReceiptState::Rejected => ResultStatus::Rejected,
        ReceiptState::Cancelled => ResultStatus::Cancelled,
        ReceiptState::Expired => ResultStatus::Expired,
        ReceiptState::Forwarded => ResultStatus::Forwarded,
        // The two crates pin each other, so this is `NotRun` alone.
        _ => return WriteStatus::Called,
    })
}

/// Whether something was read with success: in the turn, and before it.
pub(super) fn reads(records: &[EventRecord], turn: Option<&str>) -> (bool, bool) {
    let is_read = |record: &&EventRecord| {
        let Event::ToolResult(result) = &record.event else { return false };
        // A call that only revealed tools ran nothing.
        !result.is_write && result.status == ResultStatus::Ok && result.attempts > 0
    };
    let is_of_turn = |record: &EventRecord| turn.is_none() || record.turn.as_deref() == turn;
    let mut reads = records.iter().filter(is_read);
    (reads.clone().any(is_of_turn), reads.any(|record| !is_of_turn(record)))
}
