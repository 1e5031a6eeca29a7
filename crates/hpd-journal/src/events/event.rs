//! The events. Agent front ends know their names and fields.

use hpd_runtime::args::Caller;
use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::gap::JournalGapEvent;
use super::outline::unless_in_outline;
use super::reading::{ArgumentsReadEvent, CollapsedEvent};
use crate::pending::{CallState, DecidedBy, PendingId};

/// A fact about a call, or about its turn. As JSON it is `{"type": .., "data": {..}}`.
///
/// Values of sensitive parameters are removed from events. The [documentation of the
/// journal](crate::journal#sensitive-values) lists the values that the removal does not find. A value that no call has
/// contained yet is not known as sensitive. It may be in a function's text, or in a user's text if the host
/// [records](crate::journal::FreeText) that text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// The user wrote a message, and a first call was made for it.
    TurnStarted(TurnStartedEvent),
    /// The model made a call. Nothing is checked yet.
    ToolCall(ToolCallEvent),
    /// The arguments of a call were not read as the model wrote them: they were repaired, or values came from elsewhere.
    ArgumentsRead(ArgumentsReadEvent),
    /// A write was checked: it was blocked, or passed.
    WriteValidation(WriteValidationEvent),
    /// The model repeats a call that was blocked before, or a function is attempted once more.
    ToolRetry(ToolRetryEvent),
    /// The user is asked for values.
    AskUser(AskUserEvent),
    /// The user is asked whether a write may run: multiple choice.
    Mcq(McqEvent),
    /// Something was decided about a call that waited.
    Decision(DecisionEvent),
    /// A write starts to run. The event is recorded before the run.
    ToolStarted(ToolStartedEvent),
    /// A call ended, or was forwarded.
    ToolResult(ToolResultEvent),
    /// A wrong call with a clear intent was recovered.
    Recovered(RecoveredEvent),
    /// A container was expanded: more tools can be called from now on.
    Expanded(ExpandedEvent),
    /// A container was collapsed: its tools are not listed any more. It is recorded with the next call of the session.
    Collapsed(CollapsedEvent),
    /// A false claim about a write was replaced.
    Guardrail(GuardrailEvent),
    /// The host's detector of claims gave no answer: the final answer was checked by words alone.
    DetectorFailed(DetectorFailedEvent),
    /// The contents of entries were erased, on purpose.
    Erased(ErasedEvent),
    /// The oldest entries were removed, on purpose.
    Pruned(PrunedEvent),
    /// Events could not be written, or may be missing.
    JournalGap(JournalGapEvent),
}

/// The data of [`Event::TurnStarted`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TurnStartedEvent {
    /// The user's message, if the host provides it; `[hidden]` if it [is not recorded](crate::journal::FreeText).
    #[serde(default, deserialize_with = "unless_in_outline")]
    pub query: Option<String>,
    /// The name of the channel that brought the message, as the host gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
}

/// The data of [`Event::ToolCall`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCallEvent {
    /// The name of the called tool; if no tool has the name, the name as the model wrote it.
    pub tool: String,
    /// The tool's qualified id; left out where no tool has the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_id: Option<String>,
    /// Whether the tool writes.
    pub is_write: bool,
    /// The text of the arguments as the model wrote it. For a tool with sensitive parameters, only the arguments known
    /// to be harmless; `None` if they can't be separated.
    #[serde(default, deserialize_with = "unless_in_outline")]
    pub arguments: Option<String>,
    /// Who made the call, if the provider said so: a program that the model wrote, for example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
}

/// The result of a write's check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValidationStatus {
    /// It does not run.
    Blocked,
    /// Nothing is wrong with its arguments.
    Passed,
}

/// The data of [`Event::WriteValidation`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct WriteValidationEvent {
    /// The name of the tool.
    pub tool: String,
    /// The result.
    pub status: ValidationStatus,
    /// The required parameters that are missing. In JSON, every blocked write has this member, even if it is empty. A
    /// value that has to be confirmed is not missing: it is among the `errors`.
    #[serde(default, deserialize_with = "unless_in_outline")]
    pub missing_fields: Vec<String>,
    /// The errors, one sentence each.
    #[serde(default, deserialize_with = "unless_in_outline")]
    pub errors: Vec<String>,
    /// The parameters that were checked and are right.
    #[serde(default, deserialize_with = "unless_in_outline")]
    pub fields_validated: Vec<String>,
    /// The errors, as a text for people.
    #[serde(default, deserialize_with = "unless_in_outline")]
    pub message: Option<String>,
    /// How long the check took, in milliseconds.
    #[serde(default)]
    pub duration_ms: Option<f64>,
    /// Whether the user is asked now, so that the model has nothing to correct. Left out of JSON if it is `false`.
    #[serde(default)]
    pub asks_user: bool,
}

/// Every blocked write has `missing_fields`, even if it is empty, since front ends rely on it. Every other empty list
/// is left out.
impl Serialize for WriteValidationEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("tool", &self.tool)?;
        map.serialize_entry("status", &self.status)?;
        if self.status == ValidationStatus::Blocked || !self.missing_fields.is_empty() {
            map.serialize_entry("missing_fields", &self.missing_fields)?;
        }
        for (name, texts) in [("errors", &self.errors), ("fields_validated", &self.fields_validated)] {
            if !texts.is_empty() {
                map.serialize_entry(name, texts)?;
            }
        }
        if let Some(message) = &self.message {
            map.serialize_entry("message", message)?;
        }
        if let Some(duration) = self.duration_ms {
            map.serialize_entry("duration_ms", &duration)?;
        }
        if self.asks_user {
            map.serialize_entry("asks_user", &true)?;
        }
        map.end()
    }
}

/// The data of [`Event::ToolRetry`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolRetryEvent {
    /// The name of the tool.
    pub tool: String,
    /// Which attempt this is; the first one is 1, so this is at least 2.
    pub attempt: u32,
    /// Why there is another one.
    pub reason: String,
}

/// The data of [`Event::AskUser`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AskUserEvent {
    /// The name of the tool.
    pub tool: String,
    /// The pending call. Left out if no call is pending: after the answer, the model has to make a new call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_id: Option<PendingId>,
    /// The question.
    pub question: String,
    /// The parameters that have no value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The parameters whose value has to be confirmed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncertain: Vec<String>,
}

/// The data of [`Event::Mcq`]: that of [`Question::to_mcq`](crate::pending::Question::to_mcq), with the nonce for the
/// answer. Only for the user, never for the model.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct McqEvent(pub Map<String, Value>);

/// Leaves out nonce and phrase: whoever knows them could answer.
impl fmt::Debug for McqEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McqEvent").field("pending_id", &self.0.get("pending_id")).finish_non_exhaustive()
    }
}

/// The data of [`Event::Decision`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DecisionEvent {
    /// The name of the tool.
    pub tool: String,
    /// The call that waited.
    pub pending_id: PendingId,
    /// The decision: `approved`, `rejected`, `wrong_phrase`, `cancelled`, `replaced`, `blocked`; or `expired`, if the
    /// requested values never came.
    pub verdict: String,
    /// The state of the call now.
    pub state: CallState,
    /// How many wrong phrases were typed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tries: u8,
    /// The person who decided. Left out if the program did: an expiry, a replacement, a later check. Clients do not get
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<DecidedBy>,
}

/// The data of [`Event::ToolStarted`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolStartedEvent {
    /// The name of the tool.
    pub tool: String,
    /// The call that runs.
    pub pending_id: PendingId,
}

/// The end of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultStatus {
    /// The call ran successfully, or expanded a container.
    Ok,
    /// The call was refused, or failed.
    Error,
    /// Nobody knows whether the call took effect.
    Unknown,
    /// The user rejected the call.
    Rejected,
    /// The call was cancelled.
    Cancelled,
    /// The call was approved, but refused by a later check.
    Blocked,
    /// The time of the call was over before anybody answered, or before the call ran.
    Expired,
    /// The call was forwarded: its end comes later.
    Forwarded,
}

/// The data of [`Event::ToolResult`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResultEvent {
    /// The name that was called.
    pub tool: String,
    /// Whether it succeeded.
    pub success: bool,
    /// The end of the call.
    pub status: ResultStatus,
    /// Whether the tool writes; `false` for a write that was delivered again and did not run again.
    pub is_write: bool,
    /// The function's result, as the model reads it.
    #[serde(default, deserialize_with = "unless_in_outline", skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The error that the model reads in place of a result.
    #[serde(default, deserialize_with = "unless_in_outline", skip_serializing_if = "Option::is_none")]
    pub error: Option<Value>,
    /// The kind of error, as `CallError::error_type` says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_type: Option<String>,
    /// The codes of all errors in the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_codes: Vec<String>,
    /// Of a write: whether its arguments passed the check; left out where they were not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_status: Option<ValidationStatus>,
    /// Of a write: the parameters that were checked.
    #[serde(default, deserialize_with = "unless_in_outline", skip_serializing_if = "Vec::is_empty")]
    pub fields_checked: Vec<String>,
    /// The codes of the warnings about its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// How often the function was attempted; 0 if it was not reached.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attempts: u32,
    /// The time from the arrival of the call to its outcome, in milliseconds; of an approved call, from the approval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// The call that waited, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_id: Option<PendingId>,
}

/// The data of [`Event::Recovered`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecoveredEvent {
    /// The name that was called, as `tool_call` tells it.
    pub called: String,
    /// The mistake, as in `CallMistake::as_str`.
    pub mistake: String,
    /// The tool of the call's later events. It is the tool that was meant in two cases: the call was passed on to it,
    /// or no tool has the called name. Otherwise, and if nobody knows which tool was meant, it is the called name.
    pub tool: String,
    /// The tool that was meant, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
    /// The tool that ran, or runs now. Left out where nothing has run: its arguments were refused, or the user is asked
    /// first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran: Option<String>,
}

/// The data of [`Event::Expanded`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExpandedEvent {
    /// The name of the container.
    pub container: String,
    /// The functions of the container that can be called now.
    pub functions: Vec<String>,
}

/// The data of [`Event::Guardrail`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GuardrailEvent {
    /// Which one: `hallucinated_success`, `false_failure`.
    pub guardrail: String,
    /// The model's statements with a false part; `[hidden]`, where [free text](crate::journal::FreeText) is not
    /// recorded.
    pub claims: Vec<String>,
    /// The sentences that replace these statements in the final answer.
    pub replacement: String,
}

/// The data of [`Event::DetectorFailed`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DetectorFailedEvent {
    /// Why: `failed`, `timed_out` or `panicked`. The log has the detector's own text.
    pub reason: String,
}

impl DetectorFailedEvent {
    /// An event with its reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

/// The data of [`Event::Erased`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErasedEvent {
    /// The numbers of the entries, as ranges: the first and the last number of each.
    pub entries: Vec<(u64, u64)>,
    /// Why.
    pub reason: String,
}

/// The data of [`Event::Pruned`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PrunedEvent {
    /// The number of the last entry that was removed.
    pub through: u64,
    /// The hash of that entry: the chain continues from it.
    pub hash: String,
    /// Why.
    pub reason: String,
}

/// Whether a number says nothing.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
