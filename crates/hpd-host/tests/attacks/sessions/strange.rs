//! Stores in which others act between two steps, or whose writing of records fails or lies.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{
    CallState, Choice, Decided, InsertError, Lifetime, MemoryStore, Owner, PendingCall, PendingFilter,
    PendingId, PendingStore, PendingVerdict, Permission, SessionRecord, StoreError, StoredOutcome,
    UserChannel,
};
use hpd_host::system::{BoxFuture, Timestamp};
use hpd_host::{Approval, RawCall, Session, Toolbox};

use super::more::lax;
use super::{Bank, pay};
use crate::bank::{Ran, answer, question};

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
