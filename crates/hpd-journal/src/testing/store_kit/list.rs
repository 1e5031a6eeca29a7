//! Rules about `list`, and about calls beside each other.

use hpd_runtime::Principal;
use hpd_runtime::spec::QualifiedId;

use super::records::owner;
use super::sample::{EXPIRES, LEASE, START, elsewhere, later, sample_call};
use super::under_test::{RuleResult, StoreUnderTest, same, same_call};
use crate::pending::{CallState, PendingCall, PendingFilter, PendingVerdict};
use crate::system::Timestamp;

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

/// Calls are listed by principal with tenant, by tool, and from a moment on, also combined with session and state.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_are_listed_by_principal_tool_and_time(store: &StoreUnderTest<'_>) -> RuleResult {
    let names = [("none", None, None), ("alex", Some("alex"), None), ("of acme", Some("alex"), Some("acme"))];
    for (number, (id, principal, tenant)) in names.into_iter().enumerate() {
        for (tool, word) in [("Books.void_invoice", "void"), ("Books.send_invoice", "send")] {
            let mut call = later(sample_call(&format!("{id} {word}"), Approved), number as u64);
            call.owner = owner("session", principal, tenant);
            call.tool = tool.into();
            store.insert(call.sealed(None)).await?;
        }
    }
    store.insert(elsewhere(sample_call("far void", AwaitingApproval))).await?;
    let alex = Principal::new("alex");
    let all = PendingFilter::default;
    let void = || all().tool(QualifiedId::from("Books.void_invoice"));
    let from = |millis| Timestamp::from_millis(START.as_millis() + millis);
    let filters: [(PendingFilter, &[&str]); 12] = [
        (all().principal(alex.clone()), &["alex send", "alex void"]),
        (all().principal(Principal::unknown()), &["none send", "none void"]),
        (all().principal(alex.clone().in_tenant("acme")), &["far void", "of acme send", "of acme void"]),
        (all().principal(alex.clone().in_tenant("other")), &[]),
        (void(), &["far void", "none void", "alex void", "of acme void"]),
        (all().tool(QualifiedId::from("Books.void")), &[]),
        (void().session("session".to_owned()), &["none void", "alex void", "of acme void"]),
        (void().session("session".to_owned()).from(from(1)), &["alex void", "of acme void"]),
        (void().principal(alex.clone()).from(from(1)), &["alex void"]),
        (void().principal(alex).from(from(2)), &[]),
        (void().states(vec![AwaitingApproval]), &["far void"]),
        (all().from(from(2)), &["of acme send", "of acme void"]),
    ];
    for (filter, wanted) in filters {
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
