//! Questions to the user.

use hpd_host::events::{AskUserEvent, Event, McqEvent};
use hpd_host::journal::CallTimeline;
use maud::{Markup, html};
use serde_json::Value;

use super::{Board, State, Step};
use crate::page::block;

pub(super) fn asked_for_values(asked: &AskUserEvent, call: &CallTimeline, board: Board<'_>) -> Step {
    let waits = asked.pending_id.is_some() && is_open(call);
    let mut step = Step::new("ask_user", "Question for values", State::Waiting).body(html! {
        (block(&asked.question))
        @if waits { (link_to_answer(board)) }
    });
    for (name, names) in [("Missing", &asked.missing), ("To be confirmed", &asked.uncertain)] {
        if !names.is_empty() {
            step = step.fact(name, names.join(", "));
        }
    }
    step
}

/// The question whether a write may run. Viewers' records have neither nonce nor phrase.
pub(super) fn asked_to_confirm(question: &McqEvent, call: &CallTimeline, board: Board<'_>) -> Step {
    let text = |key: &str| question.0.get(key).and_then(Value::as_str).unwrap_or_default();
    let is_open = is_open(call);
    let state = if is_open { State::Waiting } else { State::Pass };
    let mut step = Step::new("mcq", "Step 9d: MCQ Confirmation", state)
        .fact("Risk", text("risk"))
        .fact("Options", options(question));
    let needs_phrase = question.0.get("needs_phrase").is_some_and(|needs| *needs == true);
    let kind = if needs_phrase {
        "type to confirm"
    } else if text("risk") == "low" {
        "one confirmation"
    } else {
        "summary of changes"
    };
    step = step.fact("Confirmation", kind);
    step.body(html! {
        (block(text("question")))
        (changes(question.0.get("changes")))
        @if is_open { (link_to_answer(board)) }
    })
}

/// Whether a question of a call is still open.
fn is_open(call: &CallTimeline) -> bool {
    !call.events.iter().any(|record| match &record.event {
        Event::Decision(decision) => decision.verdict != "wrong_phrase" || decision.state.is_final(),
        Event::ToolResult(_) => true,
        _ => false,
    })
}

/// Where questions are answered, if that is in the inspector.
fn link_to_answer(board: Board<'_>) -> Markup {
    html! { @if board.has_approvals { p { a href={ (board.base) "/approvals" } { "Answer it" } } } }
}

fn options(question: &McqEvent) -> String {
    let options = question.0.get("options").and_then(Value::as_array);
    let label = |option: &Value| option.get("label").and_then(Value::as_str).map(str::to_owned);
    options.into_iter().flatten().filter_map(label).collect::<Vec<_>>().join(" · ")
}

/// What a write changes, before and after.
pub(crate) fn changes(changes: Option<&Value>) -> Markup {
    let changes = changes.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text =
        |change: &Value, key: &str| change.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    html! {
        @if !changes.is_empty() {
            table.changes {
                caption { "What changes" }
                thead { tr { th scope="col" { "Field" } th scope="col" { "Before" } th scope="col" { "After" } } }
                tbody {
                    @for change in changes {
                        tr {
                            th scope="row" { (text(change, "field")) }
                            td { del { (text(change, "before")) } }
                            td { ins { (text(change, "after")) } }
                        }
                    }
                }
            }
        }
    }
}
