//! Inputs that the function of a call asked for, and the user's answers.

use std::fmt;

use hpd_runtime::__private::text::HIDDEN;
use hpd_runtime::args::Node;
use hpd_runtime::output::{AnsweredInput, InputRequest};
use serde::{Deserialize, Serialize};

use super::PendingId;
use super::canonical::canonical_json;
use crate::parse_trusted::parse_trusted;
use crate::redact::Secrets;

/// An input that a function asked for.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunctionInput {
    /// The key by which the function reads the answer.
    pub key: String,
    /// The question, and the schema of its answer.
    pub request: InputRequest,
    /// The answer of the user, as canonical JSON; `None` while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// The inputs of a call, in the order in which they were asked for. All of them are part of its digest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct FunctionInputs {
    /// The inputs.
    pub inputs: Vec<FunctionInput>,
    /// The call that this one continues: the run that asked, or the question that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<PendingId>,
}

impl FunctionInput {
    /// An open input.
    pub fn open(key: impl Into<String>, request: InputRequest) -> Self {
        Self { key: key.into(), request, answer: None }
    }

    /// An answered input. The answer is canonical JSON.
    pub fn answered(key: impl Into<String>, request: InputRequest, answer: impl Into<String>) -> Self {
        Self { answer: Some(answer.into()), ..Self::open(key, request) }
    }

    /// The schema of the answer, as canonical JSON.
    pub(crate) fn schema_text(&self) -> String {
        let schema = self.request.schema();
        canonical_json(&Node::from_value(schema)).unwrap_or_else(|_| schema.to_string())
    }
}

/// Leaves out the answer: debug output may be logged.
impl fmt::Debug for FunctionInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionInput")
            .field("key", &self.key)
            .field("is_answered", &self.answer.is_some())
            .finish_non_exhaustive()
    }
}

impl FunctionInputs {
    /// Inputs of a call that continues another one.
    pub const fn new(inputs: Vec<FunctionInput>, after: Option<PendingId>) -> Self {
        Self { inputs, after }
    }

    /// Whether there is nothing of them.
    pub const fn is_empty(&self) -> bool {
        self.inputs.is_empty() && self.after.is_none()
    }

    /// The inputs that have no answer yet.
    pub fn open(&self) -> impl Iterator<Item = &FunctionInput> {
        self.inputs.iter().filter(|input| input.answer.is_none())
    }

    /// The answers, for the function.
    pub fn answers(&self) -> Vec<AnsweredInput> {
        let answered = self.inputs.iter().filter_map(|input| Some((input, input.answer.as_deref()?)));
        answered
            .map(|(input, json)| AnsweredInput {
                key: input.key.as_str().into(),
                request: input.request.clone(),
                json: json.into(),
            })
            .collect()
    }

    /// The sensitive answers.
    #[doc(hidden)]
    pub fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::default();
        for input in self.inputs.iter().filter(|input| input.request.is_sensitive()) {
            if let Some(Ok(answer)) = input.answer.as_deref().map(parse_trusted) {
                secrets.add(&answer);
            }
        }
        secrets
    }

    /// Whether there is a sensitive answer.
    pub(crate) fn has_sensitive(&self) -> bool {
        self.inputs.iter().any(|input| input.request.is_sensitive() && input.answer.is_some())
    }

    /// The inputs without these values, and without sensitive answers.
    pub(crate) fn without(mut self, secrets: &Secrets) -> Self {
        for input in &mut self.inputs {
            if let Some(answer) = &mut input.answer {
                *answer = if input.request.is_sensitive() {
                    format!("\"{HIDDEN}\"")
                } else {
                    secrets.scrub(answer)
                };
            }
            let message = secrets.scrub(input.request.message());
            if message != input.request.message() {
                let request = InputRequest::new(message, input.request.schema().clone());
                input.request = if input.request.is_sensitive() { request.sensitive() } else { request };
            }
        }
        self
    }
}
