//! The stored row of a pending call.

use std::collections::BTreeMap;
use std::fmt;

use hpd_runtime::__private::order::sort_by;
use hpd_runtime::args::Caller;
use hpd_runtime::spec::{QualifiedId, Risk};
use hpd_runtime::values::Provenance;
use hpd_runtime::{Principal, TurnContext};
use serde::{Deserialize, Serialize};

use super::stored_form::with_stored_form;
use super::{CallState, FunctionInputs, Offer, Question, StoreError};
use crate::parse_trusted::read_stored;
use crate::redact::Secrets;
use crate::setters::{optional_setters, setters};
use crate::system::Timestamp;

/// The id of a pending call: 128 random bits, as 32 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PendingId(Box<str>);

impl PendingId {
    /// The id with this text.
    pub fn new(text: impl Into<Box<str>>) -> Self {
        Self(text.into())
    }

    /// As a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PendingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The session and the principal of a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Owner {
    /// The id of the session.
    pub session: String,
    /// The principal on whose behalf the call is made, and the tenant whose data it uses.
    #[serde(flatten)]
    pub principal: Principal,
}

impl Owner {
    /// A turn for resuming the call, on behalf of its owner.
    #[doc(hidden)]
    pub fn turn(&self, turn: &TurnContext) -> TurnContext {
        TurnContext { principal: self.principal.clone(), ..turn.clone() }
    }
}

/// The call as the model made it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentCall {
    /// The provider's id of the call.
    pub id: String,
    /// The name that was called.
    pub name: String,
    /// The text of the arguments, as the model wrote it.
    pub arguments: String,
    /// Who made the call, if the provider said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
}

/// The arguments of the run, frozen when the call was stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrozenArguments {
    /// All arguments, as canonical JSON.
    pub arguments: String,
    /// The provenance of each argument.
    pub provenance: BTreeMap<String, Provenance>,
}

/// The binding of an approval: checked again before the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalBinding {
    /// The fingerprint of the tool: SHA-256 over everything that the user agrees to, in hexadecimal digits.
    #[serde(alias = "schema_hash")]
    pub fingerprint: String,
    /// The assessed risk; `None` for a tool that only reads.
    pub risk: Option<Risk>,
    /// The version of the host's policy.
    pub policy_version: String,
    /// The wider permissions that the question offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// The host's version of the source of an external tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_version: Option<String>,
    /// SHA-256 over everything that the approval covers, in hexadecimal digits. With the host's keys, a seal of it: the
    /// id of the key, a full stop, and 64 hexadecimal digits.
    pub digest: String,
}

/// The answer that a stored call needs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PendingReason {
    /// No answer: the host allows the call.
    Nothing,
    /// Values from the user.
    Input {
        /// The parameters that have no value, and the keys of inputs that have no answer.
        missing: Vec<String>,
        /// The parameters whose value the user has to confirm.
        uncertain: Vec<String>,
        /// The question to the user.
        question: String,
    },
    /// A decision of the user.
    Approval {
        /// The nonce that the answer repeats: 128 random bits, as 32 hexadecimal digits.
        nonce: String,
        /// The phrase that has to be typed.
        phrase: Option<String>,
        /// The question as shown to the user, as a JSON text.
        question: String,
    },
}

/// A decision about a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum PendingVerdict {
    /// The user confirmed, with the right phrase if there is one: `awaiting_approval` becomes approved.
    Approved,
    /// The user declined: `awaiting_approval` becomes rejected.
    Rejected,
    /// The phrase was wrong: a try is counted. The third wrong phrase rejects the call.
    WrongPhrase,
    /// The call is cancelled, for example by the user: `needs_input`, `awaiting_approval` or approved becomes
    /// cancelled.
    Cancelled,
    /// Another call replaces this one, which becomes cancelled.
    Replaced {
        /// The other call, if it is pending.
        by: Option<PendingId>,
    },
    /// A check after the approval refused the call: approved becomes blocked.
    Blocked,
}

/// The person who decided about a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DecidedBy {
    /// The principal, and its tenant.
    #[serde(flatten)]
    pub principal: Principal,
    /// The name of the channel that brought the answer, as the host gives it: `web`, `slack`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// When the answer came.
    pub at: Timestamp,
    /// SHA-256 over the stored question, in 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// Whether the deciding process only recorded the decision: another one, with the function, runs the call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub runs_elsewhere: bool,
    /// The seal of the deciding process on an approval that runs elsewhere, if it has keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

impl DecidedBy {
    /// A principal who decided at this moment, without channel and question.
    pub const fn new(principal: Principal, at: Timestamp) -> Self {
        Self { principal, channel: None, at, shown: None, runs_elsewhere: false, seal: None }
    }
}

optional_setters!(DecidedBy { channel: String, shown: String, seal: String });
setters!(DecidedBy { runs_elsewhere: bool });

/// Notes for the journal about a pending or running call. The digest does not cover them, and no decision depends on
/// them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CallNotes {
    /// The id of the turn in which it was made.
    pub turn: Option<String>,
    /// Whether the tool writes.
    pub is_write: bool,
    /// The parameters that were checked.
    pub fields: Vec<String>,
    /// The parameters whose values only the run may see.
    pub sensitive: Vec<String>,
    /// The codes of the warnings about the arguments.
    pub warnings: Vec<String>,
    /// Whether it is the function that asks the user: then its arguments had passed the check.
    pub asked_by_function: bool,
    /// The time from the start of the call to the end of the check, in microseconds.
    pub checked_in_us: Option<u64>,
    /// When the call was [claimed](super::PendingStore::claim) for the run.
    pub claimed: Option<Timestamp>,
    /// Whether another process, or an earlier one, keeps sensitive values of the call. Its digest does not fit here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub values_elsewhere: bool,
    /// Sensitive values that the conversation is known to have: they are never written.
    #[serde(skip)]
    #[doc(hidden)]
    pub secrets: Secrets,
}

/// Leaves out the text: debug output may be logged.
impl fmt::Debug for StoredOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredOutcome").field("is_error", &self.is_error).finish_non_exhaustive()
    }
}

/// The stored end of a call. A repeated decision gets this end as its outcome.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredOutcome {
    /// Whether it is an error.
    pub is_error: bool,
    /// The text for the model.
    pub text: String,
    /// Notes for the journal.
    #[serde(default)]
    pub notes: OutcomeNotes,
}

/// Notes for the journal about the end of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OutcomeNotes {
    /// The kind of error, if the call ended in one.
    pub error_type: Option<String>,
    /// How often the function was attempted.
    pub attempts: u32,
    /// The duration, in microseconds.
    pub took_us: Option<u64>,
    /// The ids under which a long result, or the long message of an error, is kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<String>,
}

with_stored_form! {
    /// A call that waits for the user, or was approved.
    ///
    /// It holds arguments, nonce and phrase. So that it does not become a text by accident, it does not implement
    /// `Serialize`. A store writes [`to_stored`](Self::to_stored), a user reads a [`PendingView`](super::PendingView).
    ///
    /// ```compile_fail,E0277
    /// fn row(call: &hpd_journal::pending::PendingCall) -> String {
    ///     serde_json::to_string(call).unwrap()
    /// }
    /// ```
    #[derive(Clone, PartialEq, Eq)]
    pub struct PendingCall {
        /// The id of the stored call. Ids from providers may repeat.
        pub id: PendingId,
        /// The session and the principal of the call.
        pub owner: Owner,
        /// The call as the model made it.
        pub sent: SentCall,
        /// The tool.
        pub tool: QualifiedId,
        /// The arguments of the run.
        pub frozen: FrozenArguments,
        /// The binding of an approval.
        #[serde(rename = "guarded")]
        pub binding: ApprovalBinding,
        /// The answer that the call needs.
        pub awaits: PendingReason,
        /// The state.
        pub state: CallState,
        /// When the call was stored.
        pub created: Timestamp,
        /// The end of the time for an answer.
        pub expires: Timestamp,
        /// How often a wrong phrase was typed.
        pub tries: u8,
        /// The decision.
        pub verdict: Option<PendingVerdict>,
        /// Who gave it, if a person did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub decided_by: Option<DecidedBy>,
        /// Who changed values of earlier questions about this call. The values are in this question.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub edited_by: Vec<Principal>,
        /// The inputs that the function asked for, with their answers.
        #[serde(default, skip_serializing_if = "FunctionInputs::is_empty")]
        pub inputs: Box<FunctionInputs>,
        /// The time limit of the run. After this moment, the effect counts as unknown.
        pub lease: Option<Timestamp>,
        /// The end of the call.
        pub outcome: Option<StoredOutcome>,
        /// Notes for the journal.
        #[serde(default)]
        pub notes: CallNotes,
    }
}

#[derive(Deserialize)]
#[serde(transparent)]
struct ReadCall(#[serde(with = "StoredForm")] PendingCall);

impl PendingCall {
    /// The call as JSON, for stores alone: arguments, nonce and phrase are in it.
    ///
    /// # Errors
    ///
    /// It can't be written as JSON.
    pub fn to_stored(&self) -> Result<String, StoreError> {
        let mut text = Vec::new();
        StoredForm::serialize(self, &mut serde_json::Serializer::new(&mut text)).map_err(StoreError::new)?;
        String::from_utf8(text).map_err(StoreError::new)
    }

    /// The call that [`to_stored`](Self::to_stored) wrote, by this version or an earlier one.
    ///
    /// # Errors
    ///
    /// The text is no stored call. The error does not quote the text.
    pub fn from_stored(text: &str) -> Result<Self, StoreError> {
        let ReadCall(call) = read_stored(text).map_err(|_| StoreError::new("a stored call can't be read"))?;
        Ok(call)
    }

    /// The question, if the call waits for a decision; `None` otherwise, or if the text is unreadable.
    pub fn question(&self) -> Option<Question> {
        match &self.awaits {
            PendingReason::Approval { question, .. } => read_stored(question).ok(),
            PendingReason::Nothing | PendingReason::Input { .. } => None,
        }
    }

    /// Calls in the order of stores: the oldest first, those of one moment by id.
    pub(crate) fn oldest_first(calls: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut calls: Vec<_> = calls.into_iter().collect();
        sort_by(&mut calls, |left, right| (left.created, &left.id).cmp(&(right.created, &right.id)));
        calls
    }

    /// The question as a text.
    pub fn question_text(&self) -> Option<String> {
        match &self.awaits {
            PendingReason::Nothing => None,
            PendingReason::Input { question, .. } => Some(question.clone()),
            PendingReason::Approval { .. } => self.question().map(|question| question.text()),
        }
    }
}

/// Leaves out arguments, phrases and nonces: debug output may be logged.
impl fmt::Debug for PendingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCall")
            .field("id", &self.id)
            .field("tool", &self.tool)
            .field("state", &self.state)
            .field("created", &self.created)
            .field("expires", &self.expires)
            .field("verdict", &self.verdict)
            .finish_non_exhaustive()
    }
}
