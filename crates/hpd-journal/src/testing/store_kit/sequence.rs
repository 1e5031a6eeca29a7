//! Many operations after each other, against a simple reference store.

use std::collections::BTreeMap;

use super::StoreOperation;
use super::model::Model;
use super::sample::sample_call;
use super::under_test::{RuleResult, StoreUnderTest, same};
use crate::pending::{CallState, PendingCall, PendingFilter, PendingId, PendingVerdict};
use crate::system::Timestamp;

/// How many calls of a session may be open.
pub(super) const MAX_OPEN: usize = 3;

/// Random sequences of steps on some calls have the same results as in a simple reference store.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn any_order_of_steps(store: &StoreUnderTest<'_>) -> RuleResult {
    // Numerical Recipes' linear congruential generator: the same operations in each run.
    let mut state = 42_u32;
    let bytes: Vec<u8> = (0..1_800)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24).to_le_bytes()[0]
        })
        .collect();
    check_operations(store, &StoreOperation::read_all(&bytes)).await
}

/// Runs operations on an empty store. Results and calls must equal those of a simple reference store. In addition,
/// calls follow [`CallState`]'s diagram. No call is claimed twice or without approval. At most three wrong phrases
/// count. No part that the digest covers changes.
///
/// # Errors
///
/// The operation, and the store's behaviour.
pub async fn check_operations(store: &StoreUnderTest<'_>, operations: &[StoreOperation]) -> RuleResult {
    let mut model = Model::default();
    let mut watch = Watch::default();
    for (number, operation) in operations.iter().enumerate() {
        let now = model.now();
        let what = format!("operation {number} at {}, {operation:?}", now.as_millis());
        let result = operate(store, operation, now).await?;
        same(&what, &result, &model.operate(operation))?;
        let calls = store.list(&PendingFilter::default()).await?;
        let found: Vec<String> = calls.iter().map(describe).collect();
        same(&format!("the calls after {what}"), &found, &model.describe())?;
        watch.check(&calls).map_err(|problem| format!("{problem} by {what}"))?;
        if let (StoreOperation::Claim { call, .. }, "claimed") = (operation, result.as_str()) {
            watch.claimed(&id_of(*call)).map_err(|problem| format!("{problem} by {what}"))?;
        }
    }
    let calls = store.list(&PendingFilter::default()).await?;
    match calls.iter().find(|call| !call.digest_is_right(None)) {
        Some(call) => Err(format!("what the digest of {} covers was changed", call.id)),
        None => Ok(()),
    }
}

async fn operate(
    store: &StoreUnderTest<'_>,
    operation: &StoreOperation,
    now: Timestamp,
) -> Result<String, String> {
    Ok(match operation {
        StoreOperation::Insert { call, state, lives } => {
            store.inserted(call_of(*call, *state, now, *lives), MAX_OPEN).await?.to_owned()
        }
        StoreOperation::Decide { call, verdict } => store.decided(&id_of(*call), verdict, now).await?,
        StoreOperation::Claim { call, lease } => {
            let claimed = store.claim(&id_of(*call), now, ticks_after(now, *lease)).await?;
            if claimed.is_some() { "claimed" } else { "not claimed" }.to_owned()
        }
        StoreOperation::Finish { call, state } => {
            let finished = store.finish(&id_of(*call), *state, state.as_str()).await?;
            if finished { "finished" } else { "not finished" }.to_owned()
        }
        StoreOperation::Expire => format!("{:?}", store.expire(now).await?),
        StoreOperation::Clock { .. } => String::new(),
    })
}

pub(super) fn ticks_after(now: Timestamp, ticks: u8) -> Timestamp {
    Timestamp::from_millis(now.as_millis() + u64::from(ticks))
}

pub(super) fn id_of(call: u8) -> PendingId {
    PendingId::new(format!("call {call:03}"))
}

fn call_of(number: u8, state: CallState, now: Timestamp, lives: u8) -> PendingCall {
    let mut call = sample_call(id_of(number).as_str(), state);
    call.owner.session = format!("session {}", number % 2);
    call.created = now;
    call.expires = ticks_after(now, lives);
    call.sealed(None)
}

/// The mutable parts of a call.
fn describe(call: &PendingCall) -> String {
    let outcome = call.outcome.as_ref().map(|outcome| outcome.text.as_str());
    describe_parts(&call.id, call.state, call.tries, call.verdict.as_ref(), call.lease, outcome)
}

pub(super) fn describe_parts(
    id: &PendingId,
    state: CallState,
    tries: u8,
    verdict: Option<&PendingVerdict>,
    lease: Option<Timestamp>,
    outcome: Option<&str>,
) -> String {
    let lease = lease.map(Timestamp::as_millis);
    format!("{id} {state}, {tries} tries, {verdict:?}, lease {lease:?}, outcome {outcome:?}")
}

/// The ways that the drawing of [`CallState`] shows, from states that a store holds.
const WAYS: [(CallState, CallState); 13] = [
    (CallState::NeedsInput, CallState::Cancelled),
    (CallState::NeedsInput, CallState::Expired),
    (CallState::AwaitingApproval, CallState::Approved),
    (CallState::AwaitingApproval, CallState::Rejected),
    (CallState::AwaitingApproval, CallState::Cancelled),
    (CallState::AwaitingApproval, CallState::Expired),
    (CallState::Approved, CallState::Executing),
    (CallState::Approved, CallState::Blocked),
    (CallState::Approved, CallState::Cancelled),
    (CallState::Approved, CallState::Expired),
    (CallState::Executing, CallState::Succeeded),
    (CallState::Executing, CallState::Failed),
    (CallState::Executing, CallState::Unknown),
];

/// Invariants of all calls, without a model.
#[derive(Default)]
struct Watch {
    states: BTreeMap<PendingId, CallState>,
    claims: BTreeMap<PendingId, usize>,
}

impl Watch {
    fn check(&mut self, calls: &[PendingCall]) -> RuleResult {
        for call in calls {
            let before = self.states.insert(call.id.clone(), call.state);
            let moved = before.is_some_and(|before| before != call.state);
            if let Some(before) = before.filter(|before| moved && !WAYS.contains(&(*before, call.state))) {
                return Err(format!("{} went from {before} to {}", call.id, call.state));
            }
            if before.is_none() && !call.state.is_open() {
                return Err(format!("{} was inserted as {}", call.id, call.state));
            }
            if call.tries > 3 {
                return Err(format!("{} tries were counted of {}", call.tries, call.id));
            }
        }
        let gone = self.states.len() - calls.len();
        if gone > 0 { Err(format!("{gone} calls were lost")) } else { Ok(()) }
    }

    /// A call was claimed: it runs now, and [`check`](Self::check) has seen that it was approved before.
    fn claimed(&mut self, id: &PendingId) -> RuleResult {
        let claims = self.claims.entry(id.clone()).or_default();
        *claims += 1;
        if *claims > 1 {
            return Err(format!("{id} was claimed {claims} times"));
        }
        same(&format!("the state of {id}"), &self.states.get(id), &Some(&CallState::Executing))
    }
}
