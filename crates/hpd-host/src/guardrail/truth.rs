//! The truth about the writes of a conversation, from the journal.

use hpd_journal::Timestamp;
use hpd_journal::events::{Event, EventRecord, RecoveredEvent, ResultStatus, ValidationStatus};
use hpd_journal::pending::PendingId;
use hpd_runtime::__private::text::in_words;
use serde_json::{Map, Value};

use super::details::details;

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
/// use hpd_host::guardrail::truths;
///
/// assert_eq!(truths(&[], None), []);
/// ```
pub fn truths(records: &[EventRecord], turn: Option<&str>) -> Vec<WriteTruth> {
    let mut writes: Vec<Called<'_>> = Vec::new();
    for record in records {
        read(record, &mut writes);
    }
    let begun = turn.and_then(|turn| records.iter().find(|record| record.turn.as_deref() == Some(turn)));
    // Decisions and results since the turn began are of this turn, whenever the call was made.
    let is_of_another = |write: &Called<'_>, turn: &str| {
        write.turn.is_some_and(|its| its != turn) && begun.is_none_or(|begun| write.last < begun.entry)
    };
    let is_earlier = |write: &Called<'_>| turn.is_some_and(|turn| is_of_another(write, turn));
    let told = writes.iter().filter(|write| write.is_write && !write.is_replaced);
    told.map(|write| WriteTruth {
        is_earlier: is_earlier(write),
        details: write.details(),
        ..WriteTruth::new(write.tool, write.status.clone(), write.at)
    })
    .collect()
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

/// A call, as far as the events were read.
struct Called<'r> {
    session: &'r str,
    turn: Option<&'r str>,
    call_id: Option<&'r str>,
    tool: &'r str,
    status: WriteStatus,
    missing: Vec<String>,
    /// A call that waited is a write if its question or its result says so.
    is_write: bool,
    is_replaced: bool,
    /// The id under which it waited.
    pending: Option<&'r str>,
    is_over: bool,
    /// The arguments, in their resolved form if it is recorded; without sensitive ones.
    arguments: Map<String, Value>,
    result: Option<&'r Value>,
    at: Timestamp,
    /// The last entry about it.
    last: u64,
}

fn read<'r>(record: &'r EventRecord, writes: &mut Vec<Called<'r>>) {
    match &record.event {
        Event::ToolCall(call) => {
            let sent = call.arguments.as_deref().filter(|_| call.is_write);
            let arguments = sent.and_then(|sent| serde_json::from_str(sent).ok()).unwrap_or_default();
            writes.push(Called { arguments, ..begun(record, &call.tool, call.is_write) });
        }
        Event::WriteValidation(check) if check.status == ValidationStatus::Blocked => {
            let write = of(record, &check.tool, None, writes);
            write.missing.clone_from(&check.missing_fields);
            write.is_write = true;
            write.becomes(WriteStatus::Blocked(check.missing_fields.clone()), record.at);
        }
        Event::WriteValidation(check) => of(record, &check.tool, None, writes).is_write = true,
        Event::ToolRetry(retry) => replace_earlier(record, &retry.tool, writes),
        Event::Recovered(recovered) => recover(record, recovered, writes),
        Event::AskUser(asked) if asked.pending_id.is_some() => {
            let pending = asked.pending_id.as_ref().map(PendingId::as_str);
            of(record, &asked.tool, pending, writes).becomes(WriteStatus::WaitsForValues, record.at);
        }
        Event::Mcq(mcq) => {
            let text = |name: &str| mcq.0.get(name).and_then(Value::as_str);
            let tool = text("pending_tool").unwrap_or_default();
            let write = of(record, tool, text("pending_id"), writes);
            if let Some(Value::Object(resolved)) = mcq.0.get("pending_args") {
                write.arguments.clone_from(resolved);
            }
            write.becomes(WriteStatus::WaitsForConfirmation, record.at);
        }
        Event::Decision(decision) => {
            let write = of(record, &decision.tool, Some(decision.pending_id.as_str()), writes);
            // This is the last event of a call that waited for values.
            write.is_replaced |= decision.verdict == "replaced";
            if let Some(status) = ResultStatus::of(decision.state) {
                write.becomes(WriteStatus::Ended(status), record.at);
                write.is_over = true;
            }
        }
        Event::ToolStarted(started) => {
            let pending = Some(started.pending_id.as_str());
            of(record, &started.tool, pending, writes).becomes(WriteStatus::Runs, record.at);
        }
        Event::ToolResult(result) => {
            let pending = result.pending_id.as_ref().map(PendingId::as_str);
            let write = of(record, &result.tool, pending, writes);
            write.is_over = result.status != ResultStatus::Forwarded;
            write.is_write = result.is_write;
            write.result = result.result.as_ref();
            let was_blocked = result.status == ResultStatus::Blocked
                || (result.status == ResultStatus::Error
                    && result.validation_status == Some(ValidationStatus::Blocked));
            let missing = write.missing.clone();
            let status =
                if was_blocked { WriteStatus::Blocked(missing) } else { WriteStatus::Ended(result.status) };
            write.becomes(status, record.at);
        }
        _ => {}
    }
}

fn begun<'r>(record: &'r EventRecord, tool: &'r str, is_write: bool) -> Called<'r> {
    Called {
        session: &record.session,
        turn: record.turn.as_deref(),
        call_id: record.call_id.as_deref(),
        tool,
        status: WriteStatus::Called,
        missing: Vec::new(),
        is_write,
        is_replaced: false,
        pending: None,
        is_over: false,
        arguments: Map::new(),
        result: None,
        at: record.at,
        last: record.entry,
    }
}

/// The call that a record is about. A pending call is found by its pending id. Otherwise it is the last call with the
/// record's id that is not over: providers number calls from the start in each answer. The record may name another
/// tool, since a recovered call continues as a call of that tool. Among finished calls, it is the last one of the tool.
fn of<'w, 'r>(
    record: &'r EventRecord,
    tool: &'r str,
    pending: Option<&'r str>,
    writes: &'w mut Vec<Called<'r>>,
) -> &'w mut Called<'r> {
    let has_id = |write: &Called<'_>| write.has_id_of(record);
    let is_it = |write: &Called<'_>| has_id(write) && (write.tool == tool || tool.is_empty());
    let waited = |write: &Called<'_>| pending.is_some() && write.pending == pending;
    let may_wait = |write: &Called<'_>| write.pending.is_none() || pending.is_none();
    let may_go_on = |write: &Called<'_>| !write.is_over && may_wait(write);
    let last = writes.iter().rposition(has_id).filter(|&place| may_go_on(&writes[place]));
    let known = writes
        .iter()
        .rposition(waited)
        .or_else(|| last.filter(|&place| is_it(&writes[place])))
        .or_else(|| last.filter(|&place| writes[place].pending.is_none()))
        .or_else(|| writes.iter().rposition(|write| is_it(write) && may_go_on(write)))
        .or_else(|| writes.iter().rposition(|write| is_it(write) && may_wait(write)));
    let place = known.unwrap_or_else(|| {
        writes.push(begun(record, tool, false));
        writes.len() - 1
    });
    let write = &mut writes[place];
    if !tool.is_empty() {
        write.tool = tool;
    }
    write.pending = pending.or(write.pending);
    write.last = record.entry;
    write
}

/// A wrong call becomes one of the tool that was meant.
fn recover<'r>(record: &'r EventRecord, recovered: &'r RecoveredEvent, writes: &mut [Called<'r>]) {
    let Some(place) = writes.iter().rposition(|write| write.has_id_of(record)) else { return };
    writes[place].tool = &recovered.tool;
}

/// Drops the blocked call that this one repeats. A failed call stays, since another may have been meant. The repeating
/// call is the last one with the id of the record; ids may be the same.
fn replace_earlier(record: &EventRecord, tool: &str, writes: &mut [Called<'_>]) {
    let this = writes.iter().rposition(|write| write.has_id_of(record)).unwrap_or(writes.len());
    let earlier = writes[..this].iter_mut().rev().find(|write| {
        write.tool == tool && write.session == record.session && write.turn == record.turn.as_deref()
    });
    let was_blocked = |write: &Called<'_>| matches!(write.status, WriteStatus::Blocked(_));
    if let Some(earlier) = earlier.filter(|write| was_blocked(write)) {
        earlier.is_replaced = true;
    }
}

impl Called<'_> {
    /// Whether it is a call with the id of the record: not the only one, perhaps.
    fn has_id_of(&self, record: &EventRecord) -> bool {
        record.call_id.is_some()
            && self.call_id == record.call_id.as_deref()
            && self.session == record.session
    }

    fn details(&self) -> Vec<String> {
        if self.status.is_success() { details(self.tool, &self.arguments, self.result) } else { Vec::new() }
    }

    fn becomes(&mut self, status: WriteStatus, at: Timestamp) {
        self.status = status;
        self.at = at;
    }
}
