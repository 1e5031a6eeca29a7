//! The calls that a client of AG-UI receives: their ids, and their messages of the model.

use hpd_host::events::EventRecord;
use hpd_host::events::ag_ui::AgUiEvent;
use serde_json::{Value, json};

use crate::events::ag_ui::{is_what_clients_read, mapped, values};
use crate::events::conversation::{WRITE, call, ids_twice, record, result, retry};

/// The calls in events of a kind: the id, and the provider's own id if it differs.
fn told(events: &[AgUiEvent], kind: &str, own: &str) -> Vec<[Value; 2]> {
    let events = values(events).into_iter().filter(|event| event["type"] == kind);
    events.map(|event| [event["toolCallId"].clone(), event["metadata"][own].clone()]).collect()
}

/// Two calls at once, and one more when both have a result.
fn two_replies() -> Vec<EventRecord> {
    vec![
        record(1, "t1", Some("1"), call("a", Some("{}"))),
        record(2, "t1", Some("2"), call("b", Some("{}"))),
        record(3, "t1", Some("2"), result("b", json!(2))),
        record(4, "t1", Some("1"), result("a", json!(1))),
        record(5, "t1", Some("3"), call("c", Some("{}"))),
    ]
}

#[test]
fn calls_of_one_message() {
    is_what_clients_read("calls_of_one_message", &mapped(&two_replies()));
}

#[test]
fn calls_that_wait_at_once_are_of_one_message() {
    let events = values(&mapped(&two_replies())).into_iter();
    let starts: Vec<_> = events.filter(|event| event["type"] == "TOOL_CALL_START").collect();
    let parents = starts.iter().map(|start| start["parentMessageId"].as_str()).collect::<Vec<_>>();
    assert_eq!(parents, [None, Some("1"), None]);
}

#[test]
fn calls_of_two_turns_are_of_two_messages() {
    let records = [record(1, "t1", Some("1"), call("a", None)), record(2, "t2", Some("2"), call("b", None))];
    let events = values(&mapped(&records));
    assert_eq!(events[4]["type"], "RUN_STARTED");
    assert_eq!((&events[5]["toolCallId"], events[5].get("parentMessageId")), (&json!("2"), None));
}

#[test]
fn calls_of_one_id() {
    is_what_clients_read("calls_of_one_id", &mapped(&ids_twice()));
}

/// Clients take calls of one id for one.
#[test]
fn no_two_calls_are_told_by_one_id() {
    let events = mapped(&ids_twice());
    let [call, second, third] = [json!("1"), json!("1/3"), json!("1/6")];
    assert_eq!(
        told(&events, "TOOL_CALL_START", "call_id"),
        [[call.clone(), Value::Null], [second.clone(), call.clone()], [third.clone(), call.clone()]]
    );
    let results = told(&events, "TOOL_CALL_RESULT", "call_id");
    assert_eq!(results, [[call, Value::Null], [second.clone(), Value::Null], [third, Value::Null]]);
    assert_eq!(told(&events, "CUSTOM", "toolCallId"), [[Value::Null, second]], "it is of the turn before");
}

#[test]
fn another_session_has_ids_of_its_own() {
    let mut other = record(1, "t1", Some("1"), call(WRITE, None));
    "s2".clone_into(&mut other.session);
    let events = mapped(&[record(1, "t1", Some("1"), call(WRITE, None)), other]);
    let started = told(&events, "TOOL_CALL_START", "call_id");
    assert_eq!(started, [[json!("1"), Value::Null], [json!("1"), Value::Null]]);
}

/// An event of a call before the call is made does not take its id.
#[test]
fn a_call_has_its_own_id_although_something_was_told_of_it_before() {
    let records = [record(1, "t1", Some("1"), retry()), record(2, "t1", Some("1"), call(WRITE, None))];
    assert_eq!(told(&mapped(&records), "TOOL_CALL_START", "call_id"), [[json!("1"), Value::Null]]);
}
