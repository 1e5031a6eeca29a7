//! The card of a call: every step, from the model's text to the end. The one renderer of pages and of live updates.

mod asked;
mod ends;
mod pipeline;
mod reading;
mod steps;
#[cfg(test)]
mod tests;

use hpd_host::events::{Event, EventRecord, ResultStatus, ValidationStatus};
use hpd_host::journal::CallTimeline;
use hpd_host::receipt::{Receipt, ReceiptLanguages};
use hpd_host::system::Timestamp;
use maud::{Markup, html};

use crate::inspector::Arrays;
use crate::page::block;
use crate::text::{begin_of, count, duration, pretty, time};
pub(crate) use asked::changes;
use asked::is_to_be_typed_again;
use ends::End;
pub(crate) use ends::{Ends, stored_call_of};
use pipeline::pipeline;
use steps::step;

/// How many characters of a text a card has, where the card is one of many. The page of the call has the whole text.
pub(crate) const LONGEST: usize = 4_000;

/// How far a step, or a call, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Pass,
    Warn,
    Fail,
    Running,
    Waiting,
    Unknown,
}

impl State {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Unknown => "unknown",
        }
    }
}

/// A step as the card shows it.
pub(crate) struct Step {
    /// The kind of step, which does not change from version to version: `write_validation`.
    pub(crate) id: &'static str,
    pub(crate) title: String,
    pub(crate) state: State,
    /// The step in one line.
    pub(crate) detail: Option<String>,
    /// Names and values.
    pub(crate) facts: Vec<(&'static str, Markup)>,
    /// Anything longer.
    pub(crate) body: Option<Markup>,
}

impl Step {
    pub(crate) fn new(id: &'static str, title: impl Into<String>, state: State) -> Self {
        Self { id, title: title.into(), state, detail: None, facts: Vec::new(), body: None }
    }

    pub(crate) fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    pub(crate) fn fact(mut self, name: &'static str, value: impl AsRef<str>) -> Self {
        self.facts.push((name, html! { (value.as_ref()) }));
        self
    }

    /// A moment, which the page shows in the reader's zone.
    pub(crate) fn moment(mut self, name: &'static str, at: Timestamp) -> Self {
        self.facts.push((name, time(at)));
        self
    }

    pub(crate) fn body(self, body: Markup) -> Self {
        Self { body: Some(body), ..self }
    }
}

/// The surroundings of cards.
#[derive(Clone, Copy)]
pub(crate) struct Board<'a> {
    /// The path under which the pages are.
    pub(crate) base: &'a str,
    pub(crate) arrays: &'a Arrays,
    /// How calls ended of which no event says so.
    pub(crate) ends: &'a Ends,
    /// Whether questions are answered on a page of the inspector.
    pub(crate) has_approvals: bool,
    /// How many characters of a text are shown; `None` for all.
    pub(crate) longest: Option<usize>,
}

/// The id of a call's card in its page. Ids of providers repeat, so it has the number of the first entry.
pub(crate) fn id_of(call: &CallTimeline) -> String {
    format!("c-{}", call.first_entry())
}

/// The card of a call, or of an event that belongs to none. It has neither nonces nor phrases.
pub(crate) fn card(call: &CallTimeline, board: Board<'_>) -> Markup {
    let call = &for_viewers(call);
    let (id, state) = (id_of(call), state_of(call, board.ends));
    let first = call.events.first();
    let is_call = call.tool().is_some();
    let of = if is_call { "call" } else { "event" };
    html! {
        article.card id=(id) data-entry=(call.first_entry()) data-seq=[first.map(|first| first.seq)] data-kind=(of) data-state=(state.as_str()) aria-labelledby={ (id) "-t" } {
            header {
                h2 id={ (id) "-t" } { (title(call)) }
                @if is_call { span.state { (words_of(call, board.ends)) } }
                @if let Some(first) = first { (time(first.at)) }
                @if let Some(took) = took(call) { span.took { "took " (duration(took)) } }
                a href={ (board.base) "/call/" (call.first_entry()) } aria-label={ "Link to " (of) " " (call.first_entry()) } {
                    (of) " " (call.first_entry())
                }
            }
            @if is_call { (pipeline(call, board.ends)) }
            ol.steps {
                @for (at, record) in call.events.iter().enumerate() { (step_item(call, at, record, board)) }
                @if let Some(receipt) = receipt(call, board.ends) { (receipt) }
            }
        }
    }
}

/// The call without nonces and phrases.
fn for_viewers(call: &CallTimeline) -> CallTimeline {
    let mut call = call.clone();
    call.events = call.events.into_iter().map(EventRecord::for_viewer).collect();
    call
}

/// The time from the first event of a call to its end, in milliseconds. It counts the wait for the user, too.
#[expect(clippy::cast_precision_loss, reason = "a time for a reader")]
fn took(call: &CallTimeline) -> Option<f64> {
    let (first, last) = (call.events.first()?, call.events.last()?);
    matches!(last.event, Event::ToolResult(_)).then(|| since(first, last) as f64)
}

/// Milliseconds from one event to another.
const fn since(first: &EventRecord, record: &EventRecord) -> u64 {
    record.at.as_millis().saturating_sub(first.at.as_millis())
}

fn step_item(call: &CallTimeline, at: usize, record: &EventRecord, board: Board<'_>) -> Markup {
    let step = step(call, at, record, board);
    let after = call.events.first().map_or(0, |first| since(first, record));
    html! {
        li.step data-step=(step.id) data-state=(step.state.as_str()) {
            h3 { (step.title) }
            @if at > 0 { span.after title="Since the first event of the call" { "+" (count(after)) "ms" } }
            @if let Some(detail) = &step.detail { p.detail { (detail) } }
            @if !step.facts.is_empty() {
                dl { @for (name, value) in &step.facts { div { dt { (name) } dd { (value) } } } }
            }
            @if let Some(body) = &step.body { (body) }
            details.raw {
                summary { "Raw event " (record.entry) }
                (long(&pretty(record), call, board))
            }
        }
    }
}

/// A text of any length: its begin, where the card is one of many.
pub(crate) fn long(text: &str, call: &CallTimeline, board: Board<'_>) -> Markup {
    let (begin, left) = begin_of(text, board.longest);
    html! {
        @if left == 0 { (block(begin)) } @else {
            (block(&format!("{begin}…")))
            p.cut {
                (count(left)) " more characters: " a href={ (board.base) "/call/" (call.first_entry()) } { "whole call" }
            }
        }
    }
}

/// The receipt of a write, in the words that users read. `None` also if the call ended without an event: by its events,
/// it still waits.
fn receipt(call: &CallTimeline, ends: &Ends) -> Option<Markup> {
    if ends.end_of(call).is_some() {
        return None;
    }
    let turn = call.events.first()?.turn.as_deref()?;
    let is_write = |record: &EventRecord| matches!(&record.event, Event::ToolCall(call) if call.is_write);
    if !call.events.iter().any(is_write) {
        return None;
    }
    let receipt = Receipt::of_events(&call.events, turn);
    let languages = ReceiptLanguages::default();
    let text = receipt.text(languages.of("en"));
    Some(html! {
        li.step data-step="receipt" data-state=(told_state(call).as_str()) { h3 { "Receipt" } (block(&text)) }
    })
}

/// How far a call is: by its events, and by the end of its time.
pub(crate) fn state_of(call: &CallTimeline, ends: &Ends) -> State {
    ends.end_of(call).map_or_else(|| told_state(call), End::state)
}

/// How far a call is, by its last event that says it.
fn told_state(call: &CallTimeline) -> State {
    let mut state = State::Running;
    for record in &call.events {
        state = match &record.event {
            Event::ToolCall(_) | Event::ToolStarted(_) | Event::ToolRetry(_) => State::Running,
            Event::WriteValidation(check) if check.status == ValidationStatus::Blocked => State::Warn,
            Event::WriteValidation(_) | Event::ArgumentsRead(_) | Event::Recovered(_) => state,
            // They come with calls, before and after their ends.
            Event::Expanded(_) | Event::Collapsed(_) if call.tool().is_some() => state,
            // No call is stored that the answer continues: the model has to make another one.
            Event::AskUser(asked) if asked.pending_id.is_none() => State::Warn,
            Event::AskUser(_) | Event::Mcq(_) => State::Waiting,
            Event::Decision(decision) => match decision.verdict.as_str() {
                "approved" => State::Running,
                _ if is_to_be_typed_again(decision) => State::Waiting,
                _ => State::Warn,
            },
            Event::ToolResult(result) => match result.status {
                ResultStatus::Ok => State::Pass,
                ResultStatus::Error if result.validation_status == Some(ValidationStatus::Blocked) => {
                    State::Warn
                }
                ResultStatus::Error => State::Fail,
                ResultStatus::Unknown => State::Unknown,
                ResultStatus::Forwarded => State::Waiting,
                _ => State::Warn,
            },
            Event::Guardrail(_) | Event::DetectorFailed(_) => State::Warn,
            Event::JournalGap(_) => State::Fail,
            _ => State::Pass,
        };
    }
    state
}

/// The state of a call in words.
fn words_of(call: &CallTimeline, ends: &Ends) -> &'static str {
    if let Some(end) = ends.end_of(call) {
        return end.words();
    }
    let last = call.events.last().map(|record| &record.event);
    let has_expired = last.is_some_and(|event| match event {
        Event::ToolResult(result) => result.status == ResultStatus::Expired,
        Event::Decision(decision) => decision.verdict == "expired",
        _ => false,
    });
    // The last of them says it: after a block, the user may give values, and then say no.
    let was_blocked = call.events.iter().rev().find_map(|record| match &record.event {
        Event::WriteValidation(check) => Some(check.status == ValidationStatus::Blocked),
        Event::Decision(decision) => Some(decision.verdict == "blocked"),
        _ => None,
    });
    match told_state(call) {
        State::Pass => "✅ done",
        State::Warn if has_expired => End::Expired.words(),
        State::Warn if was_blocked == Some(true) => "❌ blocked",
        State::Warn => "▲ not carried out",
        State::Fail => "❌ failed",
        State::Running => "▶ running",
        State::Waiting => "⏳ waiting",
        State::Unknown => "❔ effect unknown",
    }
}

/// The tool of a call, or what an event is.
pub(crate) fn title(call: &CallTimeline) -> &str {
    call.tool().unwrap_or_else(|| call.events.first().map_or("", title_of))
}

/// The title of an event that belongs to no tool.
const fn title_of(record: &EventRecord) -> &'static str {
    match record.event {
        Event::TurnStarted(_) => "Message of the user",
        Event::Expanded(_) => "Container expanded",
        Event::Collapsed(_) => "Container collapsed",
        Event::Guardrail(_) => "Final answer",
        Event::DetectorFailed(_) => "Check of the final answer",
        Event::Erased(_) => "Erasure",
        Event::Pruned(_) => "Removal of old entries",
        Event::JournalGap(_) => "Events are missing",
        _ => "Event",
    }
}
