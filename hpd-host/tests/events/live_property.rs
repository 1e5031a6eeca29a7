//! Whoever writes, publishes and takes, in whatever order: each event is told once, in its order.

use std::sync::Arc;

use futures_util::{FutureExt, StreamExt};
use hpd_host::events::{EventRecord, EventStream, StreamStart, Told};
use proptest::prelude::*;

use crate::ledger::Ledger;

#[derive(Debug, Clone)]
enum Step {
    /// This process writes events, and publishes them at once.
    Write(usize),
    /// It writes events, and publishes them later.
    WriteOnly(usize),
    /// It publishes what it wrote only.
    Publish,
    /// Another process writes events.
    Elsewhere(usize),
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
        2 => (1..4_usize).prop_map(Step::Elsewhere),
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
}

impl Client {
    fn new(of_all: bool) -> Self {
        let ledger = Ledger::new();
        let stream = Self::stream(&ledger, of_all, 0);
        Self { ledger, stream, of_all, told: Vec::new() }
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
    }

    /// Takes an item; whether there was one.
    fn take(&mut self) -> bool {
        match self.stream.next().now_or_never() {
            None => return false,
            Some(Some(Ok(Told::Event(record)))) => self.told.push(self.number(&record)),
            Some(Some(Ok(Told::Resync { after }))) => {
                assert_eq!(after, self.last());
                self.connect();
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
                Step::Elsewhere(count) => drop(self.ledger.write_elsewhere("s1", count)),
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
        // Once everybody is silent, the journal has what nobody here was told.
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
        let written = client.ledger.count(if of_all { None } else { Some("s1") });
        prop_assert_eq!(client.told, (1..=written).collect::<Vec<_>>());
    }
}
