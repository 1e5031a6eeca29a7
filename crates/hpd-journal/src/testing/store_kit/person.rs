//! The rule about the person who decides.

use hpd_runtime::Principal;

use super::sample::START;
use super::under_test::{RuleResult, StoreUnderTest, same};
use crate::pending::{CallState, DecidedBy, PendingId, PendingVerdict};
use crate::system::Timestamp;

use CallState::AwaitingApproval;
use PendingVerdict::{Approved, Blocked, Cancelled, Rejected, WrongPhrase};

fn person(id: &str) -> DecidedBy {
    DecidedBy::new(Principal::new(id).in_tenant("acme"), Timestamp::from_millis(1_000_001))
        .channel("web".to_owned())
        .shown("0123456789abcdef".to_owned())
}

/// A row keeps the person whose verdict ended the question. A wrong phrase that leaves the question open, a repeated
/// answer and a conflict do not change the person. A later verdict of the program keeps the person.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn the_person_who_decided_is_kept(store: &StoreUnderTest<'_>) -> RuleResult {
    let (kim, alex) = (person("kim"), person("alex"));
    for verdict in [Approved, Rejected, Cancelled] {
        let id = store.bring(&format!("{verdict:?} by kim"), AwaitingApproval).await?;
        store.decide_by(&id, &WrongPhrase, &alex, START).await?;
        is_kept(store, "who typed a wrong phrase", &id, None).await?;
        let what = format!("who decided with {verdict:?}");
        let decided = store.decide_by(&id, &verdict, &kim, START).await?;
        let found = decided.call().and_then(|call| call.decided_by.as_ref());
        same(&what, &found, &Some(&kim))?;
        is_kept(store, &what, &id, Some(&kim)).await?;
        for again in [verdict, Rejected, Approved] {
            store.decide_by(&id, &again, &alex, START).await?;
            is_kept(store, &format!("{what}, before {again:?}"), &id, Some(&kim)).await?;
        }
    }
    let id = store.bring("blocked after kim", AwaitingApproval).await?;
    store.decide_by(&id, &Approved, &kim, START).await?;
    store.decide(&id, &Blocked, START).await?;
    is_kept(store, "who approved a call that was blocked later", &id, Some(&kim)).await?;
    let id = store.bring("cancelled by the program", AwaitingApproval).await?;
    store.decide(&id, &Cancelled, START).await?;
    is_kept(store, "the person of a decision of the program", &id, None).await
}

async fn is_kept(
    store: &StoreUnderTest<'_>,
    what: &str,
    id: &PendingId,
    wanted: Option<&DecidedBy>,
) -> RuleResult {
    same(what, &store.call(id).await?.decided_by.as_ref(), &wanted)
}
