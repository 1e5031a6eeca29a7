//! Contents of the store in memory, and how long it keeps them.

use futures_executor::block_on;
use hpd_host::approval::{
    CallState, Decided, InsertError, MemoryStore, PendingId, PendingStore, PendingVerdict,
};
use hpd_host::testing::store_kit::sample_call;

/// Inserts a call and cancels it.
fn cancel(store: &MemoryStore, id: &str) {
    let call = sample_call(id, CallState::AwaitingApproval);
    let now = call.created;
    block_on(store.insert(call, 100)).unwrap();
    block_on(store.decide(&PendingId::new(id), PendingVerdict::Cancelled, now)).unwrap();
}

fn has(store: &MemoryStore, id: &str) -> bool {
    block_on(store.get(&PendingId::new(id))).unwrap().is_some()
}

#[test]
fn the_newest_finished_calls_are_kept() {
    let store = MemoryStore::keeping(2);
    for id in ["a", "b", "c"] {
        cancel(&store, id);
    }
    assert_eq!(["a", "b", "c"].map(|id| has(&store, id)), [false, true, true]);
}

#[test]
fn open_and_running_calls_are_never_dropped() {
    let store = MemoryStore::keeping(1);
    let open = [CallState::NeedsInput, CallState::AwaitingApproval, CallState::Approved];
    for state in open {
        block_on(store.insert(sample_call(state.as_str(), state), 100)).unwrap();
    }
    let running = sample_call("executing", CallState::Approved);
    let (id, now, lease) = (running.id.clone(), running.created, running.expires);
    block_on(store.insert(running, 100)).unwrap();
    block_on(store.claim(&id, now, lease)).unwrap();
    for number in 0..10 {
        cancel(&store, &format!("cancelled {number}"));
    }
    assert_eq!(open.map(|state| has(&store, state.as_str())), [true; 3]);
    assert!(has(&store, "executing"));
}

#[test]
fn a_store_that_keeps_nothing_still_says_what_became_of_a_call() {
    let store = MemoryStore::keeping(0);
    let call = sample_call("one", CallState::AwaitingApproval);
    let (id, now) = (call.id.clone(), call.created);
    block_on(store.insert(call, 1)).unwrap();
    let decided = block_on(store.decide(&id, PendingVerdict::Rejected, now)).unwrap();
    assert_eq!(decided.call().map(|call| call.state), Some(CallState::Rejected));
    assert_eq!(block_on(store.decide(&id, PendingVerdict::Rejected, now)).unwrap(), Decided::Missing);
}

#[test]
fn a_step_is_taken_when_its_future_is_polled() {
    let store = MemoryStore::new();
    drop(store.insert(sample_call("one", CallState::Approved), 1));
    assert!(!has(&store, "one"));
}

#[test]
fn refused_inserts_say_why() {
    let store = MemoryStore::new();
    let insert = |id: &str, state| match block_on(store.insert(sample_call(id, state), 1)) {
        Ok(()) => "inserted".to_owned(),
        Err(error @ (InsertError::NotNew | InsertError::Exists | InsertError::TooMany)) => error.to_string(),
        Err(_) => unreachable!("memory does not fail"),
    };
    assert_eq!(
        insert("one", CallState::Executing),
        "the call does not wait, or something was decided about it before"
    );
    assert_eq!(insert("one", CallState::Approved), "inserted");
    assert_eq!(insert("one", CallState::Approved), "there is a call with this id");
    assert_eq!(insert("two", CallState::Approved), "too many calls wait in this session");
}

#[test]
fn a_store_shows_no_arguments_nonces_or_phrases() {
    let store = MemoryStore::new();
    block_on(store.insert(sample_call("one", CallState::AwaitingApproval), 1)).unwrap();
    let shown = format!("{store:?}");
    for secret in ["INV-042", "00112233445566778899aabbccddeeff", "VOID"] {
        assert!(!shown.contains(secret), "{shown}");
    }
}
