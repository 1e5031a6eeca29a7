//! An outcome for the user.

use std::borrow::Cow;

use super::{FunctionResult, Outcome, OutcomeKind};
use crate::call_error::CallError;
use crate::outcome::model::output_text;

impl Outcome {
    /// The text for the user, if any: a question, a cancellation, or a result that goes to the user.
    pub fn for_user(&self) -> Option<Cow<'_, str>> {
        match &self.kind {
            OutcomeKind::AskUser(question) => Some(question.question().into()),
            OutcomeKind::Confirm(question) => Some(question.text().into()),
            OutcomeKind::Result(FunctionResult { direct: true, output, .. }) => Some(output_text(output)),
            OutcomeKind::Error(CallError::NotApproved(error)) => Some(error.for_user().into()),
            _ => None,
        }
    }
}
