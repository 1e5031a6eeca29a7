//! Details of a call for its function.

use std::sync::{Arc, OnceLock};

use crate::output::AnsweredInput;
use crate::output::input::{CallInputs, TextOfPages};
use crate::provenance::{ParameterSources, Provenance};

/// Details of a call for its function: its key, the number of the attempt, and the sources of values. The host provides
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallDetails {
    attempt: u32,
    /// Known once the call is about to run.
    idempotency_key: OnceLock<Box<str>>,
    /// By parameter, known once its values are. They are few: a list is searched as fast as a map. Calls of one kind
    /// share it.
    provenance: OnceLock<ParameterSources>,
    /// Shared by all attempts: one may begin an effect that another must know of.
    inputs: OnceLock<Arc<CallInputs>>,
}

impl CallDetails {
    /// The details with one key that all attempts at the call share.
    #[must_use]
    pub fn with_idempotency_key(mut self, key: impl Into<Box<str>>) -> Self {
        self.idempotency_key = OnceLock::from(key.into());
        self
    }

    /// The details with the source of a parameter's value.
    #[must_use]
    pub fn with_provenance(mut self, parameter: impl Into<Box<str>>, source: Provenance) -> Self {
        let mut sources = self.provenance.take().map(|sources| sources.to_vec()).unwrap_or_default();
        sources.push((parameter.into(), source));
        self.provenance = OnceLock::from(Arc::from(sources));
        self
    }

    /// The details of the attempt after this one.
    #[must_use]
    pub fn next_attempt(mut self) -> Self {
        self.attempt = self.attempt.saturating_add(1);
        // The result will not be that of the attempt before.
        self.inputs().forget_kept();
        self
    }

    /// The key that all attempts at the call share.
    pub fn idempotency_key(&self) -> Option<&str> {
        self.idempotency_key.get().map(Box::as_ref)
    }

    /// The number of the attempt, from 1.
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The source of a parameter's value.
    pub fn provenance(&self, parameter: &str) -> Option<Provenance> {
        self.provenance.get()?.iter().find(|(name, _)| **name == *parameter).map(|(_, source)| *source)
    }

    /// The details with answers to requests for input.
    #[must_use]
    pub fn with_inputs(mut self, answers: Vec<AnsweredInput>) -> Self {
        self.inputs = OnceLock::from(Arc::new(CallInputs::new(answers, None)));
        self
    }

    /// Whether the function said that its effect begins, in any attempt.
    pub fn has_effect_begun(&self) -> bool {
        self.inputs.get().is_some_and(|inputs| inputs.has_effect_begun())
    }

    pub(super) fn inputs(&self) -> &Arc<CallInputs> {
        self.inputs.get_or_init(Arc::default)
    }

    /// The answers to requests for input.
    pub fn answered_inputs(&self) -> &[AnsweredInput] {
        self.inputs.get().map_or(&[], |inputs| &inputs.answers)
    }

    /// The ids of the texts that were kept for the call, and their bytes.
    pub(super) fn kept(&self) -> Vec<TextOfPages> {
        self.inputs.get().map(|inputs| inputs.kept()).unwrap_or_default()
    }

    /// The id of the stored call that this one continues.
    #[doc(hidden)]
    pub fn continues(&self) -> Option<&str> {
        self.inputs.get()?.continues.as_deref()
    }

    pub(super) fn set_inputs(&self, answers: Vec<AnsweredInput>, continues: Option<Box<str>>) -> bool {
        self.inputs.set(Arc::new(CallInputs::new(answers, continues))).is_ok()
    }

    pub(super) fn set_idempotency_key(&self, key: Box<str>) -> bool {
        self.idempotency_key.set(key).is_ok()
    }

    pub(super) fn set_provenance(&self, sources: ParameterSources) -> bool {
        self.provenance.set(sources).is_ok()
    }
}

/// The details of a first attempt.
impl Default for CallDetails {
    fn default() -> Self {
        Self {
            attempt: 1,
            idempotency_key: OnceLock::new(),
            provenance: OnceLock::new(),
            inputs: OnceLock::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CallDetails;
    use crate::provenance::Provenance;
    use crate::{CallContext, RawCall, TurnContext};

    #[test]
    fn a_call_of_which_nothing_is_said_is_the_first_attempt_without_a_key() {
        let (call, turn) = (RawCall::new("1", "pay", "{}"), TurnContext::empty());
        let ctx = CallContext::new(&call, &turn);
        assert_eq!((ctx.attempt(), ctx.idempotency_key(), ctx.provenance("bill")), (1, None, None));
        assert!(ctx.details().is_none());
    }

    #[test]
    fn key_and_sources_are_said_once_each_in_any_order() {
        let (call, turn) = (RawCall::new("1", "pay", "{}"), TurnContext::empty());
        let ctx = CallContext::new(&call, &turn);
        assert!(ctx.set_idempotency_key("k1"));
        assert!(ctx.set_provenance([("bill", Provenance::User), ("account", Provenance::Config)]));
        assert!(!ctx.set_idempotency_key("k2"));
        assert!(!ctx.set_provenance([("bill", Provenance::Model)]));
        assert_eq!(ctx.idempotency_key(), Some("k1"));
        assert_eq!(ctx.provenance("bill"), Some(Provenance::User));
        assert_eq!(ctx.provenance("account"), Some(Provenance::Config));
    }

    #[test]
    fn the_next_attempt_keeps_key_and_sources() {
        let (call, turn) = (RawCall::new("1", "pay", "{}"), TurnContext::empty());
        let first =
            CallDetails::default().with_idempotency_key("k1").with_provenance("bill", Provenance::User);
        let ctx = CallContext::with_details(&call, &turn, first.next_attempt());
        assert_eq!(ctx.attempt(), 2);
        assert_eq!(ctx.idempotency_key(), Some("k1"));
        assert_eq!(ctx.provenance("bill"), Some(Provenance::User));
    }
}
