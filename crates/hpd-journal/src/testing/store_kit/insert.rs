//! Rules about `insert` and `get`.

use super::sample::{EXPIRES, LEASE, OPEN, START, elsewhere, later, outcome, sample_call};
use super::under_test::{RuleResult, StoreUnderTest, same, same_call};
use crate::pending::{CallState, PendingCall, PendingId, PendingVerdict};

use CallState::{Approved, AwaitingApproval, Expired, NeedsInput};

/// An inserted call is found, complete.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn a_call_is_found_as_it_was_inserted(store: &StoreUnderTest<'_>) -> RuleResult {
    for state in [NeedsInput, AwaitingApproval, Approved] {
        let call = sample_call(state.as_str(), state);
        store.insert(call.clone()).await?;
        same_call("the call that `get` gives back", &store.call(&call.id).await?, &call)?;
    }
    Ok(())
}

/// An unknown call can't be found, decided, claimed or finished.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn what_is_not_there_is_not_found(store: &StoreUnderTest<'_>) -> RuleResult {
    store.insert(sample_call("there", Approved)).await?;
    let id = PendingId::new("not there");
    same("get", &store.get(&id).await?.is_some(), &false)?;
    same("decide", store.decided(&id, &PendingVerdict::Cancelled, START).await?.as_str(), "missing")?;
    same("claim", &store.is_claimed(&id).await?, &false)?;
    same("finish", &store.finish(&id, CallState::Succeeded, "done").await?, &false)
}

/// A second call with the same id is refused, and the first stays unchanged.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn an_id_is_inserted_once(store: &StoreUnderTest<'_>) -> RuleResult {
    let first = sample_call("one", AwaitingApproval);
    store.insert(first.clone()).await?;
    for second in [first.clone(), elsewhere(sample_call("one", Approved))] {
        same("the second insert", store.inserted(second, OPEN).await?, "exists")?;
        same_call("the first call", &store.call(&first.id).await?, &first)?;
    }
    store.decide(&first.id, &PendingVerdict::Rejected, START).await?;
    same("an insert after the end", store.inserted(first, OPEN).await?, "exists")
}

/// Only [new](crate::pending::PendingCall::is_new) calls are accepted: they are pending or approved, and have neither
/// a verdict nor an end.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn only_new_calls_are_inserted(store: &StoreUnderTest<'_>) -> RuleResult {
    let call = |id: &str| sample_call(id, AwaitingApproval);
    let mut odd: Vec<PendingCall> = CallState::ALL
        .into_iter()
        .filter(|state| !state.is_open())
        .map(|state| sample_call(state.as_str(), state))
        .collect();
    odd.push(PendingCall { tries: 1, ..call("tried") });
    odd.push(PendingCall { verdict: Some(PendingVerdict::Approved), ..call("decided") });
    odd.push(PendingCall { lease: Some(LEASE), ..call("claimed") });
    odd.push(PendingCall { outcome: Some(outcome("done")), ..call("done") });
    for call in odd {
        let id = call.id.clone();
        same(id.as_str(), store.inserted(call, OPEN).await?, "not new")?;
        same(id.as_str(), &store.get(&id).await?.is_some(), &false)?;
    }
    Ok(())
}

/// A session's open calls are limited. Calls of other sessions do not count, nor do running and finished ones.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn no_more_are_open_than_may(store: &StoreUnderTest<'_>) -> RuleResult {
    same("none may", store.inserted(sample_call("none", NeedsInput), 0).await?, "too many")?;
    let (asked, allowed) = (sample_call("asked", NeedsInput), sample_call("allowed", Approved));
    same("the first of two", store.inserted(asked.clone(), 2).await?, "inserted")?;
    same("the second of two", store.inserted(allowed.clone(), 2).await?, "inserted")?;
    let third = sample_call("third", AwaitingApproval);
    same("the third of two", store.inserted(third.clone(), 2).await?, "too many")?;
    same("the third call", &store.get(&third.id).await?.is_some(), &false)?;
    same("another session", store.inserted(elsewhere(sample_call("far", Approved)), 2).await?, "inserted")?;
    store.claim(&allowed.id, START, LEASE).await?;
    same("the third, when one runs", store.inserted(third, 2).await?, "inserted")?;
    store.decide(&asked.id, &PendingVerdict::Cancelled, START).await?;
    same("a fourth, when one ended", store.inserted(sample_call("fourth", Approved), 2).await?, "inserted")
}

/// When a new call is inserted, open calls past their time expire first. They do not count towards the limit of open
/// calls.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_that_are_over_do_not_count(store: &StoreUnderTest<'_>) -> RuleResult {
    let old = sample_call("old", AwaitingApproval);
    store.insert(old.clone()).await?;
    let age = EXPIRES.as_millis() - START.as_millis();
    let early = later(sample_call("early", AwaitingApproval), age - 1);
    same("just before", store.inserted(early, 1).await?, "too many")?;
    same("the state of the call just before", &store.state(&old.id).await?, &AwaitingApproval)?;
    let new = later(sample_call("new", AwaitingApproval), age);
    same("at its time", store.inserted(new, 1).await?, "inserted")?;
    same("the state of the call that is over", &store.state(&old.id).await?, &Expired)
}
