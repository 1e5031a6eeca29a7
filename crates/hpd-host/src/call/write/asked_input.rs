//! Calls whose function asked for input, and the calls that continue them.

use hpd_journal::pending::{CallState, PendingCall, PendingFilter, StoreError};

use super::super::desk::Desk;
use super::super::owner_state::change_owner_state;
use crate::call_error::CallError;
use crate::collect::AskUser;
use crate::outcome::OutcomeKind;
use crate::toolbox::Toolbox;

/// The kind of end of a run that asked for input, in the notes for the journal.
pub(super) const NEEDS_INPUT: &str = "needs_input";

/// Whether a run ended in a request for input: it counts as not run.
pub(super) fn asks_for_input(ended: &Result<OutcomeKind, CallError>) -> bool {
    let Err(CallError::Function(error)) = ended else { return false };
    error.ask_request().is_some_and(|ask| !ask.inputs.is_empty())
}

/// Whether another call may continue this one, since its function asked for input or its question was answered.
pub(super) fn asked_for_input(row: &PendingCall) -> bool {
    let asked = row.outcome.as_ref().and_then(|outcome| outcome.notes.error_type.as_deref());
    let is_answered = !row.inputs.is_empty() && row.state == CallState::Cancelled;
    asked == Some(NEEDS_INPUT) || is_answered || row.state == CallState::Blocked
}

/// The call that continues one whose function asked for input: the newest.
///
/// # Errors
///
/// The store failed.
pub(super) async fn successor(
    toolbox: &Toolbox,
    row: &PendingCall,
) -> Result<Option<PendingCall>, StoreError> {
    let safeguards = toolbox.safeguards();
    let filter = PendingFilter::default()
        .session(row.owner.session.clone())
        .principal(row.owner.principal.clone())
        .tool(row.tool.clone())
        .from(row.created);
    let rows = safeguards.store.list(&filter).await?;
    let keys = safeguards.keys.as_ref();
    let is_next = |next: &PendingCall| {
        next.inputs.after.as_ref() == Some(&row.id) && next.id != row.id && next.digest_is_right(keys)
    };
    Ok(rows.into_iter().rev().find(is_next))
}

/// The open question of a function, as it was asked. `None` if the tool is not there any more.
pub(super) fn question_about(desk: Desk<'_>, row: &PendingCall) -> Option<OutcomeKind> {
    let plan = desk.toolbox.safeguards().words_of(desk.toolbox.index_of(&row.tool)?)?;
    Some(OutcomeKind::AskUser(Box::new(AskUser::of_stored(plan, row, |text| {
        desk.session.journal_turn().scrub(text)
    }))))
}

/// Takes back what the run of a write used up: it asked for input, and counts as not run.
pub(super) async fn release(desk: Desk<'_>, row: &PendingCall) {
    let released =
        change_owner_state(desk.toolbox, desk.session, &row.owner, |state| state.release(&row.id)).await;
    if let Err(error) = released {
        // The user is asked once too often then.
        let pending = row.id.as_str();
        tracing::warn!(target: "hpd::call", { pending, %error }, "a write that did not run still counts");
    }
}
