//! The question that an answer is for.

use hpd_journal::__private::shown;
use hpd_journal::pending::{PendingCall, PendingId, PendingReason};
use hpd_runtime::spec::Risk;

use super::super::desk::Desk;
use crate::approval::{Decision, DecisionError, is_nobody_for};

/// Why an answer has no question: for the log alone.
#[derive(Debug, Clone, Copy)]
pub(super) enum NoQuestion {
    UnknownId,
    NotAQuestion,
    OtherSession,
    WrongNonce,
    SealBroken,
    PhraseMissing,
    OtherPrincipal,
}

impl NoQuestion {
    const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownId => "unknown id",
            Self::NotAQuestion => "not a question",
            Self::OtherSession => "other session",
            Self::WrongNonce => "wrong nonce",
            Self::SealBroken => "seal broken",
            Self::PhraseMissing => "phrase missing",
            Self::OtherPrincipal => "other principal",
        }
    }

    /// The one error for all cases. The log names the case, without nonce, phrase and arguments.
    pub(super) fn of(self, id: &PendingId) -> DecisionError {
        // The id comes from a client.
        let (pending, why) = (shown(id.as_str()), self.as_str());
        tracing::info!(target: "hpd::approval", pending, why, "an answer has no question");
        DecisionError::NotFound
    }
}

/// The stored call of a decision.
///
/// # Errors
///
/// The question is unknown for this user, or the store failed.
pub(in super::super) async fn find(
    desk: Desk<'_>,
    decision: &Decision,
) -> Result<PendingCall, DecisionError> {
    let id = decision.pending_id();
    let row = desk.toolbox.safeguards().store.get(id).await.map_err(DecisionError::Store)?;
    let row = row.ok_or_else(|| NoQuestion::UnknownId.of(id))?;
    let is_elsewhere = desk.toolbox.waits_elsewhere(&row);
    check(desk, &row, decision, is_elsewhere).map_err(|why| why.of(id))?;
    // Whoever has the nonce was shown the question: only the program is wrong.
    if is_nobody_for(decision.principal(), &row.owner.principal) {
        return Err(DecisionError::LocalChannel);
    }
    let safeguards = desk.toolbox.safeguards();
    if !safeguards.approvers.permits(decision.principal(), &row, safeguards.now()) {
        return Err(NoQuestion::OtherPrincipal.of(id));
    }
    // Only whoever could answer elsewhere learns it.
    if is_elsewhere {
        return Err(DecisionError::ElsewhereOnly);
    }
    Ok(row)
}

/// Compares the question with the decision, apart from the principal. Each part is compared in every case, so that the
/// time reveals nothing either.
fn check(
    desk: Desk<'_>,
    row: &PendingCall,
    decision: &Decision,
    is_elsewhere: bool,
) -> Result<(), NoQuestion> {
    let PendingReason::Approval { nonce, phrase, .. } = &row.awaits else {
        return Err(NoQuestion::NotAQuestion);
    };
    let is_here = desk.session.id() == Some(&*row.owner.session);
    let is_answered = decision.answers(nonce);
    let is_whole = row.digest_is_right(desk.toolbox.safeguards().keys.as_ref()) || is_elsewhere;
    // Where much is at stake, a phrase that is gone is none that needs no typing.
    let has_phrase = phrase.is_some() || row.binding.risk < Some(Risk::High);
    let why = [
        (is_here, NoQuestion::OtherSession),
        (is_answered, NoQuestion::WrongNonce),
        (is_whole, NoQuestion::SealBroken),
        (has_phrase, NoQuestion::PhraseMissing),
    ];
    why.into_iter().find(|(is_right, _)| !is_right).map_or(Ok(()), |(_, why)| Err(why))
}
