//! Further attacks by copies of sessions, replays, and keys that change.

use std::sync::Arc;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{
    Answer, Bulk, Choice, Lifetime, MemoryStore, Owner, PendingStore, Permission, SessionRecord, UserChannel,
};
use hpd_host::system::Timestamp;
use hpd_host::{Approval, KeyRing, Principal, RawCall, Session, TurnContext};
use serde_json::{Value, json};

use super::{allow, builder, over, pay, stored};
use crate::bank::{Ran, answer, question};

pub(super) fn lax() -> Approval {
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
            match keys {
                Some(keys) => builder.keys(keys),
                None => builder,
            }
            .build()
            .unwrap()
        };
        pay(&with(before), &Session::with_id("s"), "1", "Bob");
        pay(&with(after.clone()), &Session::with_id("s"), "1", "Bob");
        assert_eq!(ran.take(), ["Bob 5"], "{after:?}");
    }
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

/// An entry without a row, of a tool that is no one's: its result is a text for the model, and no more.
#[test]
fn a_forged_entry_without_a_row_ends_nothing() {
    let (store, ran) = (Arc::<MemoryStore>::default(), Ran::default());
    let toolbox = over(&store, &ran, Approval::new());
    let asked = pay(&toolbox, &Session::with_id("s"), "1", "Bob");
    for tool in ["Bank.pay", "Bank.nothing", ""] {
        let waiting = json!([{ "call_id": "1", "tool_name": "pay", "tool": tool }]);
        let text = json!({ "version": 1, "id": "s", "expanded": [], "waiting": waiting });
        let forged = Session::from_json(&text.to_string()).unwrap();
        let done = hpd_host::Output::Text("forged".to_owned());
        let _ = block_on(toolbox.complete(&forged, "1", Ok(done)));
    }
    let row = block_on(store.get(question(&asked).pending_id())).unwrap().unwrap();
    assert_eq!((row.state, row.outcome.is_none()), (hpd_host::approval::CallState::AwaitingApproval, true));
    assert!(ran.take().is_empty());
}

/// Two people in one live session: one's forwarded call is not ended by the other.
#[test]
fn a_principal_ends_no_forwarded_call_of_another_one_in_the_same_session() {
    use hpd_host::external::{ExternalSource, ExternalTool};
    let tool = ExternalTool::new("wipe", "Wipes the screen", json!({ "type": "object" }));
    let approval = lax().unclassified(Permission::Allow);
    let builder = hpd_host::Toolbox::builder().external(ExternalSource::frontend("screen", vec![tool]));
    let toolbox = builder.approval(approval).build().unwrap();
    let session = Session::with_id("s");
    for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        session.expand(container.id());
    }
    let by = |who: &str| TurnContext::on_behalf_of(Principal::new(who));
    let call = RawCall::new("1", "wipe", "{}");
    let sent = block_on(toolbox.call_with(&session, &by("ada"), &call));
    assert_eq!(sent.status(), "forward", "{}", sent.for_model_as_text());
    let done = || Ok(hpd_host::Output::Text("done".to_owned()));
    assert!(block_on(toolbox.complete_with(&session, &by("eve"), "1", done())).is_err());
    assert!(block_on(toolbox.complete_with(&session, &by("ada"), "1", done())).is_ok());
}
