//! Questions to the user.

use hpd_host::events::{AskUserEvent, DecisionEvent, Event, EventRecord, McqEvent};
use hpd_host::journal::CallTimeline;
use maud::{Markup, html};
use serde_json::Value;

use super::{Board, State, Step};
use crate::page::block;

/// The question for values, with the events after it.
pub(super) fn asked_for_values(
    asked: &AskUserEvent,
    (call, after): (&CallTimeline, &[EventRecord]),
    board: Board<'_>,
) -> Step {
    const TITLE: &str = "Question for values";
    let (is_open, step) = match &asked.pending_id {
        Some(_) => question("ask_user", TITLE, (call, after), board),
        // No call is stored that an answer continues.
        None => (false, Step::new("ask_user", TITLE, State::Pass)),
    };
    let mut step = step.body(html! {
        (block(&asked.question))
        @if is_open { (link_to_answer(board)) }
    });
    for (name, names) in [("Missing", &asked.missing), ("To be confirmed", &asked.uncertain)] {
        if !names.is_empty() {
            step = step.fact(name, names.join(", "));
        }
    }
    step
}

/// The question whether a write may run, with the events after it. Viewers' records have neither nonce nor phrase.
pub(super) fn asked_to_confirm(
    asked: &McqEvent,
    (call, after): (&CallTimeline, &[EventRecord]),
    board: Board<'_>,
) -> Step {
    let text = |key: &str| asked.0.get(key).and_then(Value::as_str).unwrap_or_default();
    let (is_open, step) = question("mcq", "Step 9d: MCQ Confirmation", (call, after), board);
    let step = step.fact("Risk", text("risk")).fact("Options", options(asked));
    let needs_phrase = asked.0.get("needs_phrase").is_some_and(|needs| *needs == true);
    let kind = if needs_phrase {
        "type to confirm"
    } else if text("risk") == "low" {
        "one confirmation"
    } else {
        "summary of changes"
    };
    step.fact("Confirmation", kind).body(html! {
        (block(text("question")))
        (changes(asked.0.get("changes")))
        @if is_open { (link_to_answer(board)) }
    })
}

/// The step of a question, and whether the question is open: by its events, and by the end of its time.
fn question(
    id: &'static str,
    title: &str,
    (call, after): (&CallTimeline, &[EventRecord]),
    board: Board<'_>,
) -> (bool, Step) {
    if !is_open(after) {
        return (false, Step::new(id, title, State::Pass));
    }
    match board.ends.end_of(call) {
        Some(end) => (false, Step::new(id, title, end.state()).detail(end.of_question())),
        None => (true, Step::new(id, title, State::Waiting)),
    }
}

/// Whether a question is still open, by the events of its call after it. A later question takes its place. The event
/// of a repair follows the question, and ends nothing.
fn is_open(after: &[EventRecord]) -> bool {
    !after.iter().any(|record| match &record.event {
        Event::Decision(decision) => !is_to_be_typed_again(decision),
        // Values were given, or the call went on in another way.
        Event::AskUser(_)
        | Event::Mcq(_)
        | Event::WriteValidation(_)
        | Event::ToolStarted(_)
        | Event::ToolResult(_) => true,
        _ => false,
    })
}

/// Whether a phrase was wrong, and more tries are left.
pub(super) fn is_to_be_typed_again(decision: &DecisionEvent) -> bool {
    decision.verdict == "wrong_phrase" && !decision.state.is_final()
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

#[cfg(test)]
mod tests {
    use hpd_host::approval::{CallState, PendingId};
    use hpd_host::events::{
        ArgumentsReadEvent, AskUserEvent, DecisionEvent, Event, EventRecord, McqEvent, ValidationStatus,
        WriteValidationEvent,
    };
    use hpd_host::journal::timelines;
    use hpd_host::system::Timestamp;

    use super::super::ends::{End, Ends};
    use super::super::steps::step;
    use super::super::{Board, State};
    use crate::inspector::Arrays;

    fn values() -> Event {
        let mut asked = AskUserEvent::new("pay", "How much?");
        asked.pending_id = Some(PendingId::new("p1"));
        Event::AskUser(asked)
    }

    fn confirm() -> Event {
        Event::Mcq(McqEvent(serde_json::Map::new()))
    }

    fn check(status: ValidationStatus) -> Event {
        Event::WriteValidation(WriteValidationEvent::new("pay", status))
    }

    fn decision(verdict: &str, state: CallState) -> Event {
        Event::Decision(DecisionEvent::new("pay", PendingId::new("p1"), verdict, state))
    }

    /// The states of the questions of a call with these events, and how many of them lead to their answer.
    fn states(events: Vec<Event>) -> (Vec<State>, usize) {
        states_by(events, &Ends::default())
    }

    /// The same, where stored calls ended without an event.
    fn states_by(events: Vec<Event>, ends: &Ends) -> (Vec<State>, usize) {
        let record = |(entry, event)| {
            EventRecord::new(entry, "s1", entry, Timestamp::from_millis(0), event)
                .call_id(Some("c1".to_owned()))
        };
        let call = timelines((1..).zip(events).map(record)).remove(0);
        let arrays = Arrays::default();
        let board = Board { base: "", arrays: &arrays, ends, has_approvals: true, longest: None };
        let steps = call.events.iter().enumerate().map(|(at, record)| step(&call, at, record, board));
        let asked: Vec<_> = steps.filter(|step| ["ask_user", "mcq"].contains(&step.id)).collect();
        let html = asked.iter().filter_map(|step| Some(step.body.clone()?.into_string()));
        let links = html.filter(|html| html.contains("Answer it")).count();
        (asked.iter().map(|step| step.state).collect(), links)
    }

    #[test]
    fn after_values_were_given_only_the_second_question_is_open() {
        let blocked = || check(ValidationStatus::Blocked);
        let read = || Event::ArgumentsRead(ArgumentsReadEvent::new("pay"));
        assert_eq!(states(vec![blocked(), values(), read()]), (vec![State::Waiting], 1));
        let passed = check(ValidationStatus::Passed);
        let given = vec![blocked(), values(), read(), passed, confirm(), read()];
        assert_eq!(states(given), (vec![State::Pass, State::Waiting], 1));
    }

    #[test]
    fn a_question_whose_time_is_over_is_not_open() {
        let asked = || vec![check(ValidationStatus::Blocked), values()];
        for (end, state) in
            [(End::Expired, State::Warn), (End::Gone, State::Warn), (End::Unknown, State::Unknown)]
        {
            assert_eq!(states_by(asked(), &Ends::with("p1", end)), (vec![state], 0));
            // Another stored call says nothing about this one.
            assert_eq!(states_by(asked(), &Ends::with("p2", end)), (vec![State::Waiting], 1));
        }
    }

    #[test]
    fn after_an_edit_only_the_second_question_is_open() {
        let edited = || vec![confirm(), decision("replaced", CallState::Cancelled), confirm()];
        assert_eq!(states(edited()), (vec![State::Pass, State::Waiting], 1));
        let mut approved = edited();
        approved.push(decision("approved", CallState::Approved));
        assert_eq!(states(approved), (vec![State::Pass, State::Pass], 0));
    }

    #[test]
    fn a_wrong_phrase_leaves_a_question_open_until_the_last_try() {
        let wrong = |state| vec![confirm(), decision("wrong_phrase", state)];
        assert_eq!(states(wrong(CallState::AwaitingApproval)), (vec![State::Waiting], 1));
        assert_eq!(states(wrong(CallState::Rejected)), (vec![State::Pass], 0));
    }
}
