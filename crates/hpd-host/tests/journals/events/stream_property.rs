//! Any order of writing, publishing and taking: each event is delivered once, in its order.

use std::sync::Arc;

use futures_util::{FutureExt, StreamExt};
use hpd_host::events::{EventRecord, EventStream, StreamItem, StreamStart};
use proptest::prelude::*;

use crate::events::ledger::Ledger;

#[derive(Debug, Clone)]
enum Step {
    /// This process writes events, and publishes them at once.
    Write(usize),
    /// It writes events, and publishes them later.
    WriteOnly(usize),
    /// It publishes the events that it only wrote.
    Publish,
    /// Another process writes events.
    External(usize),
    /// Events of another session are written.
    OtherSession(usize),
    /// So many items are taken.
    Take(usize),
    CatchUp,
    /// The client is gone, and connects again.
    Reconnect,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => (1..6_usize).prop_map(Step::Write),
        1 => (1..3_usize).prop_map(Step::WriteOnly),
        2 => Just(Step::Publish),
        2 => (1..4_usize).prop_map(Step::External),
        1 => (1..3_usize).prop_map(Step::OtherSession),
        4 => (1..8_usize).prop_map(Step::Take),
        1 => Just(Step::CatchUp),
        1 => Just(Step::Reconnect),
    ];
    prop::collection::vec(step, 1..40)
}

/// A client that reads on wherever a stream ends.
struct Client {
    ledger: Arc<Ledger>,
    stream: EventStream,
    of_all: bool,
    told: Vec<u64>,
    /// Where its streams end, if they do.
    last_entry: Option<u64>,
    is_over: bool,
}

impl Client {
    fn new(of_all: bool) -> Self {
        let ledger = Ledger::new();
        let stream = Self::stream(&ledger, of_all, 0);
        Self { ledger, stream, of_all, told: Vec::new(), last_entry: None, is_over: false }
    }

    fn stream(ledger: &Arc<Ledger>, of_all: bool, after: u64) -> EventStream {
        let start = StreamStart::After(after);
        let stream = if of_all {
            EventStream::of_all(ledger.clone(), start)
        } else {
            EventStream::of_session(ledger.clone(), "s1", start)
        };
        stream.with_limits(3, 2)
    }

    fn last(&self) -> u64 {
        self.told.last().copied().unwrap_or(0)
    }

    fn connect(&mut self) {
        self.stream = Self::stream(&self.ledger, self.of_all, self.last());
        if let Some(entry) = self.last_entry {
            self.stream.end_at(entry);
        }
    }

    fn end_at(&mut self, entry: u64) {
        self.last_entry = Some(entry);
        self.stream.end_at(entry);
    }

    /// Takes an item; whether there was one.
    fn take(&mut self) -> bool {
        match self.stream.next().now_or_never() {
            None => return false,
            Some(Some(Ok(StreamItem::Event(record)))) => self.told.push(self.number(&record)),
            Some(Some(Ok(StreamItem::Lagged { after }))) => {
                assert_eq!(after, self.last());
                self.connect();
            }
            Some(None) if self.last_entry.is_some() => {
                self.is_over = true;
                return false;
            }
            Some(other) => panic!("the journal does not fail, and a stream has no other end: {other:?}"),
        }
        true
    }

    fn number(&self, record: &EventRecord) -> u64 {
        if self.of_all { record.entry } else { record.seq }
    }

    fn run(&mut self, steps: &[Step]) {
        let mut unpublished = Vec::new();
        for step in steps {
            match *step {
                Step::Write(count) => {
                    // They are published in the order in which they were written.
                    self.ledger.publish(std::mem::take(&mut unpublished));
                    self.ledger.write("s1", count);
                }
                Step::WriteOnly(count) => unpublished.extend(self.ledger.write_elsewhere("s1", count)),
                Step::Publish => self.ledger.publish(std::mem::take(&mut unpublished)),
                Step::External(count) => drop(self.ledger.write_elsewhere("s1", count)),
                Step::OtherSession(count) => self.ledger.write("s2", count),
                Step::Take(count) => {
                    for _ in 0..count {
                        self.take();
                    }
                }
                Step::CatchUp => self.stream.catch_up(),
                Step::Reconnect => self.connect(),
            }
        }
    }

    /// Takes everything. When all writers are done, the journal holds events without a notice in this process.
    fn take_all(&mut self) {
        while self.take() {}
        self.stream.catch_up();
        while self.take() {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_event_is_told_once_and_in_its_order(steps in steps(), of_all in any::<bool>()) {
        let mut client = Client::new(of_all);
        client.run(&steps);
        client.take_all();
        let written = client.ledger.count(if of_all { None } else { Some("s1") });
        prop_assert_eq!(client.told, (1..=written).collect::<Vec<_>>());
    }

    #[test]
    fn a_stream_that_ends_at_the_head_has_told_everything(
        steps in steps(),
        later in steps(),
        of_all in any::<bool>(),
    ) {
        let mut client = Client::new(of_all);
        client.run(&steps);
        let written = client.ledger.count(if of_all { None } else { Some("s1") });
        client.end_at(client.ledger.count(None));
        let told_before = client.last();
        client.run(&later.into_iter().filter(|step| !matches!(step, Step::CatchUp)).collect::<Vec<_>>());
        while client.take() {}
        prop_assert!(client.is_over);
        prop_assert_eq!(client.told, (1..=written.max(told_before)).collect::<Vec<_>>());
    }
}
