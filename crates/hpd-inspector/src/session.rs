//! The calls of a session as cards, live.

use std::borrow::Cow;
use std::collections::HashSet;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::response::Html;
use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord, ResultStatus};
use hpd_host::journal::{CallTimeline, EventFilter, call_timeline, call_timelines, timelines};
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::Csrf;
use crate::card::{Board, Ends, LONGEST, card};
use crate::inspector::Inspector;
use crate::missing::{self, Gap};
use crate::page::{self, Failed, Place, empty};
use crate::text::segment;

/// How many events a page has.
const PAGE: usize = 300;
/// How many lines the thinking panel begins with.
const LINES: usize = 30;

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    /// Events with a smaller number in the session.
    before: Option<u64>,
    /// Events with a greater one.
    after: Option<u64>,
}

impl Asked {
    /// Whether the page shows the newest calls, and goes on.
    const fn is_live(&self) -> bool {
        self.before.is_none() && self.after.is_none()
    }
}

/// A page of a session's calls.
struct Shown {
    calls: Vec<CallTimeline>,
    ends: Ends,
    /// The number of the first event of the page in the session.
    first: Option<u64>,
    /// The number of the last one.
    last: u64,
    has_older: bool,
    /// Where events of the session are missing.
    gaps: Vec<Gap>,
    lines: Vec<String>,
}

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Html<String>, Failed> {
    let shown = shown(&inspector, &id, &asked).await?;
    let notes = missing::notes(&*inspector.journal, &id, &shown.gaps).await?;
    let body = view(&inspector, &id, &asked, &shown, &notes);
    Ok(page::page(&inspector, &csrf, Place::Below, &format!("Session {id}"), &body))
}

async fn shown(inspector: &Inspector, id: &str, asked: &Asked) -> Result<Shown, StoreError> {
    let journal = &*inspector.journal;
    let mut filter = EventFilter::default().session(id.to_owned()).newest(asked.after.is_none()).limit(PAGE);
    (filter.before_seq, filter.after_seq) = (asked.before, asked.after);
    let records = journal.read(&filter).await?;
    let (first, last) =
        (records.first().map(|record| record.seq), records.last().map_or(0, |record| record.seq));
    let has_older = filter.may_have_more(&records) || asked.after.is_some_and(|after| after > 0);
    let gaps = missing::gaps(&records, (asked.after, asked.before), has_older);
    let lines = records.iter().filter_map(EventRecord::status_line).map(Cow::into_owned);
    let mut lines: Vec<_> = lines.collect();
    lines.drain(..lines.len().saturating_sub(LINES));
    let mut calls = timelines(records);
    let of_older: Vec<_> =
        calls.iter().filter(|call| has_older && !call.has_begin()).filter_map(first_of).cloned().collect();
    // A call that began on an older page is whole there. Others have no begin.
    let begun = call_timelines(journal, &of_older).await?;
    let begun = begun.iter().filter(|call| first_of(call).is_some_and(|event| Some(event.seq) < first));
    let elsewhere: HashSet<_> = begun.flat_map(|call| call.events.iter().map(|event| event.entry)).collect();
    calls.retain(|call| first_of(call).is_none_or(|event| !elsewhere.contains(&event.entry)));
    for call in calls.iter_mut().filter(|call| !asked.is_live() && !has_end(call)) {
        if let Some(first) = first_of(call) {
            *call = call_timeline(journal, first).await?;
        }
    }
    let ends = Ends::of(journal, &calls, inspector.clock.now()).await?;
    Ok(Shown { calls, ends, first, last, has_older, gaps, lines })
}

fn first_of(call: &CallTimeline) -> Option<&EventRecord> {
    call.events.first()
}

/// Whether no later event of a call is to be expected. A call that was handed on has its result later.
fn has_end(call: &CallTimeline) -> bool {
    let is_end = |record: &EventRecord| match &record.event {
        Event::ToolResult(result) => result.status != ResultStatus::Forwarded,
        _ => false,
    };
    call.tool().is_none() || call.events.iter().any(is_end)
}

fn view(inspector: &Inspector, id: &str, asked: &Asked, shown: &Shown, notes: &[Markup]) -> Markup {
    let base = &inspector.base;
    let here = format!("{base}/session/{}", segment(id));
    let is_live = asked.is_live();
    let board = inspector.board(&shown.ends);
    html! {
        nav.pages aria-label="This session" {
            @if let (true, Some(first)) = (shown.has_older, shown.first) {
                a href={ (here) "?before=" (first) } rel="next" { "Older calls" }
            }
            @if !is_live {
                @if shown.first.is_some() { a href={ (here) "?after=" (shown.last) } rel="prev" { "Newer calls" } }
                a href=(here) { "Newest calls, live" }
            }
            a href={ (here) "/thinking" } { "Thinking panel alone" }
            @if inspector.toolbox.is_some() { a href={ (base) "/tools?session=" (segment(id)) } { "Tools of this session" } }
            a href={ (base) "/export.jsonl?session=" (segment(id)) } { "Export" }
            button #replay type="button" { "Replay" }
        }
        @for note in notes { p.note { (note) } }
        div.columns {
            section #cards aria-label="Calls" data-live=[is_live.then(|| format!("{here}/live?after={}", shown.last))] {
                @if shown.calls.is_empty() { (empty(why_empty(notes, asked))) }
                @for call in &shown.calls { (card(call, board)) }
            }
            section.side aria-label="Thinking panel" {
                h2 { "Thinking" }
                p #status role="status" { (shown.lines.last().map_or("", String::as_str)) }
                ol #thinking tabindex="0" aria-label="Status lines, the newest last" { @for line in &shown.lines { li { (line) } } }
            }
        }
    }
}

const fn why_empty(notes: &[Markup], asked: &Asked) -> &'static str {
    match (notes.is_empty(), asked) {
        (_, Asked { before: Some(_), .. }) => "There are no older calls.",
        (_, Asked { after: Some(_), .. }) => "There are no newer calls.",
        (true, _) => "The journal has no events of this session yet. They appear here as they happen.",
        (false, _) => "Nothing is left of this session here. New calls appear as they happen.",
    }
}

impl Inspector {
    /// The surroundings of cards.
    pub(crate) fn board<'a>(&'a self, ends: &'a Ends) -> Board<'a> {
        Board {
            base: &self.base,
            arrays: &self.arrays,
            ends,
            has_approvals: self.who.is_some(),
            longest: Some(LONGEST),
        }
    }
}
