//! The work of a host at its start: it recovers the calls of earlier processes.

use std::time::Duration;

use hpd_host::approval::{Answer, CallState, Choice, PendingCall, PendingFilter, PendingReason, UserChannel};
use hpd_host::journal::Journal;
use hpd_host::system::{Clock, SystemClock, Timestamp};
use hpd_host::{Outcome, RawCall, Session, Toolbox};

use crate::said::Said;
use crate::script::answered;

/// A moment after the leases of all running calls, and before any question expires.
pub(crate) fn behind_the_leases() -> Timestamp {
    SystemClock.now().after(Duration::from_secs(5 * 60))
}

/// Calls that ran when their process was killed become unknown. Pending calls are answered, and approved calls are
/// answered as before. Each step is reported.
pub(crate) async fn recover(toolbox: &Toolbox, journal: &dyn Journal, mut say: impl FnMut(Said)) {
    let ended = journal.expire(behind_the_leases()).await.expect("the journal can be written");
    for row in ended.iter().filter(|row| row.state == CallState::Unknown) {
        say(Said::Unknown(row.id.clone()));
        // It must not run again, for any caller.
        if let Some(outcome) = confirm(toolbox, row).await {
            say(answered(&row.sent.id, &outcome));
        }
        if row.sent.name == "fill" {
            say(call_again(toolbox, row).await);
        }
    }
    let states = vec![CallState::AwaitingApproval, CallState::Approved];
    let open = journal.list(&PendingFilter::default().states(states)).await;
    for row in open.expect("the journal can be read") {
        let Some(outcome) = confirm(toolbox, &row).await else { continue };
        say(answered(&row.sent.id, &outcome));
        if row.state == CallState::Approved && outcome.error().is_none() {
            say(Said::Resumed(row.id));
        }
    }
}

/// The user says yes, as before or for the first time. Calls that the host allows need no question.
async fn confirm(toolbox: &Toolbox, row: &PendingCall) -> Option<Outcome> {
    let PendingReason::Approval { nonce, .. } = &row.awaits else { return None };
    let answer = Answer {
        pending_id: row.id.clone(),
        nonce: nonce.clone(),
        choice: Choice::Confirm,
        phrase: None,
        reason: None,
        edit: None,
    };
    let decision = UserChannel::local().decision(answer);
    // Calls with a secret take no answer: it was in the memory of the process that is gone.
    toolbox.decide(&session_of(row), &decision).await.ok()
}

/// A call that may run twice is made again, as a call of its own.
async fn call_again(toolbox: &Toolbox, row: &PendingCall) -> Said {
    let id = format!("{}-again", row.sent.id);
    let again = RawCall::new(&*id, &*row.sent.name, &*row.sent.arguments);
    let outcome = toolbox.call(&session_of(row), &again).await;
    answered(&id, &outcome)
}

fn session_of(row: &PendingCall) -> Session {
    Session::with_id(&*row.owner.session)
}
