//! Further attacks by copies of sessions, replays, keys that change, and stores that fail.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{
    Answer, Bulk, CallState, Choice, Decided, InsertError, Lifetime, MemoryStore, Owner, PendingCall,
    PendingFilter, PendingId, PendingStore, PendingVerdict, Permission, SessionRecord, StoreError,
    StoredOutcome, UserChannel,
};
use hpd_host::system::{BoxFuture, Timestamp};
use hpd_host::{Approval, KeyRing, Principal, RawCall, Session, Toolbox, TurnContext};
use serde_json::{Value, json};

use super::{Bank, allow, builder, over, pay, stored};
use crate::bank::{Ran, answer, question};

fn lax() -> Approval {
    Approval::new().writes(Permission::Allow)
}

fn ring(id: &str, byte: u8) -> KeyRing {
    KeyRing::new(id, [byte; 32]).unwrap()
}

/// A text without an id of a session: each copy gets an id of its own.
#[test]
fn a_permission_of_a_sealed_text_without_an_id_is_not_multiplied() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let keys = ring("k", 7);
    let session = Session::new();
    allow(&toolbox, &session, Lifetime::Once);
    let text = session.to_signed(&keys);
    for id in 0..4 {
        pay(&toolbox, &Session::from_signed(&text, &keys).unwrap(), &id.to_string(), "Bob");
    }
    assert!(ran.take().len() <= 1);
}

/// A turn of many writes, whose request is sent again as a whole.
#[test]
fn a_turn_of_three_hundred_writes_that_is_sent_again_runs_once() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, lax());
    for _ in 0..2 {
        let session = Session::with_id("s");
        session.user_says("Pay all of them");
        for id in 0..300 {
            pay(&toolbox, &session, &format!("c{id}"), &format!("payee {id}"));
        }
    }
    let mut times = BTreeMap::<String, usize>::new();
    ran.take().into_iter().for_each(|line| *times.entry(line).or_default() += 1);
    let again = times.values().filter(|times| **times > 1).count();
    assert_eq!((times.len(), again), (300, 0));
}

/// The record remembers a bounded number of permissions.
#[test]
fn an_old_sealed_text_revives_nothing_after_three_hundred_permissions() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let (keys, user) = (ring("k", 7), UserChannel::local());
    let session = Session::with_id("s");
    allow(&toolbox, &session, Lifetime::Once);
    let old = session.to_signed(&keys);
    pay(&toolbox, &session, "1", "Bob");
    assert_eq!(ran.take(), ["Bob 5"]);
    for _ in 0..300 {
        let tool = toolbox.tool("balance").unwrap();
        session.grant(user.grant(tool, Permission::Ask, Lifetime::Session));
        block_on(toolbox.sync_permissions(&session, &user)).unwrap();
    }
    question(&pay(&toolbox, &Session::from_signed(&old, &keys).unwrap(), "2", "Bob"));
    assert!(ran.take().is_empty());
}

/// A host that begins to use keys, or drops an old one, between two deliveries.
#[test]
fn a_call_that_ran_under_another_key_does_not_run_again() {
    let (first, second) = (ring("a", 1), ring("b", 2));
    let rotated = ring("b", 2).verifying("a", [1; 32]).unwrap();
    for (before, after) in
        [(Some(first.clone()), Some(rotated)), (None, Some(first.clone())), (Some(first), Some(second))]
    {
        let (store, ran) = (Arc::default(), Ran::default());
        let with = |keys: Option<KeyRing>| {
            let builder = builder(&store, &ran, lax());
            keys.map_or_else(|| builder_of(&store, &ran), |keys| builder.keys(keys)).build().unwrap()
        };
        pay(&with(before), &Session::with_id("s"), "1", "Bob");
        pay(&with(after.clone()), &Session::with_id("s"), "1", "Bob");
        assert_eq!(ran.take(), ["Bob 5"], "{after:?}");
    }
}

fn builder_of(store: &Arc<MemoryStore>, ran: &Ran) -> hpd_host::ToolboxBuilder {
    builder(store, ran, lax())
}

#[test]
fn a_question_outlives_its_key_as_long_as_the_ring_has_it() {
    let rotated = ring("b", 2).verifying("a", [1; 32]).unwrap();
    for (after, is_valid) in [(rotated, true), (ring("b", 2), false), (ring("a", 9), false)] {
        let (store, ran) = (Arc::default(), Ran::default());
        let before = builder(&store, &ran, Approval::new()).keys(ring("a", 1)).build().unwrap();
        let session = Session::with_id("s");
        let asked = pay(&before, &session, "1", "Bob");
        let after = builder(&store, &ran, Approval::new()).keys(after).build().unwrap();
        let answered = answer(&after, &stored(&session), question(&asked), Choice::Confirm);
        assert_eq!((answered.is_ok(), ran.take().len()), (is_valid, usize::from(is_valid)));
    }
}

type Hook = Box<dyn FnOnce() + Send>;

/// On a thread of its own, as another request.
fn elsewhere(hook: Hook) {
    std::thread::spawn(hook).join().unwrap();
}

/// A store in which something happens between the reading of a record and its use, or whose writing of records fails or
/// lies.
#[derive(Default)]
struct Strange {
    inner: Arc<MemoryStore>,
    after_read: Mutex<Option<Hook>>,
    before_read: Mutex<Option<Hook>>,
    /// `Some(true)`: says that a record is written, and does not write it. `Some(false)`: fails.
    puts: Mutex<Option<bool>>,
}

impl PendingStore for Strange {
    fn insert(&self, call: PendingCall, max_open: usize) -> BoxFuture<'_, Result<(), InsertError>> {
        self.inner.insert(call, max_open)
    }

    fn get<'a>(&'a self, id: &'a PendingId) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.inner.get(id)
    }

    fn decide<'a>(
        &'a self,
        id: &'a PendingId,
        verdict: PendingVerdict,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Decided, StoreError>> {
        self.inner.decide(id, verdict, now)
    }

    fn claim<'a>(
        &'a self,
        id: &'a PendingId,
        now: Timestamp,
        lease: Timestamp,
    ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
        self.inner.claim(id, now, lease)
    }

    fn finish<'a>(
        &'a self,
        id: &'a PendingId,
        state: CallState,
        outcome: StoredOutcome,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.inner.finish(id, state, outcome)
    }

    fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
        self.inner.expire(now)
    }

    fn list<'a>(&'a self, filter: &'a PendingFilter) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
        self.inner.list(filter)
    }

    fn keeps_session_records(&self) -> bool {
        true
    }

    fn session_record<'a>(
        &'a self,
        owner: &'a Owner,
    ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
        Box::pin(async move {
            let hook = self.before_read.lock().unwrap().take();
            hook.into_iter().for_each(elsewhere);
            let record = self.inner.session_record(owner).await;
            let hook = self.after_read.lock().unwrap().take();
            hook.into_iter().for_each(elsewhere);
            record
        })
    }

    fn put_session_record<'a>(
        &'a self,
        owner: &'a Owner,
        record: SessionRecord,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        match *self.puts.lock().unwrap() {
            Some(true) => Box::pin(async { Ok(true) }),
            Some(false) => Box::pin(async { Err(StoreError::new("no space left")) }),
            None => self.inner.put_session_record(owner, record, now),
        }
    }
}

fn strange(ran: &Ran, approval: Approval) -> (Arc<Strange>, Arc<Toolbox>) {
    let store = Arc::new(Strange::default());
    let approval = approval.pending_store(Arc::clone(&store));
    (
        Arc::clone(&store),
        Arc::new(Toolbox::builder().plugin(Bank(ran.clone())).approval(approval).build().unwrap()),
    )
}

fn forbid(toolbox: &Toolbox, session: &Session, name: &str) {
    let tool = toolbox.tool(name).unwrap();
    session.grant(UserChannel::local().grant(tool, Permission::Deny, Lifetime::Session));
}

/// The store learns the first change while a second call reads; the user makes another one at the same time.
#[test]
fn a_change_that_comes_while_another_is_stored_is_not_lost() {
    let ran = Ran::default();
    let (store, toolbox) = strange(&ran, lax());
    let (session, user) = (Arc::new(Session::with_id("s")), UserChannel::local());
    let read = toolbox.tool("balance").unwrap();
    session.grant(user.grant(read, Permission::Ask, Lifetime::Session));
    let (other, live) = (Arc::clone(&toolbox), Arc::clone(&session));
    *store.before_read.lock().unwrap() = Some(Box::new(move || {
        block_on(other.sync_permissions(&live, &UserChannel::local())).unwrap();
        forbid(&other, &live, "pay");
    }));
    block_on(toolbox.sync_permissions(&session, &user)).unwrap();
    block_on(toolbox.sync_permissions(&session, &user)).unwrap();
    assert!(session.grants(&user).iter().any(|grant| grant.permission() == Permission::Deny));
    for copy in [&*session, &Session::with_id("s")] {
        assert!(pay(&toolbox, copy, "1", "Bob").error().is_some());
    }
    assert!(ran.take().is_empty());
}

/// A slow reader does not bring an older record back.
#[test]
fn a_denial_of_a_read_holds_while_an_older_record_arrives() {
    let ran = Ran::default();
    let (store, toolbox) = strange(&ran, lax());
    let (session, user) = (Arc::new(Session::with_id("s")), UserChannel::local());
    pay(&toolbox, &session, "1", "Bob");
    let (other, live) = (Arc::clone(&toolbox), Arc::clone(&session));
    *store.after_read.lock().unwrap() = Some(Box::new(move || {
        forbid(&other, &live, "balance");
        block_on(other.sync_permissions(&live, &UserChannel::local())).unwrap();
    }));
    block_on(toolbox.sync_permissions(&session, &user)).unwrap();
    let read = block_on(toolbox.call(&session, &RawCall::new("2", "balance", "{}")));
    assert!(read.error().is_some(), "{}", read.for_model_as_text());
}

#[test]
fn a_store_that_can_not_count_lets_no_write_run() {
    let ran = Ran::default();
    let (store, toolbox) = strange(&ran, lax());
    let session = Session::with_id("s");
    *store.puts.lock().unwrap() = Some(false);
    for id in 0..3 {
        assert!(pay(&toolbox, &session, &id.to_string(), "Bob").for_model().is_error);
    }
    assert!(ran.take().is_empty());
    // A store that says so and writes nothing: the session knows what it did.
    *store.puts.lock().unwrap() = Some(true);
    pay(&toolbox, &session, "9", "Bob");
    pay(&toolbox, &session, "9", "Bob");
    assert_eq!(ran.take(), ["Bob 5"]);
}

/// The store fails when the user's answer is counted: the answer comes again, and the call runs once.
#[test]
fn an_answer_that_could_not_be_counted_comes_again() {
    let ran = Ran::default();
    let (store, toolbox) = strange(&ran, Approval::new());
    let session = Session::with_id("s");
    let asked = pay(&toolbox, &session, "1", "Bob");
    *store.puts.lock().unwrap() = Some(false);
    let _ = answer(&toolbox, &session, question(&asked), Choice::Confirm);
    assert!(ran.take().is_empty());
    *store.puts.lock().unwrap() = None;
    for _ in 0..3 {
        let _ = answer(&toolbox, &session, question(&asked), Choice::Confirm);
        pay(&toolbox, &session, "1", "Bob");
    }
    assert!(ran.take().len() <= 1);
}

/// The mark of the last message is in the text, where a client may choose it.
#[test]
fn a_chosen_mark_asks_again_and_approves_nothing() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let session = Session::with_id("s");
    session.user_says("Pay Bob 5");
    let asked = pay(&toolbox, &session, "1", "Bob");
    answer(&toolbox, &session, question(&asked), Choice::Confirm).unwrap();
    assert_eq!(ran.take(), ["Bob 5"]);
    for mark in ["0", "1", "ffffffffffffffff"] {
        let mut text: Value = serde_json::from_str(&session.to_json()).unwrap();
        text["message"] = json!(mark);
        question(&pay(&toolbox, &Session::from_json(&text.to_string()).unwrap(), "1", "Bob"));
    }
    for mark in [json!(""), json!("x"), json!(1), json!("-1"), json!("10000000000000000")] {
        let text = json!({ "version": 1, "expanded": [], "message": mark });
        assert!(Session::from_json(&text.to_string()).is_err(), "{text}");
    }
    assert!(ran.take().is_empty());
}

/// One tool under two names, and the same call through `call_function`.
#[test]
fn another_spelling_of_the_name_is_the_same_call() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, lax());
    for name in ["pay", "Bank.pay", "pay", "Pay", "bank.pay"] {
        let call = RawCall::new("1", name, r#"{"to":"Bob","amount":5}"#);
        block_on(toolbox.call(&Session::with_id("s"), &call));
    }
    for arguments in [
        r#"{"amount":5,"to":"Bob"}"#,
        r#"{"amount":5e0,"to":"\u0042ob"}"#,
        r#"{"amount":"5","to":"Bob"}"#,
        "```json\n{\"to\":\"Bob\",\"amount\":5}\n```",
    ] {
        block_on(toolbox.call(&Session::with_id("s"), &RawCall::new("1", "pay", arguments)));
    }
    assert_eq!(ran.take(), ["Bob 5"]);
}

/// A permission for a number of calls, in copies of every age.
#[test]
fn a_permission_for_three_calls_is_three_calls_in_all_copies() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let (keys, session) = (ring("k", 7), Session::with_id("s"));
    let tool = toolbox.tool("pay").unwrap();
    let grant = UserChannel::local().grant(tool, Permission::Allow, Lifetime::Session).calls(3);
    session.grant(grant);
    let mut texts = vec![session.to_signed(&keys)];
    for id in 0..12 {
        let text = &texts[id * 7 % texts.len()];
        let copy = Session::from_signed(text, &keys).unwrap();
        pay(&toolbox, &copy, &id.to_string(), &format!("payee {id}"));
        texts.push(copy.to_signed(&keys));
    }
    assert_eq!(ran.take().len(), 3);
}

/// The user edits, confirms, and the model's call arrives again at each point.
#[test]
fn an_edited_call_that_is_delivered_again_is_one_run() {
    for again_at in 0..4 {
        let (store, ran) = (Arc::default(), Ran::default());
        let toolbox = over(&store, &ran, Approval::new());
        let session = Session::with_id("s");
        let deliver = |at: usize| {
            if at == again_at {
                std::thread::scope(|scope| {
                    for _ in 0..4 {
                        scope.spawn(|| pay(&toolbox, &Session::with_id("s"), "1", "Bob"));
                    }
                });
            }
        };
        let asked = pay(&toolbox, &session, "1", "Bob");
        deliver(0);
        let edit = json!({ "to": "Ann" }).as_object().unwrap().clone();
        let decision = UserChannel::local().decision(Answer::confirm(question(&asked)).with_edit(edit));
        let edited = block_on(toolbox.decide(&session, &decision)).unwrap();
        deliver(1);
        answer(&toolbox, &session, question(&edited), Choice::Confirm).unwrap();
        deliver(2);
        // The first question, answered late.
        let _ = answer(&toolbox, &session, question(&asked), Choice::Confirm);
        deliver(3);
        let last = pay(&toolbox, &session, "1", "Bob");
        assert_eq!(last.status(), "settled", "{again_at}: {}", last.for_model_as_text());
        assert_eq!(ran.take(), ["Ann 5"], "{again_at}");
    }
}

/// Answers and deliveries of one call at the same time.
#[test]
fn an_answer_while_the_call_is_delivered_again_is_one_run() {
    for _ in 0..8 {
        let (store, ran) = (Arc::default(), Ran::default());
        let toolbox = over(&store, &ran, Approval::new());
        let session = Session::with_id("s");
        let asked = pay(&toolbox, &session, "1", "Bob");
        std::thread::scope(|scope| {
            for number in 0..12 {
                let (toolbox, asked) = (&toolbox, &asked);
                scope.spawn(move || {
                    let copy = Session::with_id("s");
                    if number % 2 == 0 {
                        let _ = answer(toolbox, &copy, question(asked), Choice::Confirm);
                    } else {
                        pay(toolbox, &copy, "1", "Bob");
                    }
                });
            }
        });
        assert_eq!(ran.take(), ["Bob 5"]);
    }
}

/// Principals of one session share neither permissions, nor counts, nor deliveries.
#[test]
fn the_principals_of_a_session_are_apart() {
    let (store, ran) = (Arc::default(), Ran::default());
    let bulk = Bulk::new(1, Duration::from_secs(60));
    let toolbox = over(&store, &ran, lax().escalation(bulk));
    let session = Session::with_id("s");
    let call = RawCall::new("1", "pay", r#"{"to":"Bob","amount":5}"#);
    let by = |who: Principal| {
        let outcome = block_on(toolbox.call_with(&session, &TurnContext::on_behalf_of(who), &call));
        outcome.for_model().text.into_owned()
    };
    let ada = || Principal::new("ada");
    assert_eq!(by(ada()), "Paid Bob 5");
    // Neither the result of another one's call, nor a note about it.
    for other in [Principal::new("eve"), ada().in_tenant("acme"), Principal::unknown()] {
        assert_eq!(by(other), "Paid Bob 5");
    }
    assert!(by(ada()).contains("did not run again"));
    assert_eq!(ran.take().len(), 4);
    // The list of one principal has no call of another one.
    let views = block_on(toolbox.pending_calls(&session, &UserChannel::of("eve"))).unwrap();
    assert_eq!(views.len(), 1);
    assert!(views.iter().all(|view| view.owner.principal == Principal::new("eve")));
}

/// Permissions in a text of one session, for another one.
#[test]
fn a_sealed_text_is_no_record_and_a_record_is_no_text() {
    let (store, ran) = (Arc::<MemoryStore>::default(), Ran::default());
    let keys = ring("k", 7);
    let toolbox = builder(&store, &ran, Approval::new()).keys(keys.clone()).build().unwrap();
    let session = Session::with_id("s");
    allow(&toolbox, &session, Lifetime::Session);
    let signed: Value = serde_json::from_str(&session.to_signed(&keys)).unwrap();
    let state = json!({ "grants": serde_json::from_str::<Value>(signed["session"].as_str().unwrap()).unwrap()["permissions"] });
    let owner = Owner { session: "t".to_owned(), principal: Principal::unknown() };
    let seal = signed["seal"].as_str().unwrap().to_owned();
    let record = SessionRecord { revision: 1, state: state.to_string(), seal };
    assert!(block_on(store.put_session_record(&owner, record.clone(), Timestamp::default())).unwrap());
    question(&pay(&toolbox, &Session::with_id("t"), "1", "Bob"));
    let forged = json!({ "seal": record.seal, "session": record.state }).to_string();
    assert!(Session::from_signed(&forged, &keys).is_err());
    assert!(ran.take().is_empty());
}
