//! Values that users confirm, kept in their profile.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::outcome::Replied;
use hpd_host::system::BoxFuture;
use hpd_host::values::{MapProfile, PluginConfig, Profile, SourceError};
use hpd_host::{Principal, ToolboxBuilder, Values};
use serde_json::{Value, json};

use crate::collect::shop::{Shop, anna, config};

fn remembering(known: MapProfile) -> (Arc<MapProfile>, Shop) {
    let profile = Arc::new(known);
    let build = |builder: ToolboxBuilder| {
        let settings = PluginConfig::new().default_parameter("address", "1 Config Rd");
        builder.values(
            Values::new().profile(profile.clone()).config(config(settings)).remember_confirmed_values(),
        )
    };
    (profile.clone(), Shop::new(build))
}

fn kept(profile: &MapProfile, key: &str) -> Option<Value> {
    block_on(profile.get(&anna(), key)).unwrap()
}

fn named() -> MapProfile {
    MapProfile::new().of(anna(), "name", "John")
}

#[test]
fn a_value_that_the_user_gives_is_kept() {
    let (profile, shop) = remembering(named());
    shop.session.user_says("to 456 Oak Ave");
    shop.asked(r#"{"item":"milk","address":"456 Oak Ave"}"#);
    shop.answered("555-1234");
    assert_eq!(kept(&profile, "phone"), Some(json!("555-1234")));
    // The user wrote this address, but not in an answer.
    assert_eq!(kept(&profile, "address"), None);
}

#[test]
fn a_value_that_the_user_confirms_is_kept() {
    let (profile, shop) = remembering(named());
    shop.asked(r#"{"item":"milk","phone":"555-1234"}"#);
    assert_eq!(kept(&profile, "phone"), None);
    shop.answered("yes");
    assert_eq!(kept(&profile, "phone"), Some(json!("555-1234")));
    assert_eq!(kept(&profile, "address"), Some(json!("1 Config Rd")));
    assert_eq!(block_on(profile.get(&Principal::new("bob"), "phone")).unwrap(), None);
}

#[test]
fn what_the_model_says_is_not_kept() {
    let (profile, shop) = remembering(named());
    shop.asked(r#"{"item":"milk","phone":"555-1234","contact_name":"Mallory"}"#);
    assert_eq!(shop.reply("no"), Replied::NotAnAnswer);
    shop.asked(r#"{"item":"milk","phone":"555-1234","contact_name":"Mallory"}"#);
    shop.answered("yes");
    assert_eq!(kept(&profile, "name"), Some(json!("John")));
}

#[test]
fn nothing_is_kept_unless_the_host_says_so() {
    let profile = Arc::new(named());
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile.clone())));
    shop.session.user_says("to 456 Oak Ave");
    shop.asked(r#"{"item":"milk","address":"456 Oak Ave"}"#);
    shop.answered("555-1234");
    assert_eq!(kept(&profile, "phone"), None);
}

/// A profile that can't be changed, or panics.
struct Broken {
    panics: bool,
}

impl Profile for Broken {
    fn get<'a>(
        &'a self,
        _: &'a Principal,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Value>, SourceError>> {
        Box::pin(async move { Ok((key == "name").then(|| json!("John"))) })
    }

    fn put<'a>(&'a self, _: &'a Principal, _: &'a str, _: Value) -> BoxFuture<'a, Result<(), SourceError>> {
        assert!(!self.panics, "it can't be kept");
        Box::pin(async { Err(SourceError::new("the disk is full")) })
    }
}

#[test]
fn a_value_that_cannot_be_kept_does_not_stop_the_call() {
    for panics in [false, true] {
        let shop = Shop::new(|builder| {
            builder.values(Values::new().profile(Broken { panics }).remember_confirmed_values())
        });
        shop.session.user_says("to 456 Oak Ave");
        shop.asked_after_address(r#"{"item":"milk","address":"456 Oak Ave"}"#);
        assert!(shop.answered("555-1234").contains("phone: 555-1234 (user)"));
    }
}
