//! Any interleaving of saved, restored, copied and replayed sessions runs no write more often than it was allowed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use hpd_host::approval::{Bulk, Choice, Lifetime, MemoryStore, Permission, Question, Raise, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, KeyRing, Session, Toolbox};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::{allow, over, pay};
use crate::bank::{Ran, answer};

/// How many writes a rule lets through without an answer.
const BULK: usize = 3;

#[derive(Debug, Clone, Copy)]
enum Operation {
    /// A delivery of a call: its id, and its payee.
    Deliver {
        session: usize,
        id: u8,
        payee: u8,
    },
    /// The user confirms or declines a question, maybe again.
    Answer {
        session: usize,
        question: usize,
        confirms: bool,
    },
    /// The user allows one further call, or takes all permissions back.
    Grant {
        session: usize,
    },
    Revoke {
        session: usize,
    },
    /// A message of the user.
    Say {
        session: usize,
        text: u8,
    },
    /// A text is stored; another session is read from it, or from an older one.
    Save {
        session: usize,
        is_sealed: bool,
    },
    Restore {
        text: usize,
    },
    /// A session of the id alone.
    New,
    /// Another process over the same store.
    Restart,
}

struct World {
    store: Arc<MemoryStore>,
    ran: Ran,
    toolbox: Toolbox,
    is_counted: bool,
    keys: KeyRing,
    sessions: Vec<Session>,
    texts: Vec<(String, bool)>,
    questions: Vec<Question>,
    granted: usize,
    /// Questions that the user confirmed.
    confirmed: Vec<Question>,
}

/// Without a rule, every write is asked about; with one, it counts those that the host allows.
fn toolbox(store: &Arc<MemoryStore>, ran: &Ran, is_counted: bool) -> Toolbox {
    if !is_counted {
        return over(store, ran, Approval::new());
    }
    let bulk = Bulk::new(BULK, Duration::from_secs(3_600)).raise(Raise::deny("Enough.", "bulk"));
    over(store, ran, Approval::new().writes(Permission::Allow).escalation(bulk))
}

impl World {
    fn new(is_counted: bool) -> Self {
        let (store, ran) = (Arc::default(), Ran::default());
        Self {
            toolbox: toolbox(&store, &ran, is_counted),
            store,
            ran,
            is_counted,
            keys: KeyRing::new("k", [1; 32]).unwrap(),
            sessions: vec![Session::with_id("s")],
            texts: Vec::new(),
            questions: Vec::new(),
            granted: 0,
            confirmed: Vec::new(),
        }
    }

    fn session(&self, index: usize) -> &Session {
        &self.sessions[index % self.sessions.len()]
    }

    fn step(&mut self, operation: Operation) {
        match operation {
            Operation::Deliver { session, id, payee } => {
                let outcome = pay(&self.toolbox, self.session(session), &id.to_string(), &payee.to_string());
                if let OutcomeKind::Confirm(question) = outcome.kind {
                    self.questions.push(*question);
                }
            }
            Operation::Answer { session, question, confirms } if !self.questions.is_empty() => {
                let question = self.questions[question % self.questions.len()].clone();
                let choice = if confirms { Choice::Confirm } else { Choice::Cancel };
                let answered = answer(&self.toolbox, self.session(session), &question, choice);
                if confirms && answered.is_ok() && !self.confirmed.contains(&question) {
                    self.confirmed.push(question);
                }
            }
            Operation::Grant { session } => {
                allow(&self.toolbox, self.session(session), Lifetime::Once);
                self.granted += 1;
            }
            Operation::Revoke { session } => {
                let (session, user) = (self.session(session), UserChannel::local());
                for granted in session.grants(&user) {
                    session.revoke(&user, &granted);
                }
            }
            Operation::Say { session, text } => self.session(session).user_says(&text.to_string()),
            Operation::Save { session, is_sealed } => {
                let session = self.session(session);
                let text = if is_sealed { session.to_signed(&self.keys) } else { session.to_json() };
                self.texts.push((text, is_sealed));
            }
            Operation::Restore { text } if !self.texts.is_empty() => {
                let (text, is_sealed) = &self.texts[text % self.texts.len()];
                let restored = if *is_sealed {
                    Session::from_signed(text, &self.keys)
                } else {
                    Session::from_json(text)
                };
                self.sessions.push(restored.unwrap());
            }
            Operation::New => self.sessions.push(Session::with_id("s")),
            Operation::Restart => self.toolbox = toolbox(&self.store, &self.ran, self.is_counted),
            Operation::Answer { .. } | Operation::Restore { .. } => {}
        }
    }

    /// How often each payee was paid, and may be.
    fn check(&self, operations: &[Operation]) {
        let ran = self.ran.take();
        if self.is_counted {
            assert!(ran.len() <= BULK, "{ran:?} after {operations:?}");
            return;
        }
        let mut confirmed = BTreeMap::<String, usize>::new();
        for question in &self.confirmed {
            let payee = question.text();
            let payee = payee.split("- to: \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
            *confirmed.entry(format!("{payee} 5")).or_default() += 1;
        }
        let mut beyond = 0;
        for line in ran {
            match confirmed.get_mut(&line).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None => beyond += 1,
            }
        }
        assert!(beyond <= self.granted, "{beyond} of {} after {operations:?}", self.granted);
    }
}

fn operation() -> impl Strategy<Value = Operation> {
    let session = || 0..8_usize;
    prop_oneof![
        6 => (session(), 0..3_u8, 0..3_u8).prop_map(|(session, id, payee)| Operation::Deliver { session, id, payee }),
        3 => (session(), 0..16_usize, any::<bool>())
            .prop_map(|(session, question, confirms)| Operation::Answer { session, question, confirms }),
        2 => session().prop_map(|session| Operation::Grant { session }),
        1 => session().prop_map(|session| Operation::Revoke { session }),
        1 => (session(), 0..2_u8).prop_map(|(session, text)| Operation::Say { session, text }),
        2 => (session(), any::<bool>()).prop_map(|(session, is_sealed)| Operation::Save { session, is_sealed }),
        3 => (0..8_usize).prop_map(|text| Operation::Restore { text }),
        1 => Just(Operation::New),
        1 => Just(Operation::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_interleaving_runs_a_write_more_often_than_it_was_allowed(
        operations in prop::collection::vec(operation(), 1..40),
        is_counted in any::<bool>(),
    ) {
        let mut world = World::new(is_counted);
        for operation in &operations {
            world.step(*operation);
        }
        world.check(&operations);
    }
}

/// The property would notice: most runs come to writes, and some to permissions.
#[test]
fn random_interleavings_run_writes() {
    let (mut ran, mut granted, mut confirmed) = (0, 0, 0);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..64 {
        let operations = prop::collection::vec(operation(), 40).new_tree(&mut runner).unwrap().current();
        let mut world = World::new(false);
        for operation in operations {
            world.step(operation);
        }
        ran += world.ran.take().len();
        granted += world.granted;
        confirmed += world.confirmed.len();
    }
    assert!(ran > 64 && granted > 64 && confirmed > 32, "{ran} {granted} {confirmed}");
}
