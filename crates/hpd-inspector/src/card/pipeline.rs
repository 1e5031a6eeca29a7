//! The pipeline of a call in one row: which steps it went through, and how.

use hpd_host::events::{Event, ResultStatus, ValidationStatus};
use hpd_host::journal::CallTimeline;
use maud::{Markup, html};

use super::State;
use super::asked::is_to_be_typed_again;
use super::ends::{End, Ends};

/// The steps: number, word, and what they are.
const STEPS: [(&str, &str, &str); 8] = [
    ("9a", "Call", "the LLM returns a tool call"),
    ("9b", "Arguments", "name and arguments are read"),
    ("9c", "Write?", "whether the tool writes"),
    ("9d", "Confirm", "MCQ confirmation by the user"),
    ("9e", "Validate", "write validation"),
    ("9f", "Execute", "MCP execution, within its time limit"),
    ("9g", "Result", "the result goes to the LLM"),
    ("9h", "Guardrail", "reverse guardrail, a check of the final answer"),
];

/// The code of arguments that are no JSON.
const UNREADABLE: &str = "INVALID_JSON";

/// How far each step of a call is; `None` if it was not reached, or is not needed.
fn states(call: &CallTimeline) -> [Option<State>; 8] {
    let mut states = [None; 8];
    let [made, arguments, write, confirm, validate, execute, result, guardrail] = &mut states;
    for record in &call.events {
        match &record.event {
            Event::ToolCall(_) => (*made, *write) = (Some(State::Pass), Some(State::Pass)),
            Event::ArgumentsRead(read) => {
                *arguments = Some(if read.notes.is_empty() { State::Pass } else { State::Warn });
            }
            Event::Recovered(_) => *made = Some(State::Warn),
            Event::AskUser(asked) if asked.pending_id.is_none() => *confirm = Some(State::Warn),
            Event::AskUser(_) | Event::Mcq(_) => *confirm = Some(State::Waiting),
            Event::Decision(decision) => {
                *confirm = Some(match decision.verdict.as_str() {
                    "approved" => State::Pass,
                    _ if is_to_be_typed_again(decision) => State::Waiting,
                    _ => State::Warn,
                });
            }
            Event::WriteValidation(check) => {
                let is_blocked = check.status == ValidationStatus::Blocked;
                *validate = Some(if is_blocked { State::Warn } else { State::Pass });
            }
            Event::ToolStarted(_) => *execute = Some(State::Running),
            Event::ToolResult(ended) => {
                let (ran, told) = ends(ended.status, ended.attempts > 0);
                // The check of a write has its own step.
                let is_read = ended.error_codes.iter().all(|code| validate.is_some() && code != UNREADABLE);
                if !is_read {
                    *arguments = Some(State::Fail);
                }
                (*execute, *result) = (ran, Some(told));
            }
            Event::Guardrail(_) | Event::DetectorFailed(_) => *guardrail = Some(State::Warn),
            _ => {}
        }
        if were_read(&record.event) {
            arguments.get_or_insert(State::Pass);
        }
    }
    states
}

/// Whether an event proves that the arguments of its call were read.
const fn were_read(event: &Event) -> bool {
    match event {
        Event::WriteValidation(_) | Event::AskUser(_) | Event::Mcq(_) | Event::ToolStarted(_) => true,
        Event::ToolResult(ended) => ends(ended.status, ended.attempts > 0).0.is_some(),
        _ => false,
    }
}

/// How the run and the result are, by the end of a call.
const fn ends(status: ResultStatus, ran: bool) -> (Option<State>, State) {
    match status {
        ResultStatus::Ok => (Some(State::Pass), State::Pass),
        ResultStatus::Error if ran => (Some(State::Fail), State::Fail),
        ResultStatus::Unknown => (Some(State::Unknown), State::Unknown),
        ResultStatus::Forwarded => (Some(State::Waiting), State::Waiting),
        _ => (None, State::Warn),
    }
}

/// The row of steps.
pub(super) fn pipeline(call: &CallTimeline, ends: &Ends) -> Markup {
    let end = ends.end_of(call).map(End::state);
    // A step that is open by its events ended when the call expired.
    let as_ended = |state| match state {
        Some(State::Waiting | State::Running) if end.is_some() => end,
        other => other,
    };
    html! {
        ol.pipeline aria-label="Pipeline" {
            @for ((number, word, what), state) in STEPS.into_iter().zip(states(call).map(as_ended)) {
                li data-state=(state.map_or("none", State::as_str)) title=(what) {
                    b { (number) } " " (word) span.hidden { ": " (in_words(state)) }
                }
            }
        }
    }
}

const fn in_words(state: Option<State>) -> &'static str {
    match state {
        None => "not reached or not needed",
        Some(State::Pass) => "passed",
        Some(State::Warn) => "with a warning",
        Some(State::Fail) => "failed",
        Some(State::Running) => "running",
        Some(State::Waiting) => "waiting",
        Some(State::Unknown) => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use hpd_host::approval::{CallState, PendingId};
    use hpd_host::events::{
        ArgumentsReadEvent, DecisionEvent, Event, EventRecord, McqEvent, ReadingNote, ResultStatus,
        ToolCallEvent, ToolResultEvent, ValidationStatus, WriteValidationEvent,
    };
    use hpd_host::journal::timelines;
    use hpd_host::system::Timestamp;

    use super::{State, states};

    fn states_of(events: Vec<Event>) -> Vec<&'static str> {
        let record = |(entry, event)| {
            EventRecord::new(entry, "s1", entry, Timestamp::from_millis(0), event)
                .call_id(Some("c1".to_owned()))
        };
        let calls = timelines((1..).zip(events).map(record));
        states(&calls[0]).map(|state| state.map_or("none", State::as_str)).to_vec()
    }

    #[test]
    fn a_blocked_write_reaches_its_validation() {
        let call = || Event::ToolCall(ToolCallEvent::new("pay", true));
        let check = |status| Event::WriteValidation(WriteValidationEvent::new("pay", status));
        assert_eq!(
            states_of(vec![call(), check(ValidationStatus::Blocked)]),
            ["pass", "pass", "pass", "none", "warn", "none", "none", "none"]
        );
        assert_eq!(
            states_of(vec![call(), check(ValidationStatus::Passed)]),
            ["pass", "pass", "pass", "none", "pass", "none", "none", "none"]
        );
    }

    fn arguments_of(events: Vec<Event>) -> &'static str {
        let call = Event::ToolCall(ToolCallEvent::new("find", false));
        states_of([vec![call], events].concat())[1]
    }

    #[test]
    fn arguments_are_read_when_a_later_event_shows_it() {
        let ended = |status, codes: &[&str]| {
            let codes = codes.iter().map(|code| (*code).to_owned()).collect();
            Event::ToolResult(ToolResultEvent::new("find", false, status, false).error_codes(codes))
        };
        let read = |notes| {
            let mut read = ArgumentsReadEvent::new("pay");
            read.notes = notes;
            Event::ArgumentsRead(read)
        };
        assert_eq!(arguments_of(vec![]), "none");
        assert_eq!(arguments_of(vec![ended(ResultStatus::Ok, &[])]), "pass");
        // For example, no tool has the name.
        assert_eq!(arguments_of(vec![ended(ResultStatus::Error, &[])]), "none");
        assert_eq!(arguments_of(vec![ended(ResultStatus::Error, &["REQUIRED_FIELD"])]), "fail");
        let blocked = WriteValidationEvent::new("find", ValidationStatus::Blocked);
        let blocked = |code| {
            arguments_of(vec![Event::WriteValidation(blocked.clone()), ended(ResultStatus::Error, &[code])])
        };
        assert_eq!([blocked("REQUIRED_FIELD"), blocked("INVALID_JSON")], ["pass", "fail"]);
        assert_eq!(arguments_of(vec![read(vec![])]), "pass");
        let repaired = || read(vec![ReadingNote::new("EXTRA_COMMA", "", "A comma too many")]);
        assert_eq!(arguments_of(vec![repaired(), ended(ResultStatus::Ok, &[])]), "warn");
        assert_eq!(arguments_of(vec![repaired(), ended(ResultStatus::Error, &["WRONG_TYPE"])]), "fail");
    }

    #[test]
    fn after_the_last_wrong_phrase_nothing_waits() {
        let confirm = |state| {
            let wrong = DecisionEvent::new("pay", PendingId::new("p1"), "wrong_phrase", state);
            let call = Event::ToolCall(ToolCallEvent::new("pay", true));
            let asked = Event::Mcq(McqEvent(serde_json::Map::new()));
            states_of(vec![call, asked, Event::Decision(wrong)])[3]
        };
        assert_eq!(confirm(CallState::AwaitingApproval), "waiting");
        assert_eq!(confirm(CallState::Rejected), "warn");
    }
}
