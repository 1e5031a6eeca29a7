//! Rules about `claim` and `finish`.

use super::sample::{EXPIRES, LEASE, START, before};
use super::under_test::{RuleResult, StoreUnderTest, same, same_call};
use crate::pending::{CallNotes, CallState, PendingCall, PendingVerdict};

use CallState::{Approved, AwaitingApproval, Executing, Expired, Failed, Succeeded, Unknown};

/// States of a call that was inserted.
fn stored() -> impl Iterator<Item = CallState> {
    CallState::ALL.into_iter().filter(|state| *state != CallState::Proposed)
}

/// The first `claim` of an approved call returns the call in its new state. No second `claim` succeeds, however the
/// call ends.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn an_approved_call_is_claimed_once(store: &StoreUnderTest<'_>) -> RuleResult {
    for result in [Succeeded, Failed, Unknown] {
        let id = store.bring(result.as_str(), AwaitingApproval).await?;
        store.decide(&id, &PendingVerdict::Approved, START).await?;
        let approved = store.call(&id).await?;
        let claimed = store.claim(&id, START, LEASE).await?.ok_or("an approved call can't be claimed")?;
        let notes = CallNotes { claimed: Some(START), ..approved.notes.clone() };
        let wanted = PendingCall { state: Executing, lease: Some(LEASE), notes, ..approved };
        same_call("the call that was claimed", &claimed, &wanted)?;
        same_call("the call that runs", &store.call(&id).await?, &wanted)?;
        same("claimed while it runs", &store.is_claimed(&id).await?, &false)?;
        same_call("the call after that", &store.call(&id).await?, &wanted)?;
        store.finish(&id, result, "first").await?;
        same("claimed after it ran", &store.is_claimed(&id).await?, &false)?;
    }
    Ok(())
}

/// A `claim` of a call without approval does not succeed, and the call stays unchanged.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn only_approved_calls_are_claimed(store: &StoreUnderTest<'_>) -> RuleResult {
    for state in stored().filter(|state| *state != Approved) {
        let id = store.bring(state.as_str(), state).await?;
        let call = store.call(&id).await?;
        let what = format!("a claim of a call that is {state}");
        same(&what, &store.is_claimed(&id).await?, &false)?;
        same_call(&what, &store.call(&id).await?, &call)?;
    }
    Ok(())
}

/// If an approved call is claimed after its time is over, the step fails, and the call becomes expired. One moment
/// earlier, the step succeeds.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn nothing_is_claimed_after_its_time(store: &StoreUnderTest<'_>) -> RuleResult {
    let late = store.bring("late", Approved).await?;
    same("claimed too late", &store.claim(&late, EXPIRES, LEASE).await?.is_some(), &false)?;
    same("the state then", &store.state(&late).await?, &Expired)?;
    same("claimed by another clock", &store.is_claimed(&late).await?, &false)?;
    let timely = store.bring("timely", Approved).await?;
    same("claimed in time", &store.claim(&timely, before(EXPIRES), LEASE).await?.is_some(), &true)
}

/// The first reported end of a running call counts.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn a_call_that_runs_is_finished_once(store: &StoreUnderTest<'_>) -> RuleResult {
    for first in [Succeeded, Failed, Unknown] {
        for second in [Succeeded, Failed, Unknown] {
            let id = store.bring(&format!("{first} {second}"), Executing).await?;
            let running = store.call(&id).await?;
            same("the first result", &store.finish(&id, first, "first").await?, &true)?;
            let done = store.call(&id).await?;
            let wanted = PendingCall { state: first, outcome: done.outcome.clone(), ..running };
            same_call("the call that ran", &done, &wanted)?;
            let text = done.outcome.as_ref().map(|outcome| outcome.text.as_str());
            same("the outcome", &text, &Some("first"))?;
            same("the second result", &store.finish(&id, second, "second").await?, &false)?;
            same_call("the call after that", &store.call(&id).await?, &done)?;
        }
    }
    Ok(())
}

/// A call that is not running can't be finished.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn only_calls_that_run_are_finished(store: &StoreUnderTest<'_>) -> RuleResult {
    for state in stored().filter(|state| *state != Executing) {
        let id = store.bring(state.as_str(), state).await?;
        let call = store.call(&id).await?;
        let what = format!("a result of a call that is {state}");
        same(&what, &store.finish(&id, Succeeded, "odd").await?, &false)?;
        same_call(&what, &store.call(&id).await?, &call)?;
    }
    Ok(())
}

/// A running call ends as succeeded, failed or unknown only.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn a_call_ends_in_a_result_only(store: &StoreUnderTest<'_>) -> RuleResult {
    let id = store.bring("runs", Executing).await?;
    let running = store.call(&id).await?;
    for state in CallState::ALL.into_iter().filter(|state| !state.is_result()) {
        let what = format!("{state} as a result");
        same(&what, &store.finish(&id, state, "odd").await?, &false)?;
        same_call(&what, &store.call(&id).await?, &running)?;
    }
    Ok(())
}
