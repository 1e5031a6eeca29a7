//! A stream that ends at an entry of the journal: it delivers all events up to it, and none after it.

use std::sync::Arc;

use futures_util::{FutureExt, StreamExt};
use hpd_host::events::{EventStream, StreamItem, StreamStart};

use crate::events::ledger::Ledger;

/// The items that are ready now: the numbers of events in the journal, and `end`.
fn take(stream: &mut EventStream) -> Vec<String> {
    let mut taken = Vec::new();
    while let Some(next) = stream.next().now_or_never() {
        let Some(told) = next else {
            taken.push("end".to_owned());
            break;
        };
        taken.push(match told {
            Ok(StreamItem::Event(record)) => record.entry.to_string(),
            Ok(StreamItem::Lagged { after }) => format!("resync {after}"),
            Err(error) => error.to_string(),
        });
    }
    taken
}

fn stream(ledger: &Arc<Ledger>, start: StreamStart) -> EventStream {
    EventStream::of_session(ledger.clone(), "s1", start)
}

/// A stream from the beginning that ends at this entry.
fn stream_up_to(ledger: &Arc<Ledger>, entry: u64) -> EventStream {
    let mut stream = stream(ledger, StreamStart::After(0));
    stream.end_at(entry);
    stream
}

#[test]
fn what_is_kept_up_to_the_entry_is_told() {
    let ledger = Ledger::new();
    ledger.write("s1", 5);
    assert_eq!(take(&mut stream_up_to(&ledger, 3)), ["1", "2", "3", "end"]);
    assert_eq!(take(&mut stream_up_to(&ledger, 5)), ["1", "2", "3", "4", "5", "end"]);
}

#[test]
fn what_happened_up_to_the_entry_is_told() {
    let ledger = Ledger::new();
    ledger.write("s1", 1);
    let mut stream = stream(&ledger, StreamStart::Now);
    assert_eq!(take(&mut stream), [""; 0]);
    ledger.write("s1", 4);
    stream.end_at(4);
    assert_eq!(take(&mut stream), ["2", "3", "4", "end"]);
}

#[test]
fn an_empty_journal_ends_at_once() {
    let ledger = Ledger::new();
    assert_eq!(take(&mut stream_up_to(&ledger, 0)), ["end"]);
    let mut from_now = stream(&ledger, StreamStart::Now);
    from_now.end_at(0);
    assert_eq!(take(&mut from_now), ["end"]);
}

#[test]
fn an_entry_of_another_session_ends_it() {
    let ledger = Ledger::new();
    ledger.write("s1", 2);
    ledger.write("s2", 1);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream_up_to(&ledger, 3)), ["1", "2", "end"]);
}

#[test]
fn an_entry_that_was_erased_ends_it() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    ledger.erase_entry(3);
    assert_eq!(take(&mut stream_up_to(&ledger, 3)), ["1", "2", "end"]);
}

#[test]
fn what_another_process_wrote_is_told_before_it_ends() {
    let ledger = Ledger::new();
    ledger.write("s1", 1);
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut stream), ["1"]);
    ledger.write_elsewhere("s1", 2);
    stream.end_at(3);
    assert_eq!(take(&mut stream), ["2", "3", "end"]);
}

#[test]
fn what_is_told_later_than_written_is_told_once() {
    let ledger = Ledger::new();
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut stream), [""; 0]);
    let written = ledger.write_elsewhere("s1", 2);
    stream.end_at(2);
    ledger.publish(written);
    assert_eq!(take(&mut stream), ["1", "2", "end"]);
}

#[test]
fn what_was_told_already_ends_it_with_nothing_more() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert_eq!(take(&mut stream), ["1", "2", "3"]);
    stream.end_at(2);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), ["end"]);
}

#[test]
fn what_waits_behind_the_entry_is_not_told() {
    let ledger = Ledger::new();
    ledger.write("s1", 5);
    let mut stream = stream(&ledger, StreamStart::After(0));
    assert!(stream.next().now_or_never().is_some());
    stream.end_at(3);
    assert_eq!(take(&mut stream), ["2", "3", "end"]);
}

#[test]
fn a_stream_of_all_tells_all_up_to_the_entry() {
    let ledger = Ledger::new();
    ledger.write("s1", 2);
    ledger.write("s2", 2);
    let mut all = EventStream::of_all(ledger.clone(), StreamStart::After(1));
    all.end_at(3);
    assert_eq!(take(&mut all), ["2", "3", "end"]);
}

#[test]
fn pages_are_read_up_to_the_entry_and_no_further() {
    let ledger = Ledger::new();
    ledger.write("s1", 20);
    let mut stream = stream(&ledger, StreamStart::After(0)).with_limits(10, 3);
    stream.end_at(5);
    assert_eq!(take(&mut stream), ["1", "2", "3", "4", "5", "end"]);
    // The first page was asked for before it was known where the stream ends.
    assert_eq!(ledger.reads(), 2);
}

#[test]
fn an_entry_that_is_not_written_yet_is_waited_for() {
    let ledger = Ledger::new();
    ledger.write("s1", 1);
    let mut stream = stream_up_to(&ledger, 3);
    assert_eq!(take(&mut stream), ["1"]);
    ledger.write("s1", 1);
    assert_eq!(take(&mut stream), ["2"]);
    ledger.write("s1", 2);
    assert_eq!(take(&mut stream), ["3", "end"]);
}

#[test]
fn an_entry_of_others_that_is_waited_for_is_found_by_the_next_look() {
    let ledger = Ledger::new();
    let mut stream = stream_up_to(&ledger, 2);
    assert_eq!(take(&mut stream), [""; 0]);
    ledger.write("s2", 2);
    assert_eq!(take(&mut stream), [""; 0]);
    stream.catch_up();
    assert_eq!(take(&mut stream), ["end"]);
}

#[test]
fn who_falls_behind_is_told_where_to_go_on_and_not_that_all_was_told() {
    let ledger = Ledger::new();
    let mut slow = stream(&ledger, StreamStart::After(0)).with_limits(2, 256);
    ledger.write("s1", 1);
    assert_eq!(take(&mut slow), ["1"]);
    ledger.write("s1", 5);
    slow.end_at(6);
    assert_eq!(take(&mut slow), ["2", "3", "resync 3", "end"]);
}

#[test]
fn a_number_that_the_journal_does_not_have_begins_anew() {
    let ledger = Ledger::new();
    ledger.write("s1", 3);
    let mut unknown = stream(&ledger, StreamStart::After(500));
    unknown.end_at(3);
    assert_eq!(take(&mut unknown), ["resync 0", "end"]);
}
