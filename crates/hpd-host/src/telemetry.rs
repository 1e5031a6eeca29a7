//! Spans and events of calls, by the names of OpenTelemetry's conventions for tools of generative AI.
//!
//! The conventions of `open-telemetry/semantic-conventions-genai` name the span `gen_ai.execute_tool` with its attributes,
//! and the event `gen_ai.execute_tool.exception`. `gen_ai.conversation.id` is the session, so a trace and a journal can be
//! joined: by session and id of the call.
//!
//! Arguments, results and invented names are not logged: they may hold anything. A host may ask for arguments and results,
//! which are then masked as in the journal. Wrong arguments are logged by error code. Log texts of a function's author or
//! a filter are logged.

use std::future::Future;

use hpd_journal::__private::Secrets;
use hpd_journal::BoxFuture;
use hpd_runtime::__private::text::{HIDDEN, start};
use hpd_runtime::RawCall;
use hpd_runtime::output::FailureEffect;
use tracing::field::Empty;
use tracing::level_filters::LevelFilter;
use tracing::{Instrument, Span};

use crate::approval::DecisionError;
use crate::call_error::CallError;
#[cfg(feature = "metrics")]
use crate::metrics::is_on as is_measured;
use crate::outcome::{Outcome, OutcomeKind};
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// The operation's name, and the span's.
const EXECUTE_TOOL: &str = "execute_tool";
/// The conventions' type of a tool whose arguments a model writes and which the program runs.
const TOOL_TYPE: &str = "function";
/// In place of a name that no tool has.
const UNKNOWN: &str = "(unknown)";

/// The event of a function that failed.
const EXCEPTION: &str = "gen_ai.execute_tool.exception";
/// Maximum bytes of a result on a span.
const RESULT: usize = 64 * 1024;

/// The arguments of a call and what hides values of its result, for hosts that want them on spans.
pub(crate) struct Contents {
    /// The arguments, masked; `None` if all of them may be sensitive.
    pub(crate) arguments: Option<String>,
    pub(crate) secrets: Secrets,
    /// Whether the tool has sensitive parameters, so that its result may hold a value that is not known here.
    pub(crate) hides_result: bool,
    /// The same for any other tool, which a wrong call may have run instead.
    pub(crate) hides_recovered: bool,
}

impl Contents {
    /// The result of a function for a span.
    fn result(&self, outcome: &Outcome) -> Option<String> {
        let OutcomeKind::Result(_) = outcome.kind else { return None };
        if self.hides_result || (self.hides_recovered && outcome.recovered.is_some()) {
            return Some(HIDDEN.to_owned());
        }
        let text = self.secrets.scrub(&outcome.for_model_as_text());
        Some(start(&text, RESULT).to_owned())
    }
}

/// Whether a subscriber may exist: one atomic read, since most programs have none.
#[inline]
pub(crate) fn is_on() -> bool {
    LevelFilter::current() != LevelFilter::OFF
}

/// Without the feature, no metrics are recorded.
#[cfg(not(feature = "metrics"))]
const fn is_measured() -> bool {
    false
}

impl Toolbox {
    /// Whether a journal, a trace or metrics observe calls, or list filters apply to them.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.safeguards().journal.is_some() || is_on() || is_measured() || self.has_to_be_narrowed()
    }
}

/// Answers a call inside a span of its own.
#[cold]
pub(crate) fn traced<'a>(
    toolbox: &Toolbox,
    session: Option<&str>,
    raw: &'a RawCall,
    contents: Option<Contents>,
    call: impl Future<Output = Outcome> + Send + 'a,
) -> BoxFuture<'a, Outcome> {
    let span = span(toolbox.called(raw), session, &raw.id, None);
    if let Some(arguments) = contents.as_ref().and_then(|contents| contents.arguments.as_deref()) {
        span.record("gen_ai.tool.call.arguments", arguments);
    }
    Box::pin(async move {
        let outcome = call.instrument(span.clone()).await;
        if let Some(result) = contents.and_then(|contents| contents.result(&outcome)) {
            span.record("gen_ai.tool.call.result", result);
        }
        span.in_scope(|| tell(&span, &outcome));
        outcome
    })
}

/// Records the end of a forwarded call in a span of its own: the original span is closed by then.
#[inline]
pub(crate) fn completed(toolbox: &Toolbox, session: Option<&str>, outcome: &Outcome) {
    if is_on() {
        let span = span(toolbox.tool(&outcome.tool_name), session, &outcome.call_id, Some("result"));
        span.in_scope(|| tell(&span, outcome));
    }
}

/// Carries out a user's decision in a span of its own: the original span of the call is closed by then.
#[cold]
pub(crate) fn decided<'a>(
    toolbox: &Toolbox,
    session: Option<&str>,
    raw: &'a RawCall,
    call: impl Future<Output = Result<Outcome, DecisionError>> + Send + 'a,
) -> BoxFuture<'a, Result<Outcome, DecisionError>> {
    let span = span(toolbox.called(raw), session, &raw.id, Some("decision"));
    Box::pin(async move {
        let outcome = call.instrument(span.clone()).await;
        span.in_scope(|| match &outcome {
            Ok(outcome) => tell(&span, outcome),
            Err(error) => {
                span.record("error.type", "decision_not_taken");
                span.record("otel.status_code", "ERROR");
                tracing::warn!(target: "hpd::call", reason = %error, "a decision was not taken");
            }
        });
        outcome
    })
}

/// `goes_on` names the way in which an earlier call is resumed.
fn span(tool: Option<&Tool>, session: Option<&str>, call_id: &str, goes_on: Option<&'static str>) -> Span {
    let name = tool.map_or(UNKNOWN, Tool::name);
    tracing::info_span!(
        target: "hpd::call",
        "execute_tool",
        otel.name = format_args!("{EXECUTE_TOOL} {name}"),
        otel.kind = "internal",
        otel.status_code = Empty,
        gen_ai.operation.name = EXECUTE_TOOL,
        gen_ai.tool.name = name,
        gen_ai.tool.call.id = call_id,
        "gen_ai.tool.type" = TOOL_TYPE,
        gen_ai.tool.description = tool.map(Tool::description),
        gen_ai.conversation.id = session,
        gen_ai.tool.call.arguments = Empty,
        gen_ai.tool.call.result = Empty,
        hpd.tool.id = tool.map(|tool| tool.id().as_str()),
        hpd.completes = goes_on.map(|by| by == "result").filter(|completes| *completes),
        hpd.decides = goes_on.map(|by| by == "decision").filter(|decides| *decides),
        "error.type" = Empty,
    )
}

fn tell(span: &Span, outcome: &Outcome) {
    for warning in &outcome.warnings {
        tracing::debug!(target: "hpd::call", code = warning.code.as_str(), "an argument was set right");
    }
    if let Some(recovered) = &outcome.recovered {
        tracing::info!(
            target: "hpd::call",
            mistake = recovered.mistake.as_str(),
            expanded = recovered.expanded.len(),
            ran = recovered.ran.as_deref(),
            "a wrong call was set right"
        );
    }
    if let OutcomeKind::Error(error) = &outcome.kind {
        span.record("error.type", error.error_type());
        span.record("otel.status_code", "ERROR");
        tell_error(error);
    }
}

/// A model's mistakes are routine; errors of functions and filters concern the host.
fn tell_error(error: &CallError) {
    let error_type = error.error_type();
    if let Some(failed) = error.function().filter(|failed| !failed.is_cancelled()) {
        tracing::warn!(
            name: "gen_ai.execute_tool.exception",
            target: "hpd::call",
            { "exception.type" = failed.error_type(), "exception.message" = failed.source.as_deref() },
            "{EXCEPTION}"
        );
    }
    match error {
        CallError::Function(error) if error.is_panic() => {
            tracing::error!(target: "hpd::call", { "error.type" = error_type, cause = error.source.as_deref() }, "a function panicked");
        }
        CallError::Function(error) if error.effect() == FailureEffect::Unknown => {
            tracing::warn!(
                target: "hpd::call",
                { "error.type" = error_type, cause = error.source.as_deref(), attempts = error.attempts() },
                "nobody knows whether a call took effect"
            );
        }
        CallError::Function(error) if error.is_cancelled() => {
            tracing::info!(target: "hpd::call", { "error.type" = error_type }, "a call was cancelled");
        }
        CallError::Function(error) if error.is_timeout() => {
            tracing::warn!(target: "hpd::call", { "error.type" = error_type, attempts = error.attempts() }, "a function was not done in time");
        }
        CallError::Function(error) => {
            tracing::warn!(target: "hpd::call", { "error.type" = error_type, cause = error.source.as_deref() }, "a function failed");
        }
        CallError::Denied(denied) => {
            tracing::warn!(target: "hpd::call", { "error.type" = error_type, reason = denied.for_log }, "a filter denied a call");
        }
        CallError::Repeated(repeated) => {
            tracing::warn!(
                target: "hpd::call",
                { "error.type" = error_type, attempts = repeated.attempts, of = repeated.error.error_type() },
                "the same call failed again"
            );
        }
        CallError::Validation(response) => {
            let codes: Vec<_> = response.errors.iter().map(|error| error.error_code.as_str()).collect();
            tracing::info!(target: "hpd::call", { "error.type" = error_type, codes = codes.join(",") }, "arguments were refused");
        }
        _ => tracing::info!(target: "hpd::call", { "error.type" = error_type }, "a call was refused"),
    }
}
