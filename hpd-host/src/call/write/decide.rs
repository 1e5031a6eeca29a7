//! The user's answer to a question about a write.

use hpd_runtime::args::Node;
use hpd_runtime::{CallContext, RawCall, TurnContext};

use super::super::error::CallError;
use super::ask::ask;
use super::carry_out::carry_out;
use super::freeze::FrozenCall;
use super::not_approved::NotApproved;
use super::weigh::{Weighed, weigh};
use crate::approval::{
    Awaits, CallState, Choice, Decided, Decision, DecisionError, MOST_TRIES, PendingCall, PendingId, Verdict,
    schema_hash,
};
use crate::outcome::{Outcome, OutcomeKind};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// Where a decision is made.
#[derive(Clone, Copy)]
struct Desk<'a> {
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
}

/// Carries out what the user decided.
///
/// # Errors
///
/// The decision does not count: there is no such question for this user, it is too late, something else was decided, or the
/// phrase is wrong.
pub(in super::super) async fn decide(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    decision: &Decision,
) -> Result<Outcome, DecisionError> {
    let desk = Desk { toolbox, session, turn };
    let row = desk.find(decision).await?;
    let raw = sent_call(&row);
    let kind = match decision.choice() {
        Choice::Cancel => desk.cancel(row).await?,
        Choice::Confirm => desk.confirm(row, decision).await?,
    };
    let context = CallContext::new(&raw, turn);
    Ok(Outcome::new(context, kind))
}

/// The call as the model made it.
fn sent_call(row: &PendingCall) -> RawCall {
    RawCall::new(&*row.sent.id, &*row.sent.name, &*row.sent.arguments)
}

impl Desk<'_> {
    /// The question that a decision answers. What is not there, somebody else's, or named without its nonce reads the same.
    async fn find(&self, decision: &Decision) -> Result<PendingCall, DecisionError> {
        let store = &self.toolbox.safeguards().store;
        let row = store.get(decision.pending_id()).await.map_err(DecisionError::Store)?;
        let row = row.ok_or(DecisionError::NotFound)?;
        let Awaits::Approval { nonce, .. } = &row.awaits else { return Err(DecisionError::NotFound) };
        let is_own = self.session.id() == Some(&*row.owner.session) && decision.is_from(&row.owner);
        // The nonce is compared whoever asks, so that the time says nothing either.
        if decision.answers(nonce) & is_own & row.digest_is_right() {
            Ok(row)
        } else {
            Err(DecisionError::NotFound)
        }
    }

    async fn cancel(&self, row: PendingCall) -> Result<OutcomeKind, DecisionError> {
        let name = row.sent.name.clone();
        match self.store_verdict(&row.id, Verdict::Rejected).await? {
            Decided::Done(_) | Decided::Repeated(_) => Ok(OutcomeKind::Error(NotApproved::cancelled(&name))),
            Decided::Conflict(row) => Err(conflict(&row)),
            Decided::Missing => Err(DecisionError::NotFound),
        }
    }

    async fn confirm(&self, row: PendingCall, decision: &Decision) -> Result<OutcomeKind, DecisionError> {
        let Awaits::Approval { phrase, .. } = &row.awaits else { return Err(DecisionError::NotFound) };
        let is_right = decision.verdict(phrase.as_deref()) == Verdict::Approved;
        if row.state != CallState::AwaitingApproval {
            return if is_right { Self::repeat(&row) } else { Err(conflict(&row)) };
        }
        if !is_right {
            return Err(self.wrong_phrase(&row).await?);
        }
        match self.compare(&row).await {
            Ok(Compared::Same) => {}
            Ok(Compared::Asked(kind)) => return Ok(kind),
            Err(error) => {
                self.store_verdict(&row.id, Verdict::Cancelled).await?;
                return Ok(OutcomeKind::Error(error));
            }
        }
        match self.store_verdict(&row.id, Verdict::Approved).await? {
            Decided::Done(row) => {
                let ended = carry_out(self.toolbox, self.session, self.turn, row).await;
                Ok(ended.unwrap_or_else(OutcomeKind::Error))
            }
            Decided::Repeated(row) => Self::repeat(&row),
            Decided::Conflict(row) => Err(conflict(&row)),
            Decided::Missing => Err(DecisionError::NotFound),
        }
    }

    /// The same answer once more: the same result.
    fn repeat(row: &PendingCall) -> Result<OutcomeKind, DecisionError> {
        match (row.state, &row.outcome) {
            (_, Some(outcome)) => Ok(OutcomeKind::Settled(Box::new(outcome.clone()))),
            (CallState::Approved | CallState::Executing, None) => {
                Ok(OutcomeKind::Error(NotApproved::taken(&row.sent.name)))
            }
            _ => Err(conflict(row)),
        }
    }

    /// Counts a wrong phrase, and says how many tries are left.
    async fn wrong_phrase(&self, row: &PendingCall) -> Result<DecisionError, DecisionError> {
        Ok(match self.store_verdict(&row.id, Verdict::WrongPhrase).await? {
            Decided::Done(row) | Decided::Repeated(row) => {
                DecisionError::WrongPhrase { tries_left: MOST_TRIES.saturating_sub(row.tries) }
            }
            Decided::Conflict(row) => conflict(&row),
            Decided::Missing => DecisionError::NotFound,
        })
    }

    async fn store_verdict(&self, id: &PendingId, verdict: Verdict) -> Result<Decided, DecisionError> {
        let safeguards = self.toolbox.safeguards();
        safeguards.store.decide(id, verdict, safeguards.now()).await.map_err(DecisionError::Store)
    }

    /// Compares what was decided on with what there is now. A difference asks again.
    ///
    /// # Errors
    ///
    /// The tool is gone, or the call is denied now.
    async fn compare(&self, row: &PendingCall) -> Result<Compared, CallError> {
        let call = self.thaw(row)?;
        let Weighed { risk, .. } = weigh(&call)?;
        let safeguards = self.toolbox.safeguards();
        let is_same = row.guarded.schema_hash == call.schema_hash
            && row.guarded.policy_version == safeguards.policy_version
            // A question that could not be shown safely has a higher risk than the call.
            && row.guarded.risk >= risk;
        if is_same {
            return Ok(Compared::Same);
        }
        let kind = ask(&call, risk, Some(CHANGED)).await?;
        let by = match &kind {
            OutcomeKind::Confirm(question) => Some(question.pending_id().clone()),
            _ => None,
        };
        // Whoever is first: if the old question was answered meanwhile, the new one is still open.
        let _ = self.store_verdict(&row.id, Verdict::Replaced { by }).await;
        Ok(Compared::Asked(kind))
    }

    /// The write as it is stored, with the tool as it is now.
    fn thaw(&self, row: &PendingCall) -> Result<FrozenCall<'_>, CallError> {
        let gone = || NotApproved::gone(&row.sent.name);
        let index = self.toolbox.index_of(&row.tool).ok_or_else(gone)?;
        let arguments = Node::parse(&row.frozen.arguments, &hpd_runtime::args::Limits::default())
            .map_err(|_| gone())?
            .into_owned();
        Ok(FrozenCall {
            toolbox: self.toolbox,
            session: self.session,
            index,
            owner: row.owner.clone(),
            sent: row.sent.clone(),
            frozen: row.frozen.clone(),
            arguments,
            schema_hash: schema_hash(self.toolbox.at(index).input_schema()),
        })
    }
}

/// Why the user is asked again.
const CHANGED: &str = "What it does has changed since you were asked.";

enum Compared {
    Same,
    Asked(OutcomeKind),
}

/// Why a question takes no answer any more.
fn conflict(row: &PendingCall) -> DecisionError {
    match row.state {
        CallState::Expired => DecisionError::Expired,
        _ => DecisionError::Conflict,
    }
}
