//! Metrics of calls and of the journal, by the facade of the crate `metrics`.
//!
//! The facade is to metrics what `tracing` is to spans: a library reports, and the program chooses the exporter. It has
//! one small dependency, costs next to nothing without a recorder, and its API has been the same since 2024. The API of
//! `opentelemetry` breaks with each release, several times a year, so that library and program would have to update
//! together. Recorders for Prometheus and OpenTelemetry exist.
//!
//! Names of OpenTelemetry's conventions are used where there are any. Values of labels come from the table of tools and
//! from lists in the code, never from arguments, results or names that a model made up.

use std::future::Future;
use std::time::Instant;

use hpd_journal::BoxFuture;
use hpd_journal::journal::JournalStatus;
use hpd_runtime::RawCall;
use metrics::{Key, Label, Level, Metadata, Recorder, Unit, with_recorder};

use crate::approval::{Choice, Decision, DecisionError};
use crate::call_error::CallError;
use crate::outcome::{Outcome, OutcomeKind};
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// In place of a name that no tool has.
const UNKNOWN: &str = "(unknown)";

const DURATION: &str = "gen_ai.execute_tool.duration";
const BLOCKED: &str = "hpd.calls.blocked";
const RECOVERED: &str = "hpd.calls.recovered";
const ERRORS: &str = "hpd.arguments.errors";
const WARNINGS: &str = "hpd.arguments.warnings";
const DECISIONS: &str = "hpd.approvals.decisions";
const LOST: &str = "hpd.journal.events.lost";
const QUEUE: &str = "hpd.journal.queue.length";
const IN_LINE: &str = "hpd.journal.queue.in_line";
const COMMITS: &str = "hpd.journal.commits";
const COMMIT_TIME: &str = "hpd.journal.commit.time";
const COMMIT_MAX: &str = "hpd.journal.commit.max";
const OPEN: &str = "hpd.journal.breaker.open";
const OPENED: &str = "hpd.journal.breaker.opened";
const CLOSED: &str = "hpd.journal.breaker.closed";

/// Counters with their units and descriptions.
const COUNTERS: [(&str, Unit, &str); 10] = [
    (BLOCKED, Unit::Count, "Calls that a check of their arguments blocked"),
    (RECOVERED, Unit::Count, "Wrong calls that were answered as what they meant"),
    (ERRORS, Unit::Count, "Errors in arguments"),
    (WARNINGS, Unit::Count, "Repairs and promotions of arguments"),
    (DECISIONS, Unit::Count, "Decisions of users about calls"),
    (LOST, Unit::Count, "Events that the journal could not write"),
    (COMMITS, Unit::Count, "Transactions of the journal"),
    (COMMIT_TIME, Unit::Microseconds, "Time of all transactions of the journal"),
    (OPENED, Unit::Count, "Silences of the journal's database that began"),
    (CLOSED, Unit::Count, "Silences of the journal's database that ended"),
];

/// Gauges with their units and descriptions.
const GAUGES: [(&str, Unit, &str); 4] = [
    (QUEUE, Unit::Count, "Requests in the journal's queue"),
    (IN_LINE, Unit::Count, "Requests that wait for a place in the journal's queue"),
    (COMMIT_MAX, Unit::Seconds, "Longest transaction of the journal"),
    (OPEN, Unit::Count, "1 while the journal's database is silent, else 0"),
];

static METADATA: Metadata<'static> = Metadata::new("hpd", Level::INFO, Some("hpd_host"));

/// Whether a recorder is installed, globally or for this thread. The facade's own recorder for none has no size.
#[inline]
pub(crate) fn is_on() -> bool {
    with_recorder(|recorder| size_of_val(recorder) != 0)
}

/// Gives the recorder the units and descriptions of all metrics.
pub(crate) fn describe() {
    with_recorder(|recorder| {
        recorder.describe_histogram(
            DURATION.into(),
            Some(Unit::Seconds),
            "The duration of a single tool execution".into(),
        );
        for (name, unit, text) in COUNTERS {
            recorder.describe_counter(name.into(), Some(unit), text.into());
        }
        for (name, unit, text) in GAUGES {
            recorder.describe_gauge(name.into(), Some(unit), text.into());
        }
    });
}

/// Answers a call, and records its time and its problems.
#[cold]
pub(crate) fn measured<'a>(
    toolbox: &'a Toolbox,
    raw: &'a RawCall,
    call: impl Future<Output = Outcome> + Send + 'a,
) -> BoxFuture<'a, Outcome> {
    Box::pin(async move {
        let start = Instant::now();
        let outcome = call.await;
        let tool = label_of(toolbox, raw);
        with_recorder(|recorder| record(recorder, &tool, start, &outcome));
        outcome
    })
}

/// Carries out a decision, and records it with the time and the problems of the call.
#[cold]
pub(crate) fn decided<'a>(
    toolbox: &'a Toolbox,
    raw: &'a RawCall,
    decision: &'a Decision,
    call: impl Future<Output = Result<Outcome, DecisionError>> + Send + 'a,
) -> BoxFuture<'a, Result<Outcome, DecisionError>> {
    Box::pin(async move {
        if !is_on() {
            return call.await;
        }
        let start = Instant::now();
        let answered = call.await;
        let tool = label_of(toolbox, raw);
        let verdict = verdict(decision, &answered);
        with_recorder(|recorder| {
            count(recorder, DECISIONS, 1, vec![tool.clone(), Label::from_static_parts("verdict", verdict)]);
            if let Ok(outcome) = &answered {
                record(recorder, &tool, start, outcome);
            }
        });
        answered
    })
}

/// The verdict of a decision: that of the user, unless the call did not end so.
fn verdict(decision: &Decision, answered: &Result<Outcome, DecisionError>) -> &'static str {
    match answered {
        Err(_) => "not_taken",
        Ok(outcome) if matches!(outcome.kind, OutcomeKind::Settled(_)) => "repeated",
        Ok(outcome) if matches!(outcome.kind, OutcomeKind::Confirm(_) | OutcomeKind::AskUser(_)) => {
            "asked_again"
        }
        Ok(_) if decision.edit().is_some() => "edited",
        Ok(_) => match decision.choice() {
            Choice::Cancel => "rejected",
            Choice::Confirm | Choice::ConfirmTool | Choice::ConfirmSource => "approved",
        },
    }
}

/// The label of a tool: its name, if the table has it.
fn label_of(toolbox: &Toolbox, raw: &RawCall) -> Label {
    let name = toolbox.called(raw).map(Tool::name);
    Label::new("gen_ai.tool.name", name.map_or_else(|| UNKNOWN.to_owned(), str::to_owned))
}

fn record(recorder: &dyn Recorder, tool: &Label, start: Instant, outcome: &Outcome) {
    let mut labels = vec![
        Label::from_static_parts("gen_ai.operation.name", "execute_tool"),
        tool.clone(),
        Label::from_static_parts("gen_ai.tool.type", "function"),
    ];
    let error = outcome.error();
    labels.extend(error.map(|error| Label::from_static_parts("error.type", error.error_type())));
    let key = Key::from_parts(DURATION, labels);
    recorder.register_histogram(&key, &METADATA).record(start.elapsed().as_secs_f64());

    let by =
        |key: &'static str, value: &'static str| vec![tool.clone(), Label::from_static_parts(key, value)];
    for warning in &outcome.warnings {
        count(recorder, WARNINGS, 1, by("code", warning.code.as_str()));
    }
    if let Some(recovered) = &outcome.recovered {
        count(recorder, RECOVERED, 1, by("mistake", recovered.mistake.as_str()));
    }
    let refused = error.and_then(CallError::refused);
    if refused.is_some() || matches!(outcome.kind, OutcomeKind::AskUser(_)) {
        count(recorder, BLOCKED, 1, vec![tool.clone()]);
    }
    for error in refused.iter().flat_map(|response| &response.errors) {
        count(recorder, ERRORS, 1, by("code", error.error_code.as_str()));
    }
}

fn count(recorder: &dyn Recorder, name: &'static str, number: u64, labels: Vec<Label>) {
    recorder.register_counter(&Key::from_parts(name, labels), &METADATA).increment(number);
}

/// Sets the metrics of a journal.
fn export(recorder: &dyn Recorder, status: &JournalStatus) {
    let total = |name: &'static str, number: u64| {
        recorder.register_counter(&Key::from_static_name(name), &METADATA).absolute(number);
    };
    let gauge = |name: &'static str, value: f64| {
        recorder.register_gauge(&Key::from_static_name(name), &METADATA).set(value);
    };
    for (kind, number) in &status.lost.kinds {
        let key = Key::from_parts(LOST, vec![Label::new("kind", kind.clone())]);
        recorder.register_counter(&key, &METADATA).absolute(*number);
    }
    gauge(QUEUE, of_count(status.queue.length));
    gauge(IN_LINE, of_count(status.queue.in_line));
    total(COMMITS, status.commits.count);
    total(COMMIT_TIME, status.commits.sum_us);
    let max = status.commits.max_us.unwrap_or_default();
    gauge(COMMIT_MAX, std::time::Duration::from_micros(max).as_secs_f64());
    gauge(OPEN, if status.breaker.open_since.is_some() { 1.0 } else { 0.0 });
    total(OPENED, status.breaker.opened);
    total(CLOSED, status.breaker.closed);
}

/// A number of requests: a queue has fewer than 2^32.
fn of_count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

impl Toolbox {
    /// Gives the installed recorder of the crate `metrics` the state of the [journal](crate::ToolboxBuilder::journal),
    /// and describes all metrics. Call it at each interval of the exporter. Metrics of calls need no such call.
    ///
    /// | metric | kind | unit | labels |
    /// |---|---|---|---|
    /// | `gen_ai.execute_tool.duration` | histogram | s | `gen_ai.operation.name`, `gen_ai.tool.name`, `gen_ai.tool.type`, `error.type` if the call failed |
    /// | `hpd.calls.blocked`: calls whose arguments a check blocked | counter | | `gen_ai.tool.name` |
    /// | `hpd.calls.recovered`: wrong calls, answered as what they meant | counter | | `gen_ai.tool.name`, `mistake` |
    /// | `hpd.arguments.errors` | counter | | `gen_ai.tool.name`, `code` |
    /// | `hpd.arguments.warnings`: repairs and promotions | counter | | `gen_ai.tool.name`, `code` |
    /// | `hpd.approvals.decisions` | counter | | `gen_ai.tool.name`, `verdict`: `approved`, `rejected`, `edited`, `asked_again`, `repeated`, `not_taken` |
    /// | `hpd.journal.events.lost`: events that could not be written | counter | | `kind` |
    /// | `hpd.journal.queue.length`, `hpd.journal.queue.in_line` | gauge | | |
    /// | `hpd.journal.commits` | counter | | |
    /// | `hpd.journal.commit.time`: the sum over all commits | counter | µs | |
    /// | `hpd.journal.commit.max` | gauge | s | |
    /// | `hpd.journal.breaker.open`: 1 while the database is silent | gauge | | |
    /// | `hpd.journal.breaker.opened`, `hpd.journal.breaker.closed` | counter | | |
    ///
    /// The last eight rows come from [`Journal::status`](hpd_journal::journal::Journal::status), at each call of this
    /// method. A program with several journals exports one of them. A name that no tool has is `(unknown)`, so the
    /// number of time series is bounded by the number of tools.
    ///
    /// A recorder without any fields, a unit struct, counts as none: calls report nothing to it.
    ///
    /// ```
    /// use hpd_host::{RawCall, Session, Toolbox};
    /// use metrics_util::debugging::DebuggingRecorder;
    ///
    /// let recorder = DebuggingRecorder::new();
    /// let snapshotter = recorder.snapshotter();
    /// metrics::with_local_recorder(&recorder, || {
    ///     # futures_executor::block_on(async {
    ///     let toolbox = Toolbox::builder().build()?;
    ///     toolbox.call(&Session::new(), &RawCall::new("1", "order_pizza", "{}")).await;
    ///     toolbox.export_metrics();
    ///     # Ok::<(), hpd_host::BuildError>(())
    ///     # }).unwrap();
    /// });
    /// let metrics = snapshotter.snapshot().into_vec();
    /// let (key, ..) = &metrics[0];
    /// assert_eq!(key.key().name(), "gen_ai.execute_tool.duration");
    /// ```
    pub fn export_metrics(&self) {
        if !is_on() {
            return;
        }
        describe();
        if let Some(journal) = self.journal() {
            let status = journal.status();
            with_recorder(|recorder| export(recorder, &status));
        }
    }
}

#[cfg(test)]
mod tests {
    use hpd_journal::Timestamp;
    use hpd_journal::journal::JournalStatus;
    use metrics::{Key, with_local_recorder, with_recorder};
    use metrics_util::CompositeKey;
    use metrics_util::MetricKind::{Counter, Gauge};
    use metrics_util::debugging::{DebugValue, DebuggingRecorder};

    use super::{CLOSED, COMMIT_MAX, COMMIT_TIME, LOST, OPEN, OPENED, QUEUE, describe, export, is_on};

    #[test]
    fn a_journals_state_is_exported() {
        let mut status = JournalStatus::default();
        status.queue.length = 3;
        status.commits.sum_us = 4_500;
        status.commits.max_us = Some(2_000);
        status.lost.kinds.insert("tool_result".to_owned(), 7);
        status.breaker.open_since = Some(Timestamp::from_millis(1));
        status.breaker.opened = 2;
        status.breaker.closed = 1;
        let recorder = DebuggingRecorder::new();
        with_local_recorder(&recorder, || {
            assert!(is_on());
            describe();
            with_recorder(|recorder| export(recorder, &status));
        });
        let values = recorder.snapshotter().snapshot().into_hashmap();
        let value = |kind, key: Key| match values.get(&CompositeKey::new(kind, key)) {
            Some((Some(_), Some(_), DebugValue::Counter(number))) => number.to_string(),
            Some((Some(_), Some(_), DebugValue::Gauge(value))) => value.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(value(Counter, Key::from_parts(LOST, &[("kind", "tool_result")])), "7");
        let totals = [COMMIT_TIME, OPENED, CLOSED].map(|name| value(Counter, Key::from_name(name)));
        assert_eq!(totals, ["4500", "2", "1"]);
        let gauges = [QUEUE, COMMIT_MAX, OPEN].map(|name| value(Gauge, Key::from_name(name)));
        assert_eq!(gauges, ["3", "0.002", "1"]);
    }

    #[test]
    fn without_a_recorder_nothing_is_on() {
        assert!(!is_on());
    }
}
