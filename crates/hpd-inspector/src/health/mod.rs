//! Rates, times and codes, by function and period.

mod chart;

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Html;
use hpd_host::journal::health::{CallFigures, FunctionHealth, Health, Period, Rate};
use hpd_host::system::Timestamp;
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::Csrf;
use crate::inspector::Inspector;
use crate::keeper::{Figures, Span};
use crate::page::{self, Failed, Place, empty, table};
use crate::text::{count, day, duration, number_of, segment, share, time};
use chart::{Row, Slots, word};

/// The spans that can be chosen: name, hours and words.
const SPANS: [(&str, Option<u64>, &str); 4] = [
    ("day", Some(24), "last 24 hours"),
    ("week", Some(24 * 7), "last 7 days"),
    ("month", Some(24 * 30), "last 30 days"),
    ("all", None, "everything"),
];

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    span: String,
    #[serde(default)]
    tool: String,
}

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    Query(asked): Query<Asked>,
) -> Result<Html<String>, Failed> {
    let (name, hours, words) = chosen(&asked.span);
    let span = Span::new(hours, inspector.clock.now());
    let figures = inspector.health.figures(&inspector.journal, &span).await.map_err(Failed::Unreadable)?;
    let body = html! {
        nav.pages aria-label="Span of time" {
            @for (of, _, words) in SPANS {
                a href={ (inspector.base) "/health?span=" (of) @if !asked.tool.is_empty() { "&tool=" (segment(&asked.tool)) } } aria-current=[(of == name).then_some("true")] { (words) }
            }
        }
        @match &figures {
            Figures::Counting(done) => {
                div data-refresh {
                    p role="status" { "Counting " (words) ": " (share(Some(*done))) " of the new entries." }
                    progress max="1" value=(done) aria-label="Counted" {}
                }
            }
            Figures::Ready { health, erased } => {
                @if let Some(at) = erased {
                    p.note data-refresh role="status" {
                        "Contents were erased or removed on " (time(*at)) ". These figures were counted before: they are being counted again."
                    }
                }
                @if health.events == 0 { (empty(why_empty(&inspector, hours))) }
                @else { (view(&inspector, name, &asked.tool, health)) }
            }
        }
    };
    Ok(page::page(&inspector, &csrf, Place::Health, "Health", &body))
}

fn chosen(span: &str) -> (&'static str, Option<u64>, &'static str) {
    let [first, ..] = SPANS;
    SPANS.into_iter().find(|(name, ..)| *name == span).unwrap_or(first)
}

/// Begins to count the first span, so that the page has its figures when it is opened.
pub(crate) fn prepare(inspector: &Inspector) {
    let (_, hours, _) = chosen("");
    inspector.health.prepare(&inspector.journal, &Span::new(hours, inspector.clock.now()));
}

const fn why_empty(inspector: &Inspector, hours: Option<u64>) -> &'static str {
    match (inspector.is_recorded, hours) {
        (false, _) => "This toolbox has no journal, so no call is counted.",
        (true, Some(_)) => "No call was made in this span of time. Choose a longer one.",
        (true, None) => "The journal has no events, or their contents were erased.",
    }
}

fn view(inspector: &Inspector, span: &str, tool: &str, health: &Health) -> Markup {
    let rates = [
        ("Write validation block rate", health.write_block, "should be > 0"),
        (
            "Self-correction success rate",
            health.self_correction,
            "how often the LLM fixes itself after a block",
        ),
        ("Write tool failure rate after validation", health.failure_after_validation, "should be near 0"),
    ];
    let of_tool = health.functions.iter().find(|function| function.tool == tool);
    let periods = of_tool.map_or(&health.periods, |function| &function.periods);
    let slots = Slots::new(periods, health.by, inspector.clock.now());
    html! {
        ul.rates { @for (name, rate, target) in rates { (rate_item(name, rate, target)) } }
        p.dim {
            (number_of(health.events, "event", "events"))
            @if let (Some(first), Some(last)) = (health.first, health.last) { ", from " (time(first)) " to " (time(last)) }
            @if health.has_older_periods { ". Older periods count in the totals alone" } ". "
            a href={ (inspector.base) "/blocked" } { "The newest blocked writes" }
        }
        h2 { "Calls by " (word(health.by)) @if let Some(function) = of_tool { " of " (function.tool) } }
        (chart::calls(&slots))
        h2 { "Times by " (word(health.by)) @if let Some(function) = of_tool { " of " (function.tool) } }
        (chart::latency(&slots))
        (table("Calls by period", &heads("Begin"), &html! { @for period in periods.iter().rev() { (row(&begin(period.start, health.by), &period.figures)) } }))
        h2 { "Calls by function" }
        (of_functions(inspector, span, health))
        (codes("Warnings by code", "warn", &health.warnings, "The arguments of no finished call were repaired or converted."))
        (codes("Errors by code", "fail", &health.errors, "No argument was refused."))
        (codes("Kinds of error", "fail", &health.error_types, "No call ended in an error."))
        (codes("Guardrails", "warn", &health.guardrails, "No final answer was corrected."))
    }
}

/// The begin of a period: hours in the reader's zone, days in UTC.
fn begin(start: Timestamp, by: Period) -> Markup {
    match by {
        Period::Hour => time(start),
        Period::Day => html! { (day(start)) },
    }
}

fn of_functions(inspector: &Inspector, span: &str, health: &Health) -> Markup {
    let row_of = |function: &'_ FunctionHealth| {
        let calls = function.figures.calls;
        let p95 =
            function.figures.latency.p95_ms.map(|ms| format!(", p95 {}", duration(ms))).unwrap_or_default();
        (calls, format!("{}{p95}", count(calls)))
    };
    let rows = health.functions.iter().map(|function| {
        let (value, words) = row_of(function);
        Row { name: &function.tool, value, words }
    });
    html! {
        (chart::rows("functions-t", "Calls by function, with p95", "pass", rows.collect()))
        (table("Calls by function", &heads("Function"), &html! {
            @for function in &health.functions {
                (row(&html! { a href={ (inspector.base) "/health?span=" (span) "&tool=" (segment(&function.tool)) } { (function.tool) } }, &function.figures))
            }
        }))
    }
}

fn rate_item(name: &str, rate: Rate, target: &str) -> Markup {
    html! {
        li {
            strong { (share(rate.value())) } " " span.rate { (name) } " " span.dim { "(" (target) ")" } " "
            span.dim { (count(rate.count)) " of " (count(rate.of)) }
        }
    }
}

fn heads(first: &str) -> Markup {
    html! {
        th scope="col" { (first) }
        @for head in ["Calls", "Done", "Blocked", "Failed", "p50", "p95", "Max"] { th.n scope="col" { (head) } }
    }
}

fn row(name: &Markup, figures: &CallFigures) -> Markup {
    let latency = figures.latency;
    html! {
        tr {
            th scope="row" { (name) }
            @for number in [figures.calls, figures.ok, figures.blocked, figures.failed] { td.n { (count(number)) } }
            @for time in [latency.p50_ms, latency.p95_ms, latency.max_ms] { td.n { (time.map_or_else(|| "–".to_owned(), duration)) } }
        }
    }
}

fn codes(name: &str, state: &str, codes: &BTreeMap<String, u64>, why_empty: &str) -> Markup {
    let rows = codes.iter().map(|(code, times)| Row { name: code, value: *times, words: count(*times) });
    html! {
        h2 { (name) }
        @if codes.is_empty() { (empty(why_empty)) } @else {
            (chart::rows(&format!("{}-t", name.replace(' ', "-")), name, state, rows.collect()))
            (table(name, &html! { th scope="col" { "Code" } th.n scope="col" { "Times" } },
                &html! { @for (code, times) in codes { tr { th scope="row" { (code) } td.n { (count(*times)) } } } }))
        }
    }
}
