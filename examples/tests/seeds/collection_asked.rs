//! Document 004, parameter collection: the question to the user, what the next message does, and the flows.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::UserChannel;
use hpd_host::outcome::Replied;
use hpd_host::reexports::serde_json::json;
use hpd_host::values::{MapProfile, Profile};
use hpd_host::{Principal, Values};

use crate::collection_kit::{MILK, Shop, john, named, question};

const SURE: &str = "I have your address as 123 Main St and phone number as 555-0000. Is that correct?";

fn known() -> Shop {
    Shop::new(|builder| builder.values(Values::new().profile(john())))
}

fn cameras() -> Shop {
    Shop::new(|builder| builder)
}

#[test]
fn row_76_an_empty_value_is_none() {
    let profile = named().for_all("address", "").for_all("phone", "555-0000");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile)));
    let outcome = shop.order(r#"{"item":"milk","contact_name":""}"#);
    assert_eq!(
        outcome.for_host()["ask_user_data"],
        json!({
            "missing": ["address"],
            "uncertain": [{"name": "phone", "value": "555-0000", "source": "profile"}]
        })
    );
    let text = outcome.for_model_as_text();
    assert!(text.contains("- contact_name: John (from profile)"), "{text}");
}

#[test]
fn row_77_what_is_asked_is_data_for_the_host() {
    let missing = cameras().call("record", "{}");
    assert_eq!(missing.for_host()["ask_user_data"], json!({"missing": ["node_id"]}));
    let uncertain = known().order(MILK);
    assert_eq!(
        uncertain.for_host()["ask_user_data"],
        json!({"uncertain": [
            {"name": "address", "source": "profile", "value": "123 Main St"},
            {"name": "phone", "source": "profile", "value": "555-0000"}
        ]})
    );
}

#[test]
fn row_78_the_question_is_the_authors_with_an_example() {
    let outcome = cameras().call("record", "{}");
    assert_eq!(question(&outcome), "Which node should I use? (e.g. test-node-1)");
}

#[test]
fn row_79_without_a_declared_question_the_model_tries_first_and_then_the_user_is_asked() {
    let shop = cameras();
    let outcomes = [(); 3].map(|()| shop.call("record_plain", "{}"));
    assert_eq!(outcomes.each_ref().map(hpd_host::Outcome::status), ["error", "error", "ask_user"]);
    assert_eq!(question(&outcomes[2]), "What is the node?");
    assert_eq!(outcomes[2].for_host()["ask_user_data"], json!({"missing": ["node_id"]}));
    assert_eq!(shop.answered("test-node-1"), "Recorded from test-node-1.");
}

#[test]
fn row_80_the_next_message_completes_the_single_value() {
    for said in ["test-node-1", "It's test-node-1", "test-node-1, thanks"] {
        let shop = cameras();
        shop.call("record", "{}");
        assert_eq!(shop.answered(said), "Recorded from test-node-1.", "{said}");
    }
    for (said, taken) in [("5", "5 photos."), ("7 please", "7 photos.")] {
        let shop = cameras();
        shop.call("shoot", "{}");
        assert_eq!(shop.answered(said), taken);
    }
    for said in ["-1", "3.5", "five"] {
        let shop = cameras();
        shop.call("shoot", "{}");
        let replied = shop.say(said);
        assert!(matches!(replied, Replied::Unclear(_) | Replied::NotAnAnswer), "{said}: {replied:?}");
        assert_eq!(shop.states(), ["needs_input"], "{said}");
    }
}

#[test]
fn row_81_the_single_value_is_taken_beside_an_uncertain_one() {
    let shop =
        Shop::new(|builder| builder.values(Values::new().profile(named().for_all("address", "123 Main St"))));
    shop.asked(MILK);
    let Replied::Answered(outcome) = shop.say("555-1234") else { panic!("it is the phone number") };
    assert_eq!(question(&outcome), "I have your address as 123 Main St. Is that correct?");
    assert_eq!(shop.answered("yes"), "Order placed for milk.");
    assert_eq!(shop.buy.orders()[0].phone, "555-1234");
}

#[test]
fn row_82_the_model_is_not_called_for_it() {
    let shop = cameras();
    shop.call("record", "{}");
    shop.answered("test-node-1");
    let calls = shop.events().iter().filter(|record| record.event.kind() == "tool_call").count();
    assert_eq!(calls, 1);
}

#[test]
fn row_83_a_cancel_ends_it_and_questions_are_the_models() {
    let shop = known();
    shop.asked(MILK);
    for other in ["why do you need it?", "What do you have?"] {
        assert_eq!(shop.say(other), Replied::NotAnAnswer, "{other}");
        assert_eq!(shop.states(), ["needs_input"], "{other}");
    }
    assert!(matches!(shop.say("never mind"), Replied::Cancelled(_)));
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"], vec![]));
}

#[test]
fn row_84_open_calls_have_ids_and_a_bare_answer_fits_one() {
    let shop = known();
    shop.asked(MILK);
    shop.asked(r#"{"item":"bread"}"#);
    let anna = UserChannel::of("anna");
    let calls = block_on(shop.toolbox.pending_calls(&shop.session, &anna)).expect("the store is in memory");
    assert!(calls.len() == 2 && calls[0].id != calls[1].id);
    assert_eq!(shop.say("Yes"), Replied::Unclear(vec![SURE.to_owned(); 2]));
    let other = hpd_host::Session::with_id("s2");
    assert!(block_on(shop.toolbox.pending_calls(&other, &anna)).expect("the store is in memory").is_empty());
}

#[test]
fn row_85_a_function_asks_itself() {
    let shop = cameras();
    let outcome = shop.call("film", "{}");
    assert_eq!(question(&outcome), "Which node should I use?");
    assert_eq!(outcome.for_host()["ask_user_data"], json!({"missing": ["node_id"]}));
    assert_eq!(shop.answered("test-node-1"), "Filmed from test-node-1.");
}

#[test]
fn row_86_a_natural_yes_resumes_the_call() {
    for yes in [
        "Yes",
        "Yes, that's correct",
        "Yes, that is correct.",
        "yes, correct",
        "Yes, that's right",
        "Yes it is",
        "Yes, both are correct",
        "Yes, go ahead",
        "Yes, please place the order",
        "Right",
        "Yes, thank you",
        "Yes, use those",
        "Yes for both",
        "y",
        "Looks good",
    ] {
        let shop = known();
        shop.asked(MILK);
        assert_eq!(shop.answered(yes), "Order placed for milk.", "{yes}");
        // The model calls again with what was confirmed: nothing is asked twice.
        let again = r#"{"item":"milk","address":"123 Main St","phone":"555-0000"}"#;
        assert_eq!(shop.call_as("2", "place_order", again).status(), "ok", "{yes}");
    }
}

#[test]
fn row_87_a_correction_takes_the_place_of_what_was_known() {
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.say("Actually use 456 Oak Ave, 555-1234"), Replied::NotAnAnswer);
    let corrected = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-1234","contact_name":"John"}"#;
    assert_eq!(shop.order(corrected).for_model().text, "Order placed for milk.");
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.answered("The address is right, but my phone is 555-9999"), "Order placed for milk.");
    let order = &shop.buy.orders()[0];
    assert_eq!((&*order.address, &*order.phone), ("123 Main St", "555-9999"));
}

#[test]
fn row_88_what_the_user_said_is_kept_in_the_profile_where_the_host_says_so() {
    for remembers in [true, false] {
        let profile = Arc::new(named().for_all("address", "123 Main St"));
        let shop = Shop::new(|builder| {
            let builder = builder.values(Values::new().profile(profile.clone()));
            if remembers { builder.values(Values::new().remember_confirmed_values()) } else { builder }
        });
        shop.asked(MILK);
        shop.say("555-1234");
        shop.answered("yes");
        let kept = |who: &str| block_on(profile.get(&Principal::new(who), "phone")).expect("it is in memory");
        assert_eq!(kept("anna"), remembers.then(|| json!("555-1234")));
        assert_eq!(kept("bob"), None);
    }
}

#[test]
fn row_89_a_sensitive_value_is_never_shown() {
    let shop = Shop::new(|builder| {
        builder.values(Values::new().profile(MapProfile::new().for_all("pin", "s3cret-pin")))
    });
    let outcome = shop.call("unlock", "{}");
    assert_eq!(question(&outcome), "I have your pin as in your profile. Is that correct?");
    assert!(
        outcome.for_model_as_text().contains("- pin: [hidden] (from profile)"),
        "{}",
        outcome.for_model_as_text()
    );
    assert_eq!(shop.answered("yes"), "Unlocked.");
    assert!(!format!("{:?}", shop.events()).contains("s3cret"));
}

#[test]
fn row_90_the_flows_end_as_in_the_document() {
    // Flow 1 is row 67, flow 2 in two messages, flow 2b row 86 and 87, flow 3 row 91: transcripts are in `programs`.
    let shop =
        Shop::new(|builder| builder.values(Values::new().profile(named().for_all("address", "123 Main St"))));
    shop.session.user_says("Buy milk, to 123 Main St");
    assert_eq!(
        shop.asked(r#"{"item":"milk","address":"123 Main St"}"#),
        "I need a few more details:\n\
         • What's your phone number for the delivery?\n\
         • I have your address as 123 Main St (mentioned by you). Is that correct?"
    );
    let Replied::Answered(outcome) = shop.say("555-1234") else { panic!("it is the phone number") };
    assert_eq!(question(&outcome), "I have your address as 123 Main St (mentioned by you). Is that correct?");
    assert_eq!(shop.answered("yes"), "Order placed for milk.");
}

#[test]
fn row_91_where_nothing_is_known_everything_is_asked_for_at_once() {
    let shop = Shop::new(|builder| builder);
    let outcome = shop.order(MILK);
    assert_eq!(
        question(&outcome),
        "I need a few more details:\n\
         • Where should it be delivered?\n\
         • What's your phone number for the delivery?\n\
         • What is the recipient name?"
    );
    assert_eq!(shop.say("123 Oak Ave, 555-1234, I'm John"), Replied::NotAnAnswer);
    let all = r#"{"item":"milk","address":"123 Oak Ave","phone":"555-1234","contact_name":"John"}"#;
    assert_eq!(shop.order(all).for_model().text, "Order placed for milk.");
}
