//! Places, lines, and both ends of the queue.

use std::pin::pin;

use futures_executor::block_on;
use futures_util::{FutureExt, poll};

use std::sync::Arc;

use super::{Entrance, Place, Waiting, counted_queue, queue};
use crate::events::{Event, NewEvent, TurnStartedEvent};
use crate::journal::writer::{Answer, Command, Lost, ReadCommand, Request, WriteCommand};
use crate::journal::{ChainHead, EventFilter};
use crate::system::Timestamp;

/// A request with an identity.
fn request(number: usize) -> Request {
    let filter = EventFilter { limit: Some(number), ..EventFilter::default() };
    Request::new(Command::Read(ReadCommand::Events(filter))).0
}

fn send(entrance: &Entrance, numbers: impl IntoIterator<Item = usize>) -> Vec<Place> {
    numbers.into_iter().map(|number| entrance.send(request(number))).collect()
}

fn take(waiting: &mut Waiting, max: usize) -> Vec<usize> {
    let requests = block_on(waiting.next(max)).unwrap_or_default();
    let numbers = requests.iter().filter_map(|request| match &request.command {
        Command::Read(ReadCommand::Events(filter)) => filter.limit,
        _ => None,
    });
    numbers.collect()
}

#[test]
fn a_place_is_taken_before_anybody_waits_for_it() {
    let (entrance, mut waiting) = queue(4);
    drop(send(&entrance, 0..3));
    assert_eq!(take(&mut waiting, 9), [0, 1, 2]);
}

#[test]
fn no_more_are_taken_than_asked_for() {
    let (entrance, mut waiting) = queue(4);
    drop(send(&entrance, 0..3));
    assert_eq!(take(&mut waiting, 2), [0, 1]);
    assert_eq!(take(&mut waiting, 2), [2]);
}

#[test]
fn who_finds_no_place_gets_the_next_one_that_is_free() {
    let (entrance, mut waiting) = queue(2);
    let mut places = send(&entrance, 0..4);
    let mut third = Box::pin(places.remove(2).taken());
    let mut fourth = Box::pin(places.remove(2).taken());
    assert!((&mut third).now_or_never().is_none());
    assert_eq!(take(&mut waiting, 1), [0]);
    assert!((&mut third).now_or_never().is_some());
    assert!((&mut fourth).now_or_never().is_none());
    assert_eq!(take(&mut waiting, 9), [1, 2]);
    assert_eq!(take(&mut waiting, 9), [3]);
}

#[test]
fn nobody_passes_those_who_stand_in_line() {
    let (entrance, mut waiting) = queue(2);
    let _places = send(&entrance, 0..4);
    assert_eq!(take(&mut waiting, 9), [0, 1]);
    let _last = send(&entrance, [4]);
    assert_eq!(take(&mut waiting, 9), [2, 3]);
    assert_eq!(take(&mut waiting, 9), [4]);
}

#[test]
fn who_gives_up_in_line_takes_the_request_back() {
    let (entrance, mut waiting) = queue(1);
    let mut places = send(&entrance, 0..3);
    drop(places.remove(1));
    assert_eq!(take(&mut waiting, 1), [0]);
    assert_eq!(take(&mut waiting, 1), [2]);
}

#[test]
fn events_that_never_get_a_place_are_counted() {
    let started = Event::TurnStarted(TurnStartedEvent::new(None));
    let event = NewEvent::new("s", Timestamp::from_millis(1), started);
    let append = || Request::new(Command::Write(WriteCommand::Append(vec![event.clone()]))).0;
    let lost = Arc::<Lost>::default();
    let (entrance, waiting) = counted_queue(1, Arc::clone(&lost));
    let (_placed, in_line) = (entrance.send(append()), entrance.send(append()));
    drop(in_line);
    assert_eq!(lost.status().total, 1);
    drop(waiting);
    assert_eq!(lost.status().total, 2);
    assert!(matches!(entrance.send(append()), Place::Closed));
    assert_eq!(lost.status().total, 3);
}

#[test]
fn what_has_a_place_is_carried_out_after_the_end() {
    let (entrance, mut waiting) = queue(2);
    let _places = send(&entrance, 0..3);
    drop(entrance);
    assert_eq!(take(&mut waiting, 2), [0, 1]);
    assert_eq!(take(&mut waiting, 2), [2]);
    assert!(block_on(waiting.next(2)).is_none());
}

#[test]
fn the_writer_is_woken_by_a_request() {
    let (entrance, mut waiting) = queue(2);
    block_on(async {
        let mut next = pin!(waiting.next(2));
        assert!(poll!(&mut next).is_pending());
        drop(send(&entrance, [7]));
        assert_eq!(next.await.map(|requests| requests.len()), Some(1));
    });
}

#[test]
fn the_writer_is_woken_by_the_end() {
    let (entrance, mut waiting) = queue(2);
    block_on(async {
        let mut next = pin!(waiting.next(2));
        assert!(poll!(&mut next).is_pending());
        drop(entrance);
        assert!(next.await.is_none());
    });
}

#[test]
fn all_are_answered_when_the_writer_is_gone() {
    let (entrance, waiting) = queue(1);
    let (placed, answer) = Request::new(Command::Read(ReadCommand::Head));
    let (in_line, later_answer) = Request::new(Command::Read(ReadCommand::Head));
    let (_place, _line) = (entrance.send(placed), entrance.send(in_line));
    drop(waiting);
    for answer in [answer, later_answer] {
        assert!(matches!(block_on(answer), Ok(Err(_))));
    }
    let refused = block_on(entrance.send(request(0)).taken()).unwrap_err();
    assert_eq!(std::error::Error::source(&refused).unwrap().to_string(), "the journal's writer has ended");
}

#[test]
fn an_answer_reaches_who_asked() {
    let (request, answer) = Request::new(Command::Read(ReadCommand::Head));
    request.answer(Ok(Answer::Head(ChainHead::default())));
    assert!(matches!(block_on(answer), Ok(Ok(Answer::Head(_)))));
}
