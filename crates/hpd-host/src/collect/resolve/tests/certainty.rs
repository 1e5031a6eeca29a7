//! Which values are certain, and the treatment of uncertain ones.

use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;

use super::{Call, address, defaults, node, profile};
use crate::collect::plan::FieldPlan;
use crate::collect::resolution::{Resolution, Uncertain};
use crate::collect::{CapabilityConfig, PluginConfig};

const SENT: &str = r#"{"address": "123 Main St"}"#;

fn confirmed_address() -> FieldPlan {
    FieldPlan { confirm_if_uncertain: true, ..address() }
}

#[track_caller]
fn assert_certain(resolution: &Resolution, source: Provenance) {
    assert_eq!(resolution.uncertain, []);
    assert_eq!(resolution.provenance.get("address"), Some(&source));
}

#[track_caller]
fn assert_asked(resolution: &Resolution, source: Provenance) {
    let value = resolution.arguments.get("address").unwrap().clone();
    assert_eq!(resolution.uncertain, [Uncertain { field: 0, value, source }]);
    assert_eq!(resolution.provenance.get("address"), Some(&source));
}

#[test]
fn a_models_value_that_the_user_mentions_is_asked_about() {
    let call = Call::new([confirmed_address()], SENT);
    assert_asked(&call.resolve(), Provenance::Model);
    assert_asked(&call.said("to 123 Main St, please").resolve(), Provenance::Mentioned);
    let sensitive = FieldPlan { sensitive: true, ..address() };
    let call = Call::new([sensitive], SENT).said("to 123 Main St, please");
    assert_asked(&call.resolve(), Provenance::Mentioned);
    let call = Call::new([address()], SENT).said("to 123 Main St, please");
    assert_certain(&call.resolve(), Provenance::Mentioned);
}

#[test]
fn a_models_value_that_answers_a_question_is_the_users() {
    let call = Call::new([confirmed_address()], SENT).answered("to 123 Main St, please");
    assert_certain(&call.resolve(), Provenance::User);
}

#[test]
fn a_models_value_is_not_the_users_when_it_stands_in_a_longer_word() {
    let call = Call::new([confirmed_address()], SENT).said("to 123 Main Street");
    assert_asked(&call.resolve(), Provenance::Model);
}

#[test]
fn booleans_and_single_digits_are_never_the_users() {
    for sent in [r#"{"address": true}"#, r#"{"address": 5}"#, r#"{"address": "5"}"#] {
        let call = Call::new([confirmed_address()], sent).said("yes, true, 5, and \"5\"").accepts(|_| true);
        assert_asked(&call.resolve(), Provenance::Model);
    }
}

#[test]
fn a_value_that_came_over_the_user_channel_is_the_users() {
    let call = Call::new([confirmed_address()], "{}").supplied("address", "true").accepts(|_| true);
    assert_certain(&call.resolve(), Provenance::User);
}

#[test]
fn a_value_that_the_user_confirmed_is_the_users() {
    let call = Call::new([confirmed_address()], SENT);
    assert_asked(&call.confirmed("address", "\"124 Main St\"").resolve(), Provenance::Model);
    let call = Call::new([confirmed_address()], SENT).confirmed("address", "\"123 Main St\"");
    assert_certain(&call.resolve(), Provenance::User);
}

#[test]
fn a_value_that_the_user_confirmed_is_the_users_wherever_it_is_kept() {
    let call = || Call::new([confirmed_address()], "{}").confirmed("address", "\"123 Main St\"");
    assert_certain(&call().profile(profile("123 Main St")).resolve(), Provenance::User);
    assert_certain(&call().config(defaults("123 Main St")).resolve(), Provenance::User);
    assert_asked(&call().profile(profile("124 Main St")).resolve(), Provenance::Profile);
}

#[test]
fn a_value_of_the_profile_is_asked_about() {
    let call = Call::new([confirmed_address()], "{}").profile(profile("123 Main St"));
    assert_asked(&call.resolve(), Provenance::Profile);
}

#[test]
fn a_value_of_the_profile_that_the_model_sends_as_its_own_is_asked_about() {
    let call = Call::new([confirmed_address()], SENT).profile(profile("123 Main St"));
    assert_asked(&call.resolve(), Provenance::Model);
}

#[test]
fn a_value_of_the_configuration_is_asked_about() {
    let call = Call::new([confirmed_address()], "{}").config(defaults("123 Main St"));
    assert_asked(&call.resolve(), Provenance::Config);
}

#[test]
fn a_default_is_asked_about() {
    let field = FieldPlan { default: Some(node("\"123 Main St\"")), ..confirmed_address() };
    assert_asked(&Call::new([field], "{}").resolve(), Provenance::Declared);
}

#[test]
fn a_value_is_certain_when_config_says_use_defaults_directly() {
    let config = defaults("123 Main St").use_defaults_directly();
    assert_certain(&Call::new([confirmed_address()], "{}").config(config).resolve(), Provenance::Config);
}

#[test]
fn a_value_is_certain_when_config_lists_it() {
    let config = defaults("123 Main St").use_default_directly_for(["address"]);
    assert_certain(&Call::new([confirmed_address()], "{}").config(config).resolve(), Provenance::Config);
    let config = defaults("123 Main St").use_default_directly_for(["phone"]);
    assert_asked(&Call::new([confirmed_address()], "{}").config(config).resolve(), Provenance::Config);
}

#[test]
fn what_config_gives_directly_wins_over_the_profile() {
    for config in [
        defaults("config's").use_defaults_directly(),
        defaults("config's").use_default_directly_for(["address"]),
        PluginConfig::new().setting("default_address", "config's").use_defaults_directly(),
        defaults("config's").capability("place_order", CapabilityConfig::new().use_defaults_directly(true)),
    ] {
        let call = Call::new([confirmed_address()], "{}").profile(profile("the profile's")).config(config);
        let resolution = call.resolve();
        assert_certain(&resolution, Provenance::Config);
        assert_eq!(resolution.arguments.to_json(), r#"{"address":"config's"}"#);
    }
}

#[test]
fn config_makes_no_value_certain_but_its_own() {
    let config = || PluginConfig::new().use_defaults_directly().use_default_directly_for(["address"]);
    let call = Call::new([confirmed_address()], "{}").profile(profile("the profile's")).config(config());
    assert_asked(&call.resolve(), Provenance::Profile);
    assert_asked(&Call::new([confirmed_address()], SENT).config(config()).resolve(), Provenance::Model);
    let all = defaults("config's").use_defaults_directly();
    assert_asked(&Call::new([confirmed_address()], SENT).config(all).resolve(), Provenance::Model);
}

#[test]
fn a_sensitive_parameter_is_asked_about_too() {
    let field = FieldPlan { sensitive: true, ..address() };
    assert_asked(&Call::new([field], "{}").profile(profile("123 Main St")).resolve(), Provenance::Profile);
}

#[test]
fn a_parameter_without_the_mark_is_not_asked_about() {
    assert_certain(&Call::new([address()], SENT).resolve(), Provenance::Model);
    assert_certain(&Call::new([address()], "{}").profile(profile("a")).resolve(), Provenance::Profile);
    assert_certain(&Call::new([address()], "{}").config(defaults("a")).resolve(), Provenance::Config);
}

#[test]
fn an_optional_parameter_without_a_value_is_neither_missing_nor_asked_about() {
    let field = FieldPlan { required: false, ..confirmed_address() };
    let resolution = Call::new([field], "{}").resolve();
    assert_eq!((resolution.missing, resolution.uncertain), (Vec::new(), Vec::new()));
    assert_eq!(resolution.arguments, Node::Object(Vec::new()));
}

#[test]
fn debug_shows_no_values_and_no_names_that_the_model_made_up() {
    let field = FieldPlan { sensitive: true, ..address() };
    let call = Call::new([field], r#"{"address": "s3cret", "s3cret": "s3cret"}"#);
    assert_eq!(
        format!("{:?}", call.resolve()),
        "Resolution { sources: [Model, Model], missing: [], uncertain: [Uncertain { field: 0, source: Model, .. }], \
         refused: [], .. }"
    );
}
