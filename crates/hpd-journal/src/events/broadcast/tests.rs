//! Delivery to subscribers, and that none blocks another.

use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};

use futures_util::{FutureExt, StreamExt};

use super::{EventHub, Subscription};
use crate::events::{Event, EventRecord, StreamItem, TurnStartedEvent};
use crate::system::Timestamp;

fn record(session: &str, entry: u64) -> EventRecord {
    EventRecord {
        entry,
        session: session.to_owned(),
        seq: entry,
        turn: None,
        call_id: None,
        principal: None,
        tenant: None,
        at: Timestamp::from_millis(entry),
        event: Event::TurnStarted(TurnStartedEvent::new(None)),
    }
}

/// The items available without waiting: numbers, `lagged after ..`, `end`.
fn heard(subscription: &mut Subscription) -> Vec<String> {
    let mut heard = Vec::new();
    while let Some(next) = subscription.next().now_or_never() {
        heard.push(match &next {
            Some(StreamItem::Event(event)) => event.entry.to_string(),
            Some(StreamItem::Lagged { after }) => format!("lagged after {after}"),
            None => "end".to_owned(),
        });
        if next.is_none() {
            break;
        }
    }
    heard
}

/// How many are kept, also of those who are gone.
fn subscribers(hub: &EventHub) -> usize {
    hub.subscribers.lock().unwrap().len()
}

#[test]
fn events_are_heard_in_their_order() {
    let hub = EventHub::new();
    let mut all = hub.subscribe(None, 10);
    hub.publish([record("one", 1), record("two", 2)]);
    hub.publish([record("one", 3)]);
    assert_eq!(heard(&mut all), ["1", "2", "3"]);
}

#[test]
fn a_session_is_heard_alone() {
    let hub = EventHub::new();
    let mut one = hub.subscribe(Some("one"), 10);
    hub.publish([record("one", 1), record("two", 2), record("", 3), record("one", 4)]);
    assert_eq!(heard(&mut one), ["1", "4"]);
}

#[test]
fn what_was_before_is_not_heard() {
    let hub = EventHub::new();
    hub.publish([record("one", 1)]);
    let mut late = hub.subscribe(None, 10);
    hub.publish([record("one", 2)]);
    assert_eq!(heard(&mut late), ["2"]);
}

#[test]
fn as_many_wait_as_may() {
    for capacity in 1..4 {
        let hub = EventHub::new();
        let mut slow = hub.subscribe(None, capacity);
        let count = u64::try_from(capacity).unwrap();
        hub.publish((1..=count).map(|entry| record("one", entry)));
        assert_eq!(heard(&mut slow).len(), capacity);
        hub.publish((count + 1..=2 * count).map(|entry| record("one", entry)));
        assert_eq!(heard(&mut slow).len(), capacity, "there is room again");
    }
}

#[test]
fn whoever_falls_behind_hears_what_waited_and_then_that() {
    let hub = EventHub::new();
    let mut slow = hub.subscribe(None, 2);
    hub.publish((1..=3).map(|entry| record("one", entry)));
    assert_eq!(subscribers(&hub), 0);
    hub.publish([record("one", 4)]);
    assert_eq!(heard(&mut slow), ["1", "2", "lagged after 2", "end"]);
    assert_eq!(heard(&mut slow), ["end"]);
}

#[test]
fn whoever_falls_behind_holds_nobody_up() {
    let hub = EventHub::new();
    let mut slow = hub.subscribe(None, 1);
    let mut other = hub.subscribe(None, 10);
    hub.publish((1..=3).map(|entry| record("one", entry)));
    assert_eq!(heard(&mut other), ["1", "2", "3"]);
    assert_eq!(heard(&mut slow), ["1", "lagged after 1", "end"]);
    hub.publish([record("one", 4)]);
    assert_eq!(heard(&mut other), ["4"]);
}

#[test]
fn whoever_is_gone_is_let_go() {
    let hub = EventHub::new();
    let gone = hub.subscribe(None, 10);
    let gone_too = hub.subscribe(Some("one"), 10);
    let mut other = hub.subscribe(None, 10);
    drop((gone, gone_too));
    hub.publish([record("two", 1)]);
    assert_eq!(subscribers(&hub), 1);
    assert_eq!(heard(&mut other), ["1"]);
}

#[test]
fn whoever_is_gone_is_let_go_though_nothing_happens() {
    let hub = EventHub::new();
    for number in 0..1_000 {
        drop(hub.subscribe(None, 10));
        drop(hub.subscribe(Some(&format!("session {number}")), 10));
        assert!(subscribers(&hub) <= 2, "only those who went since the last one came");
    }
}

#[test]
fn whoever_stays_is_told_when_others_of_the_session_went() {
    let hub = EventHub::new();
    let gone = hub.subscribe(Some("one"), 10);
    let mut other = hub.subscribe(Some("one"), 10);
    drop(gone);
    hub.publish([record("one", 1)]);
    assert_eq!(subscribers(&hub), 1);
    assert_eq!(heard(&mut other), ["1"]);
}

/// A waker that drops its task, like an executor during shutdown.
struct Dropping(Mutex<Option<Subscription>>);

impl Wake for Dropping {
    fn wake(self: Arc<Self>) {
        drop(self.0.lock().unwrap().take());
    }
}

#[test]
fn whoever_is_dropped_while_it_is_told_holds_nobody_up() {
    let hub = EventHub::new();
    let dropping = Arc::new(Dropping(Mutex::new(Some(hub.subscribe(None, 10)))));
    let waker = Waker::from(Arc::clone(&dropping));
    let pending =
        dropping.0.lock().unwrap().as_mut().unwrap().poll_next_unpin(&mut Context::from_waker(&waker));
    assert!(pending.is_pending());
    hub.publish([record("one", 1)]);
    assert!(dropping.0.lock().unwrap().is_none());
    hub.publish([record("one", 2)]);
    assert_eq!(subscribers(&hub), 0);
}

#[test]
fn a_hub_that_is_gone_ends_what_is_heard() {
    let hub = EventHub::new();
    let mut last = hub.subscribe(None, 10);
    hub.publish([record("one", 1)]);
    drop(hub);
    assert_eq!(heard(&mut last), ["1", "end"]);
}

#[test]
fn nothing_is_made_for_nobody() {
    let hub = EventHub::new();
    drop(hub.subscribe(None, 10));
    hub.publish(std::iter::from_fn(|| panic!("nobody listens")));
}

#[test]
fn a_lagged_item_has_the_number_of_the_last_event() {
    let hub = EventHub::new();
    let (mut all, mut one) = (hub.subscribe(None, 1), hub.subscribe(Some("one"), 1));
    let numbered = |entry: u64, seq: u64| EventRecord { seq, ..record("one", entry) };
    hub.publish([numbered(7, 3), numbered(8, 4)]);
    assert_eq!(heard(&mut all), ["7", "lagged after 7", "end"]);
    assert_eq!(heard(&mut one), ["7", "lagged after 3", "end"]);
}

#[test]
fn an_event_wakes_who_waits() {
    let hub = EventHub::new();
    let mut all = hub.subscribe(None, 10);
    let heard = std::thread::scope(|scope| {
        let listener = scope.spawn(|| futures_executor::block_on(all.next()));
        std::thread::sleep(std::time::Duration::from_millis(5));
        hub.publish([record("one", 1)]);
        listener.join().unwrap()
    });
    assert!(matches!(heard, Some(StreamItem::Event(event)) if event.entry == 1));
}
