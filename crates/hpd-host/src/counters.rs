//! How often each check caught something.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use hpd_runtime::output::FailureEffect;
use serde::Serialize;

use crate::call_error::{CallError, CallMistake, FunctionError};
use crate::outcome::{Outcome, OutcomeKind, Recovered};

/// How often each check of a [`Toolbox`](crate::Toolbox) caught an error, in all sessions. A toolbox and its later
/// [snapshots](crate::Toolbox::to_builder) share these counters. They begin when the first toolbox is built.
///
/// An error counts once in its own field. Wrong arguments count in [`errors`](Self::errors) once for each error in
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Counters {
    /// Calls that were answered.
    pub calls: u64,
    /// A container was called with parameters.
    pub container_with_parameters: u64,
    /// There was no tool of the name, and nothing like it.
    pub unknown_name: u64,
    /// A name was prefixed with the name of its container or plugin.
    pub qualified_name: u64,
    /// There was no tool of the name, but one like it.
    pub misspelt_name: u64,
    /// A tool was called that is inside a container that was not expanded.
    pub hidden_tool: u64,
    /// The arguments were wrong.
    pub invalid_arguments: u64,
    /// A filter denied a call.
    pub denied: u64,
    /// A call failed with the same error for at least the third time.
    pub repeated: u64,
    /// A function failed.
    pub failed: u64,
    /// A function panicked.
    pub panicked: u64,
    /// A call was cancelled.
    pub cancelled: u64,
    /// A function was not done in time.
    pub timed_out: u64,
    /// Attempts at a call beyond the first.
    pub retried: u64,
    /// A call with an unknown effect; it counts in the field of its error, too.
    pub unknown_outcome: u64,
    /// A call beyond the number that a message may have.
    pub too_many_calls: u64,
    /// A call was refused for another reason.
    pub refused: u64,
    /// A wrong call was answered with an expansion.
    pub expanded_instead: u64,
    /// A wrong call was run as it was meant, at once. Writes that must wait for the user don't count: they have not
    /// run.
    pub run_as_meant: u64,
    /// Errors in arguments, by code.
    pub errors: BTreeMap<&'static str, u64>,
    /// Warnings about arguments, by code.
    pub warnings: BTreeMap<&'static str, u64>,
}

/// The counters of a toolbox. A call with which nothing is wrong touches one of them.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    calls: AtomicU64,
    /// Everything else is rare: one lock for all costs no one time.
    caught: Mutex<Counters>,
}

impl Counts {
    /// Counts an outcome.
    #[inline]
    /// Whether there was more to count than the call.
    pub(crate) fn count(&self, outcome: &Outcome) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let is_odd = match &outcome.kind {
            OutcomeKind::Error(_) => true,
            OutcomeKind::Result(result) => result.attempts > 1,
            _ => false,
        };
        let is_caught = is_odd || outcome.recovered.is_some() || !outcome.warnings.is_empty();
        if is_caught {
            self.count_caught(outcome);
        }
        is_caught
    }

    /// Counts how a call ended that was counted when it was handed on.
    pub(crate) fn count_completed(&self, outcome: &Outcome) {
        if let OutcomeKind::Error(error) = &outcome.kind {
            self.caught.lock().unwrap_or_else(PoisonError::into_inner).count_error(error);
        }
    }

    pub(crate) fn snapshot(&self) -> Counters {
        let caught = self.caught.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Counters { calls: self.calls.load(Ordering::Relaxed), ..caught }
    }

    #[cold]
    fn count_caught(&self, outcome: &Outcome) {
        // Counts are always consistent, so a panic in another holder leaves nothing half done.
        let mut caught = self.caught.lock().unwrap_or_else(PoisonError::into_inner);
        for warning in &outcome.warnings {
            *caught.warnings.entry(warning.code.as_str()).or_default() += 1;
        }
        if let Some(recovered) = &outcome.recovered {
            caught.count_recovery(recovered, &outcome.kind);
        }
        match &outcome.kind {
            OutcomeKind::Error(error) => caught.count_error(error),
            OutcomeKind::Result(result) => caught.retried += retries(result.attempts),
            _ => {}
        }
    }
}

fn retries(attempts: u32) -> u64 {
    attempts.saturating_sub(1).into()
}

impl Counters {
    /// A call that was passed on but did not run counts under the reason that stopped it.
    fn count_recovery(&mut self, recovered: &Recovered, kind: &OutcomeKind) {
        *self.mistake(recovered.mistake) += 1;
        match (&recovered.ran, kind) {
            (Some(_), _) => self.run_as_meant += 1,
            (None, OutcomeKind::Expanded(_)) => self.expanded_instead += 1,
            (None, _) => {}
        }
    }

    fn count_error(&mut self, error: &CallError) {
        let counter = match error {
            CallError::Repeated(repeated) => {
                self.repeated += 1;
                return self.count_error(&repeated.error);
            }
            CallError::Validation(response) => {
                for error in &response.errors {
                    *self.errors.entry(error.error_code.as_str()).or_default() += 1;
                }
                &mut self.invalid_arguments
            }
            CallError::UnknownTool(unknown) => self.mistake(unknown.mistake),
            CallError::HiddenTool(hidden) => self.mistake(hidden.mistake),
            CallError::Container(_) => self.mistake(CallMistake::ContainerWithParameters),
            CallError::Denied(_) => &mut self.denied,
            CallError::Function(error) => self.function_problem(error),
            CallError::TooManyCalls(_) => &mut self.too_many_calls,
            _ => &mut self.refused,
        };
        *counter += 1;
    }

    fn mistake(&mut self, mistake: CallMistake) -> &mut u64 {
        match mistake {
            CallMistake::ContainerWithParameters => &mut self.container_with_parameters,
            CallMistake::UnknownName => &mut self.unknown_name,
            CallMistake::QualifiedName => &mut self.qualified_name,
            CallMistake::MisspeltName => &mut self.misspelt_name,
            CallMistake::HiddenTool => &mut self.hidden_tool,
        }
    }

    fn function_problem(&mut self, error: &FunctionError) -> &mut u64 {
        self.retried += retries(error.attempts());
        if error.effect() == FailureEffect::Unknown {
            self.unknown_outcome += 1;
        }
        match error {
            error if error.is_panic() => &mut self.panicked,
            error if error.is_cancelled() => &mut self.cancelled,
            error if error.is_timeout() => &mut self.timed_out,
            _ => &mut self.failed,
        }
    }
}
