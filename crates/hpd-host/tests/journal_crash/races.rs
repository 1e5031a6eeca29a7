//! Two processes do something to one call at the same time.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use hpd_host::approval::{CallState, PendingCall, PendingId, PendingReason, PendingStore, PendingVerdict};
use hpd_host::journal::Journal;
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::SystemRandom;
use hpd_host::{RawCall, Session, Toolbox};

use crate::check::check_alone;
use crate::desk::Task;
use crate::found::Found;
use crate::order::Order;
use crate::place::Place;
use crate::process::Process;
use crate::runtime::block_on;
use crate::said::Said;
use crate::till;

const ROUNDS: usize = 200;

/// The text for the model when the call ran.
const RAN: &str = "Done: take 5.";
/// The text for the model while another process runs it.
const TAKEN: &str = "'take' is already being carried out, or was. It did not run again.";

/// Two processes on one database, and the one that looks on.
struct Race {
    place: Place,
    desks: [Process; 2],
    journal: Arc<dyn Journal>,
    toolbox: Toolbox,
    /// How often each came of it.
    counts: BTreeMap<String, usize>,
}

/// Both processes give the same answer: the call runs once, and no success is reported before.
pub(crate) fn one_answer(place: Place) {
    let mut race = Race::begin(place);
    for round in 0..ROUNDS {
        let row = race.ask(round);
        let confirm = |row: &PendingCall| Task::Confirm {
            session: row.owner.session.clone(),
            id: row.id.clone(),
            nonce: nonce(row),
        };
        let replies = race.both(&[confirm(&row), confirm(&row)]);
        let [one, other] = replies.each_ref().map(|reply| &**reply);
        let is_taken = |reply: &str| reply.starts_with(TAKEN);
        assert!([one, other].contains(&RAN), "round {round}: {replies:?}");
        assert!(
            [one, other].iter().all(|reply| *reply == RAN || is_taken(reply)),
            "round {round}: {replies:?}"
        );
        race.count(if one == other {
            "both were told what it ended in"
        } else {
            "one was told that it runs"
        });
        assert_eq!(race.row(&row.id).state, CallState::Succeeded, "round {round}");
    }
    let found = race.end("one answer in two processes");
    let effects: Vec<_> = found.effects.values().collect();
    assert_eq!((effects.len(), effects.iter().all(|count| **count == 1)), (ROUNDS, true));
}

/// One approves while the time is over for the other: it is over, and nothing runs.
pub(crate) fn expired_while_approved(place: Place) {
    let mut race = Race::begin(place);
    for round in 0..ROUNDS {
        let row = race.ask(round);
        let (id, over) = (row.id.clone(), row.expires);
        let approve = Task::Approve { id: id.clone(), now: row.created };
        let [approved, ended] = race.both(&[approve, Task::Expire { now: over }]);
        let now = race.row(&id);
        assert_eq!((now.state, &*ended), (CallState::Expired, id.as_str()), "round {round}");
        assert_eq!(now.verdict.is_some(), approved == "approved", "round {round}: {approved}");
        race.count(&format!("who approved read: {approved}"));
    }
    assert!(race.end("expired while it is approved").effects.is_empty());
}

/// One takes it to run while the time is over for the other: one of both.
pub(crate) fn expired_while_claimed(place: Place) {
    let mut race = Race::begin(place);
    for round in 0..ROUNDS {
        let row = race.approved(round);
        let lease = row.expires.after(Duration::from_secs(60));
        let claim = Task::Claim { id: row.id.clone(), now: row.created, lease };
        let [claimed, ended] = race.both(&[claim, Task::Expire { now: row.expires }]);
        let state = race.row(&row.id).state;
        match state {
            CallState::Executing => assert_eq!((&*claimed, &*ended), ("claimed", ""), "round {round}"),
            CallState::Expired => {
                assert_eq!((&*claimed, &*ended), ("nothing", row.id.as_str()), "round {round}");
            }
            other => panic!("round {round}: {other}"),
        }
        race.count(&format!("it is {state}"));
        block_on(race.journal.expire(lease)).expect("the journal can be written");
    }
    assert!(race.end("expired while it is claimed").effects.is_empty());
}

impl Race {
    fn begin(place: Place) -> Self {
        let journal = block_on(place.open(SystemRandom));
        let toolbox = till::toolbox(&place.effects, Arc::clone(&journal));
        let desks = [(); 2].map(|()| {
            let mut desk = Process::start(&Order::Desk(place.clone()));
            desk.wait_for(|said| *said == Said::Opened);
            desk
        });
        Self { place, desks, journal, toolbox, counts: BTreeMap::new() }
    }

    /// A call about which the user is asked.
    fn ask(&self, round: usize) -> PendingCall {
        let session = Session::with_id(format!("s{}", round % 4));
        let call = RawCall::new(format!("c{round}"), "take", r#"{"amount": 5}"#);
        let asked = block_on(self.toolbox.call(&session, &call));
        let OutcomeKind::Confirm(question) = &asked.kind else { panic!("not asked: {:?}", asked.kind) };
        self.row(question.pending_id())
    }

    /// The same, approved.
    fn approved(&self, round: usize) -> PendingCall {
        let row = self.ask(round);
        let decided = block_on(self.journal.decide(&row.id, PendingVerdict::Approved, row.created));
        decided.expect("the journal can be written");
        row
    }

    fn row(&self, id: &PendingId) -> PendingCall {
        block_on(self.journal.get(id)).expect("the journal can be read").expect("it is stored")
    }

    /// Both get something to do, and then both are listened to.
    fn both(&mut self, tasks: &[Task; 2]) -> [String; 2] {
        for (desk, task) in self.desks.iter_mut().zip(tasks) {
            let mut line = serde_json::to_string(task).expect("it can be written");
            line.push('\n');
            desk.input().write_all(line.as_bytes()).expect("the process reads");
        }
        self.desks.each_mut().map(|desk| {
            let said = desk.wait_for(|said| matches!(said, Said::Reply(_)));
            let Said::Reply(reply) = said else { panic!("it was waited for a reply") };
            reply
        })
    }

    fn count(&mut self, what: &str) {
        *self.counts.entry(what.to_owned()).or_default() += 1;
    }

    /// The final contents, after a check that they are consistent.
    fn end(self, name: &str) -> Found {
        println!("{name}: {ROUNDS} rounds");
        self.counts.iter().for_each(|(what, count)| println!("  {count:5}  {what}"));
        let found = block_on(Found::read(&*self.journal, &self.place, None));
        let found = found.expect("the journal can be read");
        let violations = check_alone(&found);
        assert!(violations.is_empty(), "{violations:#?}");
        found
    }
}

fn nonce(row: &PendingCall) -> String {
    let PendingReason::Approval { nonce, .. } = &row.awaits else { panic!("nobody is asked") };
    nonce.clone()
}
