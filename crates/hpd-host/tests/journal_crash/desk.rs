//! A process that carries out tasks, so that several processes act on one call at the same time.

use std::io::BufRead;
use std::sync::Arc;

use hpd_host::approval::{Answer, Choice, PendingId, PendingVerdict, UserChannel};
use hpd_host::journal::Journal;
use hpd_host::system::{SystemRandom, Timestamp};
use hpd_host::{Session, Toolbox};
use serde::{Deserialize, Serialize};

use crate::place::Place;
use crate::said::{Said, say};
use crate::till;

/// A task of the process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Task {
    /// The user says yes.
    Confirm { session: String, id: PendingId, nonce: String },
    /// A call is approved at this moment.
    Approve { id: PendingId, now: Timestamp },
    /// A call is taken to run.
    Claim { id: PendingId, now: Timestamp, lease: Timestamp },
    /// Expired calls end.
    Expire { now: Timestamp },
}

/// Carries out the tasks that it reads until it is killed.
pub(crate) async fn run(place: Place) {
    let journal = place.open(SystemRandom).await;
    let desk = Desk { toolbox: till::toolbox(&place.effects, Arc::clone(&journal)), journal };
    say(&Said::Opened);
    for line in std::io::stdin().lock().lines() {
        let task = line.ok().and_then(|line| serde_json::from_str(&line).ok());
        let reply = desk.carry_out(task.expect("it is told what to do")).await;
        say(&Said::Reply(reply));
    }
}

struct Desk {
    toolbox: Toolbox,
    journal: Arc<dyn Journal>,
}

impl Desk {
    /// The result, in short.
    async fn carry_out(&self, task: Task) -> String {
        match task {
            Task::Confirm { session, id, nonce } => {
                let answer = Answer {
                    pending_id: id,
                    nonce,
                    choice: Choice::Confirm,
                    phrase: None,
                    reason: None,
                    edit: None,
                };
                let decision = UserChannel::local().decision(answer);
                let session = Session::with_id(session);
                match self.toolbox.decide(&session, &decision).await {
                    Ok(outcome) => outcome.for_model_as_text().into_owned(),
                    Err(error) => error.to_string(),
                }
            }
            Task::Approve { id, now } => {
                let decided = self.journal.decide(&id, PendingVerdict::Approved, now).await;
                let decided = decided.expect("the journal can be written");
                decided.call().expect("it is stored").state.to_string()
            }
            Task::Claim { id, now, lease } => {
                let claimed = self.journal.claim(&id, now, lease).await.expect("the journal can be written");
                claimed.map_or("nothing", |_| "claimed").to_owned()
            }
            Task::Expire { now } => {
                let ended = self.journal.expire(now).await.expect("the journal can be written");
                ended.iter().map(|call| call.id.as_str()).collect::<Vec<_>>().join(" ")
            }
        }
    }
}
