//! Calls by tool, status, session, principal, code, id and text.

use std::collections::HashSet;

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Html;
use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord};
use hpd_host::journal::{CallTimeline, EventFilter, call_timeline, timelines};
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::Csrf;
use crate::card::{State as CallState, state_of, title};
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, empty, table};
use crate::text::{count, segment, time};

/// How many entries are looked through where no index helps.
const LOOKED_THROUGH: usize = 10_000;
/// How many events are read at a time.
const PAGE: usize = 1_000;
/// How many calls are found at most.
const FOUND: usize = 50;

/// What is searched for. Empty fields are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    tool: String,
    status: String,
    call: String,
    session: String,
    principal: String,
    code: String,
    text: String,
}

/// The states that a call may be searched for, with their words.
const STATES: [(&str, &str); 7] = [
    ("", "any"),
    ("pass", "done"),
    ("warn", "blocked or not carried out"),
    ("fail", "failed"),
    ("waiting", "waiting"),
    ("running", "running"),
    ("unknown", "effect unknown"),
];

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    Query(asked): Query<Asked>,
) -> Result<Html<String>, Failed> {
    let found = if asked.is_empty() { None } else { Some(search(&inspector, &asked).await?) };
    let body = html! {
        (form(&inspector.base, &asked))
        @match &found {
            None => (empty("Fill in one field or several: a call has to fit all of them.")),
            Some((calls, looked)) => (results(&inspector.base, calls, *looked)),
        }
    };
    Ok(page::page(&inspector, &csrf, Place::Search, "Search", &body))
}

impl Asked {
    fn is_empty(&self) -> bool {
        let Self { tool, status, call, session, principal, code, text } = self;
        [tool, status, call, session, principal, code, text].into_iter().all(|field| field.trim().is_empty())
    }

    /// The part that the journal answers.
    fn filter(&self) -> EventFilter {
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        EventFilter::default()
            .tool(text(&self.tool))
            .call_id(text(&self.call))
            .session(text(&self.session))
            .principal(text(&self.principal))
            .newest(true)
            .limit(PAGE)
    }

    /// Whether an event has the code and the text.
    fn takes(&self, record: &EventRecord) -> bool {
        let (code, text) = (self.code.trim(), self.text.trim().to_lowercase());
        (code.is_empty() || has_code(&record.event, code))
            && (text.is_empty()
                || serde_json::to_string(&record.event).is_ok_and(|json| json.to_lowercase().contains(&text)))
    }

    fn takes_any(&self, call: &CallTimeline) -> bool {
        call.events.iter().any(|record| self.takes(&record.clone().for_viewer()))
    }

    /// Whether the journal gives all events of each call.
    fn filter_is_open(&self) -> bool {
        self.tool.trim().is_empty() && self.principal.trim().is_empty()
    }

    fn takes_state(&self, call: &CallTimeline) -> bool {
        self.status.is_empty() || state_of(call).as_str() == self.status
    }
}

fn has_code(event: &Event, code: &str) -> bool {
    let is = |found: &String| found.eq_ignore_ascii_case(code);
    match event {
        Event::ToolResult(result) => {
            result.error_codes.iter().chain(&result.warnings).chain(&result.error_type).any(is)
        }
        Event::ArgumentsRead(read) => read.notes.iter().any(|note| is(&note.code)),
        Event::Recovered(recovered) => is(&recovered.mistake),
        Event::Guardrail(guardrail) => is(&guardrail.guardrail),
        _ => false,
    }
}

/// The calls, the newest first, and how many events were looked at.
async fn search(inspector: &Inspector, asked: &Asked) -> Result<(Vec<CallTimeline>, usize), StoreError> {
    let journal = &*inspector.journal;
    let (mut filter, mut looked) = (asked.filter(), 0);
    let (mut known, mut found) = (HashSet::new(), Vec::new());
    while looked < LOOKED_THROUGH && found.len() < FOUND {
        let page = journal.read(&filter).await?;
        looked += page.len();
        let oldest = page.first().filter(|_| filter.may_have_more(&page)).map(|first| first.entry);
        for part in timelines(page).into_iter().rev().filter(|call| asked.takes_any(call)) {
            // The events of other pages belong to it, too, and those that the filter leaves out.
            let whole = match part.events.first() {
                Some(first) if !asked.filter_is_open() || !part.has_begin() => {
                    call_timeline(journal, first).await?
                }
                _ => part,
            };
            if known.insert(whole.first_entry()) && asked.takes_state(&whole) && found.len() < FOUND {
                found.push(whole);
            }
        }
        let Some(oldest) = oldest else { break };
        filter.before_entry = Some(oldest);
    }
    Ok((found, looked))
}

fn form(base: &str, asked: &Asked) -> Markup {
    let fields = [
        ("tool", "Tool", &asked.tool),
        ("call", "Call id of the provider", &asked.call),
        ("session", "Session", &asked.session),
        ("principal", "Principal", &asked.principal),
        ("code", "Code, as STRING_TO_NUMBER", &asked.code),
        ("text", "Text, in the newest 10,000 entries", &asked.text),
    ];
    html! {
        search {
            form.search action={ (base) "/search" } method="get" {
                @for (name, label, value) in fields {
                    label { (label) input name=(name) value=(value) autocomplete="off" maxlength="200"; }
                }
                label {
                    "Status"
                    select name="status" {
                        @for (value, word) in STATES { option value=(value) selected[asked.status == value] { (word) } }
                    }
                }
                button type="submit" { "Search" }
            }
        }
    }
}

fn results(base: &str, calls: &[CallTimeline], looked: usize) -> Markup {
    let looked = count(u64::try_from(looked).unwrap_or(u64::MAX));
    html! {
        @if calls.is_empty() {
            (empty("No call fits. A text and a code are looked for in the newest 10,000 entries of the other fields."))
        } @else {
            (table(
                "Calls, the newest first",
                &html! { th scope="col" { "Call" } th scope="col" { "State" } th scope="col" { "Session" } th scope="col" { "Time" } },
                &html! { @for call in calls { (row(base, call)) } },
            ))
        }
        p.dim { (looked) " entries were looked at." }
    }
}

fn row(base: &str, call: &CallTimeline) -> Markup {
    let (state, first) = (state_of(call), call.events.first());
    html! {
        tr {
            th scope="row" {
                a href={ (base) "/call/" (call.first_entry()) } { (title(call)) " " (call.first_entry()) }
            }
            td { span.badge data-state=(state.as_str()) { (word(state)) } }
            @if let Some(first) = first {
                td { a href={ (base) "/session/" (segment(&first.session)) } { (first.session) } }
                td { (time(first.at)) }
            }
        }
    }
}

fn word(state: CallState) -> &'static str {
    STATES.into_iter().find(|(name, _)| *name == state.as_str()).map_or("", |(_, word)| word)
}
