//! The writes of a conversation, from its events: the one reader for receipts, and for the check of a final answer.

use hpd_runtime::args::Node;
use serde_json::{Map, Value};

use super::details::{amounts, record_number};
use super::line::ReceiptState;
use crate::events::{Event, EventRecord, RecoveredEvent, ResultStatus, ToolResultEvent, ValidationStatus};
use crate::parse_trusted::parse_trusted;
use crate::pending::PendingId;
use crate::system::Timestamp;

/// A write, as far as the events tell of it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct KnownWrite<'r> {
    /// The name of the tool.
    pub tool: &'r str,
    /// The state.
    pub state: ReceiptState,
    /// The parameters that a blocked write lacks.
    pub missing: Vec<String>,
    /// Whether it is of an earlier turn.
    pub is_earlier: bool,
    /// The time of the event that gave the state.
    pub at: Timestamp,
    /// The provider's id of the call.
    pub call_id: Option<&'r str>,
    /// Why it was blocked or failed.
    pub error_type: Option<&'r str>,
    /// Whether the function was reached, as far as its result tells.
    pub has_run: bool,
    pending: Option<&'r str>,
    arguments: Arguments<'r>,
    result: Option<&'r Value>,
}

/// The arguments of a call; without sensitive ones.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arguments<'r> {
    Unknown,
    /// As the model sent them.
    Sent(&'r str),
    /// As the question to the user has them, beside those that the model sent. Their order is that of serde's map.
    Resolved {
        members: &'r Map<String, Value>,
        sent: Option<&'r str>,
    },
}

fn members_of(text: &str) -> Vec<(String, Node<'_>)> {
    match parse_trusted(text) {
        Ok(Node::Object(members)) => {
            members.into_iter().map(|(name, value)| (name.into_owned(), value)).collect()
        }
        _ => Vec::new(),
    }
}

/// Resolved arguments in the order in which the model sent them; others follow. An equal value is shown as it was sent.
fn in_order_of<'r>(
    resolved: &'r Map<String, Value>,
    sent: Option<Vec<(String, Node<'r>)>>,
) -> Vec<(String, Node<'r>)> {
    let sent = sent.unwrap_or_default();
    let others = resolved.keys().filter(|name| sent.iter().all(|(known, _)| known != *name));
    let names = sent.iter().map(|(name, _)| name).filter(|name| resolved.contains_key(*name));
    let as_sent = |name: &String, value: &Node<'_>| {
        sent.iter().find(|(known, sent)| known == name && sent == value).map(|(_, sent)| sent.clone())
    };
    let member = |name: &String| {
        let value = Node::from_value(&resolved[name]);
        (name.clone(), as_sent(name, &value).unwrap_or(value))
    };
    names.chain(others).map(member).collect()
}

impl<'r> KnownWrite<'r> {
    /// The number of the record that a success made or changed.
    pub fn record(&self) -> Option<String> {
        if self.state != ReceiptState::CarriedOut {
            return None;
        }
        record_number(self.tool, &self.members(), self.result)
    }

    /// The record and the amounts of a success.
    pub fn details(&self) -> Vec<String> {
        if self.state != ReceiptState::CarriedOut {
            return Vec::new();
        }
        self.record().into_iter().chain(amounts(&self.members())).collect()
    }

    /// The arguments in the order of the call.
    pub fn arguments(&self) -> Vec<(String, Node<'r>)> {
        match self.arguments {
            Arguments::Unknown => Vec::new(),
            Arguments::Sent(text) => members_of(text),
            Arguments::Resolved { members, sent } => in_order_of(members, sent.map(members_of)),
        }
    }

    /// The pending call, if it waited.
    pub fn pending_id(&self) -> Option<PendingId> {
        self.pending.map(PendingId::new)
    }

    fn members(&self) -> Map<String, Value> {
        match self.arguments {
            Arguments::Unknown => Map::new(),
            Arguments::Sent(text) => match parse_trusted(text).map(|sent| sent.to_value()) {
                Ok(Value::Object(members)) => members,
                _ => Map::new(),
            },
            Arguments::Resolved { members, .. } => members.clone(),
        }
    }
}

/// The last known state of each write, from the events. `turn` is the turn of the checked final answer or the receipt;
/// writes of other turns are [earlier](KnownWrite::is_earlier) ones. With `None`, no write is earlier.
///
/// A repeated call replaces the blocked call before it.
pub fn known_writes<'r>(records: &'r [EventRecord], turn: Option<&str>) -> Vec<KnownWrite<'r>> {
    let mut writes: Vec<Called<'r>> = Vec::new();
    for record in records {
        read(record, &mut writes);
    }
    let begun = turn.and_then(|turn| records.iter().find(|record| record.turn.as_deref() == Some(turn)));
    // Decisions and results since the turn began are of this turn, whenever the call was made.
    let is_of_another = |write: &Called<'_>, turn: &str| {
        write.turn.is_some_and(|its| its != turn) && begun.is_none_or(|begun| write.last < begun.entry)
    };
    let known = writes.into_iter().filter(|write| write.is_write && !write.is_replaced);
    known
        .map(|mut write| {
            write.known.is_earlier = turn.is_some_and(|turn| is_of_another(&write, turn));
            write.known
        })
        .collect()
}

/// A call, as far as the events were read.
struct Called<'r> {
    known: KnownWrite<'r>,
    session: &'r str,
    turn: Option<&'r str>,
    /// A call that waited is a write if its question or its result says so.
    is_write: bool,
    is_replaced: bool,
    is_over: bool,
    /// The last entry about it.
    last: u64,
}

fn read<'r>(record: &'r EventRecord, writes: &mut Vec<Called<'r>>) {
    match &record.event {
        Event::ToolCall(call) => {
            let mut write = begun(record, &call.tool, call.is_write);
            if let Some(sent) = call.arguments.as_deref().filter(|_| call.is_write) {
                write.known.arguments = Arguments::Sent(sent);
            }
            writes.push(write);
        }
        Event::WriteValidation(check) => {
            let write = of(record, &check.tool, None, writes);
            write.is_write = true;
            if check.status == ValidationStatus::Blocked {
                write.known.missing.clone_from(&check.missing_fields);
                write.becomes(ReceiptState::Blocked, record.at);
            }
        }
        Event::ToolRetry(retry) => replace_earlier(record, &retry.tool, writes),
        Event::Recovered(recovered) => recover(record, recovered, writes),
        Event::AskUser(asked) if asked.pending_id.is_some() => {
            let pending = asked.pending_id.as_ref().map(PendingId::as_str);
            of(record, &asked.tool, pending, writes).becomes(ReceiptState::WaitsForValues, record.at);
        }
        Event::Mcq(mcq) => {
            let text = |name: &str| mcq.0.get(name).and_then(Value::as_str);
            let tool = text("pending_tool").unwrap_or_default();
            let write = of(record, tool, text("pending_id"), writes);
            if let Some(Value::Object(resolved)) = mcq.0.get("pending_args") {
                let sent = match write.known.arguments {
                    Arguments::Sent(text) => Some(text),
                    Arguments::Unknown | Arguments::Resolved { .. } => None,
                };
                write.known.arguments = Arguments::Resolved { members: resolved, sent };
            }
            write.becomes(ReceiptState::WaitsForConfirmation, record.at);
        }
        Event::Decision(decision) => {
            let write = of(record, &decision.tool, Some(decision.pending_id.as_str()), writes);
            // This is the last event of a call that waited for values.
            write.is_replaced |= decision.verdict == "replaced";
            if let Some(status) = ResultStatus::of(decision.state) {
                write.becomes(state_of(status), record.at);
                write.is_over = true;
            }
        }
        Event::ToolStarted(started) => {
            let pending = Some(started.pending_id.as_str());
            of(record, &started.tool, pending, writes).becomes(ReceiptState::Running, record.at);
        }
        Event::ToolResult(result) => end(record, result, writes),
        _ => {}
    }
}

fn end<'r>(record: &'r EventRecord, result: &'r ToolResultEvent, writes: &mut Vec<Called<'r>>) {
    let pending = result.pending_id.as_ref().map(PendingId::as_str);
    let write = of(record, &result.tool, pending, writes);
    write.is_over = result.status != ResultStatus::Forwarded;
    write.is_write = result.is_write;
    write.known.result = result.result.as_ref();
    write.known.error_type = result.error_type.as_deref();
    write.known.has_run = result.attempts > 0;
    let was_blocked =
        result.status == ResultStatus::Error && result.validation_status == Some(ValidationStatus::Blocked);
    let state = if was_blocked { ReceiptState::Blocked } else { state_of(result.status) };
    write.becomes(state, record.at);
}

const fn state_of(status: ResultStatus) -> ReceiptState {
    match status {
        ResultStatus::Ok => ReceiptState::CarriedOut,
        ResultStatus::Error => ReceiptState::Failed,
        ResultStatus::Unknown => ReceiptState::Unknown,
        ResultStatus::Rejected => ReceiptState::Rejected,
        ResultStatus::Cancelled => ReceiptState::Cancelled,
        ResultStatus::Blocked => ReceiptState::Blocked,
        ResultStatus::Expired => ReceiptState::Expired,
        ResultStatus::Forwarded => ReceiptState::Forwarded,
    }
}

fn begun<'r>(record: &'r EventRecord, tool: &'r str, is_write: bool) -> Called<'r> {
    let known = KnownWrite {
        tool,
        state: ReceiptState::NotRun,
        missing: Vec::new(),
        is_earlier: false,
        at: record.at,
        call_id: record.call_id.as_deref(),
        error_type: None,
        has_run: false,
        pending: None,
        arguments: Arguments::Unknown,
        result: None,
    };
    Called {
        known,
        session: &record.session,
        turn: record.turn.as_deref(),
        is_write,
        is_replaced: false,
        is_over: false,
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
    let is_it = |write: &Called<'_>| has_id(write) && (write.known.tool == tool || tool.is_empty());
    let waited = |write: &Called<'_>| pending.is_some() && write.known.pending == pending;
    let may_wait = |write: &Called<'_>| write.known.pending.is_none() || pending.is_none();
    let may_go_on = |write: &Called<'_>| !write.is_over && may_wait(write);
    let last = writes.iter().rposition(has_id).filter(|&place| may_go_on(&writes[place]));
    let known = writes
        .iter()
        .rposition(waited)
        .or_else(|| last.filter(|&place| is_it(&writes[place])))
        .or_else(|| last.filter(|&place| writes[place].known.pending.is_none()))
        .or_else(|| writes.iter().rposition(|write| is_it(write) && may_go_on(write)))
        .or_else(|| writes.iter().rposition(|write| is_it(write) && may_wait(write)));
    let place = known.unwrap_or_else(|| {
        writes.push(begun(record, tool, false));
        writes.len() - 1
    });
    let write = &mut writes[place];
    if !tool.is_empty() {
        write.known.tool = tool;
    }
    write.known.pending = pending.or(write.known.pending);
    write.last = record.entry;
    write
}

/// A wrong call becomes one of the tool that was meant.
fn recover<'r>(record: &'r EventRecord, recovered: &'r RecoveredEvent, writes: &mut [Called<'r>]) {
    let Some(place) = writes.iter().rposition(|write| write.has_id_of(record)) else { return };
    writes[place].known.tool = &recovered.tool;
}

/// Drops the blocked call that this one repeats. A failed call stays, since another may have been meant. The repeating
/// call is the last one with the id of the record; ids may be the same.
fn replace_earlier(record: &EventRecord, tool: &str, writes: &mut [Called<'_>]) {
    let this = writes.iter().rposition(|write| write.has_id_of(record)).unwrap_or(writes.len());
    let earlier = writes[..this].iter_mut().rev().find(|write| {
        write.known.tool == tool && write.session == record.session && write.turn == record.turn.as_deref()
    });
    if let Some(earlier) = earlier.filter(|write| write.known.state == ReceiptState::Blocked) {
        earlier.is_replaced = true;
    }
}

impl Called<'_> {
    /// Whether it is a call with the id of the record: not the only one, perhaps.
    fn has_id_of(&self, record: &EventRecord) -> bool {
        record.call_id.is_some()
            && self.known.call_id == record.call_id.as_deref()
            && self.session == record.session
    }

    fn becomes(&mut self, state: ReceiptState, at: Timestamp) {
        self.known.state = state;
        self.known.at = at;
    }
}
