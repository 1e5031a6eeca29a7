//! Attacks with texts of sessions: written by hand, old, copied, replayed.

mod deliveries;
mod forwarded;
mod interleaved;
mod many;
mod more;
mod records;
mod strange;

use std::sync::Arc;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{Bulk, Choice, Lifetime, MemoryStore, Permission, UserChannel};
use hpd_host::{
    Approval, KeyRing, Outcome, Principal, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, plugin,
};
use serde_json::{Value, json};

use crate::bank::{Ran, answer, question};

/// A bank that notes its payments.
#[derive(Clone, Default)]
pub(crate) struct Bank(Ran);

#[plugin]
impl Bank {
    /// Pays somebody.
    #[ai_function(write, risk = medium)]
    async fn pay(
        &self,
        /** The payee. */
        to: String,
        /** The amount. */
        amount: u32,
    ) -> String {
        self.0.note(format!("{to} {amount}"));
        format!("Paid {to} {amount}")
    }

    /// Reads the balance.
    #[ai_function(read_only)]
    fn balance(&self) -> u32 {
        7
    }
}

/// A toolbox over a store that others share.
pub(crate) fn over(store: &Arc<MemoryStore>, ran: &Ran, approval: Approval) -> Toolbox {
    builder(store, ran, approval).build().unwrap()
}

fn builder(store: &Arc<MemoryStore>, ran: &Ran, approval: Approval) -> ToolboxBuilder {
    Toolbox::builder().plugin(Bank(ran.clone())).approval(approval.pending_store(Arc::clone(store)))
}

pub(crate) fn pay(toolbox: &Toolbox, session: &Session, id: &str, to: &str) -> Outcome {
    let arguments = json!({ "to": to, "amount": 5 }).to_string();
    block_on(toolbox.call(session, &RawCall::new(id, "pay", arguments)))
}

/// The session, as a web host keeps it between two requests.
fn stored(session: &Session) -> Session {
    Session::from_json(&session.to_json()).unwrap()
}

fn allow(toolbox: &Toolbox, session: &Session, lifetime: Lifetime) {
    let tool = toolbox.tool("pay").unwrap();
    session.grant(UserChannel::local().grant(tool, Permission::Allow, lifetime));
}

/// The fingerprint of a tool is no secret: it is in every text of a session.
#[test]
fn a_permission_that_is_written_by_hand_allows_nothing() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let fingerprint = toolbox.tool("pay").unwrap().fingerprint();
    for lifetime in ["session", "once"] {
        for extra in [json!({}), json!({ "id": "0123456789abcdef0123456789abcdef" }), json!({ "calls": 9 })] {
            let mut permission = json!({
                "tool": "Bank.pay", "permission": "allow", "lifetime": lifetime, "fingerprint": fingerprint
            });
            permission.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            let text = json!({ "version": 1, "id": "s", "expanded": ["Bank"], "permissions": [permission] });
            let session = Session::from_json(&text.to_string()).unwrap();
            session.new_user_message();
            let by_serde: Session = serde_json::from_value(text).unwrap();
            for session in [session, by_serde] {
                question(&pay(&toolbox, &session, "1", "Eve"));
            }
        }
    }
    assert!(ran.take().is_empty());
}

#[test]
fn a_permission_of_a_sealed_text_is_taken_once() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let keys = KeyRing::new("k", [7; 32]).unwrap();
    let session = Session::with_id("s");
    allow(&toolbox, &session, Lifetime::Once);
    let text = session.to_signed(&keys);
    for id in 0..5 {
        let copy = Session::from_signed(&text, &keys).unwrap();
        pay(&toolbox, &copy, &id.to_string(), "Bob");
    }
    assert_eq!(ran.take(), ["Bob 5"]);
    // The same words in an unsealed text.
    let inside: Value = serde_json::from_str(&text).unwrap();
    let inside = inside["session"].as_str().unwrap().replace("\"s\"", "\"t\"");
    question(&pay(&toolbox, &Session::from_json(&inside).unwrap(), "9", "Bob"));
    assert!(ran.take().is_empty());
}

#[test]
fn an_old_copy_revives_no_permission_that_was_used_up_or_taken_back() {
    for is_revoked in [false, true] {
        let (store, ran) = (Arc::default(), Ran::default());
        let toolbox = over(&store, &ran, Approval::new());
        let (session, user) = (Session::with_id("s"), UserChannel::local());
        let lifetime = if is_revoked { Lifetime::Session } else { Lifetime::Once };
        allow(&toolbox, &session, lifetime);
        block_on(toolbox.sync_permissions(&session, &user)).unwrap();
        let (old, live) = (session.to_json(), stored(&session));
        pay(&toolbox, &live, "1", "Bob");
        assert_eq!(ran.take(), ["Bob 5"]);
        if is_revoked {
            let granted = live.grants(&user).remove(0);
            assert!(live.revoke(&user, &granted));
            block_on(toolbox.sync_permissions(&live, &user)).unwrap();
        }
        let keys = KeyRing::new("k", [7; 32]).unwrap();
        let signed = Session::from_signed(&session.to_signed(&keys), &keys).unwrap();
        for copy in [session, Session::from_json(&old).unwrap(), Session::with_id("s"), signed] {
            copy.new_user_message();
            question(&pay(&toolbox, &copy, "2", "Bob"));
        }
        assert!(ran.take().is_empty(), "{is_revoked}");
    }
}

#[test]
fn two_nodes_with_one_copy_use_a_permission_once() {
    let (store, ran) = (Arc::default(), Ran::default());
    let nodes = [over(&store, &ran, Approval::new()), over(&store, &ran, Approval::new())];
    let session = Session::with_id("s");
    allow(&nodes[0], &session, Lifetime::Once);
    block_on(nodes[0].sync_permissions(&session, &UserChannel::local())).unwrap();
    let copies = [stored(&session), stored(&session)];
    for (node, copy) in nodes.iter().zip(&copies) {
        pay(node, copy, "1", "Bob");
        pay(node, copy, "2", "Eve");
    }
    assert_eq!(ran.take(), ["Bob 5"]);
}

#[test]
fn a_denial_holds_in_every_copy() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new().writes(Permission::Allow));
    let (session, user) = (Session::with_id("s"), UserChannel::local());
    let (tool, read) = (toolbox.tool("pay").unwrap(), toolbox.tool("balance").unwrap());
    session.grant(user.grant(tool, Permission::Deny, Lifetime::Session));
    session.grant(user.grant(read, Permission::Deny, Lifetime::Session));
    // Before the store knows it, and after.
    for copy in [stored(&session), Session::with_id("s"), stored(&Session::with_id("s"))] {
        assert!(pay(&toolbox, &copy, "1", "Bob").error().is_some());
        let read = block_on(toolbox.call(&copy, &RawCall::new("2", "balance", "{}")));
        assert!(read.error().is_some(), "{}", read.for_model_as_text());
    }
    // The session keeps a denial, also over another store.
    let other = over(&Arc::default(), &ran, Approval::new().writes(Permission::Allow));
    assert!(pay(&other, &session, "3", "Bob").error().is_some());
    assert!(ran.take().is_empty());
}

/// A web host stores the session between requests, or makes a new one of the same id.
#[test]
fn writes_are_counted_over_all_copies() {
    for kept in [stored, |_: &Session| Session::with_id("s")] {
        let (store, ran) = (Arc::default(), Ran::default());
        let bulk = Bulk::new(3, Duration::from_secs(60));
        let toolbox = over(&store, &ran, Approval::new().writes(Permission::Allow).escalation(bulk));
        let mut session = Session::with_id("s");
        for id in 0..12 {
            session = kept(&session);
            pay(&toolbox, &session, &id.to_string(), &format!("payee {id}"));
        }
        assert_eq!(ran.take().len(), 3);
    }
}

#[test]
fn of_simultaneous_writes_no_more_run_than_a_rule_lets_through() {
    let (store, ran) = (Arc::default(), Ran::default());
    let bulk = Bulk::new(3, Duration::from_secs(60));
    let toolbox = over(&store, &ran, Approval::new().writes(Permission::Allow).escalation(bulk));
    std::thread::scope(|scope| {
        for id in 0..16 {
            let toolbox = &toolbox;
            scope.spawn(move || {
                pay(toolbox, &Session::with_id("s"), &id.to_string(), &format!("payee {id}"));
            });
        }
    });
    assert_eq!(ran.take().len(), 3);
}

/// A write that the user confirmed counts as well, once.
#[test]
fn confirmed_writes_are_counted() {
    let (store, ran) = (Arc::default(), Ran::default());
    let bulk =
        Bulk::new(2, Duration::from_secs(60)).raise(hpd_host::approval::Raise::deny("Enough.", "bulk"));
    let toolbox = over(&store, &ran, Approval::new().escalation(bulk));
    for id in 0..2 {
        let session = Session::with_id("s");
        let asked = pay(&toolbox, &session, &id.to_string(), &format!("payee {id}"));
        answer(&toolbox, &session, question(&asked), Choice::Confirm).unwrap();
    }
    let third = pay(&toolbox, &Session::with_id("s"), "2", "payee 2");
    assert!(third.for_model().text.contains("Enough."));
    assert_eq!(ran.take().len(), 2);
}

/// A model that fails again and again is told so, also where the session is stored between its calls.
#[test]
fn failed_calls_are_counted_over_all_copies() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let wrong = |session: &Session| block_on(toolbox.call(session, &RawCall::new("1", "pay", r#"{"to":1}"#)));
    let one = Session::with_id("one");
    let expected: Vec<_> = (0..8).map(|_| wrong(&one).for_model_as_text().into_owned()).collect();
    for kept in [stored, |_: &Session| Session::with_id("s")] {
        let fresh = over(&Arc::default(), &ran, Approval::new());
        let mut session = Session::with_id("s");
        for text in &expected {
            session = kept(&session);
            let again = block_on(fresh.call(&session, &RawCall::new("1", "pay", r#"{"to":1}"#)));
            assert_eq!(again.for_model_as_text(), *text);
        }
    }
}

/// The text of a session gives its owner away, not what others may do.
#[test]
fn a_permission_is_read_for_the_principal_of_the_turn() {
    let (store, ran) = (Arc::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let session = Session::with_id("s");
    let ada = UserChannel::of("ada").in_tenant("acme");
    session.grant(ada.grant(toolbox.tool("pay").unwrap(), Permission::Allow, Lifetime::Session));
    block_on(toolbox.sync_permissions(&session, &ada)).unwrap();
    let status = |principal: Principal| {
        let call = RawCall::new("1", "pay", r#"{"to":"Bob","amount":1}"#);
        let turn = TurnContext::on_behalf_of(principal);
        block_on(toolbox.call_with(&stored(&session), &turn, &call)).status()
    };
    for other in [
        Principal::unknown(),
        Principal::new("ada"),
        Principal::new("eve").in_tenant("acme"),
        Principal::new("ada").in_tenant("acme2"),
        Principal::new("ADA").in_tenant("acme"),
    ] {
        assert_eq!(status(other), "confirm");
    }
    assert_eq!(status(Principal::new("ada").in_tenant("acme")), "ok");
}

/// The model corrects a write without end, in a session that the host gave no id and stores between its calls.
#[test]
fn corrections_of_a_write_are_counted_without_an_id_of_the_host() {
    let ran = Ran::default();
    let toolbox = over(&Arc::default(), &ran, Approval::new());
    let wrong = |session: &Session| block_on(toolbox.call(session, &RawCall::new("1", "pay", r#"{"to":1}"#)));
    let one = Session::new();
    let expected: Vec<_> = (0..8).map(|_| wrong(&one).for_model_as_text().into_owned()).collect();
    let mut session = Session::new();
    for text in &expected {
        session = stored(&session);
        assert_eq!(wrong(&session).for_model_as_text(), *text);
    }
    assert!(session.id().is_some());
}
