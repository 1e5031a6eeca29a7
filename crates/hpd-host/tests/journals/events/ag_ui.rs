//! Events for front ends that speak AG-UI.

use hpd_host::approval::CallState;
use hpd_host::events::ag_ui::{AgUiEvent, AgUiMapper};
use hpd_host::events::{Event, EventRecord, ResultStatus, ToolStartedEvent, TurnStartedEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::events::ag_ui_order::{Care, Order};
use crate::events::ag_ui_schema::validator;
use crate::events::conversation::{
    WRITE, call, conversation, decision, first_turn, guardrail, mcq, paid, pending, plain_result, record,
    result, retry, turn_started,
};
use crate::events::mixed::any_records;
use crate::events::recorded;

/// The events of these records, with the end of the last turn.
pub(crate) fn mapped(records: &[EventRecord]) -> Vec<AgUiEvent> {
    let mut mapper = AgUiMapper::new();
    let mut events: Vec<_> = records.iter().flat_map(|record| mapper.events(record)).collect();
    events.extend(mapper.finish());
    events
}

pub(crate) fn values(events: &[AgUiEvent]) -> Vec<Value> {
    events.iter().map(|event| serde_json::to_value(event).unwrap()).collect()
}

pub(crate) fn names(events: &[AgUiEvent]) -> Vec<&'static str> {
    events.iter().map(|event| event.kind.name()).collect()
}

fn started() -> Event {
    Event::ToolStarted(ToolStartedEvent::new(WRITE, pending()))
}

/// Each event has the form that the protocol says, and all of them the order.
pub(crate) fn hold_against_protocol(events: &[AgUiEvent]) -> Result<(), String> {
    let (validator, mut order, mut care) = (validator(), Order::default(), Care::default());
    for event in values(events) {
        validator.validate(&event).map_err(|error| format!("{error}: {event}"))?;
        order.take(&event)?;
        care.take(&event)?;
    }
    if order.is_done() { Ok(()) } else { Err("the last run has no end".to_owned()) }
}

/// The clients of the protocol have read the text of the snapshot. After a change, `recorded/README.md` describes how
/// they read it again.
pub(crate) fn is_what_clients_read(name: &str, events: &[AgUiEvent]) {
    let text: String = events.iter().map(AgUiEvent::to_sse).collect();
    insta::assert_snapshot!(name, text);
    assert_eq!(recorded::json("ag_ui", "judged.json")[name]["stream"], text);
}

#[test]
fn a_conversation_as_events_of_ag_ui() {
    is_what_clients_read("a_conversation_as_events_of_ag_ui", &mapped(&conversation()));
}

#[test]
fn a_turn_that_waits_for_the_user() {
    is_what_clients_read("a_turn_that_waits_for_the_user", &mapped(&first_turn()[..13]));
}

#[test]
fn a_turn_that_fails() {
    let mut mapper = AgUiMapper::new();
    let mut events: Vec<_> = first_turn()[..15].iter().flat_map(|record| mapper.events(record)).collect();
    events.extend(mapper.fail("The model can't be reached."));
    is_what_clients_read("a_turn_that_fails", &events);
}

#[test]
fn a_conversation_is_what_the_protocol_asks_for() {
    assert_eq!(hold_against_protocol(&mapped(&conversation())), Ok(()));
}

/// A client may connect at any event.
#[test]
fn every_rest_of_a_conversation_is_what_the_protocol_asks_for() {
    let records = conversation();
    for start in 0..records.len() {
        assert_eq!(hold_against_protocol(&mapped(&records[start..])), Ok(()), "from {start} on");
    }
}

/// Without this, the tests above would hold of anything.
#[test]
fn what_the_protocol_forbids_is_found() {
    let event = |value: Value| validator().is_valid(&value);
    assert!(event(json!({"type": "TOOL_CALL_END", "toolCallId": "1"})));
    assert!(!event(json!({"type": "TOOL_CALL_END"})));
    assert!(!event(json!({"type": "TOOL_CALL_ENDED", "toolCallId": "1"})));
    assert!(!event(json!({"type": "RUN_ERROR", "message": 1})));
    assert!(!event(json!({"type": "RUN_ERROR", "message": "no", "reason": "more"})));
    assert!(!event(
        json!({"type": "RUN_FINISHED", "threadId": "s", "runId": "t", "outcome": {"type": "success", "more": 1}})
    ));
}

/// Mistakes that no client checks for.
#[test]
fn what_the_documents_do_not_ask_for_is_found() {
    let started = json!({"type": "RUN_STARTED", "threadId": "s", "runId": "t"});
    let result = json!({"type": "TOOL_CALL_RESULT", "messageId": "m"});
    let text = json!({"type": "TEXT_MESSAGE_START", "messageId": "m"});
    let wrong_last = [
        vec![json!({"type": "RUN_ERROR"})],
        vec![started.clone(), started.clone()],
        vec![started.clone(), json!({"type": "RUN_FINISHED", "threadId": "s", "runId": "u"})],
        vec![result.clone(), result],
        vec![json!({"type": "TOOL_CALL_ARGS", "delta": ""})],
        vec![json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": ""})],
        vec![text.clone(), json!({"type": "TEXT_MESSAGE_END", "messageId": "m"}), text.clone()],
        vec![text.clone(), json!({"type": "TOOL_CALL_START", "toolCallId": "c"})],
        vec![started.clone(), text, json!({"type": "RUN_ERROR"})],
    ];
    for events in wrong_last {
        let mut care = Care::default();
        let taken: Vec<_> = events.iter().map(|event| care.take(event).is_ok()).collect();
        let (last, before) = taken.split_last().unwrap();
        assert!(!last && before.iter().all(|is_taken| *is_taken), "{events:?}");
    }
}

#[test]
fn a_question_that_waits_is_an_interrupt_of_the_run() {
    let until_question = &first_turn()[..13];
    let last = values(&mapped(until_question)).pop().unwrap();
    let Event::Mcq(question) = mcq() else { unreachable!("it is that event") };
    assert_eq!(
        last,
        json!({
            "type": "RUN_FINISHED",
            "threadId": "s1",
            "runId": "t1",
            "outcome": {"type": "interrupt", "interrupts": [{
                "id": "p1",
                "reason": "tool_call",
                "message": "Confirm: Create payment of ₹5,000 for Acme Corp against INV-042?",
                "toolCallId": "call_4",
                "responseSchema": {
                    "type": "object",
                    "properties": {
                        "choice": {"enum": ["confirm", "cancel"]},
                        "nonce": {"type": "string"},
                        "phrase": {"type": "string"}
                    },
                    "required": ["choice", "nonce"]
                },
                "metadata": question.0
            }]}
        })
    );
}

#[test]
fn a_question_that_asks_for_a_phrase_says_so_of_its_answer() {
    let Event::Mcq(mut question) = mcq() else { unreachable!("it is that event") };
    question.0.insert("phrase".to_owned(), json!("PAY 5000"));
    let events = values(&mapped(&[record(1, "t1", Some("call_1"), Event::Mcq(question))]));
    let schema = &events[2]["outcome"]["interrupts"][0]["responseSchema"];
    assert_eq!(schema["required"], json!(["choice", "nonce", "phrase"]));
}

/// How the run ends, if this follows the question.
fn outcome_after(event: Event) -> Value {
    let records = [record(1, "t1", Some("call_1"), mcq()), record(2, "t1", Some("call_1"), event)];
    values(&mapped(&records)).pop().unwrap()["outcome"]["type"].clone()
}

#[test]
fn a_question_that_was_decided_is_no_interrupt() {
    for (verdict, state) in [("approved", CallState::Approved), ("rejected", CallState::Rejected)] {
        assert_eq!(outcome_after(decision(verdict, state)), "success");
    }
    assert_eq!(outcome_after(decision("wrong_phrase", CallState::AwaitingApproval)), "interrupt");
}

/// Its time was over: nothing was decided.
#[test]
fn a_question_whose_call_ended_is_no_interrupt() {
    let expired = plain_result(WRITE, ResultStatus::Expired).pending_id(Some(pending()));
    assert_eq!(outcome_after(Event::ToolResult(expired)), "success");
    assert_eq!(outcome_after(result("another", json!(1))), "interrupt");
}

#[test]
fn a_call_that_goes_on_after_its_turn_has_a_run_with_another_id() {
    let mut mapper = AgUiMapper::new();
    let mut events = Vec::new();
    for record in &first_turn()[..13] {
        events.extend(mapper.events(record));
    }
    events.extend(mapper.finish());
    for record in &first_turn()[13..16] {
        events.extend(mapper.events(record));
    }
    events.extend(mapper.finish());
    assert_eq!(hold_against_protocol(&events), Ok(()));
    let runs: Vec<_> = values(&events).into_iter().filter(|event| event["type"] == "RUN_STARTED").collect();
    assert_eq!([&runs[0]["runId"], &runs[1]["runId"]], ["t1", "t1/14"]);
}

#[test]
fn what_comes_late_is_told_in_the_run_that_is_open() {
    let records = [
        record(1, "t1", None, turn_started("Pay")),
        record(2, "t1", Some("call_1"), call(WRITE, Some("{}"))),
        record(3, "t2", None, turn_started("And now?")),
        record(4, "t1", Some("call_1"), paid()),
    ];
    assert_eq!(
        names(&mapped(&records)),
        [
            "RUN_STARTED",
            "TOOL_CALL_START",
            "TOOL_CALL_ARGS",
            "TOOL_CALL_END",
            "RUN_FINISHED",
            "RUN_STARTED",
            "TOOL_CALL_RESULT",
            "RUN_FINISHED"
        ]
    );
}

#[test]
fn turns_without_an_id_have_runs_of_their_own() {
    let anonymous = |seq, event| record(seq, "", None, event).turn(None);
    let silent = || Event::TurnStarted(TurnStartedEvent::new(None));
    let records = [anonymous(1, silent()), anonymous(2, guardrail()), anonymous(3, silent())];
    let events = values(&mapped(&records));
    assert_eq!([&events[0]["runId"], &events[3]["runId"]], ["s1/1", "s1/3"]);
    assert_eq!(events.len(), 5);
}

#[test]
fn another_session_is_another_thread() {
    let mut other = record(1, "t1", None, retry());
    "s2".clone_into(&mut other.session);
    let events = mapped(&[record(1, "t1", None, retry()), other]);
    assert_eq!(hold_against_protocol(&events), Ok(()));
    let threads: Vec<_> =
        values(&events).iter().filter_map(|event| event["threadId"].as_str().map(str::to_owned)).collect();
    assert_eq!(threads, ["s1", "s1", "s2", "s2"]);
}

#[test]
fn steps_of_one_tool_at_the_same_time_have_different_names() {
    let records = [
        record(1, "t1", Some("call_1"), started()),
        record(2, "t1", Some("call_2"), started()),
        record(3, "t1", Some("call_1"), paid()),
    ];
    let events = mapped(&records);
    assert_eq!(hold_against_protocol(&events), Ok(()));
    let steps: Vec<_> = values(&events).into_iter().filter(|event| event["stepName"].is_string()).collect();
    let steps: Vec<_> =
        steps.iter().map(|step| format!("{} {}", step["type"], step["stepName"]).replace('"', "")).collect();
    assert_eq!(
        steps,
        [
            "STEP_STARTED create_payment",
            "STEP_STARTED create_payment (call_2)",
            "STEP_FINISHED create_payment",
            "STEP_FINISHED create_payment (call_2)"
        ]
    );
}

#[test]
fn arguments_that_are_not_known_are_left_out() {
    let events = mapped(&[record(1, "t1", Some("call_1"), call(WRITE, None))]);
    assert_eq!(names(&events), ["RUN_STARTED", "TOOL_CALL_START", "TOOL_CALL_END", "RUN_FINISHED"]);
}

#[test]
fn a_call_that_was_handed_on_has_no_result_yet() {
    let forwarded = Event::ToolResult(plain_result("open_page", ResultStatus::Forwarded));
    let events = mapped(&[record(1, "t1", Some("call_1"), forwarded)]);
    assert_eq!(names(&events), ["RUN_STARTED", "CUSTOM", "RUN_FINISHED"]);
    assert_eq!(values(&events)[1]["value"]["status"], "forwarded");
}

#[test]
fn a_turn_that_fails_ends_with_the_error() {
    let mut mapper = AgUiMapper::new();
    let mut events = mapper.events(&record(1, "t1", Some("call_1"), started()));
    events.extend(mapper.fail("The model can't be reached."));
    assert_eq!(hold_against_protocol(&events), Ok(()));
    assert_eq!(
        values(&events).pop().unwrap(),
        json!({"type": "RUN_ERROR", "message": "The model can't be reached."})
    );
}

#[test]
fn no_turn_has_no_end() {
    let mut mapper = AgUiMapper::new();
    assert_eq!(mapper.finish(), []);
    assert_eq!(mapper.fail("Why?"), []);
}

/// A question holds the values that its answer repeats.
#[test]
fn the_debug_text_holds_no_question() {
    let events = mapped(&[record(1, "t1", Some("call_1"), mcq())]);
    assert_eq!(
        format!("{events:?}"),
        "[AgUiEvent { kind: RUN_STARTED, .. }, AgUiEvent { kind: CUSTOM, .. }, AgUiEvent { kind: RUN_FINISHED, .. }]"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// A turn begins once.
    #[test]
    fn any_records_are_what_the_protocol_asks_for(records in any_records()) {
        let mut begun = std::collections::BTreeSet::new();
        let is_new = |record: &EventRecord| {
            !matches!(record.event, Event::TurnStarted(_)) || begun.insert((record.session.clone(), record.turn.clone()))
        };
        let records: Vec<_> = records.into_iter().filter(is_new).collect();
        prop_assume!(!records.is_empty());
        prop_assert_eq!(hold_against_protocol(&mapped(&records)), Ok(()));
    }
}
