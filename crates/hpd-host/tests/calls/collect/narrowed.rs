//! The model's view of parameters that the configuration fills.

use hpd_host::dialect::Dialect;
use hpd_host::list::ListMode;
use hpd_host::values::PluginConfig;
use hpd_host::{CallError, Provider, RawCall, Values};
use serde_json::{Value, json};

use crate::collect::shop::{Shop, config, household, profile};

fn parameters(shop: &Shop) -> (Vec<String>, Vec<String>) {
    let schema: Value =
        serde_json::from_str(shop.toolbox.tool("place_order").unwrap().input_schema()).unwrap();
    names(&schema)
}

/// The properties of a schema, and the required ones.
fn names(schema: &Value) -> (Vec<String>, Vec<String>) {
    let properties = schema["properties"].as_object().map(|members| members.keys().cloned().collect());
    let required = schema["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    (properties.unwrap_or_default(), required.unwrap_or_default())
}

fn listed() -> PluginConfig {
    household().use_default_directly_for(["address", "phone"])
}

#[test]
fn what_a_profile_may_fill_is_optional_and_still_needed() {
    let shop = Shop::new(|builder| builder);
    let all = ["item", "address", "phone", "contact_name", "payment_method", "count"].map(str::to_owned);
    assert_eq!(parameters(&shop), (sorted(&all), vec!["item".to_owned()]));
    assert_eq!(
        shop.asked(r#"{"item":"milk"}"#),
        "I need a few more details:\n• Where should it be delivered?\n\
         • What's your phone number for the delivery? (e.g. 555-1234)\n• What is the recipient name?"
    );
}

/// `serde_json` sorts the members of objects.
fn sorted(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort();
    names
}

#[test]
fn listed_parameters_with_a_value_are_left_out() {
    let shop = Shop::new(|builder| builder.values(Values::new().config(config(listed()))));
    let left = ["contact_name", "count", "item", "payment_method"].map(str::to_owned);
    assert_eq!(parameters(&shop), (left.to_vec(), vec!["item".to_owned()]));
    assert_eq!(
        shop.text("place_order", r#"{"item":"milk"}"#),
        "item: milk (model), address: 1 Config Rd (config), phone: 555-1111 (config), contact_name: Jim (config), \
         payment_method: cash (default), count: 1 (default)"
    );
}

#[test]
fn listed_parameters_without_a_value_stay() {
    let settings = PluginConfig::new().use_default_directly_for(["address"]);
    let shop = Shop::new(|builder| builder.values(Values::new().config(config(settings))));
    assert!(parameters(&shop).0.contains(&"address".to_owned()));
}

#[test]
fn a_change_of_the_configuration_changes_the_schema_at_once() {
    let source = config(PluginConfig::new());
    let shop = Shop::new(|builder| builder.values(Values::new().config(source.clone())));
    let sees = |name: &str| parameters(&shop).0.contains(&name.to_owned());
    assert!(sees("address"));
    source.set("buy", listed());
    assert!(!sees("address") && !sees("phone"));
    source.set("buy", household().use_default_directly_for(["phone"]));
    assert!(sees("address") && !sees("phone"));
    source.remove("buy");
    assert!(sees("address") && sees("phone"));
}

#[test]
fn a_change_of_the_configuration_changes_a_native_list() {
    let source = config(PluginConfig::new());
    let shop = Shop::new(|builder| builder.values(Values::new().config(source.clone())));
    shop.session.set_list_mode(ListMode::Native);
    let written = || Provider::Anthropic.list(&shop.toolbox.tool_list(&shop.session), None).unwrap();
    let before = written();
    assert!(before.contains(r#""address":"#));
    source.set("buy", listed());
    assert!(!written().contains(r#""address":"#));
    source.remove("buy");
    assert_eq!(written(), before);
}

#[test]
fn a_default_makes_a_required_parameter_optional_while_it_is_there() {
    let source = config(PluginConfig::new());
    let shop = Shop::new(|builder| builder.values(Values::new().config(source.clone())));
    assert_eq!(parameters(&shop).1, ["item"]);
    source.set("buy", PluginConfig::new().default_parameter("item", "bread"));
    assert_eq!(parameters(&shop).1, [""; 0]);
}

#[test]
fn every_dialect_is_narrowed() {
    let source = config(listed());
    let shop = Shop::new(|builder| builder.values(Values::new().config(source.clone())));
    let dialects = [
        Dialect::Mcp,
        Dialect::OpenAi,
        Dialect::OpenAiStrict,
        Dialect::Anthropic,
        Dialect::AnthropicStrict,
        Dialect::Gemini,
        Dialect::GeminiOpenApi,
    ];
    let properties = |dialect| {
        let schema = shop.toolbox.tool("place_order").unwrap().input_schema_in(dialect).unwrap();
        names(&serde_json::from_str(schema).unwrap()).0
    };
    for dialect in dialects {
        assert_eq!(properties(dialect), ["contact_name", "count", "item", "payment_method"], "{dialect:?}");
    }
    source.remove("buy");
    for dialect in dialects {
        assert_eq!(properties(dialect).len(), 6, "{dialect:?}");
    }
}

#[test]
fn the_lists_of_providers_are_narrowed() {
    let shop = Shop::new(|builder| builder.values(Values::new().config(config(listed()))));
    let tools = shop.toolbox.tools(&shop.session);
    for (provider, dialect) in [
        (Provider::OpenAiChat, Dialect::OpenAi),
        (Provider::OpenAiChat, Dialect::OpenAiStrict),
        (Provider::OpenAiResponses, Dialect::OpenAiStrict),
        (Provider::Anthropic, Dialect::Anthropic),
        (Provider::Anthropic, Dialect::AnthropicStrict),
        (Provider::Gemini, Dialect::Gemini),
        (Provider::Gemini, Dialect::GeminiOpenApi),
        (Provider::Mcp, Dialect::Mcp),
    ] {
        for list in [provider.tools(&tools), provider.tools_in(&tools, dialect).unwrap()] {
            assert!(!list.contains("Delivery address"), "{provider:?} {dialect:?}");
            assert!(list.contains("Recipient name"), "{provider:?} {dialect:?}");
        }
    }
}

#[test]
fn a_hidden_parameter_that_the_model_sends_is_refused() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile()).config(config(listed()))));
    let sent = r#"{"item":"milk","address":"6 Evil St"}"#;
    let expected = concat!(
        r#"{"error_type":"validation_error","errors":[{"property":"address","attempted_value":"6 Evil St","#,
        r#""error_message":"address is filled from the configuration and must not be sent","#,
        r#""error_code":"UNKNOWN_FIELD"}],"#,
        r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."}"#,
    );
    assert_eq!(shop.text("place_order", sent), expected);
    assert_eq!(shop.buy.orders(), 0);
}

#[test]
fn a_hidden_parameter_that_the_user_mentions_is_asked_about() {
    let shop = Shop::new(|builder| builder.values(Values::new().config(config(listed()))));
    shop.session.user_says("Milk to 456 Oak Ave this time");
    assert_eq!(
        shop.asked(r#"{"item":"Milk","address":"456 Oak Ave"}"#),
        "I have your address as 456 Oak Ave (mentioned by you). Is that correct?"
    );
    assert_eq!(
        shop.answered("yes"),
        "item: Milk (mentioned), address: 456 Oak Ave (user), phone: 555-1111 (config), contact_name: Jim (config), \
         payment_method: cash (default), count: 1 (default)"
    );
}

#[test]
fn the_check_before_a_call_refuses_it_too() {
    let shop = Shop::new(|builder| builder.values(Values::new().config(config(listed()))));
    let check = |arguments| shop.toolbox.check(&shop.session, &RawCall::new("1", "place_order", arguments));
    let Err(CallError::Validation(response)) = check(r#"{"item":"milk","address":"6 Evil St"}"#) else {
        panic!("the address is hidden");
    };
    assert_eq!(
        response.errors.iter().map(|error| &*error.error_message).collect::<Vec<_>>(),
        ["address is filled from the configuration and must not be sent"]
    );
    assert_eq!(check(r#"{"item":"milk"}"#).unwrap().arguments.as_deref(), Some(r#"{"item":"milk"}"#));
    shop.session.user_says("to 6 Evil St");
    assert!(check(r#"{"item":"milk","address":"6 Evil St"}"#).is_ok());
}

#[test]
fn what_is_hidden_is_not_among_what_the_model_is_told() {
    let shop = Shop::new(|builder| {
        builder.values(Values::new().config(config(
            household().use_default_directly_for(["address"]).capability(
                "place_order",
                hpd_host::values::CapabilityConfig::new().use_defaults_directly(false),
            ),
        )))
    });
    let outcome = shop.order(r#"{"item":"milk"}"#);
    assert!(!outcome.for_model_as_text().contains("address"));
    assert_eq!(
        outcome.for_host()["ask_user_data"],
        json!({"uncertain": [{"name": "phone", "value": "555-1111", "source": "config"}]})
    );
}
