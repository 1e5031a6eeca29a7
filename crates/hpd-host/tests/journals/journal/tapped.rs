//! A journal with a tap does the work of the journal, and the tap is called before and after.

use std::sync::Mutex;

use futures_executor::block_on;
use hpd_host::approval::{
    CallState, OutcomeNotes, PendingCall, PendingFilter, PendingStore, PendingVerdict, SessionRecord,
    StoreError, StoredOutcome,
};
use hpd_host::journal::{Erasure, EventFilter, Journal, MemoryJournal, VerifyProgress};
use hpd_host::system::Timestamp;
use hpd_host::testing::journal_kit::journal;
use hpd_host::testing::journal_kit::sample_event;
use hpd_host::testing::store_kit::pending_store;
use hpd_host::testing::store_kit::sample_call;
use hpd_host::testing::{Answered, Asked, Tap, Tapped};

/// All methods, in the order in which `ask_everything` asks.
const METHODS: [&str; 19] = [
    "insert",
    "get",
    "decide",
    "claim",
    "finish",
    "expire",
    "list",
    "put_session_record",
    "session_record",
    "append",
    "post",
    "read",
    "register_tools",
    "head",
    "verify",
    "verify_slice",
    "erase",
    "prune",
    "prune_through",
];

/// Does nothing.
struct Idle;

impl Tap for Idle {}

#[test]
fn with_an_idle_tap_a_journal_keeps_all_rules() {
    journal(|| Tapped::new(MemoryJournal::new(), Idle));
}

#[test]
fn with_an_idle_tap_a_journal_is_a_store_of_pending_calls() {
    pending_store(|| Tapped::new(MemoryJournal::new(), Idle));
}

fn text(error: &dyn std::error::Error) -> String {
    error.source().map(ToString::to_string).unwrap_or_default()
}

/// Asks for everything once: why each method failed that did.
fn ask_everything(journal: &impl Journal) -> Vec<String> {
    let call = sample_call("call", CallState::AwaitingApproval);
    let (id, owner, now) = (call.id.clone(), call.owner.clone(), call.created);
    let record = SessionRecord { revision: 1, state: "{}".to_owned(), seal: String::new() };
    let outcome = StoredOutcome { is_error: false, text: "Void.".to_owned(), notes: OutcomeNotes::default() };
    let inserted = block_on(journal.insert(call, 9)).map_err(|error| text(&error));
    let results = block_on(async {
        [
            journal.get(&id).await.map(drop),
            journal.decide(&id, PendingVerdict::Approved, now).await.map(drop),
            journal.claim(&id, now, now).await.map(drop),
            journal.finish(&id, CallState::Succeeded, outcome).await.map(drop),
            journal.expire(now).await.map(drop),
            journal.list(&PendingFilter::default()).await.map(drop),
            journal.put_session_record(&owner, record, now).await.map(drop),
            journal.session_record(&owner).await.map(drop),
            journal.append(vec![sample_event("session", "turn", 1)]).await,
            journal.post(vec![sample_event("session", "turn", 2)]).await,
            journal.read(&EventFilter::default()).await.map(drop),
            journal.register_tools(vec![]).await,
            journal.head().await.map(drop),
            journal.verify(None).await.map(drop),
            journal.verify_slice(VerifyProgress::new(None), 1).await.map(drop),
            journal.erase(&Erasure::Session("other".to_owned()), "asked for").await.map(drop),
            journal.prune(Timestamp::default(), "too old").await.map(drop),
            journal.prune_through(0, "too old").await.map(drop),
        ]
    });
    let results = results.map(|result| result.map_err(|error| text(&error)));
    std::iter::once(inserted).chain(results).filter_map(Result::err).collect()
}

/// Records its calls.
#[derive(Default)]
struct Noted(Mutex<Vec<String>>);

impl Tap for Noted {
    fn before(&self, asked: &Asked<'_>) -> Result<(), StoreError> {
        self.0.lock().unwrap().push(format!("before {}", asked.method()));
        Ok(())
    }

    fn after(&self, asked: &Asked<'_>, _: &mut Answered<'_>) -> Result<(), StoreError> {
        self.0.lock().unwrap().push(format!("after {}", asked.method()));
        Ok(())
    }
}

#[test]
fn each_method_is_between_both_sides_of_the_tap() {
    let journal = Tapped::new(MemoryJournal::new(), Noted::default());
    assert_eq!(ask_everything(&journal), [""; 0]);
    let expected: Vec<_> =
        METHODS.iter().flat_map(|method| [format!("before {method}"), format!("after {method}")]).collect();
    assert_eq!(*journal.tap().0.lock().unwrap(), expected);
}

#[test]
fn what_fails_before_is_not_done() {
    let journal = Tapped::new(MemoryJournal::new(), |asked: &Asked<'_>| -> Result<(), StoreError> {
        Err(StoreError::new(asked.method()))
    });
    assert_eq!(ask_everything(&journal), METHODS);
    assert_eq!(block_on(journal.inner().head()).unwrap().number, 0);
    assert_eq!(block_on(journal.inner().list(&PendingFilter::default())).unwrap(), []);
}

/// Fails after everything was done.
struct Silent;

impl Tap for Silent {
    fn after(&self, asked: &Asked<'_>, _: &mut Answered<'_>) -> Result<(), StoreError> {
        Err(StoreError::new(asked.method()))
    }
}

#[test]
fn what_fails_after_is_done() {
    let (silent, plain) = (Tapped::new(MemoryJournal::new(), Silent), MemoryJournal::new());
    assert_eq!(ask_everything(&silent), METHODS);
    assert_eq!(ask_everything(&plain), [""; 0]);
    let number = block_on(plain.head()).unwrap().number;
    assert_eq!(block_on(silent.inner().head()).unwrap().number, number);
}

#[test]
fn what_the_store_did_not_do_is_not_heard_of_after_it() {
    let journal = Tapped::new(Tapped::new(MemoryJournal::new(), Silent), Noted::default());
    assert_eq!(ask_everything(&journal), METHODS);
    let expected: Vec<_> = METHODS.iter().map(|method| format!("before {method}")).collect();
    assert_eq!(*journal.tap().0.lock().unwrap(), expected);
}

/// Changes the tries of each call.
struct Changing;

impl Tap for Changing {
    fn after(&self, _: &Asked<'_>, answered: &mut Answered<'_>) -> Result<(), StoreError> {
        answered.calls().iter_mut().for_each(|call| call.tries = 77);
        Ok(())
    }
}

#[test]
fn calls_in_all_answers_can_be_changed() {
    let journal = Tapped::new(MemoryJournal::new(), Changing);
    let call = sample_call("call", CallState::AwaitingApproval);
    let (id, now, over) = (call.id.clone(), call.created, Timestamp::from_millis(u64::MAX));
    let tries = |call: &PendingCall| call.tries;
    block_on(async {
        journal.insert(call, 9).await.unwrap();
        assert_eq!(journal.get(&id).await.unwrap().as_ref().map(tries), Some(77));
        let listed = journal.list(&PendingFilter::default()).await.unwrap();
        assert_eq!(listed.iter().map(tries).collect::<Vec<_>>(), [77]);
        for verdict in [PendingVerdict::Approved, PendingVerdict::Approved, PendingVerdict::Rejected] {
            let decided = journal.decide(&id, verdict, now).await.unwrap();
            assert_eq!(decided.call().map(tries), Some(77));
        }
        assert_eq!(journal.claim(&id, now, now).await.unwrap().as_ref().map(tries), Some(77));
        let ended = journal.expire(over).await.unwrap();
        assert_eq!(ended.iter().map(tries).collect::<Vec<_>>(), [77]);
        assert_eq!(journal.inner().get(&id).await.unwrap().as_ref().map(tries), Some(0));
    });
}
