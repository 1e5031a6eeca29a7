//! The body of a response that is never done.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use hpd_host::events::sse::{SseStream, record_frame};
use hpd_host::events::{EventStream, StreamStart};
use hpd_host::testing::FakeTimer;

use crate::events::conversation::conversation;
use crate::events::ledger::Ledger;
use crate::events::reader::read;

const SECOND: Duration = Duration::from_secs(1);

struct Body {
    stream: SseStream,
    timer: FakeTimer,
    ledger: Arc<Ledger>,
}

/// The body for a client that has all events up to a number; 4 events may wait.
fn body(ledger: Arc<Ledger>, start: StreamStart) -> Body {
    let timer = FakeTimer::new();
    let events = EventStream::of_session(ledger.clone(), "s1", start).with_limits(4, 256);
    Body { stream: SseStream::new(events, Arc::new(timer.clone())), timer, ledger }
}

impl Body {
    /// The text that is ready to send, and the end of the body.
    fn text(&mut self) -> String {
        let mut text = String::new();
        while let Some(next) = self.stream.next().now_or_never() {
            match next {
                Some(Ok(frame)) => text.push_str(&frame),
                Some(Err(error)) => text.extend(["<", &error.to_string(), ">"]),
                None => return text + "<end>",
            }
        }
        text
    }

    /// The numbers and names of the events that there are to send now.
    fn events(&mut self) -> Vec<String> {
        read(&self.text()).events.into_iter().map(|event| format!("{} {}", event.id, event.name)).collect()
    }
}

#[test]
fn a_body_begins_with_the_time_until_a_client_connects_again() {
    assert_eq!(body(Ledger::new(), StreamStart::After(0)).text(), "retry: 3000\n\n");
    let body = body(Ledger::new(), StreamStart::After(0));
    let mut patient = Body { stream: body.stream.retry(10 * SECOND), ..body };
    assert_eq!(read(&patient.text()).retry, Some(10_000));
}

#[test]
fn events_follow_as_they_are_kept_and_as_they_happen() {
    let ledger = Ledger::new();
    ledger.keep(conversation());
    let mut body = body(ledger, StreamStart::After(17));
    let frames: String = conversation()[17..].iter().map(record_frame).collect();
    assert_eq!(body.text(), format!("retry: 3000\n\n{frames}"));
    body.ledger.write("s1", 1);
    assert_eq!(body.events(), ["21 tool_retry"]);
}

#[test]
fn status_lines_follow_their_events_and_leave_the_number_as_it_is() {
    let ledger = Ledger::new();
    ledger.write("s1", 2);
    let body = body(ledger, StreamStart::After(0));
    let mut talking = Body { stream: body.stream.with_status_lines(), ..body };
    assert_eq!(talking.events(), ["1 tool_retry", "1 status", "2 tool_retry", "2 status"]);
}

#[test]
fn a_comment_is_sent_when_nothing_happened_for_15_seconds() {
    let mut body = body(Ledger::new(), StreamStart::After(0));
    assert_eq!(body.text(), "retry: 3000\n\n");
    body.timer.advance(14 * SECOND);
    assert_eq!(body.text(), "");
    body.timer.advance(SECOND);
    assert_eq!(body.text(), ": \n\n");
    body.timer.advance(15 * SECOND);
    assert_eq!(body.text(), ": \n\n");
}

#[test]
fn the_time_until_a_comment_begins_anew_with_every_event() {
    let mut body = body(Ledger::new(), StreamStart::After(0));
    body.text();
    body.timer.advance(14 * SECOND);
    body.ledger.write("s1", 1);
    assert_eq!(body.events(), ["1 tool_retry"]);
    body.timer.advance(14 * SECOND);
    assert_eq!(body.text(), "");
    body.timer.advance(SECOND);
    assert_eq!(body.text(), ": \n\n");
}

#[test]
fn the_time_until_a_comment_is_the_hosts() {
    let body = body(Ledger::new(), StreamStart::After(0));
    let mut hasty = Body { stream: body.stream.heartbeat(2 * SECOND), ..body };
    hasty.text();
    hasty.timer.advance(2 * SECOND);
    assert_eq!(hasty.text(), ": \n\n");
}

#[test]
fn what_another_process_wrote_is_found_with_the_next_comment() {
    let mut body = body(Ledger::new(), StreamStart::After(0));
    body.text();
    body.ledger.write_elsewhere("s1", 2);
    assert_eq!(body.events(), [""; 0]);
    body.timer.advance(15 * SECOND);
    assert_eq!(body.events(), ["1 tool_retry", "2 tool_retry"]);
}

#[test]
fn a_client_that_falls_behind_connects_again_and_is_told_the_rest() {
    let mut body = body(Ledger::new(), StreamStart::After(0));
    body.text();
    body.ledger.write("s1", 6);
    let text = body.text();
    assert!(text.ends_with("id: 4\nevent: resync\ndata: {\"after\":4}\n\n<end>"), "{text}");
    let last = read(&text).events.pop().unwrap().id;
    let start = StreamStart::of_header(Some(&last), StreamStart::Now).unwrap();
    let mut again = self::body(body.ledger, start);
    assert_eq!(again.events(), ["5 tool_retry", "6 tool_retry"]);
}

#[test]
fn a_client_of_another_journal_begins_anew() {
    let ledger = Ledger::new();
    ledger.write("s1", 1);
    let mut body = body(ledger, StreamStart::After(500));
    assert_eq!(body.text(), "retry: 3000\n\nid: 0\nevent: resync\ndata: {\"after\":0}\n\n<end>");
}

#[test]
fn an_error_of_the_journal_ends_the_body_and_is_not_sent() {
    let ledger = Ledger::new();
    ledger.fail(true);
    let mut body = body(ledger, StreamStart::After(0));
    assert_eq!(body.text(), "retry: 3000\n\n<the store failed><end>");
}

#[test]
fn the_numbers_of_a_stream_of_all_are_those_of_the_journal() {
    let ledger = Ledger::new();
    ledger.write("s1", 1);
    ledger.write("s2", 1);
    let events = EventStream::of_all(ledger.clone(), StreamStart::After(0));
    let timer = FakeTimer::new();
    let mut body = Body { stream: SseStream::new(events, Arc::new(timer.clone())), timer, ledger };
    assert_eq!(body.events(), ["1 tool_retry", "2 tool_retry"]);
}

/// Frames hold the values that the answer to a question repeats.
#[test]
fn the_debug_text_shows_no_frame() {
    let mut body = body(Ledger::new(), StreamStart::After(0));
    body.text();
    assert_eq!(
        format!("{:?}", body.stream),
        "SseStream { events: EventStream { session: Some(\"s1\"), told: Number(0), state: \"hearing\", .. }, .. }"
    );
}
