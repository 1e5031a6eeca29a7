//! Any order of operations, against a model without stores and digests: the effects, and the results of answers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{Answer, PendingVerdict, Question, UserChannel};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::system::{Clock, Timestamp};
use hpd_host::{Approval, Outcome, Session};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::approval::bank::{Office, no, office, question, typed, yes};

#[derive(Debug, Clone)]
enum Operation {
    /// A call of its own; the fourth tool only reads.
    Call {
        tool: usize,
    },
    /// A call that was made before, once more.
    Repeat {
        call: usize,
    },
    Answer {
        question: usize,
        kind: Kind,
    },
    Reply {
        text: &'static str,
    },
    Expire,
    Advance {
        minutes: u64,
    },
    SetBack {
        minutes: u64,
    },
    Replace,
    StoreSession,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Yes,
    No,
    WrongPhrase,
    WrongNonce,
    Stranger,
}

/// A question, as the model knows it.
struct Asked {
    question: Question,
    call: usize,
    expires: Timestamp,
    policy: u32,
    tries: u8,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Ran,
    Refused,
    /// Expired, or given up.
    Over,
    /// Another question was asked instead.
    Replaced(usize),
}

/// The result of an answer.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    Ran,
    Repeated,
    Cancelled,
    AskedAgain,
    Refused,
}

/// A call: name, arguments, expected effect, minutes to answer.
type Made = (&'static str, String, String, u64);

struct World {
    office: Office,
    policy: u32,
    calls: Vec<Made>,
    asked: Vec<Asked>,
    /// The number of messages, and the last one as long as no write was made since.
    messages: usize,
    last: Option<&'static str>,
    /// By call and message: the question of its last delivery.
    delivered: BTreeMap<(usize, usize), usize>,
    done: Vec<String>,
}

impl World {
    fn new() -> Self {
        Self {
            office: office(),
            policy: 0,
            calls: Vec::new(),
            asked: Vec::new(),
            messages: 0,
            last: None,
            delivered: BTreeMap::new(),
            done: Vec::new(),
        }
    }

    fn now(&self) -> Timestamp {
        self.office.clock.now()
    }

    /// Ends expired questions; the store does it when a call is added or the store is searched.
    fn end_what_is_over(&mut self) {
        let now = self.now();
        for asked in &mut self.asked {
            if asked.state == State::Open && asked.expires <= now {
                asked.state = State::Over;
            }
        }
    }

    fn make(&mut self, tool: usize) {
        let number = self.calls.len();
        let made: Made = match tool {
            0 => ("pay", format!(r#"{{"to":"A","amount":{number}}}"#), format!("pay A {number} thanks"), 15),
            1 => (
                "set_limit",
                format!(r#"{{"account":"A","limit":{number}}}"#),
                format!("limit A {number}"),
                10,
            ),
            2 => ("void", format!(r#"{{"invoice":"I-{number}"}}"#), format!("void I-{number}"), 5),
            _ => ("balance", r#"{"account":"A"}"#.to_owned(), String::new(), 0),
        };
        self.calls.push(made);
        self.call(number);
    }

    fn call(&mut self, number: usize) {
        let (name, arguments, _, minutes) = self.calls[number].clone();
        let outcome = self.office.call_as(&number.to_string(), name, &arguments);
        if name == "balance" {
            return assert_eq!(outcome.status(), "ok");
        }
        self.last = None;
        if self.has_run(number) {
            assert_eq!(outcome.status(), "settled");
            let text = outcome.for_model().text.into_owned();
            return assert!(text.ends_with("To run it twice, ask the user."), "{text}");
        }
        let now = self.now();
        let open = |asked: &Asked| asked.state == State::Open && asked.expires > now && asked.call == number;
        if let Some(waiting) = self.asked.iter().position(open) {
            self.delivered.insert((number, self.messages), waiting);
            let question = self.asked[waiting].question.clone();
            return assert_eq!(outcome.kind, OutcomeKind::Confirm(Box::new(question)));
        }
        self.end_what_is_over();
        if self.asked.iter().filter(|asked| asked.state == State::Open).count() >= 16 {
            return assert_eq!(outcome.error().unwrap().error_type(), "too_many_waiting_calls");
        }
        self.delivered.insert((number, self.messages), self.asked.len());
        self.ask(number, question(&outcome), minutes);
    }

    /// Whether an earlier delivery of a call since the last message ran.
    fn has_run(&self, call: usize) -> bool {
        let mut asked = self.delivered.get(&(call, self.messages));
        while let Some(&index) = asked {
            match &self.asked[index].state {
                State::Replaced(next) => asked = Some(next),
                state => return *state == State::Ran,
            }
        }
        false
    }

    fn ask(&mut self, call: usize, question: Question, minutes: u64) {
        let expires = self.now().after(Duration::from_secs(60 * minutes));
        let policy = self.policy;
        self.asked.push(Asked { question, call, expires, policy, tries: 0, state: State::Open });
    }

    fn answer(&mut self, index: usize, kind: Kind) {
        let question = self.asked[index].question.clone();
        let came = self.decide(&question, kind);
        let expected = self.expect(index, kind);
        assert_eq!(
            came, expected,
            "{kind:?} to {:?} {:?}",
            self.asked[index].state, self.asked[index].question
        );
        if came == Came::AskedAgain && self.asked[index].state == State::Open {
            let (call, next) = (self.asked[index].call, self.asked.len());
            let row = self.office.row(&question);
            let Some(PendingVerdict::Replaced { by: Some(by) }) = row.verdict else {
                panic!("not replaced: {:?}", row.verdict)
            };
            let again = self.office.row_of(&by).question().unwrap();
            self.asked[index].state = State::Replaced(next);
            self.end_what_is_over();
            self.ask(call, again, self.calls[call].3);
        }
    }

    fn decide(&self, question: &Question, kind: Kind) -> Came {
        let (answer, channel) = match kind {
            Kind::Yes => (yes(question), UserChannel::local()),
            Kind::No => (no(question), UserChannel::local()),
            Kind::WrongPhrase => (typed(question, "VOID"), UserChannel::local()),
            Kind::WrongNonce => (Answer { nonce: "0".repeat(32), ..yes(question) }, UserChannel::local()),
            Kind::Stranger => (yes(question), UserChannel::of("eve")),
        };
        let decided = block_on(self.office.toolbox.decide(&self.office.session, &channel.decision(answer)));
        match decided.as_ref().map(Outcome::status) {
            Ok("ok") => Came::Ran,
            Ok("settled") => Came::Repeated,
            Ok("confirm") => Came::AskedAgain,
            Ok("error") => Came::Cancelled,
            Ok(other) => panic!("{other}"),
            Err(_) => Came::Refused,
        }
    }

    /// The expected result of an answer; the model changes with it.
    fn expect(&mut self, index: usize, kind: Kind) -> Came {
        let (now, policy) = (self.now(), self.policy);
        let needs_phrase = self.asked[index].question.phrase().is_some();
        if matches!(kind, Kind::WrongNonce | Kind::Stranger) {
            return Came::Refused;
        }
        let is_wrong = matches!(kind, Kind::WrongPhrase) && needs_phrase;
        let is_no = matches!(kind, Kind::No);
        if let State::Replaced(next) = self.asked[index].state {
            let next = &self.asked[next];
            let is_open = next.state == State::Open && next.expires > now;
            return if is_open && !is_no && !is_wrong { Came::AskedAgain } else { Came::Refused };
        }
        let effect = self.calls[self.asked[index].call].2.clone();
        let asked = &mut self.asked[index];
        match asked.state {
            State::Open if asked.expires <= now => {
                asked.state = State::Over;
                Came::Refused
            }
            State::Open if is_no => {
                asked.state = State::Refused;
                Came::Cancelled
            }
            State::Open if is_wrong => {
                asked.tries += 1;
                if asked.tries == 3 {
                    asked.state = State::Over;
                }
                Came::Refused
            }
            State::Open if asked.policy != policy => Came::AskedAgain,
            State::Open => {
                asked.state = State::Ran;
                self.done.push(effect);
                Came::Ran
            }
            State::Ran if !is_no && !is_wrong => Came::Repeated,
            State::Refused if is_no => Came::Cancelled,
            _ => Came::Refused,
        }
    }

    fn reply(&mut self, text: &'static str) {
        if self.last != Some(text) {
            self.messages += 1;
            self.last = Some(text);
        }
        let message = UserChannel::local().message(text);
        let replied = block_on(self.office.toolbox.reply(&self.office.session, &message)).unwrap();
        assert!(matches!(replied, Replied::NotAnAnswer | Replied::Unclear(_)), "{replied:?}");
    }

    fn replace(&mut self) {
        self.policy += 1;
        let version = self.policy.to_string();
        self.office.replace_with(u64::from(self.policy) + 10, |builder| {
            builder.approval(Approval::new().policy_version(version))
        });
    }

    fn step(&mut self, operation: &Operation) {
        match *operation {
            Operation::Call { tool } => self.make(tool),
            Operation::Repeat { call } if !self.calls.is_empty() => self.call(call % self.calls.len()),
            Operation::Answer { question, kind } if !self.asked.is_empty() => {
                self.answer(question % self.asked.len(), kind);
            }
            Operation::Repeat { .. } | Operation::Answer { .. } => {}
            Operation::Reply { text } => self.reply(text),
            Operation::Expire => {
                block_on(self.office.toolbox.expire_pending()).unwrap();
                self.end_what_is_over();
            }
            Operation::Advance { minutes } => self.office.clock.advance(Duration::from_secs(60 * minutes)),
            Operation::SetBack { minutes } => {
                let back = self.now().as_millis().saturating_sub(60_000 * minutes);
                self.office.clock.set(Timestamp::from_millis(back));
            }
            Operation::Replace => self.replace(),
            Operation::StoreSession => {
                self.office.session = Session::from_json(&self.office.session.to_json()).unwrap();
                self.last = None;
            }
        }
        assert_eq!(self.office.done(), self.done, "after {operation:?}");
    }
}

fn operation() -> impl Strategy<Value = Operation> {
    let kind = prop_oneof![
        6 => Just(Kind::Yes),
        2 => Just(Kind::No),
        2 => Just(Kind::WrongPhrase),
        1 => Just(Kind::WrongNonce),
        1 => Just(Kind::Stranger),
    ];
    prop_oneof![
        6 => (0..4_usize).prop_map(|tool| Operation::Call { tool }),
        2 => (0..64_usize).prop_map(|call| Operation::Repeat { call }),
        10 => (0..64_usize, kind).prop_map(|(question, kind)| Operation::Answer { question, kind }),
        1 => prop_oneof![Just("yes"), Just("cancel"), Just("VOID I-0"), Just("What is it?")]
            .prop_map(|text| Operation::Reply { text }),
        1 => Just(Operation::Expire),
        2 => (1..9_u64).prop_map(|minutes| Operation::Advance { minutes }),
        1 => (1..9_u64).prop_map(|minutes| Operation::SetBack { minutes }),
        1 => Just(Operation::Replace),
        1 => Just(Operation::StoreSession),
    ]
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    prop::collection::vec(operation(), 1..60)
}

fn run(operations: &[Operation]) -> World {
    let mut world = World::new();
    for operation in operations {
        world.step(operation);
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_runs_twice_or_without_its_approval(operations in operations()) {
        let world = run(&operations);
        // Each effect has an approval of its own, for every kind of call.
        let ran = world.asked.iter().filter(|asked| asked.state == State::Ran).count();
        prop_assert_eq!(ran, world.done.len());
    }
}

/// The property above says something about every end that a question can have.
#[test]
fn random_operations_come_to_every_end() {
    let mut runner = TestRunner::deterministic();
    let mut ends = BTreeSet::new();
    for _ in 0..100 {
        let world = run(&operations().new_tree(&mut runner).unwrap().current());
        ends.extend(world.asked.iter().map(|asked| match asked.state {
            State::Open => "open",
            State::Ran => "ran",
            State::Refused => "refused",
            State::Over => "over",
            State::Replaced(_) => "replaced",
        }));
    }
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), ["open", "over", "ran", "refused", "replaced"]);
}
