//! The process that is killed: several conversations at once.

use std::sync::Arc;
use std::thread;

use hpd_host::approval::{Answer, Choice, Question, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::testing::Tapped;
use hpd_host::{Outcome, RawCall, Session, Toolbox};
use tokio::runtime::Handle;

use crate::order::ScriptOrder;
use crate::recover::recover;
use crate::said::{Said, say};
use crate::stop::{StoppingRandom, stop_at, wait_to_be_killed};
use crate::stopping::Stopping;
use crate::till;

/// Recovers the calls of earlier processes, makes calls in all sessions, and waits to be killed.
pub(crate) async fn run(order: ScriptOrder) {
    if let Some((point, nth)) = &order.stop {
        stop_at(point.clone(), *nth);
    }
    let journal = order.place.open(StoppingRandom).await;
    say(&Said::Opened);
    let toolbox = Arc::new(till::toolbox(&order.place.effects, Tapped::new(Arc::clone(&journal), Stopping)));
    recover(&toolbox, &*journal, |said| say(&said)).await;
    say(&Said::Recovered);
    let runtime = Handle::current();
    let sessions = (0..order.sessions).map(|number| {
        let talk = Talk::new(&toolbox, &order, number);
        let runtime = runtime.clone();
        // A thread each, so that one that waits to be killed does not hold up the others.
        thread::spawn(move || runtime.block_on(talk.run()))
    });
    for session in sessions.collect::<Vec<_>>() {
        session.join().expect("no conversation panics");
    }
    say(&Said::Done);
    wait_to_be_killed();
}

/// A conversation.
struct Talk {
    toolbox: Arc<Toolbox>,
    session: Session,
    number: u32,
    has_secrets: bool,
    prefix: String,
}

impl Talk {
    fn new(toolbox: &Arc<Toolbox>, order: &ScriptOrder, number: u32) -> Self {
        Self {
            toolbox: Arc::clone(toolbox),
            session: Session::with_id(format!("s{number}")),
            number,
            has_secrets: order.has_secrets,
            prefix: format!("r{}s{number}", order.round),
        }
    }

    /// The work of a session, in another order for each one.
    async fn run(self) {
        self.session.user_says("Count the money, and set the code to swordfish.");
        for step in 0..6 {
            match (step + self.number) % 6 {
                0 => self.call("look", "{}").await,
                1 => self.call("put", r#"{"amount": 5}"#).await,
                2 => self.ask("take", r#"{"amount": 5}"#, Choice::Confirm).await,
                3 => self.ask("take", r#"{"amount": 9}"#, Choice::Cancel).await,
                4 => self.call("fill", r#"{"amount": 50}"#).await,
                _ if self.has_secrets => {
                    // The configuration has the code.
                    self.ask("set_code", "{}", Choice::Confirm).await;
                }
                _ => {}
            }
        }
    }

    async fn call(&self, tool: &str, arguments: &str) {
        let id = self.id(tool, "");
        let outcome = self.toolbox.call(&self.session, &RawCall::new(&*id, tool, arguments)).await;
        say(&answered(&id, &outcome));
    }

    async fn ask(&self, tool: &str, arguments: &str, choice: Choice) {
        let id = self.id(tool, if choice == Choice::Cancel { "-no" } else { "" });
        let asked = self.toolbox.call(&self.session, &RawCall::new(&*id, tool, arguments)).await;
        let OutcomeKind::Confirm(question) = &asked.kind else { panic!("not asked: {:?}", asked.kind) };
        let decision = UserChannel::local().decision(answer(question, choice));
        let outcome = self.toolbox.decide(&self.session, &decision).await;
        say(&answered(&id, &outcome.expect("the answer counts")));
    }

    /// The model's id of a call, which no other call has.
    fn id(&self, tool: &str, more: &str) -> String {
        format!("{}-{tool}{more}", self.prefix)
    }
}

fn answer(question: &Question, choice: Choice) -> Answer {
    Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice,
        phrase: None,
        reason: None,
        edit: None,
    }
}

/// How a call was answered.
pub(crate) fn answered(call: &str, outcome: &Outcome) -> Said {
    let is_success = match &outcome.kind {
        OutcomeKind::Result(_) => true,
        OutcomeKind::Settled(outcome) => !outcome.is_error,
        _ => false,
    };
    Said::Answered { call: call.to_owned(), is_success }
}
