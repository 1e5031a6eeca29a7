//! Texts of the model for front ends that speak AG-UI, and the runs that they ask for.

use hpd_host::approval::CallState;
use hpd_host::events::Event;
use hpd_host::events::ag_ui::{AgUiEvent, AgUiKind, AgUiMapper, NoRun};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::events::ag_ui::{hold_against_protocol, is_what_clients_read, names, values};
use crate::events::conversation::{
    WRITE, call, decision, guardrail, mcq, paid, record, result, retry, turn_started,
};
use crate::events::spoken::{Mark, Step, any_steps, spoken_turn};

/// The streams of these steps, of which all but the last one failed. Then the texts and calls of the model that were
/// accepted.
fn told(steps: &[Step]) -> (Vec<Vec<AgUiEvent>>, Vec<Mark>) {
    let (mut mapper, mut streams, mut events, mut marks) =
        (AgUiMapper::new(), Vec::new(), Vec::new(), Vec::new());
    let mut runs = 0;
    for step in steps {
        match step {
            Step::Begin(thread) => {
                runs += 1;
                events.extend(mapper.begin_run(format!("thread-{thread}"), format!("run-{runs}")));
            }
            Step::Text(delta) => match mapper.text(delta) {
                Ok(text) => {
                    assert!(is_open(&events));
                    marks.extend((!delta.is_empty()).then(|| Mark::Text(delta.clone())));
                    events.extend(text);
                }
                Err(NoRun) => assert!(!is_open(&events)),
            },
            Step::EndText => events.extend(mapper.end_text()),
            Step::Record(record) => {
                marks.extend(matches!(record.event, Event::ToolCall(_)).then_some(Mark::Call));
                events.extend(mapper.events(record));
            }
            Step::Finish => events.extend(mapper.finish()),
            Step::Fail => {
                let failed = mapper.fail("The model can't be reached.");
                if !failed.is_empty() {
                    events.extend(failed);
                    streams.push(std::mem::take(&mut events));
                    mapper = AgUiMapper::new();
                }
            }
        }
    }
    events.extend(mapper.finish());
    streams.push(events);
    (streams, marks)
}

fn is_open(events: &[AgUiEvent]) -> bool {
    let run = events.iter().map(|event| event.kind.name()).rfind(|name| name.starts_with("RUN_"));
    run == Some("RUN_STARTED")
}

/// The only stream that these steps come to.
fn stream(steps: &[Step]) -> Vec<AgUiEvent> {
    let (mut streams, _) = told(steps);
    assert_eq!(streams.len(), 1);
    streams.remove(0)
}

fn text(text: &str) -> Step {
    Step::Text(text.to_owned())
}

fn told_of(seq: u64, call_id: Option<&str>, event: Event) -> Step {
    Step::Record(Box::new(record(seq, "t1", call_id, event)))
}

/// The ids of the runs, with those of their threads.
fn runs(events: &[AgUiEvent]) -> Vec<[String; 2]> {
    let runs = events.iter().filter_map(|event| match &event.kind {
        AgUiKind::RunStarted { thread_id, run_id } => Some([thread_id.clone(), run_id.clone()]),
        _ => None,
    });
    runs.collect()
}

#[test]
fn a_turn_in_which_the_model_speaks() {
    is_what_clients_read("a_turn_in_which_the_model_speaks", &stream(&spoken_turn()));
}

#[test]
fn a_turn_without_a_call() {
    let steps = [Step::Begin(1), text("Good "), text("morning!"), Step::Finish];
    is_what_clients_read("a_turn_without_a_call", &stream(&steps));
}

#[test]
fn a_turn_that_fails_while_the_model_speaks() {
    let (streams, _) = told(&[Step::Begin(1), text("Good mor"), Step::Fail]);
    is_what_clients_read("a_turn_that_fails_while_the_model_speaks", &streams[0]);
}

#[test]
fn what_the_model_says_in_a_conversation_is_what_the_protocol_asks_for() {
    assert_eq!(hold_against_protocol(&stream(&spoken_turn())), Ok(()));
}

#[test]
fn a_text_is_refused_where_no_run_is_open() {
    let mut mapper = AgUiMapper::new();
    assert_eq!(mapper.text("Hello!"), Err(NoRun));
    assert_eq!(mapper.text(""), Err(NoRun));
    assert_eq!(mapper.end_text(), None);
    mapper.begin_run("s1", "run-1");
    assert!(mapper.text("Hello!").is_ok());
    mapper.finish();
    assert_eq!(mapper.text("Hello!"), Err(NoRun));
    mapper.begin_run("s1", "run-2");
    mapper.fail("No.");
    assert_eq!(mapper.text("Hello!"), Err(NoRun));
    assert_eq!(NoRun.to_string(), "no run is open: begin one with the ids that the client sent");
}

#[test]
fn an_empty_part_opens_nothing() {
    assert_eq!(names(&stream(&[Step::Begin(1), text(""), Step::Finish])), ["RUN_STARTED", "RUN_FINISHED"]);
}

#[test]
fn a_text_joins_the_run_that_a_record_began() {
    let steps = [told_of(1, None, turn_started("Hello")), text("Good morning!")];
    let events = values(&stream(&steps));
    assert_eq!(events[0]["runId"], "t1");
    assert_eq!(
        events[1],
        json!({"type": "TEXT_MESSAGE_START", "messageId": "t1/text/1", "role": "assistant"})
    );
}

#[test]
fn a_call_ends_the_text_and_is_of_its_message() {
    let events =
        values(&stream(&[Step::Begin(1), text("I'll look."), told_of(1, Some("1"), call("a", None))]));
    assert_eq!(events[3], json!({"type": "TEXT_MESSAGE_END", "messageId": "run-1/text/1"}));
    assert_eq!([&events[4]["type"], &events[4]["parentMessageId"]], ["TOOL_CALL_START", "run-1/text/1"]);
}

/// The parent message of each call.
fn parents(events: &[AgUiEvent]) -> Vec<Value> {
    let starts = values(events).into_iter().filter(|event| event["type"] == "TOOL_CALL_START");
    starts.map(|start| start["parentMessageId"].clone()).collect()
}

#[test]
fn all_calls_behind_a_text_are_of_its_message() {
    let steps = [
        Step::Begin(1),
        text("I'll look."),
        told_of(1, Some("1"), call("a", None)),
        told_of(2, Some("2"), call("b", None)),
    ];
    assert_eq!(parents(&stream(&steps)), ["run-1/text/1", "run-1/text/1"]);
}

#[test]
fn a_call_after_the_results_is_of_no_text() {
    let steps = [
        Step::Begin(1),
        text("I'll look."),
        told_of(1, Some("1"), call("a", None)),
        told_of(2, Some("1"), result("a", json!(1))),
        told_of(3, Some("2"), call("b", None)),
    ];
    assert_eq!(parents(&stream(&steps)), [json!("run-1/text/1"), Value::Null]);
}

/// A call that waits for the user has no result for long.
#[test]
fn a_text_behind_a_call_is_a_message_of_its_own() {
    let steps = [
        Step::Begin(1),
        told_of(1, Some("1"), call(WRITE, None)),
        text("Please confirm."),
        told_of(2, Some("2"), call("b", None)),
    ];
    assert_eq!(parents(&stream(&steps)), [Value::Null, json!("run-1/text/1")]);
}

#[test]
fn what_happens_to_calls_does_not_end_a_text() {
    let steps = [Step::Begin(1), text("One "), told_of(1, Some("1"), paid()), text("text.")];
    assert_eq!(
        names(&stream(&steps)),
        [
            "RUN_STARTED",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TOOL_CALL_RESULT",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "RUN_FINISHED"
        ]
    );
}

#[test]
fn texts_that_are_ended_are_two_messages() {
    let events = values(&stream(&[Step::Begin(1), text("One."), Step::EndText, text("Two.")]));
    let starts = events.iter().filter(|event| event["type"] == "TEXT_MESSAGE_START");
    let ids: Vec<_> = starts.map(|event| &event["messageId"]).collect();
    assert_eq!(ids, ["run-1/text/1", "run-1/text/2"]);
}

#[test]
fn a_turn_that_begins_in_the_run_of_the_client_joins_it() {
    let steps =
        [Step::Begin(1), told_of(1, None, turn_started("Hello")), told_of(2, Some("1"), call("a", None))];
    let events = values(&stream(&steps));
    assert_eq!(
        [&events[1]["type"], &events[1]["name"], &events[1]["value"]],
        [&json!("CUSTOM"), &json!("turn_started"), &json!({"query": "Hello"})]
    );
    assert_eq!(runs(&stream(&steps)), [["thread-1", "run-1"]]);
}

/// A late event must not end the run that the client asked for.
#[test]
fn every_turn_of_the_session_is_told_in_the_run_of_the_client() {
    let late = record(1, "t0", Some("0"), call("a", None));
    let steps = [
        Step::Begin(1),
        Step::Record(Box::new(late)),
        told_of(2, None, turn_started("Hello")),
        told_of(3, Some("1"), call("a", None)),
    ];
    assert_eq!(runs(&stream(&steps)), [["thread-1", "run-1"]]);
}

#[test]
fn another_session_has_a_run_of_its_own_and_its_own_thread() {
    let other = record(2, "t9", None, guardrail()).session("s2".to_owned());
    let steps = [Step::Begin(1), told_of(1, None, retry()), Step::Record(Box::new(other))];
    assert_eq!(runs(&stream(&steps)), [["thread-1", "run-1"], ["s2", "t9/2"]]);
}

#[test]
fn what_the_session_does_later_is_of_the_same_thread() {
    let steps = [
        Step::Begin(1),
        told_of(1, Some("1"), mcq()),
        Step::Finish,
        told_of(2, Some("1"), decision("approved", CallState::Approved)),
    ];
    assert_eq!(runs(&stream(&steps)), [["thread-1", "run-1"], ["thread-1", "t1/2"]]);
}

#[test]
fn a_run_that_is_open_is_finished_before_the_next_one() {
    let events = stream(&[Step::Begin(1), text("One."), Step::Begin(1)]);
    assert_eq!(
        names(&events),
        [
            "RUN_STARTED",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "RUN_FINISHED",
            "RUN_STARTED",
            "RUN_FINISHED"
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_steps_are_what_the_protocol_asks_for(steps in any_steps()) {
        for events in told(&steps).0 {
            if !events.is_empty() {
                prop_assert_eq!(hold_against_protocol(&events), Ok(()));
            }
        }
    }

    #[test]
    fn all_that_the_model_says_and_does_is_told_in_its_order(steps in any_steps()) {
        let (streams, marks) = told(&steps);
        let told: Vec<_> = streams.iter().flatten().filter_map(|event| match &event.kind {
            AgUiKind::TextMessageContent { delta, .. } => Some(Mark::Text(delta.clone())),
            AgUiKind::ToolCallStart { .. } => Some(Mark::Call),
            _ => None,
        }).collect();
        prop_assert_eq!(told, marks);
    }
}
