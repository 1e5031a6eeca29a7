//! The events of a call: its beginning and its end.

use hpd_journal::__private::{millis, text_or_json};
use hpd_journal::events::{
    AskUserEvent, Event, ExpandedEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolRetryEvent,
    ValidationStatus, WriteValidationEvent,
};
use hpd_journal::pending::StoredOutcome;
use hpd_runtime::__private::text::start;
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::output::FailureEffect;
use serde_json::Value;

use super::facts::CallFacts;
use crate::call_error::{CallError, CallMistake, HiddenTool};
use crate::collect::{AskUser, Cause};
use crate::outcome::{Outcome, OutcomeKind};

/// Maximum recorded bytes of arguments.
pub(super) const ARGUMENTS: usize = 64 * 1024;

/// The events of a call before its checks.
pub(super) fn call_events(facts: &CallFacts) -> Vec<Event> {
    let call = ToolCallEvent::new(facts.tool.clone(), facts.is_write)
        .tool_id(facts.tool_id.clone())
        .arguments(shown_arguments(facts))
        .caller(facts.caller.clone());
    let retry = facts.refused_before.and_then(|refused| retry_event(&facts.tool, refused));
    std::iter::once(Event::ToolCall(call)).chain(retry).collect()
}

/// The arguments without sensitive values; `None` if all of them may be sensitive.
pub(super) fn shown_arguments(facts: &CallFacts) -> Option<String> {
    facts.arguments.as_deref().map(|text| start(&facts.secrets.scrub(text), ARGUMENTS).to_owned())
}

/// A write whose arguments were refused so often is called once more.
pub(super) fn retry_event(tool: &str, refused: u32) -> Option<Event> {
    let retry = ToolRetryEvent::new(
        tool,
        refused.saturating_add(1),
        "Previous attempt blocked by pre-flight validation",
    );
    (refused > 0).then_some(Event::ToolRetry(retry))
}

/// The events of a call's end, after `took_us`. `is_recorded` means that the journal recorded the end itself.
pub(super) fn end_events(
    facts: &CallFacts,
    outcome: &Outcome,
    took_us: u64,
    is_recorded: bool,
) -> Vec<Event> {
    let duration_ms = Some(millis(took_us));
    let end = End { facts, outcome, duration_ms };
    match &outcome.kind {
        // A pending call was recorded when it was stored.
        OutcomeKind::Confirm(_) => Vec::new(),
        OutcomeKind::Settled(earlier) => vec![end.repeated(earlier)],
        OutcomeKind::Forward(_) => vec![end.handed_on()],
        _ if is_recorded => Vec::new(),
        OutcomeKind::AskUser(question) => end.asked(question),
        OutcomeKind::Error(error) => {
            let blocked = match error.refused() {
                Some(response) if facts.is_write => Some(Event::WriteValidation(end.blocked(response))),
                _ => None,
            };
            blocked.into_iter().chain(end.retried()).chain([end.failed(error)]).collect()
        }
        OutcomeKind::Expanded(_) if end.is_expanded_instead() => vec![end.expanded_instead()],
        OutcomeKind::Result(_) | OutcomeKind::Expanded(_) => {
            let expansion = expansion_event(outcome);
            expansion.into_iter().chain(end.retried()).chain([end.succeeded()]).collect()
        }
    }
}

/// How a call ended.
struct End<'a> {
    facts: &'a CallFacts,
    outcome: &'a Outcome,
    duration_ms: Option<f64>,
}

impl End<'_> {
    /// The name of the tool: the one that was called, if nothing else is known.
    fn tool(&self) -> String {
        if self.facts.tool.is_empty() { self.outcome.tool_name.to_string() } else { self.facts.tool.clone() }
    }

    /// A question that was not stored with this call. It is new if no pending call has it. Otherwise a pending question
    /// was asked again, and the only events are about the write that did not run.
    fn asked(&self, question: &AskUser) -> Vec<Event> {
        let secrets = &self.facts.secrets;
        let is_new = question.pending().is_none();
        let blocked = if self.facts.is_write { self.blocked_for_user(question) } else { None };
        if !is_new && blocked.is_none() {
            return Vec::new();
        }
        let asked = is_new.then(|| {
            Event::AskUser(
                AskUserEvent::new(self.tool(), secrets.scrub(question.question()))
                    .missing(question.missing().to_vec())
                    .uncertain(question.uncertain().iter().map(|value| value.name.clone()).collect()),
            )
        });
        blocked.into_iter().chain(asked).chain([self.given_up(question.cause())]).collect()
    }

    /// A write whose arguments were refused.
    fn blocked(&self, response: &ValidationErrorResponse) -> WriteValidationEvent {
        let secrets = &self.facts.secrets;
        let missing = response.missing_fields().map(str::to_owned).collect();
        let errors = response.errors.iter().map(|error| secrets.scrub(&error.error_message)).collect();
        WriteValidationEvent::blocked(self.tool(), missing, errors).duration_ms(self.duration_ms)
    }

    /// A write that waits for the user, unless its function asks: then its arguments had passed.
    fn blocked_for_user(&self, question: &AskUser) -> Option<Event> {
        let uncertain = question.uncertain().iter().map(|value| value.name.as_str());
        let event = match question.cause() {
            Cause::Values => WriteValidationEvent::asking(self.tool(), question.missing(), uncertain),
            Cause::Refused(response) => self.blocked(response).asks_user(true),
            Cause::Function => return None,
        };
        Some(Event::WriteValidation(event.duration_ms(self.duration_ms)))
    }

    /// A function that was attempted more than once.
    fn retried(&self) -> Option<Event> {
        let attempts = self.outcome.attempts()?;
        ToolRetryEvent::of_function(&self.tool(), attempts).map(Event::ToolRetry)
    }

    /// A call without continuation: the user is asked for the details, and the model makes another call.
    fn given_up(&self, cause: &Cause) -> Event {
        let codes = match cause {
            Cause::Refused(response) => codes(response),
            Cause::Values | Cause::Function => Vec::new(),
        };
        let said = self.outcome.kind.as_text(&self.outcome.tool_name);
        Event::ToolResult(
            self.result()
                .error(Some(text_or_json(&self.facts.secrets.scrub(&said))))
                .error_type(Some("ask_user".to_owned()))
                .error_codes(codes)
                .validation_status(self.facts.is_write.then_some(ValidationStatus::Blocked)),
        )
    }

    /// Whether a call was answered with an expansion only.
    fn is_expanded_instead(&self) -> bool {
        self.outcome.recovered.as_ref().is_some_and(|recovered| !recovered.went_on)
    }

    /// The expansion is recorded already. A called container has done its work; a called function did not run.
    fn expanded_instead(&self) -> Event {
        let Some(recovered) = &self.outcome.recovered else { return self.succeeded() };
        let said = text_or_json(&self.facts.secrets.scrub(&self.outcome.for_model_as_text()));
        Event::ToolResult(if recovered.mistake == CallMistake::ContainerWithParameters {
            self.result().success(true).status(ResultStatus::Ok).result(Some(said))
        } else {
            let error_type = Some(HiddenTool::ERROR_TYPE.to_owned());
            self.result().error(Some(said)).error_type(error_type)
        })
    }

    /// A forwarded call: its end comes later.
    fn handed_on(&self) -> Event {
        Event::ToolResult(
            self.result()
                .status(ResultStatus::Forwarded)
                .validation_status(self.facts.is_write.then_some(ValidationStatus::Passed)),
        )
    }

    fn succeeded(&self) -> Event {
        let text = self.outcome.kind.as_text(&self.outcome.tool_name);
        let result = text_or_json(&self.facts.secrets.scrub(&text));
        Event::ToolResult(
            self.result()
                .success(true)
                .status(ResultStatus::Ok)
                .result(Some(result))
                .validation_status(self.facts.is_write.then_some(ValidationStatus::Passed)),
        )
    }

    /// A call that was delivered again: it has the outcome of the first delivery, and did not write.
    fn repeated(&self, earlier: &StoredOutcome) -> Event {
        let said = Some(text_or_json(&self.facts.secrets.scrub(&earlier.text)));
        let result = self.result().is_write(false);
        Event::ToolResult(if earlier.is_error {
            let kind = earlier.notes.error_type.clone();
            result.status(ResultStatus::Unknown).error(said).error_type(kind)
        } else {
            result.success(true).status(ResultStatus::Ok).result(said)
        })
    }

    fn failed(&self, error: &CallError) -> Event {
        let is_unknown = error.function().is_some_and(|error| error.effect() == FailureEffect::Unknown);
        let refused = error.refused();
        let codes = refused.map(codes);
        let said: Value = text_or_json(&self.facts.secrets.scrub(&error.to_json()));
        let is_repeated = matches!(error, CallError::NotApproved(error) if error.is_repeated());
        Event::ToolResult(
            self.result()
                .is_write(self.facts.is_write && !is_repeated)
                .success(false)
                .status(if is_unknown { ResultStatus::Unknown } else { ResultStatus::Error })
                .error(Some(said))
                .error_type(Some(error.error_type().to_owned()))
                .error_codes(codes.unwrap_or_default())
                .validation_status(
                    (self.facts.is_write && refused.is_some()).then_some(ValidationStatus::Blocked),
                ),
        )
    }

    /// The common fields of every end.
    fn result(&self) -> ToolResultEvent {
        ToolResultEvent::new(self.tool(), false, ResultStatus::Error, self.facts.is_write)
            .fields_checked(self.facts.required.clone())
            .warnings(self.outcome.warnings.iter().map(|warning| warning.code.as_str().to_owned()).collect())
            .attempts(self.outcome.attempts().unwrap_or_default())
            .duration_ms(self.duration_ms)
    }
}

/// The codes of all errors in the arguments.
fn codes(response: &ValidationErrorResponse) -> Vec<String> {
    response.errors.iter().map(|error| error.error_code.as_str().to_owned()).collect()
}

/// The container that a call expanded.
fn expansion_event(outcome: &Outcome) -> Option<Event> {
    let OutcomeKind::Expanded(expansion) = &outcome.kind else { return None };
    Some(Event::Expanded(ExpandedEvent::new(expansion.container.clone(), expansion.functions.clone())))
}
