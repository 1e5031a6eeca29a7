//! Questions that are asked again: no form a third time, and no conversation without an end.

use hpd_host::outcome::Replied;
use hpd_host::values::MapProfile;
use hpd_host::{CallError, Values};

use crate::collect::shop::{Shop, anna, profile, question};

const MILK: &str = r#"{"item":"milk"}"#;
const ASKED: &str = "I have your address as 123 Main St and phone number as 555-0000. Is that correct?";
const PLAIN: &str = "I have your address as 123 Main St and phone number as 555-0000. Is that correct? \
                     Please answer \"yes\" or \"no\".";
const LAST: &str = "I have your address as 123 Main St and phone number as 555-0000. Is that correct? \
                    Please write \"yes\" if it is, the right value as \"name: value\" if it is not, or \"cancel\" to stop.";

fn known() -> Shop {
    Shop::new(|builder| builder.values(Values::new().profile(profile())))
}

#[test]
fn what_is_not_clear_is_asked_in_other_forms_and_then_left_to_the_model() {
    let shop = known();
    assert_eq!(shop.asked(MILK), ASKED);
    for form in [ASKED, PLAIN, PLAIN, LAST, LAST] {
        assert_eq!(shop.reply("hm"), Replied::Unclear(vec![form.to_owned()]));
    }
    assert_eq!(shop.reply("hm"), Replied::NotAnAnswer);
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"], 0));
}

#[test]
fn a_model_that_calls_again_and_again_asks_in_other_forms_and_then_no_more() {
    let shop = known();
    let asked: Vec<_> = (0..6)
        .map(|_| {
            let asked = shop.asked(MILK);
            assert_eq!(shop.reply("I might have moved, who knows"), Replied::NotAnAnswer);
            asked
        })
        .collect();
    assert_eq!(asked, [ASKED, ASKED, PLAIN, PLAIN, LAST, LAST]);
    let outcome = shop.order(MILK);
    assert!(matches!(outcome.error(), Some(CallError::NotApproved(_))), "{outcome:?}");
    assert_eq!(
        outcome.for_model_as_text(),
        "The user was asked about 'place_order' often, and no answer was clear. It did not run. Do not call it with the \
         same arguments again. Ask the user to write the values in full, and pass them exactly as written."
    );
    // The way out is a message of the user.
    shop.session.user_says("456 Oak Ave, 555-9999");
    let whole = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-9999"}"#;
    assert!(shop.text("place_order", whole).contains("address: 456 Oak Ave (user)"));
    assert_eq!(shop.asked(MILK), ASKED);
}

#[test]
fn the_model_reads_the_form_too() {
    let shop = known();
    for _ in 0..2 {
        shop.asked(MILK);
        shop.reply("I might have moved, who knows");
    }
    let text = shop.text("place_order", MILK);
    let again = "The user was asked before, and the answer was not clear. Ask this, word for word:";
    assert!(text.ends_with(&format!("\n\n{again}\n{PLAIN}")), "{text}");
}

#[test]
fn calls_of_one_turn_ask_in_one_form() {
    let shop = known();
    for item in ["milk", "bread", "salt"] {
        assert_eq!(shop.asked(&format!(r#"{{"item":"{item}"}}"#)), ASKED);
    }
}

#[test]
fn an_answer_ends_the_counting() {
    let shop = known();
    shop.asked(MILK);
    shop.reply("hm");
    assert_eq!(shop.reply("hm"), Replied::Unclear(vec![PLAIN.to_owned()]));
    assert!(matches!(shop.reply("never mind"), Replied::Cancelled(_)));
    assert_eq!(shop.asked(MILK), ASKED);
}

#[test]
fn a_value_that_is_missing_is_asked_for_in_other_forms() {
    let shop = Shop::new(|builder| {
        builder.values(Values::new().profile(MapProfile::new().of(anna(), "name", "John")))
    });
    shop.session.user_says("to 456 Oak Ave");
    shop.asked_after_address(r#"{"item":"milk","address":"456 Oak Ave"}"#);
    shop.reply("hm");
    let plain =
        "What's your phone number for the delivery? (e.g. 555-1234) Please write the value and nothing else.";
    assert_eq!(shop.reply("hm"), Replied::Unclear(vec![plain.to_owned()]));
    assert!(shop.answered("555-1234").contains("phone: 555-1234 (user)"));
}

#[test]
fn a_natural_yes_confirms_all() {
    for yes in
        ["Yes, that's correct", "Yes, both are correct", "Looks good, thanks", "Yes, please place the order"]
    {
        let shop = known();
        shop.asked(MILK);
        let ordered = shop.answered(yes);
        assert!(ordered.contains("address: 123 Main St (user), phone: 555-0000 (user)"), "{ordered}");
        assert_eq!(shop.buy.orders(), 1);
    }
}

#[test]
fn a_correction_confirms_the_rest() {
    for text in ["The address is right, but my phone is 555-9999", "Yes, but my phone is 555-9999"] {
        let shop = known();
        shop.asked(MILK);
        let ordered = shop.answered(text);
        assert!(ordered.contains("address: 123 Main St (user), phone: 555-9999 (user)"), "{ordered}");
    }
}

#[test]
fn what_is_confirmed_by_name_leaves_the_rest_to_be_asked() {
    let shop = known();
    shop.asked(MILK);
    let Replied::Answered(outcome) = shop.reply("The address is right") else { panic!("it is an answer") };
    assert_eq!(question(&outcome), "I have your phone number as 555-0000. Is that correct?");
    assert!(shop.answered("That's right").contains("address: 123 Main St (user), phone: 555-0000 (user)"));
}

#[test]
fn a_late_yes_with_a_correction_is_asked_about_once_more() {
    let shop = known();
    shop.asked(MILK);
    assert_eq!(shop.reply("What's the weather in Paris?"), Replied::NotAnAnswer);
    assert!(matches!(shop.reply("Yes, but my phone is 555-9999"), Replied::Unclear(_)));
    assert_eq!(shop.buy.orders(), 0);
}

#[test]
fn a_single_value_fills_what_is_missing_beside_what_is_uncertain() {
    let some = MapProfile::new().of(anna(), "address", "123 Main St").of(anna(), "name", "John");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(some)));
    shop.asked(MILK);
    let Replied::Answered(outcome) = shop.reply("555-1234") else { panic!("it is an answer") };
    assert_eq!(question(&outcome), "I have your address as 123 Main St. Is that correct?");
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled", "needs_input"], 0));
    assert!(shop.answered("Yes it is").contains("address: 123 Main St (user), phone: 555-1234 (user)"));
}

#[test]
fn the_digits_of_a_phone_count_however_the_model_writes_them() {
    let shop = known();
    shop.asked(MILK);
    shop.session.user_says("Buy milk, to 456 Oak Ave, my number is 555-9999.");
    let ordered = shop.text("place_order", r#"{"item":"milk","address":"456 Oak Ave","phone":"5559999"}"#);
    assert!(ordered.contains("phone: 5559999 (user)"), "{ordered}");
    let other = shop.asked(r#"{"item":"milk","address":"456 Oak Ave","phone":"5559998"}"#);
    // The message answered one call.
    let address = "address as 456 Oak Ave (mentioned by you)";
    assert_eq!(other, format!("I have your {address} and phone number as 5559998. Is that correct?"));
}

#[test]
fn a_street_that_the_model_writes_out_is_asked_about_and_confirmed_once() {
    let shop = known();
    shop.asked(MILK);
    shop.session.user_says("Buy milk, to 456 Oak Ave, 555-9999.");
    let written_out = r#"{"item":"milk","address":"456 Oak Avenue","phone":"555-9999"}"#;
    assert_eq!(shop.asked(written_out), "I have your address as 456 Oak Avenue. Is that correct?");
    assert!(shop.answered("Yes, that's right").contains("address: 456 Oak Avenue (user)"));
    assert!(shop.text("place_order", written_out).contains("address: 456 Oak Avenue (user)"));
}

#[test]
fn a_natural_yes_binds_to_none_of_two() {
    let shop = known();
    shop.asked(MILK);
    shop.asked(r#"{"item":"bread"}"#);
    assert_eq!(shop.reply("Yes, that's correct"), Replied::Unclear(vec![ASKED.to_owned(); 2]));
    assert_eq!(shop.buy.orders(), 0);
}
