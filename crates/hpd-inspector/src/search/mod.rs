//! Calls by tool, status, session, principal, code, id and text.

mod found;
mod wanted;

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Html;
use hpd_host::approval::StoreError;
use hpd_host::journal::{CallTimeline, EventFilter};
use maud::{Markup, html};
use serde::Deserialize;

use self::found::Found;
use self::wanted::Wanted;
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
const PAGE: usize = 2_000;
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
    let asked = with_name(&inspector, asked).await?;
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

/// With the name of a tool in the place of its id, which cards show.
async fn with_name(inspector: &Inspector, mut asked: Asked) -> Result<Asked, StoreError> {
    // No name has a dot.
    if asked.tool.contains('.') {
        let tools = inspector.journal.registered_tools().await?;
        if let Some(tool) = tools.into_iter().find(|tool| tool.id == asked.tool.trim()) {
            asked.tool = tool.name;
        }
    }
    Ok(asked)
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

    fn has_tool(&self) -> bool {
        !self.tool.trim().is_empty()
    }

    /// Whether the tool of a call is the one that is asked for, if one is.
    fn takes_tool(&self, call: &CallTimeline) -> bool {
        !self.has_tool() || call.events.iter().any(|record| record.event.tool() == Some(self.tool.trim()))
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

/// The calls, the newest first, and how many events were looked at.
async fn search<'a>(inspector: &'a Inspector, asked: &'a Asked) -> Result<(Found<'a>, usize), StoreError> {
    let journal = &*inspector.journal;
    let mut filter = asked.filter();
    let mut found = Found::new(journal, asked, Wanted::of(asked), inspector.clock.now());
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
        let ahead = is_needed.then(|| journal.read(&next));
        found.look_through(page, filter.before_entry).await?;
        if !goes_on || found.calls.len() >= FOUND {
            return Ok((found, looked));
        }
        page = match ahead {
            Some(read) => read.await?,
            None => journal.read(&next).await?,
        };
        filter = next.clone();
    }
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
