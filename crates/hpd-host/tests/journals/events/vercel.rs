//! Events for front ends that are built with the AI SDK.

use hpd_host::events::vercel::{DONE, HEADERS, UiMessageChunk, UiMessageMapper};
use hpd_host::events::{Event, EventRecord, ResultStatus};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::events::conversation::{
    WRITE, call, conversation, first_turn, guardrail, ids_twice, mcq, paid, plain_result, record, result,
    retry, turn_started,
};
use crate::events::mixed::any_records;
use crate::events::reader::read;
use crate::events::recorded;
use crate::events::vercel_order::{Care, Message};
use crate::events::vercel_schema::validators;

/// The chunks of all messages that these records come to.
fn messages(records: &[EventRecord]) -> Vec<Vec<UiMessageChunk>> {
    let (mut mapper, mut messages, mut message) = (UiMessageMapper::new(), Vec::new(), Vec::new());
    for record in records {
        let chunks = mapper.chunks(record).unwrap_or_else(|| {
            message.extend(mapper.finish());
            messages.push(std::mem::take(&mut message));
            mapper.chunks(record).expect("a mapper that has seen nothing takes any record")
        });
        message.extend(chunks);
    }
    message.extend(mapper.finish());
    messages.push(message);
    messages
}

/// The only message that these records come to.
fn message(records: &[EventRecord]) -> Vec<UiMessageChunk> {
    let mut messages = messages(records);
    assert_eq!(messages.len(), 1);
    messages.remove(0)
}

pub(crate) fn values(chunks: &[UiMessageChunk]) -> Vec<Value> {
    chunks.iter().map(|chunk| serde_json::to_value(chunk).unwrap()).collect()
}

pub(crate) fn names(chunks: &[UiMessageChunk]) -> Vec<&str> {
    chunks.iter().map(UiMessageChunk::name).collect()
}

fn body(chunks: &[UiMessageChunk]) -> String {
    let mut body: String = chunks.iter().map(UiMessageChunk::to_sse).collect();
    body.push_str(DONE);
    body
}

/// Each chunk has the form that the SDK says, and all of them the order.
pub(crate) fn hold_against_sdk(chunks: &[UiMessageChunk]) -> Result<(), String> {
    let (validators, mut message, mut care) = (validators(), Message::default(), Care::default());
    for chunk in values(chunks) {
        for validator in validators {
            validator.validate(&chunk).map_err(|error| format!("{error}: {chunk}"))?;
        }
        message.take(&chunk)?;
        care.take(&chunk)?;
    }
    if care.is_over() { Ok(()) } else { Err("the message has no end".to_owned()) }
}

/// The chats of the SDK have read the texts of the snapshot. After a change, `recorded/README.md` describes how they
/// read them again.
pub(crate) fn are_what_chats_read(name: &str, messages: &[Vec<UiMessageChunk>]) {
    let bodies: Vec<_> = messages.iter().map(|message| body(message)).collect();
    insta::assert_snapshot!(name, bodies.join("=== the next message ===\n\n"));
    let judged = recorded::json("vercel", "judged.json");
    let read: Vec<_> = judged[name].as_array().unwrap().iter().map(|message| &message["stream"]).collect();
    assert_eq!(read, bodies.iter().collect::<Vec<_>>());
}

#[test]
fn a_conversation_as_ui_message_streams() {
    are_what_chats_read("a_conversation_as_ui_message_streams", &messages(&conversation()));
}

#[test]
fn calls_of_one_id() {
    are_what_chats_read("calls_of_one_id", &messages(&ids_twice()));
}

#[test]
fn a_turn_that_fails() {
    let mut mapper = UiMessageMapper::new();
    let mut chunks: Vec<_> =
        first_turn()[..15].iter().flat_map(|record| mapper.chunks(record).unwrap()).collect();
    chunks.extend(mapper.fail("The model can't be reached."));
    are_what_chats_read("a_turn_that_fails", &[chunks]);
}

/// A client that connects in the middle of a turn, when calls have been made.
#[test]
fn the_rest_of_a_turn() {
    are_what_chats_read("the_rest_of_a_turn", &[message(&first_turn()[12..])]);
}

#[test]
fn a_conversation_is_what_the_sdk_takes() {
    for message in messages(&conversation()) {
        assert_eq!(hold_against_sdk(&message), Ok(()));
    }
}

/// A stream may begin at any event.
#[test]
fn every_rest_of_a_conversation_is_what_the_sdk_takes() {
    let records = conversation();
    for start in 0..records.len() {
        for message in messages(&records[start..]) {
            assert_eq!(hold_against_sdk(&message), Ok(()), "from {start} on");
        }
    }
}

/// Without this, the tests above would hold of anything.
#[test]
fn what_the_sdk_does_not_take_is_found() {
    let is_valid = |value: Value| validators().iter().all(|validator| validator.is_valid(&value));
    assert!(is_valid(json!({"type": "data-mcq", "data": {}})));
    assert!(!is_valid(json!({"type": "mcq", "data": {}})));
    assert!(!is_valid(json!({"type": "start-step", "more": 1})));
    assert!(!is_valid(json!({"type": "finish", "finishReason": "done"})));
}

/// Mistakes that no client checks for.
#[test]
fn what_no_server_does_is_found() {
    let chunk = |kind: &str| json!({"type": kind, "id": "1", "delta": "", "providerMetadata": {}});
    for kinds in [
        &["start", "start"][..],
        &["start-step"],
        &["start", "start-step", "start-step"],
        &["start", "finish-step"],
        &["start", "tool-input-available"],
        &["start", "data-mcq"],
        &["start", "start-step", "data-mcq", "data-mcq"],
        &["start", "start-step", "finish"],
        &["start", "finish", "start-step"],
        &["start", "error", "finish"],
        &["start", "text-start"],
        &["start", "start-step", "text-delta"],
        &["start", "start-step", "text-start", "text-end", "text-start"],
        &["start", "start-step", "text-start", "tool-input-available"],
        &["start", "start-step", "text-start", "finish-step"],
        &["start", "start-step", "text-start", "error"],
    ] {
        let mut care = Care::default();
        let taken: Vec<_> = kinds.iter().map(|kind| care.take(&chunk(kind)).is_ok()).collect();
        let (last, before) = taken.split_last().unwrap();
        assert!(!last && before.iter().all(|is_taken| *is_taken), "{kinds:?}");
    }
}

#[test]
fn each_chunk_is_an_event_without_a_name() {
    let chunks = message(&first_turn());
    let read = read(&body(&chunks));
    assert_eq!(read.events.len(), chunks.len() + 1);
    assert!(read.events.iter().all(|event| event.name == "message" && event.id.is_empty()));
    assert_eq!(read.events.last().map(|event| event.data.as_str()), Some("[DONE]"));
}

#[test]
fn the_headers_say_which_stream_it_is() {
    assert_eq!(HEADERS[0], ("content-type", "text/event-stream"));
    assert_eq!(HEADERS[2], ("x-vercel-ai-ui-message-stream", "v1"));
}

#[test]
fn a_message_is_one_turn() {
    let mut mapper = UiMessageMapper::new();
    assert!(mapper.chunks(&record(1, "t1", None, turn_started("Pay"))).is_some());
    assert_eq!(mapper.chunks(&record(2, "t2", None, turn_started("And now?"))), None);
    assert_eq!(mapper.chunks(&record(3, "t2", Some("call_1"), call(WRITE, None))), None);
    let mut other = record(4, "t1", None, guardrail());
    "s2".clone_into(&mut other.session);
    assert_eq!(mapper.chunks(&other), None);
    // Records that were given back have changed nothing.
    assert_eq!(names(&mapper.finish()), ["finish-step", "finish"]);
}

#[test]
fn what_comes_late_is_told_in_the_message_that_is_open() {
    let late = [record(5, "t2", None, turn_started("And now?")), record(6, "t1", Some("call_1"), paid())];
    assert_eq!(
        names(&message(&late)),
        [
            "start",
            "start-step",
            "data-turn_started",
            "tool-input-available",
            "tool-output-available",
            "data-tool_result",
            "finish-step",
            "finish"
        ]
    );
}

#[test]
fn a_step_ends_when_its_calls_have_results_and_another_is_made() {
    let records = [
        record(1, "t1", Some("1"), call("a", None)),
        record(2, "t1", Some("2"), call("b", None)),
        record(3, "t1", Some("1"), result("a", json!(1))),
        record(4, "t1", Some("3"), call("c", None)),
        record(5, "t1", Some("2"), result("b", json!(2))),
        record(6, "t1", Some("3"), result("c", json!(3))),
        record(7, "t1", Some("4"), call("d", None)),
    ];
    let names: Vec<_> = names(&message(&records))
        .into_iter()
        .filter(|name| name.ends_with("-step"))
        .map(str::to_owned)
        .collect();
    assert_eq!(names, ["start-step", "finish-step", "start-step", "finish-step"]);
}

#[test]
fn a_message_is_finished_for_calls_only_if_some_have_no_result() {
    let reason = |records: &[EventRecord]| values(&message(records)).pop().unwrap()["finishReason"].clone();
    let made = record(1, "t1", Some("1"), call("a", None));
    let ended = record(2, "t1", Some("1"), result("a", json!(1)));
    assert_eq!(reason(std::slice::from_ref(&made)), "tool-calls");
    assert_eq!(reason(&[made, ended]), "stop");
}

/// Chats take calls of one id in one step for one.
#[test]
fn no_two_calls_are_told_by_one_id() {
    let made = |seq, arguments| record(seq, "t1", Some("1"), call("a", Some(arguments)));
    let records = [made(1, "1"), made(2, "2"), record(3, "t1", Some("1"), result("a", json!(3)))];
    let chunks = values(&message(&records));
    assert_eq!([&chunks[2]["toolCallId"], &chunks[3]["toolCallId"]], ["1", "1/2"]);
    assert_eq!(chunks[2]["providerMetadata"]["hpd"].get("call_id"), None);
    assert_eq!(chunks[3]["providerMetadata"]["hpd"]["call_id"], "1");
    assert_eq!(chunks[4]["toolCallId"], "1/2", "it is of the last one");
    assert_eq!(chunks[5]["data"]["call_id"], "1/2");
}

#[test]
fn arguments_are_json_if_they_are_that() {
    let input = |arguments| {
        let chunks = values(&message(&[record(1, "t1", Some("1"), call("a", arguments))]));
        chunks[2]["input"].clone()
    };
    assert_eq!(input(Some(r#"{"a": [1]}"#)), json!({"a": [1]}));
    assert_eq!(input(Some("{'a': 1")), json!("{'a': 1"));
    assert_eq!(input(None), Value::Null);
}

#[test]
fn a_call_that_did_not_succeed_has_an_error() {
    for (status, word) in [
        (ResultStatus::Rejected, "rejected"),
        (ResultStatus::Expired, "expired"),
        (ResultStatus::Unknown, "unknown"),
    ] {
        let event = Event::ToolResult(plain_result(WRITE, status));
        let chunks = values(&message(&[record(1, "t1", Some("1"), event)]));
        assert_eq!(
            chunks[3],
            json!({"type": "tool-output-error", "toolCallId": "1", "errorText": word, "dynamic": true})
        );
    }
}

#[test]
fn a_call_that_was_handed_on_has_no_result_yet() {
    let forwarded = Event::ToolResult(plain_result("open_page", ResultStatus::Forwarded));
    let chunks = message(&[record(1, "t1", Some("1"), forwarded)]);
    assert_eq!(names(&chunks), ["start", "start-step", "data-tool_result", "finish-step", "finish"]);
}

#[test]
fn a_part_names_its_call() {
    let chunks = values(&message(&[record(9, "t1", Some("call_4"), mcq())]));
    assert_eq!(
        [
            &chunks[2]["type"],
            &chunks[2]["id"],
            &chunks[2]["data"]["call_id"],
            &chunks[2]["data"]["pending_id"]
        ],
        ["data-mcq", "s1/9", "call_4", "p1"]
    );
}

#[test]
fn a_turn_that_fails_ends_with_the_error() {
    let mut mapper = UiMessageMapper::new();
    let mut chunks = mapper.chunks(&record(1, "t1", None, retry())).unwrap();
    chunks.extend(mapper.fail("The model can't be reached."));
    assert_eq!(hold_against_sdk(&chunks), Ok(()));
    assert_eq!(
        values(&chunks).pop().unwrap(),
        json!({"type": "error", "errorText": "The model can't be reached."})
    );
    assert_eq!(mapper.finish(), []);
}

/// A question holds the values that its answer repeats.
#[test]
fn the_debug_text_holds_no_question() {
    let chunks = message(&[record(1, "t1", Some("call_1"), mcq())]);
    assert_eq!(format!("{chunks:?}"), "[start, start-step, data-mcq, finish-step, finish]");
    let UiMessageChunk::Data(part) = &chunks[2] else { unreachable!("it is a part") };
    assert_eq!(format!("{part:?}"), "UiDataPart { type: \"data-mcq\", id: \"s1/1\", .. }");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_records_are_what_the_sdk_takes(records in any_records()) {
        for message in messages(&records) {
            prop_assert_eq!(hold_against_sdk(&message), Ok(()));
        }
    }
}
