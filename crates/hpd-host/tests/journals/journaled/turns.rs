//! Which events are of which turn, and how they are numbered.

use std::collections::HashSet;
use std::sync::Arc;
use std::thread;

use futures_executor::block_on;
use hpd_host::approval::{Choice, Permission};
use hpd_host::events::EventRecord;
use hpd_host::journal::Journal;
use hpd_host::{Approval, Output, RawCall, Session};

use crate::journaled::desk::Desk;

#[test]
fn a_message_of_the_user_begins_a_turn() {
    let desk = Desk::new();
    desk.session.user_says("One");
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    desk.call("c2", "balance", r#"{"account": "B"}"#);
    desk.session.user_says("Two");
    desk.call("c3", "balance", r#"{"account": "C"}"#);
    let turns: Vec<_> = desk.events().into_iter().map(|record| record.turn.unwrap()).collect();
    assert_eq!(turns.len(), 8);
    assert!(turns[..5].iter().all(|turn| *turn == turns[0]));
    assert!(turns[5..].iter().all(|turn| *turn == turns[5]));
    assert_ne!(turns[0], turns[5]);
}

#[test]
fn a_result_that_comes_after_the_next_message_is_of_the_turn_of_its_call() {
    let desk = Desk::with(|builder| builder.approval(Approval::new().writes(Permission::Allow)));
    desk.session.user_says("One");
    desk.call("c1", "open_tab", "{}");
    desk.session.user_says("Two");
    desk.call("c2", "balance", r#"{"account": "A"}"#);
    let done = Ok(Output::Text("It is open.".to_owned()));
    block_on(desk.toolbox.complete(&desk.session, "c1", done)).unwrap();
    let of_call = |record: &EventRecord| record.call_id.as_deref() == Some("c1");
    let turns: HashSet<_> = desk.events().into_iter().filter(of_call).map(|record| record.turn).collect();
    assert_eq!(turns.len(), 1);
}

/// A server has a session only while it answers a request.
#[test]
fn a_turn_goes_on_in_a_session_that_was_stored() {
    let mut desk = Desk::new();
    desk.session.user_says("Pay Anna 5");
    let asked = desk.call("c1", "pay", r#"{"to": "Anna", "amount": 5}"#);
    desk.session = Session::from_json(&desk.session.to_json()).unwrap();
    let yes = Desk::answer(&asked, Choice::Confirm, None);
    assert_eq!(block_on(desk.toolbox.decide(&desk.session, &yes)).unwrap().status(), "ok");
    desk.call("c2", "balance", r#"{"account": "A"}"#);
    assert_eq!(desk.told().iter().filter(|line| line.starts_with("turn: ")).count(), 1, "{:?}", desk.told());
    let turns: HashSet<_> = desk.events().into_iter().map(|record| record.turn).collect();
    assert_eq!(turns.len(), 1);

    desk.session = Session::from_json(&desk.session.to_json()).unwrap();
    desk.session.user_says("Thanks");
    desk.call("c3", "balance", r#"{"account": "A"}"#);
    let turns: HashSet<_> = desk.events().into_iter().map(|record| record.turn).collect();
    assert_eq!(turns.len(), 2);
}

#[test]
fn events_are_numbered_for_each_session_without_gaps() {
    let desk = Arc::new(Desk::new());
    let threads: Vec<_> = (0..8)
        .map(|number| {
            let desk = Arc::clone(&desk);
            thread::spawn(move || {
                let session = Session::with_id(format!("t{number}"));
                desk.toolbox.expand(&session, &"Bank".into());
                for call in 0..20 {
                    let call = RawCall::new(format!("c{call}"), "balance", r#"{"account": "A"}"#);
                    block_on(desk.toolbox.call(&session, &call));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    for number in 0..8 {
        let session = format!("t{number}");
        let seqs: Vec<_> = desk
            .events()
            .into_iter()
            .filter(|record| record.session == session)
            .map(|record| record.seq)
            .collect();
        assert_eq!(seqs, (1..=41).collect::<Vec<_>>());
    }
    assert!(block_on(desk.journal.verify(None)).unwrap().is_whole());
}
