//! A whole outcome: its kind, with the call and the warnings.

use std::sync::Arc;

use hpd_runtime::CallContext;
use hpd_runtime::args::{CallOrigin, Warning};

use super::{OutcomeKind, Recovered};
use crate::call_error::{CallError, FunctionError};

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The provider's id of the call.
    pub call_id: Arc<str>,
    /// The name that was called.
    pub tool_name: Arc<str>,
    /// The kind of outcome.
    pub kind: OutcomeKind,
    /// The warnings about the arguments.
    pub warnings: Vec<Warning>,
    /// The recovery, if the call was wrong and the toolbox recovered it.
    pub recovered: Option<Box<Recovered>>,
    /// What the provider's message says of the call beside its name, if anything: its result repeats some of it.
    pub origin: Option<Arc<CallOrigin>>,
}

impl Outcome {
    /// Cuts the model's text of an expansion beyond `most` bytes; the host keeps the whole.
    #[cold]
    pub(crate) fn shorten_expansions(&mut self, max: usize) {
        if let OutcomeKind::Expanded(expansion) = &mut self.kind {
            expansion.shorten(max);
        }
        if let Some(recovered) = &mut self.recovered {
            recovered.shorten(max);
        }
    }

    #[expect(clippy::inline_always, reason = "the good path of every call")]
    #[inline(always)]
    pub(crate) fn new(context: CallContext<'_>, kind: OutcomeKind) -> Self {
        let call = context.call();
        Self {
            call_id: call.id.clone(),
            tool_name: call.name.clone(),
            kind,
            warnings: context.into_warnings(),
            recovered: None,
            origin: call.origin.clone(),
        }
    }

    /// Whether a function ran for it, or a container was expanded: in this program, or at the client.
    pub(crate) fn has_run(&self) -> bool {
        match &self.kind {
            OutcomeKind::Result(_) | OutcomeKind::Expanded(_) | OutcomeKind::Forward(_) => true,
            OutcomeKind::Error(_) => self.attempts().is_some_and(|attempts| attempts > 0),
            OutcomeKind::AskUser(_) | OutcomeKind::Confirm(_) | OutcomeKind::Settled(_) => false,
        }
    }

    /// The ids under which a long result, or the long message of an error, is [kept](crate::results::LargeResults); none
    /// for others.
    pub fn kept(&self) -> &[String] {
        match &self.kind {
            OutcomeKind::Result(result) => result.extra.kept(),
            OutcomeKind::Error(error) => error.function().map_or(&[], FunctionError::kept),
            OutcomeKind::Settled(earlier) => &earlier.notes.kept,
            _ => &[],
        }
    }

    /// The error, if the call ended in one.
    pub const fn error(&self) -> Option<&CallError> {
        match &self.kind {
            OutcomeKind::Error(error) => Some(error),
            _ => None,
        }
    }
}
