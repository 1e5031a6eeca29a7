//! Counts of sessions, and when they are made anew.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;

use super::{SessionOverview, SessionOverviews};
use crate::events::{
    Event, NewEvent, ResultStatus, ToolResultEvent, TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
use crate::journal::{Erasure, EventFilter, Journal, MemoryJournal, SessionFilter};
use crate::pending::{CallState, PendingStore, PendingVerdict};
use crate::system::Timestamp;
use crate::testing::store_kit::sample_call;
use crate::testing::{Asked, Tapped};

const NOW: Timestamp = Timestamp::from_millis(1_000_000);

fn append(journal: &dyn Journal, session: &str, events: Vec<Event>) {
    let new = |event| NewEvent::new(session, NOW, event);
    block_on(journal.append(events.into_iter().map(new).collect())).unwrap();
}

fn blocked() -> Event {
    Event::WriteValidation(WriteValidationEvent::new("pay", ValidationStatus::Blocked))
}

fn ended(status: ResultStatus) -> Event {
    Event::ToolResult(ToolResultEvent::new("pay", status == ResultStatus::Ok, status, true))
}

fn said() -> Event {
    Event::TurnStarted(TurnStartedEvent::new(None))
}

/// Sessions with the numbers of waiting, blocked and failed calls.
fn seen(overviews: &SessionOverviews, journal: &dyn Journal) -> Vec<(String, usize, usize, usize)> {
    let numbers = |of: SessionOverview| (of.summary.session, of.waiting, of.blocked, of.failed);
    let read = block_on(overviews.read(journal, &SessionFilter::default().limit(10), NOW)).unwrap();
    read.into_iter().map(numbers).collect()
}

fn row(session: &str, waiting: usize, blocked: usize, failed: usize) -> (String, usize, usize, usize) {
    (session.to_owned(), waiting, blocked, failed)
}

#[test]
fn waiting_blocked_and_failed_calls_are_counted() {
    let journal = MemoryJournal::new();
    let call = sample_call("first", CallState::AwaitingApproval);
    let (id, session) = (call.id.clone(), call.owner.session.clone());
    block_on(journal.insert(call, 10)).unwrap();
    append(&journal, &session, vec![said()]);
    append(&journal, "s1", vec![blocked(), ended(ResultStatus::Ok), ended(ResultStatus::Error)]);
    append(&journal, "s1", vec![ended(ResultStatus::Unknown), ended(ResultStatus::Rejected)]);
    let overviews = SessionOverviews::default();
    assert_eq!(seen(&overviews, &journal), [row("s1", 0, 1, 2), row(&session, 1, 0, 0)]);
    block_on(journal.decide(&id, PendingVerdict::Rejected, NOW)).unwrap();
    let of_call =
        |rows: Vec<(String, usize, usize, usize)>| rows.into_iter().find(|row| row.0 == session).unwrap().1;
    assert_eq!(of_call(seen(&overviews, &journal)), 0);
}

#[test]
fn only_the_newest_events_count_and_that_is_said() {
    let journal = MemoryJournal::new();
    append(&journal, "s1", vec![blocked(), blocked()]);
    append(&journal, "s1", vec![said(); 198]);
    let overview = |journal: &MemoryJournal| {
        block_on(SessionOverviews::default().read(journal, &SessionFilter::default(), NOW)).unwrap().remove(0)
    };
    assert_eq!((overview(&journal).blocked, overview(&journal).is_cut()), (2, false));
    append(&journal, "s1", vec![said()]);
    assert_eq!((overview(&journal).blocked, overview(&journal).is_cut()), (1, true));
}

#[test]
fn sessions_without_new_events_are_not_counted_again() {
    let read = Arc::new(Mutex::new(Vec::new()));
    let tap = {
        let read = Arc::clone(&read);
        move |asked: &Asked<'_>| {
            if let Asked::Read(EventFilter { session: Some(session), .. }) = asked
                && !session.is_empty()
            {
                read.lock().unwrap().push(session.clone());
            }
            Ok(())
        }
    };
    let taken = || std::mem::take(&mut *read.lock().unwrap());
    let journal = Tapped::new(MemoryJournal::new(), tap);
    append(&journal, "s1", vec![blocked()]);
    append(&journal, "s2", vec![ended(ResultStatus::Error)]);
    let overviews = SessionOverviews::default();
    assert_eq!(seen(&overviews, &journal), [row("s2", 0, 0, 1), row("s1", 0, 1, 0)]);
    assert_eq!(taken(), ["s2", "s1"]);
    assert_eq!(seen(&overviews, &journal), [row("s2", 0, 0, 1), row("s1", 0, 1, 0)]);
    assert_eq!(taken(), [""; 0]);
    let of_turn = NewEvent::new("s1", NOW, blocked()).turn(Some("t1".to_owned()));
    block_on(journal.append(vec![of_turn])).unwrap();
    assert_eq!(seen(&overviews, &journal), [row("s1", 0, 2, 0), row("s2", 0, 0, 1)]);
    assert_eq!(taken(), ["s1"]);
    // What was erased is not counted any more.
    block_on(journal.erase(&Erasure::Turn("t1".to_owned()), "asked for")).unwrap();
    assert_eq!(seen(&overviews, &journal), [row("s2", 0, 0, 1), row("s1", 0, 1, 0)]);
    assert_eq!(taken(), ["s2", "s1"]);
}
