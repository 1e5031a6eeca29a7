//! Other ways to a call: `call_function`, a recovered call, and the calls of a turn.

use futures_executor::block_on;
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::outcome::Replied;
use hpd_host::{RawCall, Values, scope};

use crate::collect::shop::{Shop, config, household, profile, question};

/// Deliveries.
struct Delivery;

#[scope("Deliveries")]
impl Delivery {
    /// Asks where a parcel is.
    #[ai_function]
    fn track(
        &self,
        /// The parcel.
        parcel: String,
        /// Contact phone number.
        #[param(profile_key = "phone", confirm_if_uncertain)]
        phone: String,
    ) -> String {
        format!("{parcel} {phone}")
    }
}

fn constant() -> Shop {
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    Shop::of(|builder| builder.plugin(Delivery).values(Values::new().profile(profile())).visibility(policy))
}

const ASKED: &str = "I have your phone as 555-0000. Is that correct?";

#[test]
fn a_call_through_call_function_is_collected() {
    let shop = constant();
    let outcome = shop.call("call_function", r#"{"name":"Delivery","arguments":{}}"#);
    assert!(outcome.error().is_none(), "{outcome:?}");
    let outcome = shop.call("call_function", r#"{"name":"track","arguments":{"parcel":"P-1"}}"#);
    assert_eq!(question(&outcome), ASKED);
    assert_eq!(&*outcome.tool_name, "call_function");
    assert_eq!(shop.answered("yes"), "P-1 555-0000");
}

#[test]
fn an_expansion_says_what_is_to_be_sent() {
    let settings = hpd_host::values::PluginConfig::new()
        .default_parameter("phone", "555-1111")
        .use_default_directly_for(["phone"]);
    let source = std::sync::Arc::new(hpd_host::values::MapConfig::new().with("Delivery", settings));
    let policy = VisibilityPolicy::new().list(ListMode::Constant);
    let shop =
        Shop::of(|builder| builder.plugin(Delivery).values(Values::new().config(source)).visibility(policy));
    let text = shop.text("Delivery", "{}");
    assert!(text.contains("parcel") && !text.contains("phone"), "{text}");
    let outcome = shop.call("call_function", r#"{"name":"track","arguments":{"parcel":"P-1","phone":"6"}}"#);
    assert!(outcome.error().is_some(), "{outcome:?}");
}

#[test]
fn a_call_that_is_set_right_is_collected() {
    let shop = Shop::of(|builder| {
        builder
            .plugin(Delivery)
            .values(Values::new().profile(profile()))
            .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
    });
    let outcome = shop.call("Delivery", r#"{"function":"track","parcel":"P-1"}"#);
    assert_eq!(question(&outcome), ASKED);
    assert_eq!(&*outcome.tool_name, "Delivery");
    assert!(outcome.recovered.is_some());
    assert_eq!(shop.answered("yes"), "P-1 555-0000");
}

#[test]
fn a_hidden_function_that_is_called_is_expanded_and_collected() {
    let shop = Shop::of(|builder| {
        builder
            .plugin(Delivery)
            .values(Values::new().profile(profile()))
            .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
    });
    assert_eq!(question(&shop.call("Delivery.track", r#"{"parcel":"P-1"}"#)), ASKED);
    assert_eq!(shop.answered("yes"), "P-1 555-0000");
}

#[test]
fn a_turn_asks_for_some_calls_and_makes_the_others() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let calls = [
        RawCall::new("1", "hello", "{}"),
        RawCall::new("2", "place_order", r#"{"item":"milk"}"#),
        RawCall::new("3", "hello", "{}"),
    ];
    let outcomes = block_on(shop.toolbox.turn_with(&shop.session, &shop.turn, &calls));
    assert_eq!(outcomes.iter().map(hpd_host::Outcome::status).collect::<Vec<_>>(), ["ok", "ask_user", "ok"]);
    assert_eq!(outcomes.iter().map(|outcome| &*outcome.call_id).collect::<Vec<_>>(), ["1", "2", "3"]);
    assert!(matches!(shop.reply("yes"), Replied::Answered(_)));
}

#[test]
fn a_session_with_an_id_of_its_own_is_asked_under_it() {
    let mut shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    shop.session = hpd_host::Session::with_id("chat-7");
    shop.asked(r#"{"item":"milk"}"#);
    assert_eq!(shop.pending().iter().map(|row| &*row.owner.session).collect::<Vec<_>>(), ["chat-7"]);
    // A session with the same id continues it.
    shop.session = hpd_host::Session::with_id("chat-7");
    assert!(shop.answered("yes").starts_with("item: milk"));
}

#[test]
fn an_answer_may_be_awaited_on_any_thread() {
    const fn is_send<T: Send>(_: &T) {}
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let message = shop.user.message("yes");
    is_send(&shop.toolbox.reply(&shop.session, &message));
    is_send(&shop.toolbox.reply_with(&shop.session, &shop.turn, &message));
}

#[test]
fn a_function_with_nothing_to_collect_is_not_touched() {
    let shop =
        Shop::new(|builder| builder.values(Values::new().profile(profile()).config(config(household()))));
    assert_eq!(shop.text("hello", "{}"), "Hello.");
    assert_eq!(shop.session.id(), None);
}
