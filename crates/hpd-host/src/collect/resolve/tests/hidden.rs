//! Parameters that the configuration fills and the model does not see.

use hpd_runtime::values::Provenance;

use super::{Call, address, assert_found, defaults, node};
use crate::collect::PluginConfig;
use crate::collect::plan::FieldPlan;
use crate::collect::resolution::Uncertain;

const SENT: &str = r#"{"address": "456 Oak Ave"}"#;

fn listed() -> PluginConfig {
    defaults("123 Main St").use_default_directly_for(["address"])
}

#[test]
fn one_that_the_model_sends_anyway_is_refused() {
    let resolution = Call::new([address()], SENT).config(listed()).resolve();
    // With the sent value only: the configuration's value is secret.
    assert_eq!(resolution.refused, [("address".to_owned(), node("\"456 Oak Ave\""))]);
    assert_found(&resolution, "address", "123 Main St", Provenance::Config);
}

#[test]
fn the_value_of_the_configuration_is_refused_too() {
    let resolution = Call::new([address()], r#"{"address": "123 Main St"}"#).config(listed()).resolve();
    assert_eq!(resolution.refused, [("address".to_owned(), node("\"123 Main St\""))]);
}

#[test]
fn one_that_the_user_mentions_is_asked_about() {
    let resolution = Call::new([address()], SENT).config(listed()).said("Use 456 Oak Ave.").resolve();
    assert_eq!(resolution.refused, []);
    assert_found(&resolution, "address", "456 Oak Ave", Provenance::Mentioned);
    let value = node("\"456 Oak Ave\"");
    assert_eq!(resolution.uncertain, [Uncertain { field: 0, value, source: Provenance::Mentioned }]);
}

#[test]
fn one_that_the_user_answers_is_taken() {
    let resolution = Call::new([address()], SENT).config(listed()).answered("Use 456 Oak Ave.").resolve();
    assert_eq!((resolution.refused, resolution.uncertain), (Vec::new(), Vec::new()));
}

#[test]
fn one_that_the_user_supplied_or_confirmed_is_not_refused() {
    for call in [
        Call::new([address()], "{}").supplied("address", "\"456 Oak Ave\""),
        Call::new([address()], SENT).supplied("address", "\"456 Oak Ave\""),
        Call::new([address()], SENT).confirmed("address", "\"456 Oak Ave\""),
    ] {
        let resolution = call.config(listed()).resolve();
        assert_eq!(resolution.refused, []);
        assert_found(&resolution, "address", "456 Oak Ave", Provenance::User);
    }
}

#[test]
fn null_is_not_refused() {
    let resolution = Call::new([address()], r#"{"address": null}"#).config(listed()).resolve();
    assert_eq!(resolution.refused, []);
    assert_found(&resolution, "address", "123 Main St", Provenance::Config);
}

#[test]
fn one_that_has_no_value_in_the_configuration_is_not_hidden() {
    let config = PluginConfig::new().use_default_directly_for(["address"]);
    let resolution = Call::new([address()], SENT).config(config).resolve();
    assert_eq!(resolution.refused, []);
    assert_found(&resolution, "address", "456 Oak Ave", Provenance::Model);
}

#[test]
fn one_that_is_not_listed_is_not_hidden() {
    let resolution = Call::new([address()], SENT).config(defaults("a").use_defaults_directly()).resolve();
    assert_eq!(resolution.refused, []);
    assert_found(&resolution, "address", "456 Oak Ave", Provenance::Model);
}

#[test]
fn what_is_hidden_is_what_is_refused() {
    let phone = || FieldPlan { name: "phone".into(), config_key: Some("home.phone".into()), ..address() };
    for config in [
        PluginConfig::new(),
        listed(),
        listed().use_default_directly_for(["address", "phone"]),
        PluginConfig::new()
            .use_default_directly_for(["phone"])
            .setting("home", serde_json::json!({"phone": "1"})),
        defaults("a").use_defaults_directly(),
    ] {
        let call = Call::new([address(), phone()], r#"{"address": "a b", "phone": "c d"}"#).config(config);
        let hidden: Vec<_> =
            call.plan.hidden(call.config.as_ref()).map(|field| field.name.to_string()).collect();
        let refused: Vec<_> = call.resolve().refused.into_iter().map(|(name, _)| name).collect();
        assert_eq!(refused, hidden);
    }
}
