//! Attackers who write session records, with and without keys of the host.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{
    Lifetime, MemoryStore, Owner, PendingStore, Permission, SessionRecord, UserChannel,
};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::Timestamp;
use hpd_host::{Approval, KeyRing, Principal, Session, Toolbox};

use super::{allow, builder, pay};
use crate::bank::Ran;

fn old_ring() -> KeyRing {
    KeyRing::new("old", [1; 32]).unwrap()
}

fn owner(session: &str) -> Owner {
    Owner { session: session.to_owned(), principal: Principal::unknown() }
}

fn record(store: &MemoryStore, session: &str) -> SessionRecord {
    block_on(store.session_record(&owner(session))).unwrap().unwrap()
}

fn put(store: &MemoryStore, session: &str, record: SessionRecord) {
    assert!(block_on(store.put_session_record(&owner(session), record, Timestamp::default())).unwrap());
}

/// A toolbox with keys, whose store has a record of the session `a`: its user allowed payments, and one was made.
fn allowed(store: &Arc<MemoryStore>, ran: &Ran) -> Toolbox {
    let toolbox = builder(store, ran, Approval::new()).keys(old_ring()).build().unwrap();
    let session = Session::with_id("a");
    allow(&toolbox, &session, Lifetime::Session);
    pay(&toolbox, &session, "1", "Bert");
    assert_eq!(ran.take(), ["Bert 5"]);
    toolbox
}

/// The user is asked about the call.
fn is_asked_about(toolbox: &Toolbox, session: &str) -> bool {
    let outcome = pay(toolbox, &Session::with_id(session), "2", "Evil");
    matches!(outcome.kind, OutcomeKind::Confirm(_))
}

#[test]
fn a_record_counts_for_its_owner_and_revision() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = allowed(&store, &ran);
    let own = record(&store, "a");
    assert!(own.seal.starts_with("old."), "{}", own.seal);
    put(&store, "b", SessionRecord { revision: 1, ..own.clone() });
    assert!(is_asked_about(&toolbox, "b"));
    put(&store, "a", SessionRecord { revision: own.revision + 1, ..own });
    assert!(is_asked_about(&toolbox, "a"));
    assert!(ran.take().is_empty());
}

#[test]
fn a_record_that_was_changed_or_has_no_seal_allows_nothing() {
    for change in [
        |record: &mut SessionRecord| record.state.push(' '),
        |record: &mut SessionRecord| record.seal.clear(),
        |record: &mut SessionRecord| record.seal = record.seal.replace("old.", "new."),
    ] {
        let (store, ran) = (Arc::default(), Ran::default());
        let toolbox = allowed(&store, &ran);
        let mut forged = record(&store, "a");
        change(&mut forged);
        forged.revision += 1;
        put(&store, "a", forged);
        assert!(is_asked_about(&toolbox, "a"));
        assert!(ran.take().is_empty());
    }
}

#[test]
fn a_record_outlives_a_rotation() {
    let (store, ran) = (Arc::default(), Ran::default());
    allowed(&store, &ran);
    let rotated = KeyRing::new("new", [2; 32]).unwrap().verifying("old", [1; 32]).unwrap();
    let toolbox = builder(&store, &ran, Approval::new()).keys(rotated).build().unwrap();
    pay(&toolbox, &Session::with_id("a"), "2", "Bert");
    assert_eq!(ran.take(), ["Bert 5"]);
    assert!(record(&store, "a").seal.starts_with("new."));
    let lost = builder(&store, &ran, Approval::new()).keys(old_ring()).build().unwrap();
    assert!(is_asked_about(&lost, "a"));
    assert!(ran.take().is_empty());
}

/// Whoever can write a record can remove it. What makes calls stricter holds all the same.
#[test]
fn a_denial_in_a_record_without_a_seal_holds() {
    let (store, ran) = (Arc::default(), Ran::default());
    let unsealed = builder(&store, &ran, Approval::new()).build().unwrap();
    let (session, user) = (Session::with_id("a"), UserChannel::local());
    let pay_tool = unsealed.tool("pay").unwrap();
    session.grant(user.grant(pay_tool, Permission::Deny, Lifetime::Session));
    block_on(unsealed.sync_permissions(&session, &user)).unwrap();
    let sealed = builder(&store, &ran, Approval::new()).keys(old_ring()).build().unwrap();
    let denied = pay(&sealed, &Session::with_id("a"), "1", "Bert");
    assert!(matches!(denied.kind, OutcomeKind::Error(_)));
    assert!(ran.take().is_empty());
}
