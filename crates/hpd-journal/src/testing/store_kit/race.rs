//! Rules about many callers at the same time.

use super::sample::{LEASE, START, sample_call};
use super::under_test::{RuleResult, StoreUnderTest, same, word};
use crate::pending::{CallState, PendingVerdict};
use crate::testing::drive::at_once;

use CallState::{Approved, AwaitingApproval, Executing, Failed, Succeeded};

/// How many threads are at a call.
const THREADS: usize = 64;

/// Runs the same on all threads at once; `act` gets the thread's number. Returns all results.
pub(super) fn race<T: Send>(
    store: &StoreUnderTest<'_>,
    act: impl AsyncFn(&StoreUnderTest<'_>, usize) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    at_once(THREADS, |number| store.block_on(act(store, number)))
}

fn count<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().filter(|other| *other == one).count()
}

/// Of many inserts of one id, one succeeds.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn one_of_many_inserts_wins(store: &StoreUnderTest<'_>) -> RuleResult {
    let inserted =
        race(store, async |store, _| store.inserted(sample_call("one", AwaitingApproval), THREADS).await)?;
    same("inserted", &count(&inserted, &"inserted"), &1)?;
    same("refused", &count(&inserted, &"exists"), &(THREADS - 1))
}

/// Simultaneous inserts keep the limit of open calls.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn many_inserts_keep_to_the_limit(store: &StoreUnderTest<'_>) -> RuleResult {
    let inserted = race(store, async |store, number| {
        store.inserted(sample_call(&format!("call {number}"), AwaitingApproval), 16).await
    })?;
    same("inserted", &count(&inserted, &"inserted"), &16)?;
    same("refused", &count(&inserted, &"too many"), &(THREADS - 16))
}

/// Of many decisions one counts: equal ones repeat it, others conflict with it.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn one_of_many_decisions_is_made(store: &StoreUnderTest<'_>) -> RuleResult {
    let id = &store.bring("approved by all", AwaitingApproval).await?;
    let decided =
        race(store, async |store, _| Ok(word(&store.decide(id, &PendingVerdict::Approved, START).await?)))?;
    same("made", &count(&decided, &"done"), &1)?;
    same("repeated", &count(&decided, &"repeated"), &(THREADS - 1))?;
    let id = &store.bring("disputed", AwaitingApproval).await?;
    let decided = race(store, async |store, number| {
        let verdict = if number % 2 == 0 { PendingVerdict::Approved } else { PendingVerdict::Rejected };
        Ok(word(&store.decide(id, &verdict, START).await?))
    })?;
    same("made of two kinds", &count(&decided, &"done"), &1)?;
    same("repeated of the same kind", &count(&decided, &"repeated"), &(THREADS / 2 - 1))?;
    same("in conflict", &count(&decided, &"conflict"), &(THREADS / 2))
}

/// Of many simultaneous wrong phrases, three count and the rest come too late.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn wrong_phrases_at_once_are_all_counted(store: &StoreUnderTest<'_>) -> RuleResult {
    let id = &store.bring("guessed", AwaitingApproval).await?;
    let decided = race(store, async |store, _| {
        Ok(word(&store.decide(id, &PendingVerdict::WrongPhrase, START).await?))
    })?;
    same("counted", &count(&decided, &"done"), &3)?;
    same("too late", &count(&decided, &"conflict"), &(THREADS - 3))?;
    let call = store.call(id).await?;
    same("the call", &(call.state, call.tries), &(CallState::Rejected, 3))
}

/// Of many attempts to claim one approved call, one succeeds.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn one_of_many_claims_wins(store: &StoreUnderTest<'_>) -> RuleResult {
    let id = &store.bring("claimed by all", Approved).await?;
    let claimed = race(store, async |store, _| store.is_claimed(id).await)?;
    same("claimed", &count(&claimed, &true), &1)
}

/// An approved call is cancelled or claimed, never both.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn a_call_is_cancelled_or_claimed(store: &StoreUnderTest<'_>) -> RuleResult {
    let id = &store.bring("disputed", Approved).await?;
    let done = race(store, async |store, number| {
        if number % 2 == 0 {
            return Ok(store.claim(id, START, LEASE).await?.map(|_| Executing));
        }
        let decided = store.decide(id, &PendingVerdict::Cancelled, START).await?;
        Ok((word(&decided) == "done").then_some(CallState::Cancelled))
    })?;
    let won: Vec<_> = done.into_iter().flatten().collect();
    same("cancelled or claimed", &won.len(), &1)?;
    same("the call", won.as_slice(), &[store.state(id).await?])
}

/// Of many results, one is stored.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn one_of_many_results_is_kept(store: &StoreUnderTest<'_>) -> RuleResult {
    let id = &store.bring("finished by all", Executing).await?;
    let kept = race(store, async |store, number| {
        let state = if number % 2 == 0 { Succeeded } else { Failed };
        Ok(store.finish(id, state, &number.to_string()).await?.then(|| (state, number.to_string())))
    })?;
    let won: Vec<_> = kept.into_iter().flatten().collect();
    same("kept", &won.len(), &1)?;
    let call = store.call(id).await?;
    let outcome = call.outcome.map(|outcome| (call.state, outcome.text));
    same("the call", &outcome, &won.first().cloned())
}
