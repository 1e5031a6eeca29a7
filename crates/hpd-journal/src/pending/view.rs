//! A pending call for a list that a person reads.

use std::fmt;

use hpd_runtime::Principal;
use hpd_runtime::spec::{QualifiedId, Risk};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{
    CallState, Owner, PendingCall, PendingId, PendingReason, PendingVerdict, Question, QuestionField,
};
use crate::redact::{Secrets, mask};
use crate::system::Timestamp;

/// A pending call for a list that a person reads: in a terminal, a web page, the inbox of an approver.
///
/// Only a view for whoever may answer has the [question](Self::question) with nonce and phrase. Any other view has
/// neither, and no sensitive value. `Serialize` writes `nonce` and `phrase` where the view has them.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::pending::{CallState, PendingView};
/// use hpd_journal::testing::store_kit::sample_call;
///
/// let call = sample_call("first", CallState::AwaitingApproval);
/// let view = PendingView::of(&call, false, Timestamp::from_millis(1_000_000));
/// assert_eq!((view.name.as_str(), view.nonce()), ("void_invoice", None));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PendingView {
    /// The id of the stored call.
    pub id: PendingId,
    /// The session and the principal of the call.
    pub owner: Owner,
    /// The tool.
    pub tool: QualifiedId,
    /// The name that the model called.
    pub name: String,
    /// The state at the moment of the view.
    pub state: CallState,
    /// The assessed risk; `None` for a tool that only reads.
    pub risk: Option<Risk>,
    /// When the call was stored.
    pub created: Timestamp,
    /// The end of the time for an answer.
    pub expires: Timestamp,
    /// The question as a text for a person; `None` if nothing was asked.
    pub text: Option<String>,
    /// The arguments, as the question shows them.
    pub fields: Vec<QuestionField>,
    /// The decision.
    pub verdict: Option<PendingVerdict>,
    /// Who changed values of earlier questions about this call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edited_by: Vec<Principal>,
    /// Whether this process can take an answer. `false` for a call whose sensitive values another process keeps: the
    /// answer has to reach the process that asked. Only whoever may answer reads `false`.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub answerable_here: bool,
    #[serde(flatten)]
    question: Answerable,
}

impl PendingView {
    /// The view of a call at this moment, for a reader who may answer its question or may not.
    pub fn of(call: &PendingCall, may_answer: bool, now: Timestamp) -> Self {
        let state = call.state_at(now);
        let asked = call.question();
        let may_answer = may_answer && matches!(state, CallState::AwaitingApproval | CallState::Approved);
        let (question, shown) = match asked {
            Some(question) if may_answer => (Some(Box::new(question.clone())), Some(question)),
            asked => (None, asked.map(|question| without_answer(call, question))),
        };
        let text = match &call.awaits {
            PendingReason::Input { question, .. } => Some(secrets_of(call).scrub(question)),
            PendingReason::Nothing | PendingReason::Approval { .. } => shown.as_ref().map(Question::text),
        };
        Self {
            id: call.id.clone(),
            owner: call.owner.clone(),
            tool: call.tool.clone(),
            name: call.sent.name.clone(),
            state,
            risk: call.binding.risk,
            created: call.created,
            expires: call.expires,
            text,
            fields: shown.map(|question| question.fields().to_vec()).unwrap_or_default(),
            verdict: call.verdict.clone(),
            edited_by: call.edited_by.clone(),
            answerable_here: true,
            question: Answerable(question),
        }
    }

    /// The whole question, for whoever may answer it while it is open or approved.
    pub fn question(&self) -> Option<&Question> {
        self.question.0.as_deref()
    }

    /// The nonce that the answer repeats, for whoever may answer.
    pub fn nonce(&self) -> Option<&str> {
        self.question().map(Question::nonce)
    }

    /// The phrase to type, for whoever may answer.
    pub fn phrase(&self) -> Option<&str> {
        self.question().and_then(Question::phrase)
    }
}

/// The question without phrase and sensitive values.
fn without_answer(call: &PendingCall, question: Question) -> Question {
    let secrets = secrets_of(call);
    question.without(&|text| secrets.scrub(text)).without_answer()
}

/// The sensitive values of a call: they may occur in any of its texts.
fn secrets_of(call: &PendingCall) -> Secrets {
    let PendingCall { frozen, sent, notes, inputs, .. } = call;
    let mut secrets = notes.secrets.clone();
    secrets.learn(&inputs.secrets());
    if !notes.sensitive.is_empty() {
        secrets.learn(&mask(&frozen.arguments, &notes.sensitive).1);
        secrets.learn(&mask(&sent.arguments, &notes.sensitive).1);
    }
    secrets
}

/// The question of a view, for whoever may answer it. Its nonce and phrase are the part that is serialised.
#[derive(Clone, PartialEq, Eq)]
struct Answerable(Option<Box<Question>>);

impl Serialize for Answerable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(question) = &self.0 {
            map.serialize_entry("nonce", question.nonce())?;
            if let Some(phrase) = question.phrase() {
                map.serialize_entry("phrase", phrase)?;
            }
        }
        map.end()
    }
}

/// Leaves out nonce, phrase and values: debug output may be logged.
impl fmt::Debug for PendingView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingView")
            .field("id", &self.id)
            .field("owner", &self.owner)
            .field("tool", &self.tool)
            .field("state", &self.state)
            .field("risk", &self.risk)
            .field("created", &self.created)
            .field("expires", &self.expires)
            .field("is_answerable", &self.question().is_some())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
