//! Events as server-sent events.

use hpd_host::events::sse::{BadLastEventId, data_frame, record_frame, status_frame};
use hpd_host::events::{ErasedEvent, Event, StreamStart};
use hpd_host::system::Timestamp;
use serde_json::{Value, json};

use crate::events::conversation::{blocked, call, conversation, mcq, paid, passed, record, retry};
use crate::events::reader::read;

/// A front end's view of an event.
fn sent(event: Event) -> Value {
    let read = read(&record_frame(&record(1, "t1", Some("call_1"), event)));
    serde_json::from_str(&read.events[0].data).unwrap()
}

#[test]
fn a_conversation_as_server_sent_events() {
    let frames: String = conversation().iter().map(record_frame).collect();
    insta::assert_snapshot!(frames);
}

#[test]
fn a_conversation_as_status_lines() {
    let frames: String = conversation().iter().filter_map(status_frame).collect();
    insta::assert_snapshot!(frames);
}

#[test]
fn a_blocked_write_has_the_fields_that_front_ends_know() {
    let sent = sent(blocked());
    assert_eq!(sent["type"], "write_validation");
    assert_eq!(
        sent["data"],
        json!({
            "tool": "create_payment",
            "status": "blocked",
            "missing_fields": ["Amount", "Applications"],
            "message": "Missing Amount and Applications[]. Fetching invoices to resolve."
        })
    );
}

#[test]
fn a_write_that_passed_has_the_fields_that_front_ends_know() {
    let sent = sent(passed());
    assert_eq!(sent["type"], "write_validation");
    assert_eq!(
        sent["data"],
        json!({
            "tool": "create_payment",
            "status": "passed",
            "fields_validated": ["AccountId", "Amount", "Applications"]
        })
    );
}

#[test]
fn a_result_has_the_fields_that_front_ends_know() {
    let sent = sent(paid());
    assert_eq!(sent["type"], "tool_result");
    let data = &sent["data"];
    assert_eq!(
        [&data["tool"], &data["success"], &data["result"]],
        [&json!("create_payment"), &json!(true), &json!({"PaymentId": "PAY-001"})]
    );
}

#[test]
fn a_retry_has_the_fields_that_front_ends_know() {
    let sent = sent(retry());
    assert_eq!(sent["type"], "tool_retry");
    assert_eq!(
        sent["data"],
        json!({
            "tool": "create_payment",
            "attempt": 2,
            "reason": "Previous attempt blocked by pre-flight validation"
        })
    );
}

#[test]
fn a_question_has_the_fields_that_front_ends_know() {
    let sent = sent(mcq());
    let Event::Mcq(question) = mcq() else { unreachable!("it is that event") };
    assert_eq!(sent["type"], "mcq");
    assert_eq!(sent["data"], Value::Object(question.0));
}

/// It would show the activity of other sessions.
#[test]
fn the_number_in_the_journal_is_not_sent() {
    let record = record(1, "t1", None, retry()).entry(4_711);
    assert!(!record_frame(&record).contains("4711"));
}

#[test]
fn what_is_not_known_of_a_record_is_left_out() {
    let record = record(2, "t1", None, retry()).turn(None).at(Timestamp::from_millis(5));
    let frame = record_frame(&record);
    let sent: Value = serde_json::from_str(&read(&frame).events[0].data).unwrap();
    let keys: Vec<_> = sent.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["at", "data", "seq", "session", "type"]);
}

#[test]
fn no_text_can_end_a_frame_or_begin_another() {
    let attack = "x\n\nid: 99\revent: mcq\r\ndata: {}\n\n\0\u{85}\u{2028}\u{2029}";
    let mut forged = record(7, attack, Some(attack), call(attack, Some(attack)));
    attack.clone_into(&mut forged.session);
    let frame = record_frame(&forged);
    let read = read(&frame);
    assert_eq!(read.events.len(), 1);
    assert_eq!((read.events[0].id.as_str(), read.events[0].name.as_str()), ("7", "tool_call"));
    let sent: Value = serde_json::from_str(&read.events[0].data).unwrap();
    assert_eq!(
        [&sent["session"], &sent["turn"], &sent["call_id"], &sent["data"]["arguments"]],
        [&json!(attack); 4]
    );
    // Nor for a reader that accepts Unicode's line ends.
    assert_eq!(frame.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']).count(), 5);
}

#[test]
fn no_text_of_the_host_can_end_a_frame() {
    let text = "one\r\n\ndata: two\u{85}\u{2028}\u{2029}";
    let frame = data_frame(text).unwrap();
    assert_eq!(frame, "data: \"one\\r\\n\\ndata: two\\u0085\\u2028\\u2029\"\n\n");
    let read = read(&frame);
    assert_eq!(serde_json::from_str::<String>(&read.events[0].data).unwrap(), text);
}

#[test]
fn what_cannot_be_json_is_refused() {
    let keys_are_lists = std::collections::BTreeMap::from([([1, 2], 3)]);
    assert_eq!(data_frame(&keys_are_lists).unwrap_err().to_string(), "key must be a string");
}

#[test]
fn a_status_line_has_no_number_so_that_the_last_one_stays() {
    let status = status_frame(&record(3, "t1", None, blocked())).unwrap();
    assert_eq!(
        status,
        "event: status\ndata: {\"type\":\"status\",\"data\":{\"message\":\"Missing fields detected, retrying…\"}}\n\n"
    );
}

#[test]
fn what_says_nothing_has_no_status_line() {
    let erased = Event::Erased(ErasedEvent::new(vec![(1, 1)], "asked for"));
    assert_eq!(status_frame(&record(3, "t1", None, erased)), None);
}

#[test]
fn a_last_event_id_is_a_number_as_it_was_written() {
    for good in ["0", "1", "17", "18446744073709551615"] {
        let start = StreamStart::of_header(Some(good), StreamStart::Now);
        assert_eq!(start, Ok(StreamStart::After(good.parse().unwrap())));
    }
}

#[test]
fn any_other_last_event_id_is_refused() {
    let bad = ["-1", "+1", " 1", "1 ", "01", "1.0", "0x1", "1\n", "abc", "١", "18446744073709551616", "1,2"];
    for bad in bad {
        assert_eq!(StreamStart::of_header(Some(bad), StreamStart::Now), Err(BadLastEventId), "{bad:?}");
    }
    assert_eq!(
        BadLastEventId.to_string(),
        "Last-Event-ID is not the number of an event: connect again without it"
    );
}

#[test]
fn a_client_without_a_last_event_id_begins_where_the_host_says() {
    assert_eq!(StreamStart::of_header(None, StreamStart::Now), Ok(StreamStart::Now));
    assert_eq!(StreamStart::of_header(Some(""), StreamStart::After(0)), Ok(StreamStart::After(0)));
}
