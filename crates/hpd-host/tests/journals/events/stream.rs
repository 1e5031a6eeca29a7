//! The stream of events: none is left out or repeated, for any writer at any speed.

use std::sync::Arc;

use futures_util::{FutureExt, StreamExt};
use hpd_host::events::{EventStream, StreamItem, StreamStart};

use crate::events::ledger::Ledger;

/// The items that are ready now: the numbers of events, and the end of the stream.
fn take(stream: &mut EventStream) -> Vec<String> {
    std::iter::from_fn(|| take_one(stream)).collect()
}

fn take_one(stream: &mut EventStream) -> Option<String> {
    Some(match stream.next().now_or_never()?? {
        Ok(StreamItem::Event(record)) => format!("{} {}", record.session, record.seq),
        Ok(StreamItem::Lagged { after }) => format!("resync {after}"),
        Err(error) => error.to_string(),
    })
}

const NOTHING: [&str; 0] = [];

/// The events of the session `s1`, by their numbers.
fn numbers(range: std::ops::RangeInclusive<u64>) -> Vec<String> {
    range.map(|number| format!("s1 {number}")).collect()
}

fn stream(ledger: &Arc<Ledger>, start: StreamStart) -> EventStream {
    EventStream::of_session(ledger.clone(), "s1", start)
}

fn is_over(stream: &mut EventStream) -> bool {
    matches!(stream.next().now_or_never(), Some(None))
}

#[test]
fn what_is_kept_comes_first_then_what_happens() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut stream), numbers(1..=3));
    ledger.write("s1", 2);
    assert_eq!(take(&mut stream), numbers(4..=5));
}

#[test]
fn a_stream_goes_on_behind_the_event_that_it_is_given() {
    let ledger = Ledger::new();
    ledger.write("s1", 5);
    assert_eq!(take(&mut stream(&ledger, StreamStart::After(3))), numbers(4..=5));
    assert_eq!(take(&mut stream(&ledger, StreamStart::After(5))), NOTHING);
}

#[test]
fn what_is_kept_is_read_in_pages() {
    let ledger = Ledger::new();
    ledger.write("s1", 10);
    let mut stream = stream(&ledger, StreamStart::After(0)).with_limits(4, 3);
    assert_eq!(take(&mut stream), numbers(1..=10));
    // Pages of 3, 3, 3 and 1; and one more read, since the stream did not listen while they were read.
    assert_eq!(ledger.reads(), 5);
}

#[test]
fn what_is_written_while_pages_are_read_is_told_once() {
    let ledger = Ledger::new();
    ledger.write("s1", 4);
    let mut stream = stream(&ledger, StreamStart::After(0)).with_limits(1, 2);
    assert_eq!(take_one(&mut stream).as_deref(), Some("s1 1"));
    ledger.write("s1", 20);
    assert_eq!(take(&mut stream), numbers(2..=24));
}

/// Nobody listened yet when it was published.
#[test]
fn what_is_written_between_the_last_page_and_listening_is_told() {
    let ledger = Ledger::new();
    ledger.write("s1", 2);
    ledger.write_after_read(3);
    assert_eq!(take(&mut stream(&ledger, StreamStart::After(0))), numbers(1..=5));
}

#[test]
fn a_stream_from_now_on_tells_nothing_of_before() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut stream = stream(&ledger, StreamStart::Now);
    assert_eq!(take(&mut stream), NOTHING);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), numbers(4..=4));
}

/// The stream begins where it is made, not where something is first taken of it.
#[test]
fn a_stream_from_now_on_tells_what_happened_before_it_was_looked_at() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut stream = stream(&ledger, StreamStart::Now);
    ledger.write("s1", 2);
    assert_eq!(take(&mut stream), numbers(4..=5));
}

#[test]
fn a_stream_from_now_on_tells_what_another_process_wrote_since() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut stream = stream(&ledger, StreamStart::Now);
    assert_eq!(take(&mut stream), NOTHING);
    ledger.write_elsewhere("s1", 2);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), numbers(4..=6));
}

#[test]
fn a_gap_is_filled_from_the_journal() {
    let ledger = Ledger::new();
    let mut stream = stream(&ledger, StreamStart::After(0));
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), numbers(1..=1));
    ledger.write_elsewhere("s1", 3);
    ledger.write("s1", 1);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), numbers(2..=6));
}

#[test]
fn a_gap_that_was_erased_stays_one() {
    let ledger = Ledger::new();
    let mut stream = stream(&ledger, StreamStart::After(0));
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), numbers(1..=1));
    ledger.write_elsewhere("s1", 1);
    ledger.erase_entry(2);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), numbers(3..=3));
}

/// The contents of the event are erased, but it was published before: the stream has delivered it.
#[test]
fn an_event_behind_a_gap_is_told_even_if_it_was_erased_meanwhile() {
    let ledger = Ledger::new();
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut stream), NOTHING);
    let written = ledger.write_elsewhere("s1", 2);
    ledger.erase_entry(2);
    ledger.publish(written[1..].to_vec());
    assert_eq!(take(&mut stream), numbers(1..=2));
}

#[test]
fn what_was_read_already_is_not_told_again_when_it_is_published() {
    let ledger = Ledger::new();
    let written = ledger.write_elsewhere("s1", 3);
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut stream), numbers(1..=3));
    ledger.publish(written);
    assert_eq!(take(&mut stream), NOTHING);
}

#[test]
fn the_journal_is_looked_into_again_when_that_is_asked_for() {
    let ledger = Ledger::new();
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut stream), NOTHING);
    ledger.write_elsewhere("s1", 2);
    assert_eq!(take(&mut stream), NOTHING);
    stream.catch_up();
    assert_eq!(take(&mut stream), numbers(1..=2));
}

#[test]
fn events_of_other_sessions_are_no_gap_and_not_told() {
    let ledger = Ledger::new();
    ledger.write("s2", 2);
    ledger.write("s1", 1);
    let mut stream = stream(&ledger, StreamStart::After(0));
    ledger.write("s2", 2);
    assert_eq!(take(&mut stream), numbers(1..=1));
    let reads = ledger.reads();
    ledger.write("s2", 1);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), numbers(2..=2));
    assert_eq!(ledger.reads(), reads);
}

#[test]
fn a_stream_of_all_goes_by_the_numbers_of_the_journal() {
    let ledger = Ledger::new();
    ledger.write("s1", 1);
    ledger.write("s2", 1);
    ledger.write("s1", 1);
    let mut stream = EventStream::of_all(ledger.clone(), StreamStart::After(1));
    assert_eq!(take(&mut stream), ["s2 1", "s1 2"]);
    ledger.write_elsewhere("s3", 1);
    ledger.write("s2", 1);
    assert_eq!(take(&mut stream), ["s3 1", "s2 2"]);
}

#[test]
fn a_stream_of_all_from_now_on_tells_what_happens() {
    let ledger = Ledger::new();
    ledger.write("s1", 2);
    let mut stream = EventStream::of_all(ledger.clone(), StreamStart::Now);
    assert_eq!(take(&mut stream), NOTHING);
    ledger.write("s2", 1);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), ["s2 1", "s1 3"]);
}

#[test]
fn who_falls_behind_is_told_where_to_go_on() {
    let ledger = Ledger::new();
    let mut slow = stream(&ledger, StreamStart::After(0)).with_limits(2, 256);
    ledger.write("s1", 1);
    assert_eq!(take(&mut slow), numbers(1..=1));
    ledger.write("s1", 5);
    assert_eq!(take(&mut slow), ["s1 2", "s1 3", "resync 3"]);
    assert!(is_over(&mut slow));
    assert_eq!(take(&mut stream(&ledger, StreamStart::After(3))), numbers(4..=6));
}

#[test]
fn who_falls_behind_before_anything_was_taken_is_told_what_was_heard() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut slow = stream(&ledger, StreamStart::Now).with_limits(2, 256);
    ledger.write("s1", 5);
    assert_eq!(take(&mut slow), ["s1 4", "s1 5", "resync 5"]);
}

/// The journal is a different one than the client knows, or the client invented the number. Silence until that number
/// is reached would leave out all events before it.
#[test]
fn a_number_that_the_journal_does_not_have_begins_anew() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut unknown = stream(&ledger, StreamStart::After(500));
    assert_eq!(take(&mut unknown), ["resync 0"]);
    assert!(is_over(&mut unknown));
    assert_eq!(take(&mut stream(&ledger, StreamStart::After(4))), ["resync 0"]);
}

#[test]
fn a_number_whose_event_was_erased_is_known_by_what_comes_after_it() {
    let ledger = Ledger::new();
    ledger.write("s1", 5);
    ledger.erase_entry(3);
    assert_eq!(take(&mut stream(&ledger, StreamStart::After(3))), numbers(4..=5));
}

#[test]
fn an_error_of_the_journal_is_the_last_item() {
    let ledger = Ledger::new();
    ledger.write("s1", 2);
    ledger.fail(true);
    let mut broken = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut broken), ["the store failed"]);
    assert!(is_over(&mut broken));
    ledger.fail(false);
    assert_eq!(take(&mut stream(&ledger, StreamStart::After(0))), numbers(1..=2));
}

#[test]
fn a_stream_that_is_dropped_is_told_nothing() {
    let ledger = Ledger::new();
    let mut dropped = stream(&ledger, StreamStart::Now);
    assert_eq!(take(&mut dropped), NOTHING);
    let weak = Arc::downgrade(&ledger);
    drop(dropped);
    ledger.write("s1", 1);
    drop(ledger);
    assert!(weak.upgrade().is_none());
}
