//! Effects of the user's next message on the one pending question.

use futures_executor::block_on;
use hpd_host::approval::UserChannel;
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::system::System;
use hpd_host::values::{MapProfile, Profile};
use hpd_host::{Approval, Session, Values};

use crate::collect::shop::{Shop, anna, approval, profile, question};

const MILK: &str = r#"{"item":"milk"}"#;
const UNCERTAIN: &str = "I have your address as 123 Main St and phone number as 555-0000. Is that correct?";
const ORDERED: &str = "item: milk (model), address: 123 Main St (user), phone: 555-0000 (user), contact_name: John (profile), \
                       payment_method: cash (default), count: 1 (default)";

fn known() -> Shop {
    Shop::new(|builder| builder.values(Values::new().profile(profile())))
}

/// A shop that misses the phone number alone.
fn without_phone() -> Shop {
    let settings = MapProfile::new().of(anna(), "name", "John");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(settings)));
    shop.session.user_says("to 456 Oak Ave");
    shop
}

const TO_OAK: &str = r#"{"item":"milk","address":"456 Oak Ave"}"#;
const PHONE: &str = "What's your phone number for the delivery? (e.g. 555-1234)";

#[test]
fn a_yes_confirms_uncertain_values_and_resumes_the_call() {
    let shop = known();
    assert_eq!(shop.asked(MILK), UNCERTAIN);
    assert_eq!(shop.answered("Yes, please"), ORDERED);
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"], 1));
}

#[test]
fn what_was_confirmed_counts_as_the_users_afterwards() {
    let shop = known();
    shop.asked(MILK);
    shop.answered("yes");
    assert_eq!(shop.text("place_order", MILK), ORDERED);
    let copied = r#"{"item":"milk","address":"123 Main St","phone":"555-0000"}"#;
    assert_eq!(shop.text("place_order", copied), ORDERED);
    let other = r#"{"item":"milk","address":"124 Main St"}"#;
    assert_eq!(shop.asked(other), "I have your address as 124 Main St. Is that correct?");
}

#[test]
fn what_was_confirmed_is_what_runs_whatever_the_profile_says_then() {
    let source = std::sync::Arc::new(profile());
    let shop = Shop::new(|builder| builder.values(Values::new().profile(source.clone())));
    assert_eq!(shop.asked(MILK), UNCERTAIN);
    block_on(source.put(&anna(), "address", "6 Evil St".into())).unwrap();
    assert_eq!(shop.answered("yes"), ORDERED);
}

#[test]
fn a_value_completes_the_call() {
    let shop = without_phone();
    assert_eq!(shop.asked_after_address(TO_OAK), PHONE);
    assert_eq!(
        shop.answered("My phone is 555-1234."),
        "item: milk (model), address: 456 Oak Ave (user), phone: 555-1234 (user), contact_name: John (profile), \
         payment_method: cash (default), count: 1 (default)"
    );
}

#[test]
fn what_is_missing_and_what_is_uncertain_are_asked_one_after_the_other() {
    let known = MapProfile::new().of(anna(), "address", "123 Main St").of(anna(), "name", "John");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(known)));
    assert_eq!(
        shop.asked(MILK),
        format!(
            "I need a few more details:\n• {PHONE}\n• I have your address as 123 Main St. Is that correct?"
        )
    );
    // A yes does not give the number. Several values are left to the model.
    assert!(matches!(shop.reply("yes"), Replied::Unclear(_)));
    assert_eq!(shop.reply("555-1234, I think"), Replied::NotAnAnswer);
    // The model calls with it.
    let again = r#"{"item":"milk","phone":"555-1234"}"#;
    assert_eq!(shop.asked(again), "I have your address as 123 Main St. Is that correct?");
    assert_eq!(shop.states(), ["cancelled", "needs_input"]);
    assert_eq!(
        shop.answered("That's right!"),
        "item: milk (model), address: 123 Main St (user), phone: 555-1234 (user), contact_name: John (profile), \
         payment_method: cash (default), count: 1 (default)"
    );
}

#[test]
fn the_call_is_given_up() {
    for word in ["cancel", "Stop.", "never mind", "Forget it!"] {
        let shop = known();
        shop.asked(MILK);
        let Replied::Cancelled(outcome) = shop.reply(word) else { panic!("{word} gives it up") };
        assert_eq!(
            outcome.for_user().as_deref(),
            Some("Okay, place order was cancelled. Nothing was changed.")
        );
        assert_eq!(
            outcome.for_model_as_text(),
            "The user cancelled 'place_order'. It did not run. Do not call it again unless the user asks for it."
        );
        assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"], 0));
        assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    }
}

#[test]
fn a_no_leaves_it_to_the_model() {
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.reply("no"), Replied::NotAnAnswer);
    assert_eq!(shop.states(), ["cancelled"]);
    assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    assert_eq!(shop.buy.orders(), 0);
}

#[test]
fn questions_and_new_requests_are_no_answers() {
    for text in [
        "What's the weather in Paris?",
        "Is it 555-1234?",
        "Tell me a joke first",
        "Actually use 456 Oak Ave, 555-1234",
        "yes but to another address",
        "Order bread as well",
    ] {
        for (shop, arguments) in [(known(), MILK), (without_phone(), TO_OAK)] {
            shop.asked(arguments);
            assert_eq!(shop.reply(text), Replied::NotAnAnswer, "{text}");
            assert_eq!((shop.states(), shop.buy.orders()), (vec!["needs_input"], 0), "{text}");
        }
    }
}

#[test]
fn a_question_stays_open_for_a_value_behind_a_new_request() {
    let shop = without_phone();
    shop.asked_after_address(TO_OAK);
    assert_eq!(shop.reply("What's the weather in Paris?"), Replied::NotAnAnswer);
    assert!(shop.answered("555-1234").contains("phone: 555-1234 (user)"));
}

#[test]
fn a_late_yes_is_asked_about_once_more() {
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.reply("What's the weather in Paris?"), Replied::NotAnAnswer);
    // It may answer the model's text about the weather.
    assert_eq!(shop.reply("yes"), Replied::Unclear(vec![UNCERTAIN.to_owned()]));
    assert_eq!(shop.buy.orders(), 0);
    assert_eq!(shop.answered("yes"), ORDERED);
}

#[test]
fn a_message_that_the_host_says_twice_is_one() {
    let shop = known();
    shop.session.user_says("Hello");
    shop.asked(MILK);
    shop.session.user_says("yes");
    assert_eq!(shop.answered("yes"), ORDERED);
}

#[test]
fn what_is_not_clear_is_asked_again() {
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.reply("hm"), Replied::Unclear(vec![UNCERTAIN.to_owned()]));
    let plain = format!("{UNCERTAIN} Please answer \"yes\" or \"no\".");
    for text in ["sorry", ""] {
        assert_eq!(shop.reply(text), Replied::Unclear(vec![plain.clone()]), "{text}");
    }
    assert_eq!(shop.answered("yes"), ORDERED);
}

#[test]
fn an_answer_that_comes_too_late_is_none() {
    let shop = known();
    shop.asked(MILK);
    shop.pass(15);
    assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    assert_eq!(shop.buy.orders(), 0);
    let expired = block_on(shop.toolbox.expire_pending()).unwrap();
    assert_eq!(expired.len(), 1);
    assert_eq!(shop.states(), ["expired"]);
}

#[test]
fn an_answer_counts_once() {
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.answered("yes"), ORDERED);
    assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    assert_eq!(shop.buy.orders(), 1);
}

#[test]
fn somebody_elses_message_is_no_answer() {
    let shop = without_phone();
    shop.asked_after_address(TO_OAK);
    for other in [UserChannel::of("bob"), UserChannel::local(), UserChannel::of("anna").in_tenant("acme")] {
        let message = other.message("555-6666");
        let replied = block_on(shop.toolbox.reply_with(&shop.session, &shop.turn, &message)).unwrap();
        assert_eq!(replied, Replied::NotAnAnswer);
    }
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled", "needs_input"], 0));
    // Messages of other users are no messages of anna.
    let sent = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-6666"}"#;
    assert_eq!(shop.asked(sent), "I have your phone number as 555-6666. Is that correct?");
}

#[test]
fn the_model_calling_again_after_a_message_replaces_the_question() {
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.reply("Actually use 456 Oak Ave and 555-1234"), Replied::NotAnAnswer);
    let corrected = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-1234"}"#;
    assert_eq!(
        shop.text("place_order", corrected),
        "item: milk (model), address: 456 Oak Ave (user), phone: 555-1234 (user), contact_name: John (profile), \
         payment_method: cash (default), count: 1 (default)"
    );
    assert_eq!(shop.states(), ["cancelled"]);
    // A later yes is for something else.
    assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    assert_eq!(shop.buy.orders(), 1);
}

#[test]
fn the_model_calling_again_without_waiting_asks_no_second_question() {
    let shop = known();
    let first = shop.order(MILK);
    let second = shop.order(MILK);
    assert_eq!(question(&first), question(&second));
    let pending = [&first, &second].map(|outcome| match &outcome.kind {
        OutcomeKind::AskUser(question) => question.pending().cloned(),
        _ => None,
    });
    assert!(pending[0].is_some() && pending[0] == pending[1]);
    assert_eq!(shop.states(), ["needs_input"]);
    assert_eq!(shop.answered("yes"), ORDERED);
    assert_eq!(shop.buy.orders(), 1);
}

#[test]
fn a_session_may_be_stored_between_question_and_answer() {
    let mut shop = known();
    shop.session.user_says("Hello");
    shop.asked(MILK);
    let stored = shop.session.to_json();
    assert!(!stored.contains("Main St"), "{stored}");
    shop.session = Session::from_json(&stored).unwrap();
    assert_eq!(shop.answered("yes"), ORDERED);
}

#[test]
fn a_question_outlives_its_toolbox_and_not_its_tool() {
    let store = std::sync::Arc::new(hpd_host::approval::MemoryStore::default());
    let mut shop = Shop::new(|builder| {
        builder
            .values(Values::new().profile(profile()))
            .approval(Approval::new().pending_store(store.clone()))
    });
    shop.asked(MILK);
    let clock = shop.clock.clone();
    let empty = hpd_host::Toolbox::builder()
        .system(System::new().clock(clock.clone()))
        .approval(Approval::new().pending_store(store.clone()));
    shop.toolbox = empty.build().unwrap();
    assert_eq!(shop.reply("yes"), Replied::NotAnAnswer);
    let buy = shop.buy.clone();
    let next = hpd_host::Toolbox::builder()
        .system(System::new().clock(clock))
        .approval(Approval::new().pending_store(store))
        .plugin(buy)
        .values(Values::new().profile(profile()));
    shop.toolbox = next.build().unwrap();
    assert_eq!(shop.answered("yes"), ORDERED);
}

#[test]
fn an_answer_to_a_write_leads_to_its_approval_and_that_to_the_run() {
    let account = MapProfile::new().of(anna(), "account", "ACC-1");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(account)));
    let asked = shop.call("pay", r#"{"amount":5}"#);
    assert_eq!(question(&asked), "I have your account as ACC-1. Is that correct?");
    let Replied::Answered(confirm) = shop.reply("yes") else { panic!("it is an answer") };
    let approval = approval(&confirm);
    assert_eq!(shop.buy.orders(), 0);
    // A yes to the values is none to the payment.
    assert!(matches!(shop.reply("yes"), Replied::Unclear(_)));
    assert_eq!(shop.buy.orders(), 0);
    assert_eq!(shop.confirm(approval), "amount: 5 (model), account: ACC-1 (user)");
    assert_eq!(shop.states(), ["cancelled", "succeeded"]);
}

#[test]
fn a_call_goes_on_for_whom_it_was_made() {
    let shop = known();
    shop.asked(MILK);
    let message = shop.user.message("yes");
    let replied = block_on(shop.toolbox.reply(&shop.session, &message)).unwrap();
    let Replied::Answered(outcome) = replied else { panic!("it is an answer") };
    // The recipient's name is in anna's profile alone.
    assert_eq!(outcome.for_model().text, ORDERED);
}
