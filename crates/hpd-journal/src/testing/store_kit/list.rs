//! Rules about `list`, and about calls beside each other.

use super::sample::{EXPIRES, LEASE, START, elsewhere, later, sample_call};
use super::under_test::{RuleResult, StoreUnderTest, same, same_call};
use crate::pending::{CallState, PendingCall, PendingFilter, PendingVerdict};

use CallState::{Approved, AwaitingApproval, NeedsInput, Rejected};

fn ids(calls: &[PendingCall]) -> Vec<&str> {
    calls.iter().map(|call| call.id.as_str()).collect()
}

/// All calls are listed complete, the oldest first, then by id.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_are_listed_by_age(store: &StoreUnderTest<'_>) -> RuleResult {
    same("an empty store", &ids(&store.list(&PendingFilter::default()).await?), &vec![])?;
    let calls = [
        later(sample_call("a", Approved), 5),
        sample_call("d", NeedsInput),
        sample_call("b", AwaitingApproval),
        later(elsewhere(sample_call("c", AwaitingApproval)), 2),
    ];
    for call in &calls {
        store.insert(call.clone()).await?;
    }
    let listed = store.list(&PendingFilter::default()).await?;
    same("the order", &ids(&listed), &vec!["b", "d", "c", "a"])?;
    for call in &listed {
        let inserted = calls.iter().find(|inserted| inserted.id == call.id).ok_or("a call from nowhere")?;
        same_call("a call in the list", call, inserted)?;
    }
    Ok(())
}

/// Calls are listed by session, by state, and by both. Listing changes nothing.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_are_listed_by_session_and_state(store: &StoreUnderTest<'_>) -> RuleResult {
    for state in [NeedsInput, AwaitingApproval, Approved] {
        store.insert(sample_call(state.as_str(), state)).await?;
    }
    store.insert(elsewhere(sample_call("far", Approved))).await?;
    let filters: [(Option<&str>, &[CallState], &[&str]); 5] = [
        (Some("session"), &[], &["approved", "awaiting_approval", "needs_input"]),
        (Some("nobody's session"), &[], &[]),
        (None, &[Approved], &["approved", "far"]),
        (None, &[Approved, NeedsInput, Rejected], &["approved", "far", "needs_input"]),
        (Some("other session"), &[Approved, NeedsInput], &["far"]),
    ];
    for (session, states, wanted) in filters {
        let filter = PendingFilter::default().session(session.map(str::to_owned)).states(states.to_vec());
        same(&format!("{filter:?}"), ids(&store.list(&filter).await?).as_slice(), wanted)?;
    }
    Ok(())
}

/// A step of one call leaves the others unchanged.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn a_step_changes_one_call(store: &StoreUnderTest<'_>) -> RuleResult {
    let others = [
        sample_call("other input", NeedsInput),
        sample_call("other approval", AwaitingApproval),
        sample_call("other approved", Approved),
        elsewhere(sample_call("far", Approved)),
    ];
    for call in &others {
        store.insert(call.clone()).await?;
    }
    let id = store.bring("one", AwaitingApproval).await?;
    store.decide(&id, &PendingVerdict::WrongPhrase, START).await?;
    store.decide(&id, &PendingVerdict::Approved, START).await?;
    store.claim(&id, START, LEASE).await?;
    store.finish(&id, CallState::Succeeded, "done").await?;
    let late = store.bring("late", AwaitingApproval).await?;
    store.decide(&late, &PendingVerdict::Approved, EXPIRES).await?;
    let late = store.bring("later", Approved).await?;
    store.claim(&late, EXPIRES, LEASE).await?;
    for call in &others {
        same_call("another call", &store.call(&call.id).await?, call)?;
    }
    Ok(())
}
