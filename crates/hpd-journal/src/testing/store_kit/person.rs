//! Rules about the person who decides.

use hpd_runtime::Principal;

use super::sample::{EXPIRES, START, sample_call};
use super::under_test::{RuleResult, StoreUnderTest, same, same_call};
use crate::pending::{CallState, DecidedBy, PendingCall, PendingVerdict};
use crate::system::Timestamp;

use CallState::{Approved, AwaitingApproval, Rejected};
use PendingVerdict::{Blocked, Cancelled, WrongPhrase};

fn person(id: &str) -> DecidedBy {
    DecidedBy::new(Principal::new(id).in_tenant("acme"), Timestamp::from_millis(1_000_001))
        .channel("web".to_owned())
        .shown("0123456789abcdef".repeat(4))
}

/// A row keeps the person whose verdict ended the question. A wrong phrase that leaves the question open, a repeated
/// answer and a conflict change nothing about it. A later verdict of the program keeps the person.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn the_person_who_decided_is_kept(store: &StoreUnderTest<'_>) -> RuleResult {
    let (kim, alex) = (person("kim"), person("alex"));
    for (verdict, state) in [
        (PendingVerdict::Approved, Approved),
        (PendingVerdict::Rejected, Rejected),
        (Cancelled, CallState::Cancelled),
    ] {
        let call = sample_call(&format!("{verdict:?}"), AwaitingApproval);
        store.insert(call.clone()).await?;
        store.decide_by(&call.id, &WrongPhrase, &alex, START).await?;
        let wrong = PendingCall { tries: 1, ..call.clone() };
        same_call("the call after a wrong phrase", &store.call(&call.id).await?, &wrong)?;

        let decided = store.decide_by(&call.id, &verdict, &kim, START).await?;
        let what = format!("the call that {verdict:?} decided");
        let wanted = PendingCall { state, verdict: Some(verdict), decided_by: Some(kim.clone()), ..wrong };
        same(&what, &decided.call(), &Some(&wanted))?;
        same_call(&what, &store.call(&call.id).await?, &wanted)?;

        for later in [wanted.verdict.clone().unwrap_or(Blocked), PendingVerdict::Approved] {
            store.decide_by(&call.id, &later, &alex, START).await?;
            same_call(&format!("{what}, decided again"), &store.call(&call.id).await?, &wanted)?;
        }
    }
    the_program_is_no_person(store, &kim).await
}

async fn the_program_is_no_person(store: &StoreUnderTest<'_>, kim: &DecidedBy) -> RuleResult {
    let blocked = store.bring("blocked", AwaitingApproval).await?;
    store.decide_by(&blocked, &PendingVerdict::Approved, kim, START).await?;
    store.decide(&blocked, &Blocked, START).await?;
    let call = store.call(&blocked).await?;
    same(
        "an approved call that is blocked",
        &(call.state, call.decided_by),
        &(CallState::Blocked, Some(kim.clone())),
    )?;

    let cancelled = store.bring("cancelled", AwaitingApproval).await?;
    store.decide(&cancelled, &Cancelled, START).await?;
    same("who cancelled", &store.call(&cancelled).await?.decided_by, &None)?;

    let late = store.bring("late", AwaitingApproval).await?;
    store.decide_by(&late, &PendingVerdict::Approved, kim, EXPIRES).await?;
    let call = store.call(&late).await?;
    same("a call that was over", &(call.state, call.decided_by), &(CallState::Expired, None))
}
