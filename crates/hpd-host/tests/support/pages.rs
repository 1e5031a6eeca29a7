//! Events that are read by page: some of them another version wrote, and some positions no journal has.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::sync::Arc;

use futures_util::StreamExt;
use hpd_host::events::{Event, EventStream, NewEvent, StreamItem, StreamStart, TurnStartedEvent};
use hpd_host::journal::{EventFilter, Journal};
use hpd_host::system::Timestamp;

/// Makes six of the entries ones that only a later version can read. Where triggers keep them as they are, they are off
/// meanwhile.
pub(crate) const WRITE_LATER_EVENTS: &str =
    r#"UPDATE journal SET payload = '{"type":"of_later","data":{}}' WHERE entry BETWEEN 3 AND 8"#;

/// Writes ten events of one session.
pub(crate) async fn write_ten(journal: &dyn Journal) {
    journal.append((1..=10).map(message).collect()).await.unwrap();
}

/// A message of the user in the session `s1`.
pub(crate) fn message(at: u64) -> NewEvent {
    NewEvent::new("s1", Timestamp::from_millis(at), Event::TurnStarted(TurnStartedEvent::new(None)))
}

/// The entries of a page, with the session named and without.
pub(crate) async fn pages(journal: &dyn Journal, limit: usize, newest: bool) -> [Vec<u64>; 2] {
    let all = EventFilter::default().limit(limit).newest(newest);
    let of_session = all.clone().session("s1".to_owned());
    [entries(journal, &all).await, entries(journal, &of_session).await]
}

async fn entries(journal: &dyn Journal, filter: &EventFilter) -> Vec<u64> {
    journal.read(filter).await.unwrap().iter().map(|record| record.entry).collect()
}

/// The entries that a stream tells in pages of two, up to this one.
pub(crate) async fn told_up_to(journal: Arc<dyn Journal>, last: u64) -> Vec<u64> {
    let mut stream = EventStream::of_session(journal, "s1", StreamStart::After(0)).with_limits(10, 2);
    let mut told = Vec::new();
    while told.last() != Some(&last) {
        match stream.next().await {
            Some(Ok(StreamItem::Event(record))) => told.push(record.entry),
            other => panic!("{other:?} behind {told:?}"),
        }
    }
    told
}

/// The items of streams that begin after events that no journal can have.
pub(crate) async fn told_behind_the_end(journal: Arc<dyn Journal>) -> Vec<StreamItem> {
    let mut told = Vec::new();
    for number in [u64::MAX, (1 << 63) + 1, 1 << 63, (1 << 63) - 1] {
        let start = StreamStart::After(number);
        let of_session = EventStream::of_session(Arc::clone(&journal), "s1", start);
        for stream in [of_session, EventStream::of_all(Arc::clone(&journal), start)] {
            let all: Vec<_> = stream.map(Result::unwrap).collect().await;
            told.extend(all);
        }
    }
    told
}
