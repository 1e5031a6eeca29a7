//! Decisions that one process records, and another one carries out.

use hpd_journal::pending::{
    CallState, Decided, DecidedBy, MAX_TRIES, PendingCall, PendingReason, PendingVerdict,
};

use super::super::desk::Desk;
use super::carry_out::{Settled, StoredWrite};
use super::decide::conflict;
use super::find::NoQuestion;
use crate::approval::{Choice, Decision, DecisionError, EditError, Recorded};
use crate::toolbox::Toolbox;

/// The purpose of the seal on a recorded approval.
const PURPOSE: &str = "recorded approval";

/// Stores a decision. Nothing runs.
///
/// # Errors
///
/// The decision does not count, or only a process with the function can take it.
pub(in super::super) async fn record(
    desk: Desk<'_>,
    row: PendingCall,
    decision: &Decision,
) -> Result<Recorded, DecisionError> {
    // Only a process with the function can check values.
    if decision.edit().is_some() {
        return Err(DecisionError::Edit(EditError::Refused));
    }
    if matches!(decision.choice(), Choice::ConfirmTool | Choice::ConfirmSource) {
        return Err(DecisionError::NotOffered);
    }
    let PendingReason::Approval { phrase, .. } = &row.awaits else {
        return Err(NoQuestion::NotAQuestion.of(&row.id));
    };
    let verdict = decision.verdict(phrase.as_deref()).ok_or(DecisionError::NoPhrase)?;
    let decided = desk.store_recorded(&row, verdict.clone(), decision).await?;
    match (decided, verdict) {
        (Decided::Done(row) | Decided::Repeated(row), PendingVerdict::WrongPhrase) => {
            Err(DecisionError::WrongPhrase { tries_left: MAX_TRIES.saturating_sub(row.tries) })
        }
        (Decided::Done(_) | Decided::Repeated(_), PendingVerdict::Approved) => Ok(Recorded::Approved),
        (Decided::Done(_) | Decided::Repeated(_), _) => Ok(Recorded::Rejected),
        (Decided::Conflict(row), _) => Err(conflict(&row)),
        (Decided::Missing, _) => Err(NoQuestion::UnknownId.of(&row.id)),
    }
}

/// Takes up a call whose approval another process recorded: everything is compared again before it runs.
///
/// # Errors
///
/// The stored row is not the approved one, or the store failed.
pub(in super::super) async fn resume(desk: Desk<'_>, row: PendingCall) -> Result<Settled, DecisionError> {
    match desk.compare(&row).await {
        Ok(None) => {
            if let Some(journal) = desk.journal {
                journal.go_on(&row.notes);
            }
            Ok(Settled::Approved(Box::new(StoredWrite::new(row))))
        }
        Ok(Some((call, weighed))) => desk.ask_again(&row, &call, &weighed).await.map(Settled::Done),
        Err(error) => desk.cancel_with(&row, error).await,
    }
}

impl Desk<'_> {
    async fn store_recorded(
        &self,
        row: &PendingCall,
        verdict: PendingVerdict,
        decision: &Decision,
    ) -> Result<Decided, DecisionError> {
        let safeguards = self.toolbox.safeguards();
        let mut by = decision.by(row, safeguards.now());
        if verdict == PendingVerdict::Approved {
            by = by.runs_elsewhere(true);
            by.seal = safeguards.keys.as_ref().map(|keys| keys.seal(PURPOSE, &parts(row, &by)));
        }
        let now = self.toolbox.now_for(row);
        safeguards.store.decide_by(&row.id, verdict, by, now).await.map_err(DecisionError::Store)
    }
}

impl Toolbox {
    /// Whether this process may carry out a call that another one approved.
    pub(in super::super) fn may_resume(&self, row: &PendingCall) -> bool {
        let keys = self.safeguards().keys.as_ref();
        let Some(by) = row.decided_by.as_ref().filter(|by| by.runs_elsewhere) else { return false };
        let is_sealed = keys.is_none_or(|keys| {
            by.seal.as_deref().is_some_and(|seal| keys.is_seal(seal, PURPOSE, &parts(row, by)))
        });
        is_sealed
            && matches!(row.awaits, PendingReason::Approval { .. })
            && row.state_at(self.now_for(row)) == CallState::Approved
            && row.verdict == Some(PendingVerdict::Approved)
            && self.index_of(&row.tool).is_some()
            // Sensitive values are in the memory of another process.
            && row.digest_is_right(keys)
    }
}

/// What the seal of an approval covers: the call by its digest, and the person.
fn parts<'a>(row: &'a PendingCall, by: &'a DecidedBy) -> [&'a str; 5] {
    let text = |text: &'a Option<String>| text.as_deref().unwrap_or_default();
    [
        row.id.as_str(),
        &row.binding.digest,
        by.principal.id().unwrap_or_default(),
        by.principal.tenant().unwrap_or_default(),
        text(&by.channel),
    ]
}
