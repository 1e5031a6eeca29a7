//! The user's answer to a question about a write.

use hpd_journal::__private::parse_trusted;
use hpd_journal::pending::{
    CallNotes, CallState, Decided, MAX_TRIES, PendingCall, PendingReason, PendingVerdict,
};
use hpd_runtime::__private::order;
use hpd_runtime::RawCall;
use hpd_runtime::args::{CallOrigin, Node};

use super::super::desk::Desk;
use super::super::large::settled;
use super::super::owner_state::change_owner_state;
use super::ask::{AskedBefore, insert, new_id, question_of};
use super::asked_input::{asked_for_input, question_about, successor};
use super::carry_out::{Settled, StoredWrite};
use super::find::NoQuestion;
use super::freeze::{FrozenCall, add_inputs};
use super::known::known_texts;
use super::offers::{grant, taken};
use super::weigh::{Weighed, weigh};
use crate::approval::{Choice, Decision, DecisionError};
use crate::call_error::{CallError, NotApproved};
use crate::outcome::OutcomeKind;

/// Takes the user's decision.
///
/// # Errors
///
/// The decision does not count: the question is expired or already decided, or the phrase is wrong.
pub(in super::super) async fn decide(
    desk: Desk<'_>,
    row: PendingCall,
    decision: &Decision,
) -> Result<Settled, DecisionError> {
    if let Some(edit) = decision.edit() {
        return desk.edit(&row, decision, edit).await.map(Settled::Done);
    }
    match decision.choice() {
        Choice::Cancel => desk.cancel(row, decision).await.map(Settled::Done),
        Choice::Confirm | Choice::ConfirmTool | Choice::ConfirmSource => desk.confirm(row, decision).await,
    }
}

/// The call as the model made it.
pub(in super::super) fn sent_call(row: &PendingCall) -> RawCall {
    let hpd_journal::pending::SentCall { id, name, arguments, caller } = &row.sent;
    RawCall::new(&**id, &**name, &**arguments).with_origin(CallOrigin::new().by(caller.clone()))
}

/// Why the user is asked again.
pub(super) const CHANGED: &str = "What it does has changed since you were asked.";

impl Desk<'_> {
    async fn cancel(&self, row: PendingCall, decision: &Decision) -> Result<OutcomeKind, DecisionError> {
        match self.store_answer(&row, PendingVerdict::Rejected, decision).await? {
            Decided::Done(_) | Decided::Repeated(_) => {
                let cancelled = NotApproved::cancelled_because(&row.sent.name, decision.reason());
                Ok(OutcomeKind::Error(cancelled))
            }
            Decided::Conflict(row) => Err(conflict(&row)),
            Decided::Missing => Err(NoQuestion::UnknownId.of(&row.id)),
        }
    }

    async fn confirm(&self, row: PendingCall, decision: &Decision) -> Result<Settled, DecisionError> {
        let PendingReason::Approval { phrase, .. } = &row.awaits else {
            return Err(NoQuestion::NotAQuestion.of(&row.id));
        };
        let offer = taken(&row, decision.choice()).map_err(|_| DecisionError::NotOffered)?;
        // A wider permission covers later calls, which no approver sees. Only the owner gives one.
        if offer.is_some() && !decision.is_from(&row.owner) {
            return Err(DecisionError::NotOffered);
        }
        let verdict = decision.verdict(phrase.as_deref());
        let is_right = verdict == Some(PendingVerdict::Approved);
        match (row.state, is_right) {
            // An approved call may still have to run: the approving process may have ended before.
            (CallState::AwaitingApproval | CallState::Approved, true) => {}
            (CallState::AwaitingApproval, false) if verdict.is_none() && !self.is_over(&row) => {
                return Err(DecisionError::NoPhrase);
            }
            (CallState::AwaitingApproval, false) => return Err(self.wrong_phrase(&row, decision).await?),
            (_, true) => return self.repeat(&row).await.map(Settled::Done),
            (_, false) => return Err(conflict(&row)),
        }
        match self.compare(&row).await {
            Ok(None) => {
                let settled = self.approve(&row, decision).await?;
                if let (Settled::Approved(_), Some(offer)) = (&settled, offer) {
                    grant(*self, &row, offer).await;
                }
                Ok(settled)
            }
            Ok(Some((call, weighed))) => self.ask_again(&row, &call, &weighed).await.map(Settled::Done),
            Err(error) => self.cancel_with(&row, error).await,
        }
    }

    /// Cancels a call that may not run any more, for this reason.
    pub(super) async fn cancel_with(
        &self,
        row: &PendingCall,
        error: CallError,
    ) -> Result<Settled, DecisionError> {
        match self.store_verdict(row, PendingVerdict::Cancelled).await? {
            Decided::Done(_) | Decided::Repeated(_) => Ok(Settled::Done(OutcomeKind::Error(error))),
            Decided::Conflict(row) => Err(conflict(&row)),
            Decided::Missing => Err(NoQuestion::UnknownId.of(&row.id)),
        }
    }

    /// Whether the time for an answer is over, but not recorded yet.
    fn is_over(&self, row: &PendingCall) -> bool {
        row.state_at(self.toolbox.now_for(row)) != row.state
    }

    /// Stores the approval: the call runs then.
    async fn approve(&self, row: &PendingCall, decision: &Decision) -> Result<Settled, DecisionError> {
        match self.store_answer(row, PendingVerdict::Approved, decision).await? {
            Decided::Done(now) | Decided::Repeated(now) if now.state == CallState::Approved => {
                // Of any number who come as far as this, one takes it to run.
                if now.is_what_was_approved(row, self.toolbox.safeguards().keys.as_ref()) {
                    if let Some(journal) = self.journal {
                        journal.go_on(&now.notes);
                    }
                    Ok(Settled::Approved(Box::new(StoredWrite::new(now))))
                } else {
                    Err(NoQuestion::SealBroken.of(&row.id))
                }
            }
            Decided::Done(now) | Decided::Repeated(now) => self.repeat(&now).await.map(Settled::Done),
            Decided::Conflict(now) => Err(conflict(&now)),
            Decided::Missing => Err(NoQuestion::UnknownId.of(&row.id)),
        }
    }

    /// The same answer once more: the same result.
    pub(super) async fn repeat(&self, row: &PendingCall) -> Result<OutcomeKind, DecisionError> {
        let safeguards = self.toolbox.safeguards();
        let name = &row.sent.name;
        if asked_for_input(row)
            && let Some(next) = successor(self.toolbox, row).await.map_err(DecisionError::Store)?
        {
            return self.state_of(next).await;
        }
        Ok(match (row.state_at(self.toolbox.now_for(row)), &row.outcome, &row.verdict) {
            (_, Some(outcome), _) => settled(self.toolbox, self.session, outcome.clone()),
            (CallState::Approved | CallState::Executing, ..) => OutcomeKind::Error(NotApproved::taken(name)),
            (CallState::Unknown, ..) => OutcomeKind::Error(NotApproved::unknown(name)),
            (CallState::Blocked, ..) => OutcomeKind::Error(NotApproved::blocked(name)),
            (CallState::Cancelled, _, Some(PendingVerdict::Replaced { by: Some(by) })) => {
                let next = safeguards.store.get(by).await.map_err(DecisionError::Store)?;
                let next = next.filter(|next| {
                    next.digest_is_right(safeguards.keys.as_ref())
                        && next.state_at(self.toolbox.now_for(next)) == CallState::AwaitingApproval
                });
                let question = next.and_then(|next| next.question()).ok_or_else(|| conflict(row))?;
                OutcomeKind::Confirm(Box::new(question))
            }
            _ => return Err(conflict(row)),
        })
    }

    /// What became of a call that continues one whose function asked for input.
    async fn state_of(&self, next: PendingCall) -> Result<OutcomeKind, DecisionError> {
        match next.state_at(self.toolbox.now_for(&next)) {
            CallState::NeedsInput => Ok(question_about(*self, &next)
                .unwrap_or_else(|| OutcomeKind::Error(NotApproved::taken(&next.sent.name)))),
            CallState::AwaitingApproval => {
                let question = next.question().ok_or_else(|| conflict(&next))?;
                Ok(OutcomeKind::Confirm(Box::new(question)))
            }
            _ => Box::pin(self.repeat(&next)).await,
        }
    }

    /// Counts a wrong phrase, and says how many tries are left.
    async fn wrong_phrase(
        &self,
        row: &PendingCall,
        decision: &Decision,
    ) -> Result<DecisionError, DecisionError> {
        Ok(match self.store_answer(row, PendingVerdict::WrongPhrase, decision).await? {
            Decided::Done(row) | Decided::Repeated(row) => {
                DecisionError::WrongPhrase { tries_left: MAX_TRIES.saturating_sub(row.tries) }
            }
            Decided::Conflict(row) => conflict(&row),
            Decided::Missing => NoQuestion::UnknownId.of(&row.id),
        })
    }

    /// Stores the verdict of a person, and who it was.
    pub(super) async fn store_answer(
        &self,
        row: &PendingCall,
        verdict: PendingVerdict,
        decision: &Decision,
    ) -> Result<Decided, DecisionError> {
        let safeguards = self.toolbox.safeguards();
        let now = self.toolbox.now_for(row);
        let by = decision.by(row, safeguards.now());
        let decided =
            safeguards.store.decide_by(&row.id, verdict, by, now).await.map_err(DecisionError::Store);
        self.forget_deadline(decided)
    }

    /// Stores a verdict of the program.
    async fn store_verdict(
        &self,
        row: &PendingCall,
        verdict: PendingVerdict,
    ) -> Result<Decided, DecisionError> {
        let (store, now) = (&self.toolbox.safeguards().store, self.toolbox.now_for(row));
        self.forget_deadline(store.decide(&row.id, verdict, now).await.map_err(DecisionError::Store))
    }

    /// The time of a call that is done with is not needed any more.
    fn forget_deadline(&self, decided: Result<Decided, DecisionError>) -> Result<Decided, DecisionError> {
        if let Ok(decided) = &decided
            && let Some(row) = decided.call().filter(|row| row.state.is_final())
        {
            self.toolbox.safeguards().deadlines.forget(&row.id);
        }
        decided
    }

    /// Compares the decision's inputs with the current state. Returns the current call and its assessment if they differ.
    ///
    /// # Errors
    ///
    /// The tool is gone, or the call is denied now.
    pub(super) async fn compare(
        &self,
        row: &PendingCall,
    ) -> Result<Option<(FrozenCall, Weighed)>, CallError> {
        let mut call = self.thaw(row)?;
        call.known = known_texts(&call).await;
        let weighed =
            change_owner_state(self.toolbox, self.session, &call.owner, |state| weigh(&call, state));
        let weighed = weighed.await.map_err(|error| call.not_asked(&error))??;
        let is_same = row.binding.fingerprint == call.fingerprint
            && row.binding.policy_version == self.toolbox.safeguards().policy_version
            // A question that could not be shown safely has a higher risk than the call.
            && row.binding.risk >= weighed.risk;
        check_released(row, &call)?;
        Ok(if is_same { None } else { Some((call, weighed)) })
    }

    /// Asks the user again after a change. The old question is closed first. So of several answers one asks, and two
    /// open questions about one call never exist.
    pub(super) async fn ask_again(
        &self,
        row: &PendingCall,
        call: &FrozenCall,
        weighed: &Weighed,
    ) -> Result<OutcomeKind, DecisionError> {
        let before = AskedBefore { row: &row.id, why: CHANGED };
        let asked = async { question_of(call, new_id(call)?, weighed, Some(&before)).await };
        let (next, question) = match asked.await {
            Ok(asked) => asked,
            Err(error) => return Ok(OutcomeKind::Error(error)),
        };
        match self.store_verdict(row, PendingVerdict::Replaced { by: Some(next.id.clone()) }).await? {
            Decided::Done(_) | Decided::Repeated(_) => Ok(match insert(call, next).await {
                Ok(()) => OutcomeKind::Confirm(Box::new(question)),
                Err(error) => OutcomeKind::Error(error),
            }),
            Decided::Conflict(now) => self.repeat(&now).await,
            Decided::Missing => Err(NoQuestion::UnknownId.of(&row.id)),
        }
    }

    /// The write as it is stored, with the tool as it is now.
    fn thaw(&self, row: &PendingCall) -> Result<FrozenCall, CallError> {
        let gone = || NotApproved::gone(&row.sent.name);
        let index = self.toolbox.index_of(&row.tool).ok_or_else(gone)?;
        let mut arguments = parse_trusted(&row.frozen.arguments).map_err(|_| gone())?.into_owned();
        if let (Node::Object(members), Some(plan)) =
            (&mut arguments, self.toolbox.safeguards().words_of(index))
        {
            // As the user saw them before: in the order in which they are declared.
            order::sort_by_key(members, |(name, _)| plan.place_of(name));
        }
        add_inputs(&mut arguments, &row.inputs);
        let mut notes = CallNotes { claimed: None, ..row.notes.clone() };
        if let Some(trace) = self.journal {
            // Some may have turned out to be sensitive since the call was stored.
            notes.secrets.learn(&trace.secrets());
        }
        Ok(FrozenCall {
            toolbox: self.toolbox.clone(),
            session: self.session.share(),
            index,
            owner: row.owner.clone(),
            sent: row.sent.clone(),
            frozen: row.frozen.clone(),
            arguments,
            inputs: row.inputs.clone(),
            fingerprint: self.toolbox.at(index).fingerprint(),
            known: Vec::new(),
            edited_by: row.edited_by.clone(),
            notes,
        })
    }
}

/// # Errors
///
/// The tool has changed since the question, and its source does not release the change.
pub(super) fn check_released(row: &PendingCall, call: &FrozenCall) -> Result<(), CallError> {
    let is_same_version = row.binding.source_version.as_deref() == call.tool().source_version();
    let has_changed = row.binding.fingerprint != call.fingerprint && is_same_version;
    if has_changed && call.tool().is_blocked_by_change() {
        return Err(CallError::not_released(call.tool().name()));
    }
    Ok(())
}

/// Why a question takes no answer any more.
pub(super) fn conflict(row: &PendingCall) -> DecisionError {
    match row.state {
        CallState::Expired => DecisionError::Expired,
        _ => DecisionError::Conflict,
    }
}
