//! A stored write runs: checked once more, claimed by one, and its end is stored before anybody hears of it.

use hpd_runtime::{CallContext, FailureEffect, RawCall, TurnContext};

use super::super::confirm::confirm_approved;
use super::super::error::CallError;
use super::super::gate::{self, Place};
use super::super::invoke::{self, Step};
use super::super::permit::{self, Permit};
use super::super::release::{self, Release, ReleasedCall};
use super::super::{resolve, validate};
use super::not_approved::NotApproved;
use crate::approval::{CallState, PendingCall, PendingId, StoredOutcome, Verdict};
use crate::outcome::OutcomeKind;
use crate::session::Session;
use crate::toolbox::{Safeguards, Toolbox};

/// That a stored approval lets a call through. Only this file makes one.
pub(in super::super) struct Mandate(());

/// Runs an approved call, if nobody else does. What it ended in is stored.
///
/// # Errors
///
/// A check or a filter has something against it now, or it failed.
pub(super) async fn carry_out(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    row: PendingCall,
) -> Result<OutcomeKind, CallError> {
    // The arguments that are stored, under the name and id of the call that the model made.
    let sent = RawCall::new(&*row.sent.id, &*row.sent.name, &*row.sent.arguments);
    let stored = sent.restored(&*row.frozen.arguments);
    let context = CallContext::new(&stored, turn);
    context.set_idempotency_key(row.id.as_str());
    context.set_provenance(row.frozen.provenance.iter().map(|(name, source)| (name.as_str(), *source)));
    let safeguards = toolbox.safeguards();
    let released = match check_again(toolbox, session, &row, &context).await {
        Ok(released) => released,
        Err(error) => {
            // If that can't be stored, the row stays approved: whoever tries it next is checked as well, or too late.
            let _ = safeguards.store.decide(&row.id, Verdict::Blocked, safeguards.now()).await;
            return Err(error);
        }
    };
    claim(safeguards, &row).await?;
    session.user().note_write(&row.tool, safeguards.now());
    let ended = match invoke::invoke(released, &context) {
        Ok(Step::Done(OutcomeKind::Forward(mut call))) => {
            call.pending = Some(row.id.clone());
            Ok(OutcomeKind::Forward(call))
        }
        Ok(Step::Done(kind)) => Ok(kind),
        Ok(Step::Running(call)) => call.await,
        Ok(_) => Err(CallError::internal()),
        Err(error) => Err(error),
    };
    note_end(safeguards, &row.sent.name, &row.id, &ended).await?;
    ended
}

/// The rooms between the gate and the run, for arguments that were frozen.
async fn check_again<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    row: &PendingCall,
    context: &'a CallContext<'a>,
) -> Result<ReleasedCall<'a>, CallError> {
    let index = toolbox.index_of(&row.tool).ok_or_else(|| NotApproved::gone(&row.sent.name))?;
    let place = Place { toolbox, index };
    let admitted = gate::admit_stored(place, &context.call().arguments)
        .ok_or_else(|| NotApproved::gone(&row.sent.name))?;
    let valid = validate::validate(resolve::resolved(admitted), session, context)?;
    let permitted = match permit::permit(place, valid)? {
        Permit::Free(call) => call,
        Permit::Guarded(call) => call.ask(context).await?,
    };
    let approved = confirm_approved(permitted, &Mandate(()));
    match release::release(approved) {
        Release::Free(call) => Ok(call),
        Release::Guarded(call) => call.ask(context).await,
    }
}

/// Takes the call to run it. Of any number who try, one does.
async fn claim(safeguards: &Safeguards, row: &PendingCall) -> Result<(), CallError> {
    let now = safeguards.now();
    let claimed = safeguards.store.claim(&row.id, now, now.after(safeguards.lease())).await;
    match claimed {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(NotApproved::taken(&row.sent.name)),
        Err(error) => Err(NotApproved::no_store(&row.sent.name, &error)),
    }
}

/// Stores what a call ended in.
///
/// # Errors
///
/// It could not be stored: then nobody says that it succeeded.
pub(in super::super) async fn note_end(
    safeguards: &Safeguards,
    name: &str,
    id: &PendingId,
    ended: &Result<OutcomeKind, CallError>,
) -> Result<(), CallError> {
    let (state, outcome) = match ended {
        // It runs elsewhere: its end comes later.
        Ok(OutcomeKind::Forward(_)) => return Ok(()),
        Ok(kind) => (CallState::Succeeded, stored(name, kind)),
        Err(error) => (state_after(error), StoredOutcome { is_error: true, text: error.to_json() }),
    };
    let noted = safeguards.store.finish(id, state, outcome).await;
    noted.map(|_| ()).map_err(|error| NotApproved::not_noted(name, &error))
}

/// What is said again, should the same answer come again.
fn stored(name: &str, kind: &OutcomeKind) -> StoredOutcome {
    StoredOutcome { is_error: false, text: kind.as_text(name).into_owned() }
}

/// Whether the failure of a call that ran leaves its effect known.
fn state_after(error: &CallError) -> CallState {
    match error {
        CallError::Function(error) if error.effect() == FailureEffect::Unknown => CallState::Unknown,
        _ => CallState::Failed,
    }
}
