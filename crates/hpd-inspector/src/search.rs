//! Calls by tool, status, session, principal, code, id and text.

use std::collections::HashSet;

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Html;
use futures_util::FutureExt;
use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord, ValidationStatus};
use hpd_host::journal::{CallTimeline, EventFilter, Journal, call_timeline, timelines};
use hpd_host::system::Timestamp;
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::Csrf;
use crate::card::{Ends, State as CallState, state_of, title};
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, empty, table};
use crate::text::{count, segment, time};

/// How many entries are looked through where no index helps.
const LOOKED_THROUGH: usize = 10_000;
/// How many events are read at first: often enough for the newest calls.
const FIRST_PAGE: usize = 300;
/// How many events are read at a time then.
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
            Some((found, looked)) => (results(&inspector.base, found, *looked)),
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
            .limit(FIRST_PAGE)
    }

    /// Whether no event is looked into: the filter of the journal says it all.
    fn takes_all(&self) -> bool {
        self.code.trim().is_empty() && self.text.trim().is_empty()
    }

    /// Whether each call that the journal gives is one that is searched for.
    fn takes_everything(&self) -> bool {
        self.takes_all() && self.status.is_empty()
    }

    fn takes_state(&self, call: &CallTimeline, ends: &Ends) -> bool {
        self.status.is_empty() || state_of(call, ends).as_str() == self.status
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

/// What is looked for inside of events. Each is taken only as viewers see it.
struct Wanted<'a> {
    code: &'a str,
    text: String,
    /// The event that was looked into last, as JSON.
    json: String,
}

impl<'a> Wanted<'a> {
    fn of(asked: &'a Asked) -> Option<Self> {
        let (code, text) = (asked.code.trim(), asked.text.trim().to_lowercase());
        (!asked.takes_all()).then(|| Self { code, text, json: String::new() })
    }

    /// Whether one event of a call has the code and the text.
    fn is_in(&mut self, call: &CallTimeline) -> bool {
        call.events.iter().any(|record| match record.event {
            // Others have nothing that is kept from viewers.
            Event::Mcq(_) => self.is_in_event(&record.clone().for_viewer().event),
            ref event => self.is_in_event(event),
        })
    }

    fn is_in_event(&mut self, event: &Event) -> bool {
        (self.code.is_empty() || has_code(event, self.code)) && (self.text.is_empty() || self.has_text(event))
    }

    fn has_text(&mut self, event: &Event) -> bool {
        let mut bytes = std::mem::take(&mut self.json).into_bytes();
        bytes.clear();
        let is_written = serde_json::to_writer(&mut bytes, event).is_ok();
        self.json = String::from_utf8(bytes).unwrap_or_default();
        if self.json.is_ascii() {
            self.json.make_ascii_lowercase();
        } else {
            self.json = self.json.to_lowercase();
        }
        is_written && self.json.contains(&self.text)
    }
}

/// The calls, the newest first, and how many events were looked at.
async fn search<'j>(inspector: &'j Inspector, asked: &Asked) -> Result<(Found<'j>, usize), StoreError> {
    let journal = &*inspector.journal;
    let mut filter = asked.filter();
    let mut wanted = Wanted::of(asked);
    let mut found = Found::new(journal, inspector.clock.now());
    let mut looked = 0;
    let mut page = journal.read(&filter).await?;
    loop {
        looked += page.len();
        let older = page.first().filter(|_| filter.may_have_more(&page)).map(|first| first.entry);
        let left = LOOKED_THROUGH.saturating_sub(looked);
        let next = filter.clone().limit(PAGE.min(left)).before_entry(older);
        let goes_on = older.is_some() && left > 0;
        // The next page is read while this one is looked through, unless this one is likely to be enough.
        let is_needed = goes_on && !asked.takes_everything();
        let mut read = journal.read(&next);
        let ahead = if is_needed { (&mut read).now_or_never() } else { None };
        found.look_through(page, asked, wanted.as_mut()).await?;
        if !goes_on || found.calls.len() >= FOUND {
            return Ok((found, looked));
        }
        page = match ahead {
            Some(read) => read?,
            None => read.await?,
        };
        filter = next.clone();
    }
}

/// A call: its session, its turn, and the provider's id.
type Key = (String, Option<String>, Option<String>);

/// What a search has found.
struct Found<'j> {
    journal: &'j dyn Journal,
    now: Timestamp,
    calls: Vec<CallTimeline>,
    ends: Ends,
    /// The first entries of those that were looked at.
    known: HashSet<u64>,
    /// Calls with later events in newer pages.
    cut: HashSet<Key>,
}

impl<'j> Found<'j> {
    fn new(journal: &'j dyn Journal, now: Timestamp) -> Self {
        Self {
            journal,
            now,
            calls: Vec::new(),
            ends: Ends::default(),
            known: HashSet::new(),
            cut: HashSet::new(),
        }
    }

    /// Learns how a call ended of which no event says so.
    async fn learn(&mut self, call: &CallTimeline) -> Result<(), StoreError> {
        self.ends.learn(self.journal, std::slice::from_ref(call), self.now).await
    }

    /// Adds the calls of a page that fit, the newest first.
    async fn look_through(
        &mut self,
        page: Vec<EventRecord>,
        asked: &Asked,
        mut wanted: Option<&mut Wanted<'_>>,
    ) -> Result<(), StoreError> {
        for part in timelines(page).into_iter().rev() {
            let Some(first) = part.events.first() else { continue };
            let is_cut = first.call_id.is_some() && !part.has_begin();
            let goes_on = !self.cut.is_empty() && self.cut.contains(&key(first));
            if is_cut {
                self.cut.insert(key(first));
            }
            // The newest event says the state. Where newer pages have one, only the whole call does.
            if !goes_on && !asked.status.is_empty() {
                self.learn(&part).await?;
            }
            let is_other = !goes_on && says_state(&part) && !asked.takes_state(&part, &self.ends);
            let fits = wanted.as_mut().is_none_or(|wanted| wanted.is_in(&part));
            // Repairs are found by their call, and not by its tool: where a tool is asked for, the part is without them.
            let has_more = first.call_id.is_some() && !asked.tool.trim().is_empty();
            if is_other || (!fits && !has_more) {
                continue;
            }
            // The events of other pages belong to it, too. Those that a filter leaves out change no state.
            let is_part = is_cut || goes_on || !fits;
            let whole = if is_part { call_timeline(self.journal, first).await? } else { part };
            let is_new = self.known.insert(whole.first_entry());
            let fits = fits || (is_new && wanted.as_mut().is_none_or(|wanted| wanted.is_in(&whole)));
            if !is_new || !fits {
                continue;
            }
            self.learn(&whole).await?;
            if asked.takes_state(&whole, &self.ends) {
                self.calls.push(whole);
                if self.calls.len() >= FOUND {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Whether the last event of a call says how far it is.
fn says_state(call: &CallTimeline) -> bool {
    call.events.last().is_some_and(|last| match &last.event {
        Event::WriteValidation(check) => check.status == ValidationStatus::Blocked,
        Event::ArgumentsRead(_) | Event::Recovered(_) => false,
        _ => true,
    })
}

fn key(record: &EventRecord) -> Key {
    (record.session.clone(), record.turn.clone(), record.call_id.clone())
}

fn form(base: &str, asked: &Asked) -> Markup {
    let fields = [
        ("tool", "Tool", &asked.tool),
        ("call", "Call id of the provider", &asked.call),
        ("session", "Session", &asked.session),
        ("principal", "Principal", &asked.principal),
        ("code", "Code, as STRING_TO_NUMBER", &asked.code),
        ("text", "Text", &asked.text),
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

fn results(base: &str, found: &Found<'_>, looked: usize) -> Markup {
    let calls = &found.calls;
    let looked = count(u64::try_from(looked).unwrap_or(u64::MAX));
    html! {
        @if calls.is_empty() { (empty("No call fits.")) } @else {
            (table(
                "Calls, the newest first",
                &html! { th scope="col" { "Call" } th scope="col" { "State" } th scope="col" { "Session" } th scope="col" { "Time" } },
                &html! { @for call in calls { (row(base, call, state_of(call, &found.ends))) } },
            ))
        }
        p.dim {
            (looked) " entries were looked at. "
            @if calls.len() >= FOUND { "The newest " (FOUND) " calls are shown. " }
            "A text, a code and a status are looked for in the newest 10,000 entries of the other fields."
        }
    }
}

fn row(base: &str, call: &CallTimeline, state: CallState) -> Markup {
    let first = call.events.first();
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
