//! What a step costs, counted in calls that are looked at; and the indices against a plain search.

use std::sync::atomic::Ordering;
use std::time::Duration;

use proptest::prelude::*;

use super::CallTable;
use crate::pending::{CallState, PendingCall, PendingFilter, PendingId, PendingVerdict};
use crate::system::Timestamp;
use crate::testing::store_kit::sample_call;

/// A call of a session, created at this second.
fn call(number: u64, session: u64, state: CallState) -> PendingCall {
    let mut call = sample_call(&format!("{number:06}"), state);
    call.owner.session = format!("session {session}");
    call.owner.principal.id = Some(format!("user {session}"));
    call.created = Timestamp::from_millis(number * 1_000);
    call.expires = call.created.after(Duration::from_secs(900));
    call
}

/// A table with this many open calls, four in each session.
fn table(open: u64) -> CallTable {
    let mut table = CallTable::default();
    for number in 0..open {
        table.put(call(number, number / 4, CallState::AwaitingApproval));
    }
    table
}

/// How many calls the work looks at.
fn looks(table: &CallTable, work: impl FnOnce(&CallTable)) -> usize {
    table.looked_at.store(0, Ordering::Relaxed);
    work(table);
    table.looked_at.load(Ordering::Relaxed)
}

#[test]
fn a_step_costs_the_same_at_100_and_100_000_open_calls() {
    let waiting = || PendingFilter::default().states(vec![CallState::AwaitingApproval]);
    let costs = |open: u64| {
        let table = table(open);
        [
            looks(&table, |table| assert_eq!(table.open_of("session 7").len(), 4)),
            looks(&table, |table| {
                let filter = PendingFilter::default().session("session 7".to_owned());
                assert_eq!(table.list(&filter).len(), 4);
            }),
            looks(&table, |table| {
                let filter = waiting().principal(table.open_of("session 7")[0].owner.principal.clone());
                assert_eq!(table.list(&filter).len(), 4);
            }),
            // Two of them are over.
            looks(&table, |table| {
                assert_eq!(table.over(Timestamp::from_millis(901_000)).len(), 2);
            }),
        ]
    };
    assert_eq!(costs(100), [4, 4, 8, 2]);
    assert_eq!(costs(100_000), [4, 4, 8, 2]);
}

/// Ended calls of the session are not looked at where open ones are wanted.
#[test]
fn ended_calls_cost_an_insert_nothing() {
    let mut table = table(4);
    for number in 100..1_100 {
        table.put(call(number, 0, CallState::Succeeded));
    }
    assert_eq!(looks(&table, |table| assert_eq!(table.open_of("session 0").len(), 4)), 4);
    // The last ten seconds of the session.
    let filter =
        PendingFilter::default().session("session 0".to_owned()).from(Timestamp::from_millis(1_090_000));
    assert_eq!(looks(&table, |table| assert_eq!(table.list(&filter).len(), 10)), 10);
}

#[test]
fn sessions_without_calls_leave_nothing() {
    let mut table = table(1_000);
    for number in 0..1_000 {
        assert!(table.remove(&PendingId::new(format!("{number:06}"))).is_some());
    }
    let CallTable { by_id, open, open_of_session, open_of_principal, others_of_session, ends, .. } = table;
    assert!(by_id.is_empty() && open.is_empty() && ends.is_empty());
    assert!(open_of_session.is_empty() && open_of_principal.is_empty() && others_of_session.is_empty());
}

const STATES: [CallState; 5] = [
    CallState::NeedsInput,
    CallState::AwaitingApproval,
    CallState::Approved,
    CallState::Executing,
    CallState::Succeeded,
];

fn some_call() -> impl Strategy<Value = PendingCall> {
    (0..40_u64, 0..5_u64, 0..STATES.len(), any::<bool>()).prop_map(|(number, session, state, leased)| {
        let mut call = call(number, session, STATES[state]);
        if call.state == CallState::Executing {
            call.lease = leased.then(|| call.created.after(Duration::from_secs(5)));
            call.verdict = Some(PendingVerdict::Approved);
        }
        call
    })
}

fn some_filter() -> impl Strategy<Value = PendingFilter> {
    let states = prop::collection::vec(prop::sample::select(STATES.to_vec()), 0..3);
    (states, prop::option::of(0..6_u64), prop::option::of(0..6_u64), prop::option::of(0..40_u64)).prop_map(
        |(states, session, principal, from)| {
            let mut filter = PendingFilter::default().states(states);
            filter.session = session.map(|session| format!("session {session}"));
            filter.principal = principal.map(|id| call(0, id, CallState::Succeeded).owner.principal);
            filter.from = from.map(|from| Timestamp::from_millis(from * 1_000));
            filter
        },
    )
}

proptest! {
    #[test]
    fn the_indices_give_what_a_search_gives(
        calls in prop::collection::vec(some_call(), 0..60),
        removed in prop::collection::vec(0..40_u64, 0..10),
        filters in prop::collection::vec(some_filter(), 1..8),
        now in 0..1_000_u64,
    ) {
        let mut table = CallTable::default();
        let mut all: Vec<PendingCall> = Vec::new();
        for call in calls {
            all.retain(|other| other.id != call.id);
            all.push(call.clone());
            table.put(call);
        }
        for number in removed {
            let id = PendingId::new(format!("{number:06}"));
            all.retain(|other| other.id != id);
            table.remove(&id);
        }
        for filter in filters {
            let expected = PendingCall::oldest_first(all.iter().filter(|call| filter.takes(call)).cloned());
            prop_assert_eq!(table.list(&filter), expected);
        }
        let now = Timestamp::from_millis(now * 1_000);
        let over = all.iter().filter(|call| call.state_at(now) != call.state).cloned();
        prop_assert_eq!(table.over(now), PendingCall::oldest_first(over));
    }
}
