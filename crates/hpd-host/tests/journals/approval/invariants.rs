//! Invariants of every approval, by number, as far as a store and a digest can show them.

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{
    CallState, Decided, MAX_TRIES, MemoryStore, OutcomeNotes, PendingCall, PendingId, PendingStore,
    PendingVerdict, StoredOutcome,
};
use hpd_host::args::{Limits, Node};
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;
use hpd_host::values::Provenance;
use hpd_journal::__private::canonical_json;

/// A store with one call.
fn store_with(call: PendingCall) -> MemoryStore {
    let store = MemoryStore::new();
    block_on(store.insert(call, 16)).unwrap();
    store
}

fn awaiting() -> PendingCall {
    sample_call("one", CallState::AwaitingApproval)
}

fn decide(store: &MemoryStore, call: &PendingCall, verdict: PendingVerdict) -> Decided {
    block_on(store.decide(&call.id, verdict, call.created)).unwrap()
}

fn claim(store: &MemoryStore, call: &PendingCall) -> Option<PendingCall> {
    block_on(store.claim(&call.id, call.created, call.expires)).unwrap()
}

fn finish(store: &MemoryStore, call: &PendingCall, text: &str) -> bool {
    let outcome = StoredOutcome { is_error: false, text: text.to_owned(), notes: OutcomeNotes::default() };
    block_on(store.finish(&call.id, CallState::Succeeded, outcome)).unwrap()
}

fn stored(store: &MemoryStore, id: &PendingId) -> PendingCall {
    block_on(store.get(id)).unwrap().unwrap()
}

#[test]
fn invariant_1_an_approval_is_valid_for_one_digest() {
    let call = awaiting();
    let store = store_with(call.clone());
    let Decided::Done(approved) = decide(&store, &call, PendingVerdict::Approved) else {
        panic!("not approved")
    };
    assert_eq!(approved.binding.digest, call.binding.digest);
    assert!(approved.digest_is_right(None));
    assert!(claim(&store, &call).unwrap().digest_is_right(None));
}

#[test]
fn invariant_1_other_arguments_have_another_digest() {
    let digest = |sent: &str| {
        let mut call = awaiting();
        call.frozen.arguments = canonical_json(&Node::parse(sent, &Limits::default()).unwrap()).unwrap();
        call.sealed(None).binding.digest
    };
    let approved = digest(r#"{"amount": 100, "to": "Acme"}"#);
    assert_eq!(digest(r#"{"to":"Acme","amount":1.00e2}"#), approved);
    for changed in [
        r#"{"amount": 1000, "to": "Acme"}"#,
        r#"{"amount": "100", "to": "Acme"}"#,
        r#"{"amount": 100.00000000000000001, "to": "Acme"}"#,
        r#"{"amount": 100, "to": "Acme "}"#,
        r#"{"amount": 100, "to": "Аcme"}"#,
        r#"{"amount": 100, "to": "Acme", "note": null}"#,
        r#"{"amount": 100}"#,
    ] {
        assert_ne!(digest(changed), approved, "{changed}");
    }
}

#[test]
fn invariant_1_a_value_of_another_source_has_another_digest() {
    let mut call = awaiting();
    let before = call.binding.digest.clone();
    call.frozen.provenance.insert("InvoiceId".to_owned(), Provenance::User);
    assert_ne!(call.sealed(None).binding.digest, before);
}

#[test]
fn invariant_5_the_same_approval_64_times_at_once_runs_once() {
    for round in 0..100 {
        let call = awaiting();
        let store = store_with(call.clone());
        let start = Barrier::new(64);
        let runs: usize = thread::scope(|scope| {
            let threads: Vec<_> = (0..64)
                .map(|_| {
                    scope.spawn(|| {
                        start.wait();
                        decide(&store, &call, PendingVerdict::Approved);
                        usize::from(claim(&store, &call).is_some())
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(runs, 1, "round {round}");
    }
}

#[test]
fn invariant_5_the_same_answer_twice_has_the_same_result() {
    let call = awaiting();
    let store = store_with(call.clone());
    decide(&store, &call, PendingVerdict::Approved);
    claim(&store, &call).unwrap();
    assert!(finish(&store, &call, "voided"));
    let done = stored(&store, &call.id);
    assert_eq!(decide(&store, &call, PendingVerdict::Approved), Decided::Repeated(done.clone()));
    assert_eq!(done.outcome.map(|outcome| outcome.text).as_deref(), Some("voided"));
    assert_eq!(claim(&store, &call), None);
}

#[test]
fn invariant_5_a_different_second_answer_is_a_conflict() {
    for (first, second, state) in [
        (PendingVerdict::Approved, PendingVerdict::Rejected, CallState::Approved),
        (PendingVerdict::Rejected, PendingVerdict::Approved, CallState::Rejected),
        (PendingVerdict::Cancelled, PendingVerdict::Approved, CallState::Cancelled),
    ] {
        let call = awaiting();
        let store = store_with(call.clone());
        decide(&store, &call, first);
        let before = stored(&store, &call.id);
        assert_eq!(decide(&store, &call, second), Decided::Conflict(before.clone()));
        assert_eq!(before.state, state);
        assert_eq!(stored(&store, &call.id), before);
    }
}

#[test]
fn invariant_6_an_answer_at_the_end_of_its_time_is_too_late() {
    let call = awaiting();
    let last = Timestamp::from_millis(call.expires.as_millis() - 1);
    let store = store_with(call.clone());
    let late = block_on(store.decide(&call.id, PendingVerdict::Approved, call.expires)).unwrap();
    assert_eq!(late, Decided::Conflict(PendingCall { state: CallState::Expired, ..call.clone() }));
    let store = store_with(call.clone());
    let timely = block_on(store.decide(&call.id, PendingVerdict::Approved, last)).unwrap();
    assert_eq!(timely.call().map(|call| call.state), Some(CallState::Approved));
}

#[test]
fn invariant_6_what_was_approved_in_time_does_not_run_after_it() {
    let call = awaiting();
    let store = store_with(call.clone());
    decide(&store, &call, PendingVerdict::Approved);
    let lease = call.expires.after(Duration::from_secs(60));
    assert_eq!(block_on(store.claim(&call.id, call.expires, lease)).unwrap(), None);
    assert_eq!(stored(&store, &call.id).state, CallState::Expired);
}

/// A clock that is set back after a call has expired does not bring it back.
#[test]
fn invariant_6_expired_calls_stay_expired() {
    let call = awaiting();
    let store = store_with(call.clone());
    assert_eq!(block_on(store.expire(call.expires)).unwrap().len(), 1);
    let expired = stored(&store, &call.id);
    assert_eq!(decide(&store, &call, PendingVerdict::Approved), Decided::Conflict(expired));
    assert_eq!(claim(&store, &call), None);
}

#[test]
fn invariant_7_a_call_that_was_running_when_its_process_died_is_unknown() {
    let call = sample_call("one", CallState::Approved);
    let store = store_with(call.clone());
    let lease = call.created.after(Duration::from_secs(60));
    block_on(store.claim(&call.id, call.created, lease)).unwrap().unwrap();
    assert_eq!(block_on(store.expire(Timestamp::from_millis(lease.as_millis() - 1))).unwrap(), []);
    let ended = block_on(store.expire(lease)).unwrap();
    assert_eq!(ended.iter().map(|call| call.state).collect::<Vec<_>>(), [CallState::Unknown]);
}

/// It is neither run again nor reported as succeeded later.
#[test]
fn invariant_7_what_is_unknown_stays_unknown() {
    let call = sample_call("one", CallState::Approved);
    let store = store_with(call.clone());
    let lease = call.created.after(Duration::from_secs(60));
    block_on(store.claim(&call.id, call.created, lease)).unwrap().unwrap();
    block_on(store.expire(lease)).unwrap();
    let unknown = stored(&store, &call.id);
    assert_eq!(claim(&store, &call), None);
    assert!(!finish(&store, &call, "voided"));
    assert_eq!(decide(&store, &call, PendingVerdict::Approved), Decided::Conflict(unknown.clone()));
    assert_eq!(stored(&store, &call.id), unknown);
}

#[test]
fn invariant_7_a_result_needs_a_call_that_runs() {
    for state in [CallState::NeedsInput, CallState::AwaitingApproval, CallState::Approved] {
        let call = sample_call("one", state);
        let store = store_with(call.clone());
        assert!(!finish(&store, &call, "voided"), "{state}");
        assert_eq!(stored(&store, &call.id), call);
    }
}

#[test]
fn invariant_9_the_third_wrong_phrase_is_the_last() {
    let call = awaiting();
    let store = store_with(call.clone());
    for _ in 0..MAX_TRIES {
        assert!(matches!(decide(&store, &call, PendingVerdict::WrongPhrase), Decided::Done(_)));
    }
    let rejected = stored(&store, &call.id);
    assert_eq!(rejected.state, CallState::Rejected);
    assert_eq!(decide(&store, &call, PendingVerdict::Approved), Decided::Conflict(rejected));
    assert_eq!(claim(&store, &call), None);
}
