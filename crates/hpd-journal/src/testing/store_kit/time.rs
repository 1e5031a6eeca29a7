//! Rules about `expire`.

use super::sample::{EXPIRES, LEASE, START, before, later, sample_call};
use super::under_test::{RuleResult, StoreUnderTest, same, same_call};
use crate::pending::{CallState, PendingCall, PendingId};
use crate::system::Timestamp;

use CallState::{Approved, AwaitingApproval, Executing, Expired, NeedsInput, Succeeded, Unknown};

/// Open calls expire at their time, not before, and are reported once, the oldest first.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_expire_at_their_time(store: &StoreUnderTest<'_>) -> RuleResult {
    // Inserted in another order than that of their ages.
    let calls = [
        later(sample_call("third", NeedsInput), 2),
        sample_call("first", Approved),
        later(sample_call("second", AwaitingApproval), 1),
    ];
    for call in &calls {
        store.insert(call.clone()).await?;
    }
    let expired = |id: &str| (PendingId::new(id), Expired);
    same("just before", &store.expire(before(EXPIRES)).await?, &vec![])?;
    same("at the first one's time", &store.expire(EXPIRES).await?, &vec![expired("first")])?;
    let rest = vec![expired("second"), expired("third")];
    same("later", &store.expire(LEASE).await?, &rest)?;
    same("once more", &store.expire(LEASE).await?, &vec![])?;
    for call in calls {
        let wanted = PendingCall { state: Expired, ..call };
        same_call("an expired call", &store.call(&wanted.id).await?, &wanted)?;
    }
    Ok(())
}

/// A running call does not expire. After its lease it becomes unknown, and a later result is refused. Before the store
/// records this, a result still counts.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn calls_that_run_are_unknown_after_their_lease(store: &StoreUnderTest<'_>) -> RuleResult {
    let id = store.bring("crashed", Executing).await?;
    let running = store.call(&id).await?;
    same("just before", &store.expire(before(LEASE)).await?, &vec![])?;
    same("at the end of the lease", &store.expire(LEASE).await?, &vec![(id.clone(), Unknown)])?;
    let unknown = PendingCall { state: Unknown, ..running };
    same_call("the call then", &store.call(&id).await?, &unknown)?;
    same("once more", &store.expire(LEASE).await?, &vec![])?;
    same("a result after that", &store.finish(&id, Succeeded, "late").await?, &false)?;
    same("a claim after that", &store.is_claimed(&id).await?, &false)?;
    same_call("the call after that", &store.call(&id).await?, &unknown)?;
    let id = store.bring("slow", Executing).await?;
    same("a late result", &store.finish(&id, Succeeded, "late").await?, &true)?;
    same("the end of the lease", &store.expire(LEASE).await?, &vec![])
}

/// Finished calls never change, at any later time.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn what_is_done_with_stays(store: &StoreUnderTest<'_>) -> RuleResult {
    for state in CallState::ALL.into_iter().filter(|state| state.is_final()) {
        let id = store.bring(state.as_str(), state).await?;
        let call = store.call(&id).await?;
        for now in [START, LEASE, Timestamp::from_millis(u64::from(u32::MAX))] {
            same("expire", &store.expire(now).await?, &vec![])?;
        }
        same_call("the call after that", &store.call(&id).await?, &call)?;
    }
    Ok(())
}
