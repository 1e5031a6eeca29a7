//! The store in memory against the model, with operations in any order.

use std::pin::Pin;

use std::collections::BTreeSet;

use futures_executor::block_on;
use hpd_host::approval::{CallState, MemoryStore, PendingCall, PendingFilter, PendingStore};
use hpd_host::testing::store_kit::{RuleResult, StoreOperation, StoreUnderTest, check_operations};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Runs the operations on an empty store; returns the result and the stored calls.
fn run(bytes: &[u8]) -> (RuleResult, Vec<PendingCall>) {
    let store = MemoryStore::new();
    let drive = |future: Pin<Box<dyn Future<Output = ()> + '_>>| block_on(future);
    let test = StoreUnderTest::new(&store, &drive);
    let checked = block_on(check_operations(&test, &StoreOperation::read_all(bytes)));
    (checked, block_on(store.list(&PendingFilter::default())).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_operations_do_what_the_model_does(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert_eq!(run(&bytes).0, Ok(()));
    }
}

/// The property above says something about every state.
#[test]
fn random_operations_come_to_every_state() {
    let mut runner = TestRunner::deterministic();
    let mut reached = BTreeSet::new();
    for _ in 0..200 {
        let bytes = prop::collection::vec(any::<u8>(), 300).new_tree(&mut runner).unwrap().current();
        reached.extend(run(&bytes).1.into_iter().map(|call| call.state.as_str()));
    }
    let mut stored: Vec<_> = CallState::ALL.into_iter().map(CallState::as_str).collect();
    stored.retain(|state| *state != "proposed");
    stored.sort_unstable();
    assert_eq!(reached.into_iter().collect::<Vec<_>>(), stored);
}
