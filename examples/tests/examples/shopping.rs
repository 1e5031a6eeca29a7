//! Orders, and the meaning of a message after one of them.

use futures_executor::block_on;
use hpd_examples::shopping::{Buy, Order};
use hpd_host::approval::{Permission, UserChannel};
use hpd_host::outcome::Replied;
use hpd_host::values::MapProfile;
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox, Values};

/// A user whose profile has everything, and may be out of date.
struct Shop {
    buy: Buy,
    toolbox: Toolbox,
    session: Session,
}

impl Shop {
    fn new() -> Self {
        let buy = Buy::default();
        let profile = MapProfile::new()
            .for_all("address", "123 Main St")
            .for_all("phone", "555-0000")
            .for_all("name", "John");
        let toolbox = Toolbox::builder()
            .plugin(buy.clone())
            .values(Values::new().profile(profile))
            .approval(Approval::new().permission("buy.place_order", Permission::Allow))
            .build()
            .expect("the plugin is consistent");
        Self { buy, toolbox, session: Session::new() }
    }

    fn say(&self, message: &str) -> Replied {
        let message = UserChannel::local().message(message);
        block_on(self.toolbox.reply(&self.session, &message)).expect("the store is in memory")
    }

    fn call(&self, arguments: &str) -> Outcome {
        block_on(self.toolbox.call(&self.session, &RawCall::new("1", "place_order", arguments)))
    }
}

fn order(address: &str, phone: &str) -> Order {
    Order {
        item: "milk".to_owned(),
        address: address.to_owned(),
        phone: phone.to_owned(),
        contact_name: "John".to_owned(),
        payment_method: None,
    }
}

#[test]
fn a_yes_after_the_order_orders_nothing() {
    let shop = Shop::new();
    assert_eq!(shop.say("Buy milk"), Replied::NotAnAnswer);
    assert_eq!(shop.call(r#"{"item":"milk"}"#).status(), "ask_user");
    assert_eq!(shop.say("Actually use 456 Oak Ave, 555-1234"), Replied::NotAnAnswer);
    let corrected = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-1234","contact_name":"John"}"#;
    assert_eq!(shop.call(corrected).for_model().text, "Order placed for milk.");

    assert_eq!(shop.say("Yes"), Replied::NotAnAnswer);
    assert_eq!(shop.buy.orders(), [order("456 Oak Ave", "555-1234")]);
}

#[test]
fn two_questions_of_one_message_stay_open() {
    let shop = Shop::new();
    shop.say("Buy milk and bread");
    assert_eq!(shop.call(r#"{"item":"milk"}"#).status(), "ask_user");
    assert_eq!(shop.call(r#"{"item":"bread"}"#).status(), "ask_user");
    assert!(matches!(shop.say("Yes"), Replied::Unclear(questions) if questions.len() == 2));
    assert!(shop.buy.orders().is_empty());
}

#[test]
fn a_value_of_the_profile_stays_uncertain_when_the_model_sends_it() {
    let shop = Shop::new();
    shop.say("Buy milk");
    let outcome = shop.call(r#"{"item":"milk","address":"123 Main St","phone":"555-0000"}"#);
    assert_eq!(
        outcome.for_user().as_deref(),
        Some("I have your address as 123 Main St and phone number as 555-0000. Is that correct?")
    );
    let Replied::Answered(outcome) = shop.say("Yes") else { panic!("a yes to the only open question") };
    assert_eq!(outcome.for_model().text, "Order placed for milk.");
    assert_eq!(shop.buy.orders(), [order("123 Main St", "555-0000")]);
}
