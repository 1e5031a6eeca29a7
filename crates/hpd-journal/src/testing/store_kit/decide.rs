//! Rules about `decide`.

use super::sample::{EXPIRES, START, before, sample_call};
use super::under_test::{RuleResult, StoreUnderTest, same, same_call};
use crate::pending::{CallState, PendingCall, PendingId, PendingVerdict};

use CallState::{
    Approved, AwaitingApproval, Blocked, Cancelled, Executing, Expired, NeedsInput, Rejected, Succeeded,
};

/// A verdict of each kind.
fn verdicts() -> [PendingVerdict; 6] {
    [
        PendingVerdict::Approved,
        PendingVerdict::Rejected,
        PendingVerdict::WrongPhrase,
        PendingVerdict::Cancelled,
        PendingVerdict::Replaced { by: Some(PendingId::new("next")) },
        PendingVerdict::Blocked,
    ]
}

/// The transitions of [`verdicts`] from this state.
const fn transitions(from: CallState) -> [Option<CallState>; 6] {
    match from {
        NeedsInput => [None, None, None, Some(Cancelled), Some(Cancelled), None],
        AwaitingApproval => {
            [Some(Approved), Some(Rejected), Some(from), Some(Cancelled), Some(Cancelled), None]
        }
        Approved => [None, None, None, Some(Cancelled), Some(Cancelled), Some(Blocked)],
        _ => [None; 6],
    }
}

/// Each verdict causes the transitions in the diagram of [`CallState`], and no others: otherwise the call stays
/// unchanged.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn each_verdict_makes_its_transition(store: &StoreUnderTest<'_>) -> RuleResult {
    for from in CallState::ALL.into_iter().filter(|state| *state != CallState::Proposed) {
        for (index, (verdict, to)) in verdicts().into_iter().zip(transitions(from)).enumerate() {
            let id = store.bring(&format!("{from} {index}"), from).await?;
            let before = store.call(&id).await?;
            if before.verdict.as_ref() == Some(&verdict)
                || (from, &verdict) == (CallState::Blocked, &PendingVerdict::Approved)
            {
                continue;
            }
            let decided = store.decided(&id, &verdict, START).await?;
            let wanted = to.map_or(format!("conflict: {from}"), |to| format!("done: {to}"));
            let what = format!("{verdict:?} of a call that is {from}");
            same(&what, decided.as_str(), &wanted)?;
            let wanted = match (to, &verdict) {
                (None, _) => before,
                (Some(_), PendingVerdict::WrongPhrase) => PendingCall { tries: 1, ..before },
                (Some(state), _) => PendingCall { state, verdict: Some(verdict), ..before },
            };
            same_call(&what, &store.call(&id).await?, &wanted)?;
        }
    }
    Ok(())
}

/// A repeated answer changes nothing, and is reported as repeated. After the run, it returns the outcome.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn the_same_answer_is_repeated(store: &StoreUnderTest<'_>) -> RuleResult {
    for (index, verdict) in verdicts().into_iter().enumerate() {
        if matches!(verdict, PendingVerdict::WrongPhrase | PendingVerdict::Blocked) {
            continue;
        }
        let id = store.bring(&format!("call {index}"), AwaitingApproval).await?;
        let first = store.decide(&id, &verdict, START).await?;
        let first = first.call().ok_or("the call is gone")?;
        let again = store.decided(&id, &verdict, before(EXPIRES)).await?;
        same(&format!("{verdict:?} again"), again.as_str(), &format!("repeated: {}", first.state))?;
        same_call("the call after that", &store.call(&id).await?, first)?;
    }
    let id = store.bring("runs", AwaitingApproval).await?;
    store.decide(&id, &PendingVerdict::Approved, START).await?;
    store.is_claimed(&id).await?;
    let again = store.decided(&id, &PendingVerdict::Approved, EXPIRES).await?;
    same("approved again while it runs", again.as_str(), "repeated: executing")?;
    store.finish(&id, Succeeded, "first").await?;
    let again = store.decided(&id, &PendingVerdict::Approved, EXPIRES).await?;
    same("approved again after it ran", again.as_str(), "repeated: succeeded")?;
    let outcome = store.call(&id).await?.outcome.map(|outcome| outcome.text);
    same("the outcome", &outcome.as_deref(), &Some("first"))?;
    let id = store.bring("blocked", AwaitingApproval).await?;
    store.decide(&id, &PendingVerdict::Approved, START).await?;
    store.decide(&id, &PendingVerdict::Blocked, START).await?;
    let again = store.decided(&id, &PendingVerdict::Approved, START).await?;
    same("approved again after it was blocked", again.as_str(), "repeated: blocked")
}

/// A different second answer is a conflict, and changes nothing.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn another_answer_is_a_conflict(store: &StoreUnderTest<'_>) -> RuleResult {
    let by = |id: &str| PendingVerdict::Replaced { by: Some(PendingId::new(id)) };
    let pairs = [
        (PendingVerdict::Approved, PendingVerdict::Rejected),
        (PendingVerdict::Approved, PendingVerdict::WrongPhrase),
        (PendingVerdict::Rejected, PendingVerdict::Approved),
        (PendingVerdict::Rejected, PendingVerdict::WrongPhrase),
        (PendingVerdict::Rejected, PendingVerdict::Cancelled),
        (PendingVerdict::Cancelled, PendingVerdict::Approved),
        (PendingVerdict::Cancelled, PendingVerdict::Rejected),
        (PendingVerdict::Cancelled, by("next")),
        (by("next"), PendingVerdict::Approved),
        (by("next"), by("another")),
        (by("next"), PendingVerdict::Replaced { by: None }),
    ];
    for (index, (first, second)) in pairs.into_iter().enumerate() {
        let id = store.bring(&format!("call {index}"), AwaitingApproval).await?;
        store.decide(&id, &first, START).await?;
        let decided = store.call(&id).await?;
        let what = format!("{second:?} after {first:?}");
        let again = store.decided(&id, &second, START).await?;
        same(&what, again.as_str(), &format!("conflict: {}", decided.state))?;
        same_call(&what, &store.call(&id).await?, &decided)?;
    }
    Ok(())
}

/// Wrong phrases are counted. Two leave the call pending. The third rejects it, and no later answer counts.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn the_third_wrong_phrase_rejects(store: &StoreUnderTest<'_>) -> RuleResult {
    for (index, verdict) in verdicts().into_iter().enumerate() {
        let call = sample_call(&format!("call {index}"), AwaitingApproval);
        store.insert(call.clone()).await?;
        for tries in 1..=2 {
            let wrong = store.decided(&call.id, &PendingVerdict::WrongPhrase, START).await?;
            same("a wrong phrase", wrong.as_str(), "done: awaiting_approval")?;
            let wanted = PendingCall { tries, ..call.clone() };
            same_call("the call after a wrong phrase", &store.call(&call.id).await?, &wanted)?;
        }
        let third = store.decided(&call.id, &PendingVerdict::WrongPhrase, START).await?;
        same("the third wrong phrase", third.as_str(), "done: rejected")?;
        let rejected = store.call(&call.id).await?;
        same("the tries", &rejected.tries, &3)?;
        let fourth = store.decided(&call.id, &verdict, START).await?;
        let what = format!("{verdict:?} after three wrong phrases");
        same(&what, fourth.as_str(), "conflict: rejected")?;
        same_call(&what, &store.call(&call.id).await?, &rejected)?;
    }
    let id = store.bring("right at last", AwaitingApproval).await?;
    for _ in 0..2 {
        store.decide(&id, &PendingVerdict::WrongPhrase, START).await?;
    }
    let right = store.decided(&id, &PendingVerdict::Approved, START).await?;
    same("the right phrase after two wrong ones", right.as_str(), "done: approved")
}

/// An open call past its time becomes expired, whatever the decision is. One moment earlier, the decision counts.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn nothing_is_decided_after_its_time(store: &StoreUnderTest<'_>) -> RuleResult {
    for from in [NeedsInput, AwaitingApproval, Approved] {
        for (index, (verdict, to)) in verdicts().into_iter().zip(transitions(from)).enumerate() {
            let what = format!("{verdict:?} of a call that is {from}");
            let late = store.bring(&format!("{from} late {index}"), from).await?;
            for now in [EXPIRES, START] {
                let decided = store.decided(&late, &verdict, now).await?;
                same(&format!("{what}, too late"), decided.as_str(), "conflict: expired")?;
            }
            if let Some(to) = to {
                let timely = store.bring(&format!("{from} timely {index}"), from).await?;
                let decided = store.decided(&timely, &verdict, before(EXPIRES)).await?;
                same(&format!("{what}, in time"), decided.as_str(), &format!("done: {to}"))?;
            }
        }
    }
    let id = store.bring("approved in time", AwaitingApproval).await?;
    store.decide(&id, &PendingVerdict::Approved, START).await?;
    let again = store.decided(&id, &PendingVerdict::Approved, EXPIRES).await?;
    same("approved again, too late", again.as_str(), "conflict: expired")?;
    let id = store.bring("runs", Executing).await?;
    let late = store.decided(&id, &PendingVerdict::Cancelled, EXPIRES).await?;
    same("cancelled while it runs", late.as_str(), "conflict: executing")?;
    let id = store.bring("is expired", Expired).await?;
    let late = store.decided(&id, &PendingVerdict::Cancelled, START).await?;
    same("cancelled once it is expired", late.as_str(), "conflict: expired")
}
