//! One call, delivered again: after a retry of a request, at once, after a dropped future.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{
    CallState, Choice, Decided, InsertError, MemoryStore, Owner, PendingCall, PendingFilter, PendingId,
    PendingStore, PendingVerdict, Permission, SessionRecord, StoreError, StoredOutcome, UserChannel,
};
use hpd_host::system::{BoxFuture, Timestamp};
use hpd_host::testing::FakeClock;
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox};

use super::{Bank, over, pay, stored};
use crate::bank::{Ran, answer, question};

/// The model's text for the second delivery.
const AGAIN: &str =
    "Paid Bob 5\n\nThis call was already carried out; it did not run again. To run it twice, ask the user.";

fn lax() -> Approval {
    Approval::new().writes(Permission::Allow)
}

#[test]
fn a_call_that_is_delivered_again_is_one_run() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, lax());
    let session = Session::with_id("s");
    session.user_says("Pay Bob 5");
    assert_eq!(pay(&toolbox, &session, "1", "Bob").for_model().text, "Paid Bob 5");
    // Equal arguments in another order and with a default form are the same call.
    let other = RawCall::new("1", "pay", r#"{ "amount": 5.0, "to": "Bob" }"#);
    assert_eq!(block_on(toolbox.call(&session, &other)).for_model_as_text(), AGAIN);
    for copy in [&session, &stored(&session)] {
        let again = pay(&toolbox, copy, "1", "Bob");
        assert_eq!((again.status(), &*again.for_model().text), ("settled", AGAIN));
        assert!(!again.for_model().is_error);
    }
    assert_eq!(ran.take(), ["Bob 5"]);
    // Another id, other arguments, and the next message are other calls.
    pay(&toolbox, &session, "2", "Bob");
    pay(&toolbox, &session, "1", "Eve");
    session.user_says("And again");
    pay(&toolbox, &session, "1", "Bob");
    assert_eq!(ran.take(), ["Bob 5", "Eve 5", "Bob 5"]);
}

/// Some hosts repeat the message with the request.
#[test]
fn a_request_that_is_sent_again_as_a_whole_is_one_run() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, lax());
    for _ in 0..3 {
        let session = Session::with_id("s");
        session.user_says("Pay Bob 5");
        pay(&toolbox, &session, "1", "Bob");
    }
    assert_eq!(ran.take(), ["Bob 5"]);
}

#[test]
fn a_question_is_asked_once_and_its_answer_runs_once() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let session = Session::with_id("s");
    let asked = pay(&toolbox, &session, "1", "Bob");
    for copy in [&session, &stored(&session), &Session::with_id("s")] {
        assert_eq!(question(&pay(&toolbox, copy, "1", "Bob")), question(&asked));
    }
    answer(&toolbox, &session, question(&asked), Choice::Confirm).unwrap();
    for copy in [&session, &stored(&session), &Session::with_id("s")] {
        assert_eq!(pay(&toolbox, copy, "1", "Bob").for_model_as_text(), AGAIN);
    }
    assert_eq!(ran.take(), ["Bob 5"]);
}

#[test]
fn a_call_that_did_not_run_is_asked_about_anew() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let session = Session::with_id("s");
    let asked = pay(&toolbox, &session, "1", "Bob");
    answer(&toolbox, &session, question(&asked), Choice::Cancel).unwrap();
    let again = pay(&toolbox, &session, "1", "Bob");
    assert_ne!(question(&again), question(&asked));
    answer(&toolbox, &session, question(&again), Choice::Confirm).unwrap();
    assert_eq!(ran.take(), ["Bob 5"]);
}

#[test]
fn of_64_simultaneous_deliveries_one_runs() {
    for _ in 0..5 {
        let (store, ran) = (Arc::default(), Ran::default());
        let toolbox = over(&store, &ran, lax());
        std::thread::scope(|scope| {
            for _ in 0..64 {
                scope.spawn(|| pay(&toolbox, &Session::with_id("s"), "1", "Bob"));
            }
        });
        assert_eq!(ran.take(), ["Bob 5"]);
    }
}

#[test]
fn reads_run_as_often_as_they_are_sent() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, lax());
    let session = Session::with_id("s");
    for _ in 0..3 {
        let read = block_on(toolbox.call(&session, &RawCall::new("1", "balance", "{}")));
        assert_eq!(read.for_model().text, "7");
    }
}

#[test]
fn an_equal_write_is_mentioned_in_the_next_question() {
    let (store, ran) = (Arc::<MemoryStore>::default(), Ran::default());
    let clock = FakeClock::at(Timestamp::from_millis(1_000_000_000));
    let toolbox = Toolbox::builder()
        .plugin(Bank(ran.clone()))
        .approval(Approval::new().pending_store(store))
        .system(hpd_host::system::System::new().clock(clock.clone()))
        .build()
        .unwrap();
    let session = Session::with_id("s");
    let asked = |id: &str, to: &str| question(&pay(&toolbox, &session, id, to)).clone();
    let first = asked("1", "Bob");
    assert!(!first.text().contains("same call"), "{}", first.text());
    let second = asked("2", "Bob");
    assert!(
        second.text().contains("\nNote: The same call with the same values waits for your answer already.\n"),
        "{}",
        second.text()
    );
    answer(&toolbox, &session, &first, Choice::Confirm).unwrap();
    answer(&toolbox, &session, &second, Choice::Cancel).unwrap();
    for (seconds, when) in [(30, "less than a minute ago"), (60, "a minute ago"), (120, "3 minutes ago")] {
        clock.advance(Duration::from_secs(seconds));
        let next = asked(&format!("after {seconds}"), "Bob");
        let text = format!("\nNote: The same call with the same values was made {when}.\n");
        assert!(next.text().contains(&text), "{}", next.text());
        answer(&toolbox, &session, &next, Choice::Cancel).unwrap();
    }
    assert!(!asked("other", "Eve").text().contains("same call"));
    clock.advance(Duration::from_secs(8 * 60));
    assert!(!asked("late", "Bob").text().contains("same call"));
    // Whatever the session is, the values are those of another principal.
    let eve = hpd_host::TurnContext::on_behalf_of(hpd_host::Principal::new("eve"));
    let call = RawCall::new("3", "pay", r#"{"to":"Bob","amount":5}"#);
    let other = block_on(toolbox.call_with(&session, &eve, &call));
    assert!(!question(&other).text().contains("same call"));
}

/// A store whose every step can be interrupted, before and after it.
struct Interrupted(Arc<MemoryStore>);

/// Pending once.
fn pause() -> impl Future<Output = ()> + Send {
    let mut was_polled = false;
    std::future::poll_fn(move |context| {
        if std::mem::replace(&mut was_polled, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
}

/// Takes a step between two pauses.
fn paused<'a, T: Send + 'a>(step: impl FnOnce() -> BoxFuture<'a, T> + Send + 'a) -> BoxFuture<'a, T> {
    Box::pin(async move {
        pause().await;
        let taken = step().await;
        pause().await;
        taken
    })
}

impl PendingStore for Interrupted {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        paused(move || self.0.insert(call, max_open))
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        paused(|| self.0.get(id))
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        paused(move || self.0.decide(id, verdict, now))
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        paused(move || self.0.claim(id, now, lease))
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        paused(move || self.0.finish(id, state, outcome))
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        paused(move || self.0.expire(now))
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        paused(|| self.0.list(filter))
    }

    fn keeps_session_records(&self) -> bool {
        true
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        paused(|| self.0.session_record(owner))
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        paused(move || self.0.put_session_record(owner, record, now))
    }
}

fn interrupted(ran: &Ran, approval: Approval) -> Toolbox {
    let store = Interrupted(Arc::default());
    Toolbox::builder().plugin(Bank(ran.clone())).approval(approval.pending_store(store)).build().unwrap()
}

/// Polls a future so often, and drops it. Returns its output, if it came to its end.
fn polled<T>(future: impl Future<Output = T>, times: usize) -> Option<T> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    (0..times).find_map(|_| match future.as_mut().poll(&mut context) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    })
}

const PAY: &str = r#"{"to":"Bob","amount":5}"#;

#[test]
fn a_call_that_was_dropped_anywhere_and_is_delivered_again_runs_at_most_once() {
    for times in 1.. {
        let ran = Ran::default();
        let toolbox = interrupted(&ran, lax());
        let call = RawCall::new("1", "pay", PAY);
        let first = Session::with_id("s");
        let ended = polled(toolbox.call(&first, &call), times);
        let second = block_on(toolbox.call(&Session::with_id("s"), &call));
        let ran = ran.take();
        assert!(ran.len() <= 1, "{times}: {ran:?}");
        // Where nothing ran, the model reads why.
        assert!(ran.len() == 1 || second.for_model().is_error, "{times}: {}", second.for_model_as_text());
        if ended.is_some() {
            assert_eq!(second.for_model_as_text(), AGAIN);
            return;
        }
    }
}

/// Two deliveries, one of them held up at any point while the other runs as a whole.
#[test]
fn a_call_that_is_held_up_anywhere_runs_once_with_its_second_delivery() {
    for times in 1.. {
        let ran = Ran::default();
        let toolbox = interrupted(&ran, lax());
        let call = RawCall::new("1", "pay", PAY);
        let (first, second) = (Session::with_id("s"), Session::with_id("s"));
        let mut held = pin!(toolbox.call(&first, &call));
        let mut context = Context::from_waker(Waker::noop());
        let mut ended = false;
        for _ in 0..times {
            ended = ended || held.as_mut().poll(&mut context).is_ready();
        }
        block_on(toolbox.call(&second, &call));
        if !ended {
            block_on(held);
        }
        assert_eq!(ran.take(), ["Bob 5"], "{times}");
        if ended {
            return;
        }
    }
}

/// The same with two deliveries step by step, in every order of a few.
#[test]
fn two_deliveries_in_turns_are_one_run() {
    for order in 0..256_u32 {
        let ran = Ran::default();
        let toolbox = interrupted(&ran, lax());
        let call = RawCall::new("1", "pay", PAY);
        let sessions = [Session::with_id("s"), Session::with_id("s")];
        let mut calls = sessions.each_ref().map(|session| Box::pin(toolbox.call(session, &call)));
        let mut context = Context::from_waker(Waker::noop());
        let mut outcomes: [Option<Outcome>; 2] = [None, None];
        for step in 0..4_000 {
            let index = ((order.rotate_right(step) ^ (step / 64)) & 1) as usize;
            if outcomes[index].is_none()
                && let Poll::Ready(outcome) = calls[index].as_mut().poll(&mut context)
            {
                outcomes[index] = Some(outcome);
            }
        }
        assert!(outcomes.iter().all(Option::is_some), "{order}");
        assert_eq!(ran.take(), ["Bob 5"], "{order}");
    }
}

/// The answer of the user is one answer, wherever its request was dropped.
#[test]
fn an_answer_that_was_dropped_anywhere_and_comes_again_runs_at_most_once() {
    for times in 1.. {
        let ran = Ran::default();
        let toolbox = interrupted(&ran, Approval::new());
        let session = Session::with_id("s");
        let asked = pay(&toolbox, &session, "1", "Bob");
        let decision = |question: &hpd_host::approval::Question| {
            UserChannel::local().decision(hpd_host::approval::Answer::confirm(question))
        };
        let first = decision(question(&asked));
        let ended = polled(toolbox.decide(&session, &first), times).is_some();
        let _ = block_on(toolbox.decide(&Session::with_id("s"), &decision(question(&asked))));
        pay(&toolbox, &Session::with_id("s"), "1", "Bob");
        let ran = ran.take();
        assert!(ran.len() <= 1, "{times}: {ran:?}");
        if ended {
            assert_eq!(ran.len(), 1);
            return;
        }
    }
}
