//! Runs a stored write: checked once more, claimed once. Its end is stored before it is reported.

use std::time::{Duration, Instant};

use hpd_journal::pending::{
    CallState, OutcomeNotes, PendingCall, PendingId, PendingReason, PendingVerdict, StoredOutcome,
};
use hpd_runtime::{CallContext, FailureEffect, RawCall, TurnContext};

use super::super::confirm::confirm_approved;
use super::super::external_call;
use super::super::gate::{self, Place};
use super::super::invoke::{self, Step};
use super::super::permit::{self, Permit};
use super::super::release::{self, Release, ReleasedCall};
use super::super::{resolve, validate};
use crate::call_error::{CallError, FunctionError, NotApproved, describe};
use crate::outcome::OutcomeKind;
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// That a stored approval lets a call through. Only this file makes one.
pub(in super::super) struct Mandate(());

/// Runs an approved call, unless another caller does. Its end is stored.
///
/// # Errors
///
/// A check or a filter refuses it now, or it failed.
pub(super) async fn carry_out(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    row: PendingCall,
) -> Result<OutcomeKind, CallError> {
    let stored = stored_call(&row);
    let context = CallContext::new(&stored, turn).interpreted_by(toolbox);
    context.set_idempotency_key(row.id.as_str());
    context.set_provenance(row.frozen.provenance.iter().map(|(name, source)| (name.as_str(), *source)));
    let safeguards = toolbox.safeguards();
    let released = match check_again(toolbox, session, &row, &context).await {
        Ok(released) => released,
        Err(error) => {
            // If storing fails, the row stays approved: the next attempt is checked as well, or too late.
            let _ = safeguards.store.decide(&row.id, PendingVerdict::Blocked, safeguards.now()).await;
            return Err(error);
        }
    };
    let writes = claim(toolbox, session, &row).await?;
    if writes {
        session.user().note_write(&row.tool, safeguards.now());
    }
    let began = Instant::now();
    let mut ended = match invoke::invoke(released, &context) {
        Ok(Step::Done(OutcomeKind::Forward(mut call))) => {
            call.pending = Some(row.id.clone());
            Ok(OutcomeKind::Forward(call))
        }
        Ok(Step::Done(kind)) => Ok(kind),
        Ok(Step::Running(call)) => call.await,
        Ok(_) => Err(CallError::internal()),
        Err(error) => Err(error),
    };
    let took = Some(began.elapsed());
    note_end(toolbox, Ending { session, name: &row.sent.name, id: &row.id, took }, &mut ended).await?;
    ended
}

/// The call with the arguments that are stored, under the name and id that the model gave it.
pub(super) fn stored_call(row: &PendingCall) -> RawCall {
    RawCall::new(&*row.sent.id, &*row.sent.name, &*row.sent.arguments).restored(&*row.frozen.arguments)
}

/// The stages between the gate and the run, for frozen arguments.
async fn check_again<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    row: &PendingCall,
    context: &'a CallContext<'a>,
) -> Result<ReleasedCall<'a>, CallError> {
    let index = toolbox.index_of(&row.tool).ok_or_else(|| NotApproved::gone(&row.sent.name))?;
    let place = Place::new(toolbox, index);
    let admitted = gate::admit_stored(place).ok_or_else(|| NotApproved::gone(&row.sent.name))?;
    let valid = validate::validate(resolve::resolved(admitted), session, context)?;
    let permitted = match permit::permit(place, valid)? {
        Permit::Free(call) => call,
        // Nobody was waited for since they were asked.
        Permit::Filtered(call) if matches!(row.awaits, PendingReason::Nothing) => call.asked_before(),
        Permit::Filtered(call) => call.ask(context).await?,
    };
    let approved = confirm_approved(permitted, &Mandate(()));
    let released = match release::release(approved) {
        Release::Free(call) => call,
        Release::Filtered(call) => call.ask(context).await?,
    };
    if toolbox.at(index).is_forwarded() {
        // A call that can't be completed must not be claimed.
        external_call::check_room(toolbox, session, &row.sent.id)?;
    }
    Ok(released)
}

/// Claims the call for its run. Returns whether it writes. Of simultaneous claims, one succeeds.
///
/// # Errors
///
/// Another caller claimed it, the store failed, or the stored row is not the approved one.
async fn claim(toolbox: &Toolbox, session: &Session, row: &PendingCall) -> Result<bool, CallError> {
    let name = &row.sent.name;
    let tool = toolbox.index_of(&row.tool).map(|index| toolbox.at(index));
    let tool = tool.ok_or_else(|| NotApproved::gone(name))?;
    let safeguards = toolbox.safeguards();
    let now = safeguards.now();
    let claimed = safeguards.store.claim(&row.id, now, now.after(lease(toolbox, tool))).await;
    // It is claimed from here on, so it has to end even without a run.
    let error = match claimed {
        Ok(Some(_)) if safeguards.now() >= now.after(SLACK) => {
            NotApproved::not_asked(name, &"to take it to run took too long")
        }
        Ok(Some(claimed)) if claimed.is_what_was_approved(row) => return Ok(tool.is_write()),
        Ok(Some(_)) => NotApproved::changed(name),
        Ok(None) => return Err(NotApproved::taken(name)),
        Err(error) => return Err(NotApproved::not_claimed(name, &error)),
    };
    let ending = Ending { session, name, id: &row.id, took: None };
    note_end(toolbox, ending, &mut Err(error.clone())).await?;
    Err(error)
}

/// The time limit of a client for a forwarded call: it may have to ask a person.
const FORWARDED: Duration = Duration::from_secs(24 * 60 * 60);

/// The lease's margin beyond all attempts. A slower claim could still run when its lease is over.
const SLACK: Duration = Duration::from_secs(60);

/// Longer than all attempts of a call together: a call that is running after its lease has no runner.
fn lease(toolbox: &Toolbox, tool: &Tool) -> Duration {
    if tool.is_forwarded() {
        return FORWARDED;
    }
    let attempt = tool.timeout().unwrap_or_else(|| toolbox.timeout());
    attempt.saturating_mul(2).saturating_add(SLACK)
}

/// A stored call that has ended.
#[derive(Clone, Copy)]
pub(in super::super) struct Ending<'a> {
    /// Whose call it is.
    pub(in super::super) session: &'a Session,
    /// The name that the model called.
    pub(in super::super) name: &'a str,
    pub(in super::super) id: &'a PendingId,
    /// How long it took, if that is known.
    pub(in super::super) took: Option<Duration>,
}

/// The end of a call is not stored, so its success is not reported.
pub(in super::super) enum NotNoted {
    /// It is not known to run any more.
    Over(CallError),
    /// The store failed: it may be tried again.
    StoreFailed(CallError),
}

impl From<NotNoted> for CallError {
    fn from(not_noted: NotNoted) -> Self {
        match not_noted {
            NotNoted::Over(error) | NotNoted::StoreFailed(error) => error,
        }
    }
}

/// Stores the end of a call, cut as the model reads it.
///
/// # Errors
///
/// It could not be stored.
pub(in super::super) async fn note_end(
    toolbox: &Toolbox,
    call: Ending<'_>,
    ended: &mut Result<OutcomeKind, CallError>,
) -> Result<(), NotNoted> {
    let Ending { session, name, id, .. } = call;
    let max = toolbox.max_result_bytes();
    match ended {
        Ok(OutcomeKind::Result(result)) => result.shorten(max),
        Err(error) => error.shorten(max),
        Ok(_) => {}
    }
    let (state, is_error, text) = match ended {
        // It runs at the client: its end comes later.
        Ok(OutcomeKind::Forward(_)) => return Ok(()),
        Ok(kind) => (CallState::Succeeded, false, kind.as_text(name).into_owned()),
        Err(error) => (state_after(error), true, error.to_json()),
    };
    // Some values may have turned out to be sensitive since the call was stored.
    let text = session.journal_turn().scrub(&text);
    let outcome = StoredOutcome { is_error, text, notes: call.notes(ended) };
    match toolbox.safeguards().store.finish(id, state, outcome).await {
        Ok(true) => Ok(()),
        Ok(false) => {
            let cause = "it is not known to run any more".to_owned();
            Err(NotNoted::Over(NotApproved::not_noted(name, cause)))
        }
        Err(error) => Err(NotNoted::StoreFailed(NotApproved::not_noted(name, describe(&error)))),
    }
}

impl Ending<'_> {
    /// Notes for the journal.
    fn notes(&self, ended: &Result<OutcomeKind, CallError>) -> OutcomeNotes {
        let micros = |took: Duration| u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let (error_type, attempts) = match ended {
            Ok(OutcomeKind::Result(result)) => (None, result.attempts),
            Ok(_) => (None, 0),
            Err(error) => {
                let attempts = error.function().map_or(0, FunctionError::attempts);
                (Some(error.error_type().to_owned()), attempts)
            }
        };
        OutcomeNotes { error_type, attempts, took_us: self.took.map(micros) }
    }
}

/// Whether the failure of a call that ran leaves its effect known.
fn state_after(error: &CallError) -> CallState {
    match error {
        CallError::Function(error) if error.effect() == FailureEffect::Unknown => CallState::Unknown,
        _ => CallState::Failed,
    }
}
