//! Several questions at once.

use futures_executor::block_on;
use hpd_host::approval::UserChannel;
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::values::MapProfile;
use hpd_host::{Approval, CallError, Outcome, RawCall, Values};

use crate::collect::shop::{Shop, anna, approval, profile, question};

const MILK: &str = "I have your address as 123 Main St and phone number as 555-0000. Is that correct?";

fn order(item: &str) -> RawCall {
    RawCall::new(item, "place_order", format!(r#"{{"item":"{item}"}}"#))
}

#[test]
fn each_call_of_a_turn_has_a_question_of_its_own() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let calls = [order("milk"), order("bread")];
    let outcomes = block_on(shop.toolbox.turn_with(&shop.session, &shop.turn, &calls));
    let asked: Vec<_> = outcomes.iter().map(question).collect();
    assert_eq!(asked, [MILK, MILK]);
    let ids = outcomes.iter().map(|outcome| match &outcome.kind {
        OutcomeKind::AskUser(question) => question.pending().cloned(),
        _ => None,
    });
    let ids: Vec<_> = ids.collect();
    assert!(ids[0].is_some() && ids[1].is_some() && ids[0] != ids[1]);
    assert_eq!(shop.states(), ["needs_input"; 2]);
}

#[test]
fn a_bare_answer_binds_to_none_of_two() {
    for text in ["yes", "no", "cancel", "ok"] {
        let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
        block_on(shop.toolbox.turn_with(&shop.session, &shop.turn, &[order("milk"), order("bread")]));
        assert_eq!(shop.reply(text), Replied::Unclear(vec![MILK.to_owned(); 2]), "{text}");
        assert_eq!((shop.states(), shop.buy.orders()), (vec!["needs_input"; 2], 0), "{text}");
    }
}

#[test]
fn a_bare_value_binds_to_none_of_two() {
    let known = MapProfile::new().of(anna(), "name", "John");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(known)));
    shop.session.user_says("to 456 Oak Ave");
    shop.asked_after_address(r#"{"item":"milk","address":"456 Oak Ave"}"#);
    shop.asked(r#"{"item":"bread","address":"456 Oak Ave"}"#);
    assert_eq!(shop.reply("555-1234"), Replied::NotAnAnswer);
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled", "needs_input", "needs_input"], 0));
    // The model takes over, and both calls continue: none is lost.
    for item in ["milk", "bread"] {
        let whole = format!(r#"{{"item":"{item}","address":"456 Oak Ave","phone":"555-1234"}}"#);
        assert!(shop.text("place_order", &whole).contains("phone: 555-1234 (user)"));
    }
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"; 3], 2));
    // A message answers each question once.
    let third = r#"{"item":"salt","address":"456 Oak Ave","phone":"555-1234"}"#;
    assert_eq!(
        shop.asked(third),
        "I have your phone number as 555-1234 (mentioned by you). Is that correct?"
    );
}

/// A payment that waits for approval, from an account that the user confirmed.
#[track_caller]
fn pay(shop: &Shop) -> Outcome {
    shop.session.user_says("from ACC-1");
    let asked = shop.call("pay", r#"{"amount":5,"account":"ACC-1"}"#);
    assert_eq!(question(&asked), "I have your account as ACC-1 (mentioned by you). Is that correct?");
    match shop.reply("yes") {
        Replied::Answered(outcome) => *outcome,
        other => panic!("yes is no answer: {other:?}"),
    }
}

#[test]
fn a_bare_yes_approves_no_write() {
    let account = MapProfile::new().of(anna(), "account", "ACC-1");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(account)));
    let asked = pay(&shop);
    let approval = approval(&asked);
    let Replied::Unclear(questions) = shop.reply("yes") else {
        panic!("a write is confirmed by its question")
    };
    assert_eq!(questions, [approval.text()]);
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled", "awaiting_approval"], 0));
}

#[test]
fn a_value_beside_a_write_that_waits_binds_to_none() {
    let known = profile().of(anna(), "account", "ACC-1");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(known)));
    pay(&shop);
    shop.asked(r#"{"item":"milk"}"#);
    assert!(matches!(shop.reply("yes"), Replied::Unclear(questions) if questions.len() == 2));
    assert_eq!(
        (shop.states(), shop.buy.orders()),
        (vec!["cancelled", "needs_input", "awaiting_approval"], 0)
    );
}

#[test]
fn no_more_questions_are_open_than_may() {
    let shop = Shop::new(|builder| {
        builder.values(Values::new().profile(profile())).approval(Approval::new().max_pending_calls(2))
    });
    shop.asked(r#"{"item":"milk"}"#);
    shop.asked(r#"{"item":"bread"}"#);
    let third = shop.order(r#"{"item":"salt"}"#);
    assert!(matches!(third.error(), Some(CallError::StillPending(_))), "{third:?}");
    assert_eq!(shop.states(), ["needs_input"; 2]);
    // An expired question frees its place.
    shop.pass(15);
    block_on(shop.toolbox.expire_pending()).unwrap();
    shop.asked(r#"{"item":"salt"}"#);
}

#[test]
fn another_principals_question_is_left_alone() {
    let mut shop = Shop::new(|builder| {
        builder.values(Values::new().profile(MapProfile::new().for_all("address", "1 Rd")))
    });
    shop.session.user_says("hello");
    shop.order(r#"{"item":"milk"}"#);
    shop.turn = crate::collect::shop::turn_of("bob");
    shop.session.user_says("buy milk");
    shop.order(r#"{"item":"milk"}"#);
    assert_eq!(shop.states(), ["needs_input"]);
    shop.user = UserChannel::of("bob");
    assert_eq!(shop.states(), ["needs_input"]);
}
