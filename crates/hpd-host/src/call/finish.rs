//! The end of a call: its outcome, its stored data, and the work for outer calls only.

use hpd_journal::BoxFuture;
use hpd_runtime::{CallContext, RawCall};

use super::desk::Desk;
use super::owner_state::save_tries;
use super::secrets::hide_in_debug_output;
use super::{external_call, large, write};
use crate::call_error::{CallError, RepeatedCall};
use crate::outcome::{Outcome, OutcomeKind, WarningNote};
use crate::session::{Session, Tried};
use crate::toolbox::Toolbox;

/// The outcome of a call; a failure is remembered, and a success forgets it.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn finish_call(
    toolbox: &Toolbox,
    session: &Session,
    context: CallContext<'_>,
    ended: Result<OutcomeKind, CallError>,
) -> Outcome {
    let raw = context.call();
    match ended {
        Ok(OutcomeKind::Error(error)) | Err(error) => {
            let kind = failed(toolbox, session, raw, context.turn().can_ask, error);
            Outcome::new(context, kind)
        }
        Ok(kind) => {
            // A question is no success: nothing ran.
            if !matches!(kind, OutcomeKind::AskUser(_) | OutcomeKind::Confirm(_)) {
                session.tries().note_success(toolbox.called_name(raw));
            }
            Outcome::new(context, kind)
        }
    }
}

/// Remembers that a call failed, to answer it differently when it does so again and again.
#[cold]
pub(super) fn failed(
    toolbox: &Toolbox,
    session: &Session,
    raw: &RawCall,
    can_ask: bool,
    mut error: CallError,
) -> OutcomeKind {
    // A cancellation is not the call's fault, nor is a lack of threads, nor a user who says no.
    if matches!(&error, CallError::Function(error) if error.is_cancelled() || error.is_busy())
        || matches!(error, CallError::NotApproved(_))
    {
        return OutcomeKind::Error(error);
    }
    if let CallError::Validation(response) = &mut error {
        // A tool that yields a value may be one that this turn does not see.
        for error in &mut response.errors {
            error.obtain.take_if(|name| toolbox.hides_name(name));
        }
    }
    let call = Tried::new(toolbox.called_name(raw), &raw.arguments);
    let attempts = session.tries().note_failure(call, error.fingerprint());
    match write::after_corrections(toolbox, session, raw, &error) {
        // The question has no pending call that could be answered elsewhere.
        Some(question) if can_ask => OutcomeKind::AskUser(Box::new(question)),
        _ => OutcomeKind::Error(RepeatedCall::answer(&raw.name, attempts, error)),
    }
}

/// Finishes an outer call: a forwarded call waits under the model's own name, long texts are cut, and the outcome is
/// counted.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn finish(toolbox: &Toolbox, session: &Session, outcome: &mut Outcome) {
    if matches!(outcome.kind, OutcomeKind::Forward(_)) {
        hand_on(toolbox, session, outcome);
    }
    shorten(toolbox, outcome);
    if toolbox.safeguards().has_sensitive_parameters || session.journal_turn().knows_secrets() {
        hide_in_debug_output(session, outcome);
    }
    if toolbox.counts().count(outcome) {
        note_warnings(toolbox, outcome);
    }
}

/// Appends the warnings about the arguments to the result, where the host wants the model to read them. Those about
/// other values than the model's are always appended: rounded numbers of a write, edits of the user, and fields that an
/// external tool does not know.
#[cold]
fn note_warnings(toolbox: &Toolbox, outcome: &mut Outcome) {
    if let OutcomeKind::Result(result) = &mut outcome.kind {
        let note = if toolbox.tells_warnings() { WarningNote::of } else { WarningNote::of_other_values };
        result.extra.set_note(note(&outcome.warnings));
    }
}

#[cold]
fn hand_on(toolbox: &Toolbox, session: &Session, outcome: &mut Outcome) {
    let OutcomeKind::Forward(forwarded) = &outcome.kind else { return };
    if let Err(error) = external_call::wait_for(toolbox, session, outcome) {
        let arguments = forwarded.arguments.as_str();
        let raw = RawCall::new(outcome.call_id.clone(), outcome.tool_name.clone(), arguments);
        outcome.kind = failed(toolbox, session, &raw, true, error);
    }
}

/// Cuts texts that are too long for a model. Long results and errors were kept or cut before.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn shorten(toolbox: &Toolbox, outcome: &mut Outcome) {
    match &mut outcome.kind {
        OutcomeKind::Error(error) => large::cut_error(toolbox, outcome.origin.as_deref(), error),
        OutcomeKind::Expanded(_) => outcome.shorten_expansions(toolbox.max_result_bytes()),
        OutcomeKind::AskUser(question) => question.shorten(toolbox.max_result_bytes()),
        _ => {}
    }
}

/// Whether something of a call is stored after its end.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn is_stored(toolbox: &Toolbox, session: &Session, outcome: &Outcome) -> bool {
    session.has_tries_to_save() || large::is_large(toolbox, outcome)
}

/// Stores the failures of a session, and a long result. Boxed, so that other calls do not get larger.
#[cold]
pub(super) fn store(desk: Desk<'_>, mut outcome: Outcome) -> BoxFuture<'_, Outcome> {
    Box::pin(async move {
        let Desk { toolbox, session, turn, .. } = desk;
        if session.has_tries_to_save() {
            save_tries(toolbox, session, turn).await;
        }
        large::keep(toolbox, session, &turn.principal, &mut outcome).await;
        outcome
    })
}

/// The same, and finishes the call. Boxed as well.
#[cold]
pub(super) fn store_and_finish(desk: Desk<'_>, outcome: Outcome) -> BoxFuture<'_, Outcome> {
    Box::pin(async move {
        let mut outcome = store(desk, outcome).await;
        finish(desk.toolbox, desk.session, &mut outcome);
        outcome
    })
}
