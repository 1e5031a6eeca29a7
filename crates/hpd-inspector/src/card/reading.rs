//! How the text of the model was read: repairs as differences, values with their sources.

use hpd_host::events::{ArgumentsReadEvent, ReadingNote};
use hpd_host::journal::CallTimeline;
use hpd_host::values::Provenance;
use maud::{Markup, html};
use serde_json::Value;

use super::{Board, State, Step, long};
use crate::text::{begin_of, pretty};

pub(super) fn read(event: &ArgumentsReadEvent, call: &CallTimeline, board: Board<'_>) -> Step {
    let state = if event.notes.is_empty() { State::Pass } else { State::Warn };
    let detail = match (event.notes.len(), event.provenance.len()) {
        (0, _) => "Values were filled in.".to_owned(),
        (1, _) => "The text was repaired in one place.".to_owned(),
        (count, _) => format!("The text was repaired in {count} places."),
    };
    Step::new("arguments_read", "Step 9b: Reading of Arguments", state)
        .detail(detail)
        .body(html! { (notes(&event.notes)) (resolved(event, call, board)) })
}

fn notes(notes: &[ReadingNote]) -> Markup {
    html! {
        @if !notes.is_empty() {
            ul.repairs {
                @for note in notes {
                    li {
                        code { (note.code) } " "
                        @if !note.pointer.is_empty() { code { (note.pointer) } " " }
                        (note.message)
                        @if let Some(offset) = note.offset { " (at byte " (offset) ")" }
                        @if note.from.is_some() || note.to.is_some() {
                            ": "
                            @if let Some(from) = &note.from { del { (from) } }
                            " → "
                            @if let Some(to) = &note.to { ins { (to) } }
                        }
                    }
                }
            }
        }
    }
}

/// The arguments as they were read, each with its source.
fn resolved(event: &ArgumentsReadEvent, call: &CallTimeline, board: Board<'_>) -> Markup {
    let source = |name: &str| event.provenance.get(name).copied().unwrap_or(Provenance::Model);
    match &event.arguments {
        Some(Value::Object(members)) if !members.is_empty() => html! {
            h4 { "Arguments as read" }
            dl.resolved {
                @for (name, value) in members {
                    @let text = value.to_string();
                    @let (begin, left) = begin_of(&text, board.longest);
                    div { dt { (name) } dd { code { (begin) @if left > 0 { "…" } } " " span.source { "from " (words(source(name))) } } }
                }
            }
        },
        Some(other) => html! { h4 { "Arguments as read" } (long(&pretty(other), call, board)) },
        None => html! {},
    }
}

const fn words(source: Provenance) -> &'static str {
    match source {
        Provenance::User => "the user",
        Provenance::Mentioned => "the model, mentioned by the user",
        Provenance::Profile => "the profile",
        Provenance::Config => "the configuration",
        Provenance::Declared => "the declared default",
        _ => "the model",
    }
}
