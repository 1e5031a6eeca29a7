//! The order in which values are taken, and where each comes from.

use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;

use super::{Call, address, assert_found, defaults, node, of_capability, profile};
use crate::collect::PluginConfig;
use crate::collect::plan::{AskedOf, FieldPlan};

const SENT: &str = r#"{"address": "the model's"}"#;

#[test]
fn the_user_comes_before_the_model() {
    let call = Call::new([address()], SENT).supplied("address", "\"the user's\"");
    assert_found(&call.resolve(), "address", "the user's", Provenance::User);
}

#[test]
fn the_last_value_that_the_user_gave_counts() {
    let call = Call::new([address()], "{}").supplied("address", "\"old\"").supplied("address", "\"new\"");
    assert_found(&call.resolve(), "address", "new", Provenance::User);
}

#[test]
fn the_model_comes_before_the_profile() {
    let call = Call::new([address()], SENT).profile(profile("the profile's"));
    assert_found(&call.resolve(), "address", "the model's", Provenance::Model);
}

#[test]
fn the_profile_comes_before_the_configuration() {
    let call = Call::new([address()], "{}").profile(profile("the profile's")).config(defaults("config's"));
    assert_found(&call.resolve(), "address", "the profile's", Provenance::Profile);
}

#[test]
fn the_capability_comes_before_the_plugin() {
    let call = Call::new([address()], "{}").config(of_capability(defaults("plugin's"), "capability's"));
    assert_found(&call.resolve(), "address", "capability's", Provenance::Config);
}

#[test]
fn the_default_parameters_come_before_the_config_key() {
    let config = defaults("plugin's").setting("default_address", "by key");
    assert_found(
        &Call::new([address()], "{}").config(config).resolve(),
        "address",
        "plugin's",
        Provenance::Config,
    );
}

#[test]
fn the_configuration_comes_before_the_default() {
    let config = PluginConfig::new().setting("default_address", "by key");
    let field = FieldPlan { default: Some(node("\"default\"")), ..address() };
    assert_found(&Call::new([field], "{}").config(config).resolve(), "address", "by key", Provenance::Config);
}

#[test]
fn the_default_comes_last() {
    let field = FieldPlan { default: Some(node("\"default\"")), ..address() };
    assert_found(&Call::new([field], "{}").resolve(), "address", "default", Provenance::Declared);
}

#[test]
fn every_value_has_its_source() {
    let named = |name: &str| FieldPlan { name: name.into(), ..address() };
    let call = Call::new(
        [
            FieldPlan { profile_key: None, config_key: None, ..named("item") },
            FieldPlan {
                default: Some(node("\"card\"")),
                profile_key: None,
                config_key: None,
                ..named("payment")
            },
            FieldPlan { profile_key: None, ..named("phone") },
            address(),
            FieldPlan { required: false, profile_key: None, config_key: None, ..named("note") },
        ],
        r#"{"other": 1, "item": "milk", "colour": "red"}"#,
    );
    let call = call
        .said("Buy milk, a red one")
        .profile(profile("123 Main St"))
        .config(PluginConfig::new().default_parameter("phone", "555-0000"));
    let resolution = call.resolve();
    assert_eq!(
        resolution.arguments.to_json(),
        r#"{"item":"milk","payment":"card","phone":"555-0000","address":"123 Main St","other":1,"colour":"red"}"#
    );
    let sources: Vec<_> =
        resolution.provenance.iter().map(|(name, source)| format!("{name} {source}")).collect();
    assert_eq!(
        sources,
        [
            "address profile",
            "colour model",
            "item mentioned",
            "other model",
            "payment default",
            "phone config"
        ]
    );
}

#[test]
fn what_the_model_sent_as_null_it_did_not_send() {
    let call = Call::new([address()], r#"{"address": null}"#).profile(profile("the profile's"));
    assert_found(&call.resolve(), "address", "the profile's", Provenance::Profile);
}

#[test]
fn an_empty_value_is_none_where_one_is_required() {
    for sent in [r#"{"address": ""}"#, r#"{"address": " \n"}"#, r#"{"address": []}"#] {
        let mut call = Call::new([address()], sent).profile(profile("the profile's"));
        call.accepts = |value| value.as_str().is_some_and(|text| !text.trim().is_empty());
        assert_found(&call.resolve(), "address", "the profile's", Provenance::Profile);
        let alone = Call::new([address()], sent).accepts(call.accepts).resolve();
        assert_eq!(alone.missing.len(), 1);
        assert_eq!(alone.arguments.to_json(), "{}");
    }
}

#[test]
fn an_empty_value_is_one_where_the_parameter_takes_it() {
    let call = Call::new([address()], r#"{"address": ""}"#).profile(profile("the profile's"));
    assert_found(&call.accepts(|_| true).resolve(), "address", "", Provenance::Model);
}

#[test]
fn an_empty_value_is_left_to_the_check_where_none_is_required() {
    let field = FieldPlan { required: false, ..address() };
    let call = Call::new([field], r#"{"address": ""}"#).profile(profile("the profile's"));
    assert_found(&call.resolve(), "address", "", Provenance::Model);
}

#[test]
fn an_empty_value_is_left_to_the_check_where_the_model_is_to_obtain_it() {
    let field = FieldPlan { asked_of: AskedOf::Model, profile_key: None, config_key: None, ..address() };
    assert_found(&Call::new([field], r#"{"address": ""}"#).resolve(), "address", "", Provenance::Model);
}

#[test]
fn what_is_sent_twice_is_left_to_the_check() {
    for (sent, kept) in [
        (r#"{"address": "a", "x": 1, "address": "b"}"#, r#"{"address":"a","address":"b","x":1}"#),
        (r#"{"address": "a", "address": null}"#, r#"{"address":"a","address":null}"#),
        (r#"{"address": "the model's", "address": ""}"#, r#"{"address":"the model's","address":""}"#),
    ] {
        let call = Call::new([address()], sent).profile(profile("the profile's")).said("b and the model's");
        let resolution = call.resolve();
        assert_eq!(resolution.arguments.to_json(), kept);
        assert_eq!(resolution.provenance["address"], Provenance::Model);
    }
}

#[test]
fn what_is_not_an_object_has_no_values() {
    let resolution = Call::new([address()], "[1]").resolve();
    assert_eq!(resolution.arguments, Node::Object(Vec::new()));
    assert_eq!(resolution.missing.len(), 1);
}
