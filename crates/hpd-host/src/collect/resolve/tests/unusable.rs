//! Sources that fail, and values that do not fit.

use std::sync::atomic::{AtomicUsize, Ordering};

use hpd_journal::BoxFuture;
use hpd_runtime::Principal;
use hpd_runtime::args::{Decimal, Node};
use hpd_runtime::values::Provenance;
use serde_json::{Value, json};

use super::{Call, address, assert_found, defaults, node, of_capability, profile};
use crate::collect::plan::FieldPlan;
use crate::collect::resolution::Missing;
use crate::collect::{MapProfile, PluginConfig, Profile, SourceError};

/// A profile in code.
struct From<F>(F);

impl<F: Fn() -> Result<Option<Value>, SourceError> + Send + Sync> Profile for From<F> {
    fn get<'a>(&'a self, _: &'a Principal, _: &'a str) -> BoxFuture<'a, Result<Option<Value>, SourceError>> {
        let found = (self.0)();
        Box::pin(async { found })
    }
}

#[test]
fn a_profile_that_fails_has_no_value() {
    let fails = From(|| Err(SourceError::new("no connection")));
    let call = Call::new([address()], "{}").profile(fails).config(defaults("config's"));
    assert_found(&call.resolve(), "address", "config's", Provenance::Config);
}

#[test]
fn a_profile_that_panics_has_no_value() {
    let panics = From(|| panic!("a bug"));
    let call = Call::new([address()], "{}").profile(panics).config(defaults("config's"));
    assert_found(&call.resolve(), "address", "config's", Provenance::Config);
}

#[test]
fn null_in_the_profile_is_no_value() {
    let call = Call::new([address()], "{}").profile(From(|| Ok(Some(Value::Null))));
    assert_eq!(
        call.accepts(|_| true).resolve().missing,
        [Missing { field: 0, in_profile: true, in_config: true, unusable: None }]
    );
}

#[test]
fn the_profile_is_asked_only_for_what_the_conversation_does_not_give() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let counts = || {
        From(|| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            Ok(None)
        })
    };
    Call::new([address()], r#"{"address": "a"}"#).profile(counts()).resolve();
    let direct = defaults("a").use_defaults_directly();
    Call::new([address()], "{}").profile(counts()).config(direct).resolve();
    Call::new([FieldPlan { profile_key: None, ..address() }], "{}").profile(counts()).resolve();
    assert_eq!(ASKED.load(Ordering::Relaxed), 0);
    Call::new([address()], "{}").profile(counts()).resolve();
    assert_eq!(ASKED.load(Ordering::Relaxed), 1);
}

#[test]
fn a_value_of_the_profile_that_does_not_fit_is_not_used() {
    let call = || Call::new([address()], "{}").profile(MapProfile::new().for_all("address", json!([1])));
    let expected =
        Missing { field: 0, in_profile: true, in_config: true, unusable: Some(Provenance::Profile) };
    assert_eq!(call().resolve().missing, [expected]);
    assert_found(&call().config(defaults("config's")).resolve(), "address", "config's", Provenance::Config);
}

#[test]
fn a_value_of_the_configuration_that_does_not_fit_is_not_used() {
    let config = || PluginConfig::new().default_parameter("address", json!({"street": 1}));
    let field = || FieldPlan { config_key: None, profile_key: None, ..address() };
    let expected =
        Missing { field: 0, in_profile: false, in_config: true, unusable: Some(Provenance::Config) };
    assert_eq!(
        Call::new([field()], "{}").config(config()).resolve().missing,
        std::slice::from_ref(&expected)
    );
    let direct = config().use_defaults_directly();
    assert_eq!(Call::new([field()], "{}").config(direct).resolve().missing, [expected]);
    let next = of_capability(defaults("plugin's"), "").setting("default_address", "by key");
    assert_found(
        &Call::new([address()], "{}").config(next).resolve(),
        "address",
        "plugin's",
        Provenance::Config,
    );
}

#[test]
fn an_empty_place_of_a_form_is_no_value() {
    let call = Call::new([address()], "{}").profile(profile("")).config(defaults(" "));
    let call = call.accepts(|value| value.as_str().is_some_and(|text| !text.trim().is_empty()));
    assert_eq!(
        call.resolve().missing,
        [Missing { field: 0, in_profile: true, in_config: true, unusable: None }]
    );
}

#[test]
fn missing_parameters_tell_where_they_are_declared_to_be() {
    let field = |name: &str, profile_key: Option<&str>, config_key: Option<&str>| FieldPlan {
        name: name.into(),
        profile_key: profile_key.map(Into::into),
        config_key: config_key.map(Into::into),
        ..address()
    };
    let fields = [
        field("item", None, None),
        field("address", Some("a"), Some("a")),
        field("phone", Some("p"), None),
        field("contact", None, Some("c")),
    ];
    let found = Call::new(fields, "{}").config(defaults("").use_defaults_directly()).resolve().missing;
    let found: Vec<_> =
        found.iter().map(|missing| (missing.field, missing.in_profile, missing.in_config)).collect();
    assert_eq!(found, [(0, false, false), (1, true, true), (2, true, false), (3, false, true)]);
}

#[test]
fn numbers_and_their_texts_are_told_apart_by_the_parameter() {
    let call =
        Call::new([address()], "{}").config(PluginConfig::new().default_parameter("address", 5_550_000));
    assert_found(&call.resolve(), "address", "5550000", Provenance::Config);
    let number = |value: &Node<'_>| matches!(value, Node::Number(text) if Decimal::parse(text).is_some());
    let call = Call::new([address()], "{}").profile(profile("1.50")).accepts(number);
    assert_eq!(call.resolve().arguments.to_json(), r#"{"address":1.50}"#);
    let call = Call::new([address()], "{}").profile(profile("1,50")).accepts(number);
    assert_eq!(call.resolve().missing.len(), 1);
}

#[test]
fn a_models_value_that_does_not_fit_stays_for_the_check() {
    let field = FieldPlan { confirm_if_uncertain: true, ..address() };
    let call = Call::new([field], r#"{"address": 12}"#).profile(profile("the profile's"));
    let resolution = call.resolve();
    assert_eq!(resolution.arguments, node(r#"{"address": 12}"#));
    assert_eq!(resolution.uncertain.len(), 1);
}
