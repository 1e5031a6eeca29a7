//! The same approval, again and again and at once.

use std::sync::Barrier;
use std::thread;

use futures_executor::block_on;
use hpd_host::Approval;
use hpd_host::approval::UserChannel;

use crate::approval::bank::{office, question, yes};

/// A round is 64 answers at the same time, each through the whole toolbox. One runs, and no other success is reported.
#[test]
fn the_same_approval_64_times_at_once_runs_once() {
    const ROUNDS: usize = 1_000;
    const TIMES: usize = 64;
    let office = office();
    let start = Barrier::new(TIMES + 1);
    let asked: Vec<_> = (0..ROUNDS).map(|_| std::sync::OnceLock::new()).collect();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..TIMES)
            .map(|_| {
                scope.spawn(|| {
                    let mut ran = 0;
                    for asked in &asked {
                        start.wait();
                        let decision = UserChannel::local().decision(yes(asked.get().unwrap()));
                        let outcome = block_on(office.toolbox.decide(&office.session, &decision)).unwrap();
                        ran += usize::from(outcome.status() == "ok");
                    }
                    ran
                })
            })
            .collect();
        for (round, next) in asked.iter().enumerate() {
            let call = format!(r#"{{"to":"Acme","amount":{round}}}"#);
            next.set(question(&office.call("pay", &call))).unwrap();
            start.wait();
        }
        let ran: usize = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
        assert_eq!(ran, ROUNDS);
    });
    let mut done = office.done();
    done.sort_unstable();
    done.dedup();
    assert_eq!((done.len(), office.done().len()), (ROUNDS, ROUNDS));
}

/// A yes and a no at the same moment: one of them holds, and the other one says that it does not.
#[test]
fn a_yes_and_a_no_at_once() {
    for round in 0..200 {
        let office = office();
        let asked = office.ask("pay", r#"{"to":"Acme","amount":5}"#);
        let start = Barrier::new(2);
        let (confirmed, cancelled) = thread::scope(|scope| {
            let decide = |answer| {
                let (office, start) = (&office, &start);
                scope.spawn(move || {
                    start.wait();
                    office.decide(answer).is_ok()
                })
            };
            let (yes, no) = (decide(yes(&asked)), decide(crate::approval::bank::no(&asked)));
            (yes.join().unwrap(), no.join().unwrap())
        });
        assert_ne!(confirmed, cancelled, "round {round}");
        assert_eq!(office.done().len(), usize::from(confirmed), "round {round}");
    }
}

/// The policy changed: the first of the answers leads to a new question. All get that question, or the notice that
/// there is another.
#[test]
fn answers_at_once_to_what_has_changed_ask_once() {
    for round in 0..100 {
        let mut office = office();
        let asked = office.ask("pay", r#"{"to":"Acme","amount":5}"#);
        office.replace(|builder| builder.approval(Approval::new().policy_version("2")));
        let start = Barrier::new(8);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    start.wait();
                    drop(office.decide(yes(&asked)));
                });
            }
        });
        let mut states = office.states();
        states.sort_unstable();
        assert_eq!(states, ["awaiting_approval", "cancelled"], "round {round}");
        assert!(office.done().is_empty());
    }
}
