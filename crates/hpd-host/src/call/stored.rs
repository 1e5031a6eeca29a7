//! Stored writes, which run to their end: also if the caller goes away, as when a client closes its connection.

use hpd_journal::BoxFuture;
use hpd_journal::pending::PendingCall;
use hpd_runtime::{CallContext, TurnContext};

use super::collect::asked_by_function;
use super::desk::{Desk, OwnDesk};
use super::drive_stored;
use super::finish::finish;
use super::journaled::CallRecorder;
use super::underway::{Chain, Underway};
use super::write::{self, Settled, StoredWrite, UnapprovedWrite};
use crate::approval::{Decision, DecisionError, Recorded};
use crate::background::to_the_end;
use crate::call_error::CallError;
#[cfg(feature = "metrics")]
use crate::metrics;
use crate::outcome::{Outcome, OutcomeKind};
use crate::patience::{of_one_call, of_this_call};
use crate::session::Session;
use crate::telemetry;
use crate::toolbox::Toolbox;

/// Continues a write: asks the user, or stores it and runs it where that is allowed. Begun, it runs to its end.
///
/// # Errors
///
/// It is denied, too many calls wait already, the store failed, or it failed itself.
pub(super) async fn settle(
    write: UnapprovedWrite<'_>,
    desk: Desk<'_>,
    context: &CallContext<'_>,
) -> Result<OutcomeKind, CallError> {
    desk.toolbox.work_known_ends();
    let (frozen, own) = (write::freeze(write, desk, context)?, OwnDesk::of(desk));
    let settled = async move {
        match write::settle(frozen, own.desk()).await? {
            Settled::Done(kind) => Ok(kind),
            Settled::Approved(write) => run(own.desk(), write).await,
        }
    };
    to_the_end(desk.toolbox.threads(), Box::pin(of_this_call(Box::pin(settled)))).await
}

/// Runs an approved call. In a box: a stored call goes through the stages of the call that it was.
fn run(desk: Desk<'_>, write: Box<StoredWrite>) -> BoxFuture<'_, Result<OutcomeKind, CallError>> {
    Box::pin(async move {
        let raw = write.call();
        let context = CallContext::new(&raw, desk.turn);
        run_as(desk, &context, write).await
    })
}

/// Runs an approved call, whose call is that of the context.
async fn run_as<'a>(
    desk: Desk<'a>,
    context: &'a CallContext<'a>,
    write: Box<StoredWrite>,
) -> Result<OutcomeKind, CallError> {
    let (calls, contexts) = (Chain::default(), Chain::default());
    let mut call = Underway::new(desk, &calls, &contexts, context);
    drive_stored(&mut call, write).await
}

/// Carries out the user's decision about a write. Begun, it runs to its end.
///
/// # Errors
///
/// The decision does not count.
pub(crate) async fn decide(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    decision: &Decision,
) -> Result<Outcome, DecisionError> {
    toolbox.work_known_ends();
    let own = OwnDesk::of(Desk { toolbox, session, turn, journal: None });
    let decision = decision.copy();
    let decided = async move { decide_here(own.desk(), &decision).await };
    to_the_end(toolbox.threads(), Box::pin(of_one_call(Box::pin(decided)))).await
}

async fn decide_here(desk: Desk<'_>, decision: &Decision) -> Result<Outcome, DecisionError> {
    let Desk { toolbox, session, turn, .. } = desk;
    let telling = CallRecorder::of_answer(toolbox, session, Some(&turn.principal)).await;
    let journal = telling.as_ref().and_then(CallRecorder::handle);
    let row = write::find(Desk { toolbox, session, turn, journal }, decision).await?;
    session.journal_turn().note_principal(&row.owner.principal);
    let owner_turn = row.owner.turn(turn);
    session.claim_statements(&row.owner.principal);
    let mut narrowed = None;
    let desk =
        Desk { toolbox: toolbox.shown_to(session, &owner_turn, &mut narrowed), session, turn, journal };
    let raw = write::sent_call(&row);
    // Boxed: the whole path of a call is in it.
    let answered = Box::pin(async {
        let context = CallContext::new(&raw, turn);
        let kind = match write::decide(desk, row, decision).await? {
            Settled::Done(kind) => kind,
            Settled::Approved(write) => {
                context.add_warnings(write.edited());
                run_decided(Desk { turn: &owner_turn, ..desk }, write).await
            }
        };
        Ok(Outcome::new(context, kind))
    });
    let traced = async {
        if telemetry::is_on() {
            telemetry::decided(toolbox, session.id(), &raw, answered).await
        } else {
            answered.await
        }
    };
    #[cfg(feature = "metrics")]
    let traced = metrics::decided(toolbox, &raw, decision, traced);
    let mut outcome = traced.await?;
    finish(toolbox, session, &mut outcome);
    // The store has recorded all events.
    Ok(outcome)
}

/// Stores the user's decision for another process. Begun, it runs to its end.
///
/// # Errors
///
/// The decision does not count.
pub(crate) async fn record(
    toolbox: &Toolbox,
    session: &Session,
    decision: &Decision,
) -> Result<Recorded, DecisionError> {
    let turn = const { &TurnContext::empty() };
    let own = OwnDesk::of(Desk { toolbox, session, turn, journal: None });
    let decision = decision.copy();
    let recorded = async move {
        let desk = own.desk();
        let row = write::find(desk, &decision).await?;
        write::record(desk, row, &decision).await
    };
    to_the_end(toolbox.threads(), Box::pin(of_one_call(Box::pin(recorded)))).await
}

/// Whether this process may carry out a call that another one approved.
pub(crate) fn may_resume(toolbox: &Toolbox, row: &PendingCall) -> bool {
    toolbox.may_resume(row)
}

/// Carries out a call that another process approved. Begun, it runs to its end. `None` if somebody else has it.
pub(crate) async fn resume(
    toolbox: &Toolbox,
    session: &Session,
    row: PendingCall,
) -> Option<Result<Outcome, DecisionError>> {
    let turn = const { &TurnContext::empty() };
    let own = OwnDesk::of(Desk { toolbox, session, turn, journal: None });
    let resumed = async move { resume_here(own.desk(), row).await };
    let outcome = to_the_end(toolbox.threads(), Box::pin(of_one_call(Box::pin(resumed)))).await;
    let is_taken = |outcome: &Outcome| match outcome.error() {
        Some(CallError::NotApproved(error)) => error.is_taken(),
        _ => false,
    };
    Some(outcome).filter(|outcome| !outcome.as_ref().is_ok_and(is_taken))
}

async fn resume_here(desk: Desk<'_>, row: PendingCall) -> Result<Outcome, DecisionError> {
    let Desk { toolbox, session, .. } = desk;
    if let Some(made_in) = &row.notes.turn {
        session.journal_turn().go_on(made_in);
    }
    let telling = CallRecorder::of_answer(toolbox, session, Some(&row.owner.principal)).await;
    let journal = telling.as_ref().and_then(CallRecorder::handle);
    session.journal_turn().note_principal(&row.owner.principal);
    let turn = &row.owner.turn(desk.turn);
    session.claim_statements(&row.owner.principal);
    let mut narrowed = None;
    let desk = Desk { toolbox: toolbox.shown_to(session, turn, &mut narrowed), session, turn, journal };
    let raw = write::sent_call(&row);
    // Boxed: the whole path of a call is in it.
    let answered = Box::pin(async {
        let context = CallContext::new(&raw, turn);
        let kind = match write::resume(desk, row).await? {
            Settled::Done(kind) => kind,
            Settled::Approved(write) => {
                context.add_warnings(write.edited());
                run_decided(desk, write).await
            }
        };
        Ok(Outcome::new(context, kind))
    });
    let mut outcome = if telemetry::is_on() {
        telemetry::decided(toolbox, session.id(), &raw, answered).await?
    } else {
        answered.await?
    };
    finish(toolbox, session, &mut outcome);
    // The store has recorded all events.
    Ok(outcome)
}

/// Runs a call that the user approved, on behalf of its owner.
async fn run_decided(desk: Desk<'_>, write: Box<StoredWrite>) -> OutcomeKind {
    let Desk { toolbox, session, turn, .. } = desk;
    let raw = &write.call();
    let context = &CallContext::new(raw, turn);
    write.set_sources(context);
    let ended = run_as(desk, context, write).await;
    if ended.is_ok() {
        session.tries().note_success(&raw.name);
    }
    let ended = asked_by_function(toolbox, desk.caller(raw), context, ended).await;
    ended.unwrap_or_else(OutcomeKind::Error)
}
