//! Where values come from, and which of them are certain.

use std::sync::{Arc, Mutex};

use hpd_host::filter::{FilterContext, Verdict};
#[cfg(feature = "yaml")]
use hpd_host::values::ConfigFile;
use hpd_host::values::{CapabilityConfig, MapProfile, PluginConfig};
use hpd_host::{Toolbox, Values};

use crate::collect::shop::{Shop, anna, config, household, profile};

const MILK: &str = r#"{"item":"milk"}"#;

fn with_config(settings: PluginConfig) -> Shop {
    Shop::new(|builder| builder.values(Values::new().profile(profile()).config(config(settings))))
}

#[test]
fn the_user_comes_first() {
    let shop = with_config(household());
    let (session, sent) = (&shop.session, r#"{"item":"Milk","address":"456 Oak Ave"}"#);
    session.user_says("Milk to 456 Oak Ave, please");
    assert_eq!(shop.asked(sent), "I have your address as 456 Oak Ave (mentioned by you). Is that correct?");
    assert_eq!(
        shop.answered("yes"),
        "item: Milk (mentioned), address: 456 Oak Ave (user), phone: 555-1111 (config), contact_name: Jim (config), \
         payment_method: cash (default), count: 1 (default)"
    );
}

#[test]
fn then_the_model() {
    let shop = with_config(household());
    assert_eq!(
        shop.text("place_order", r#"{"item":"milk","contact_name":"Joe","count":2}"#),
        "item: milk (model), address: 1 Config Rd (config), phone: 555-1111 (config), contact_name: Joe (model), \
         payment_method: cash (default), count: 2 (model)"
    );
}

#[test]
fn then_the_profile_then_the_configuration_then_the_default() {
    let settings = PluginConfig::new()
        .default_parameter("contact_name", "Jim")
        .default_parameter("address", "1 Config Rd")
        .default_parameter("phone", "555-1111")
        .default_parameter("count", 3)
        .use_default_directly_for(["address", "phone"]);
    let shop = with_config(settings);
    assert_eq!(
        shop.text("place_order", MILK),
        "item: milk (model), address: 1 Config Rd (config), phone: 555-1111 (config), contact_name: John (profile), \
         payment_method: cash (default), count: 3 (config)"
    );
}

#[test]
fn the_capability_comes_before_the_plugin_and_that_before_the_key() {
    let capability = CapabilityConfig::new().default_parameter("address", "capability");
    let both = household().setting("default_address", "key");
    let found = |settings: PluginConfig| {
        let text = with_config(settings).text("place_order", MILK);
        text.split(", ").nth(1).unwrap().to_owned()
    };
    assert_eq!(found(both.clone().capability("place_order", capability)), "address: capability (config)");
    assert_eq!(found(both), "address: 1 Config Rd (config)");
    let key = PluginConfig::new()
        .default_parameter("phone", "555-1111")
        .setting("default_address", "key")
        .use_defaults_directly();
    assert_eq!(found(key), "address: key (config)");
}

#[test]
fn a_key_with_dots_leads_into_tables() {
    let shop = with_config(household().setting("payment", serde_json::json!({"method": "card"})));
    let text = shop.text("place_order", MILK);
    assert_eq!(text.split(", ").nth(4), Some("payment_method: card (config)"));
}

#[test]
fn each_principal_has_a_profile() {
    let of_bob = MapProfile::new().of(hpd_host::Principal::new("bob"), "name", "Bob");
    let shop = Shop::new(|builder| builder.values(Values::new().profile(of_bob).config(config(household()))));
    assert_eq!(
        shop.text("place_order", MILK),
        "item: milk (model), address: 1 Config Rd (config), phone: 555-1111 (config), contact_name: Jim (config), \
         payment_method: cash (default), count: 1 (default)"
    );
}

#[test]
fn an_uncertain_value_is_never_used() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    assert_eq!(
        shop.asked(MILK),
        "I have your address as 123 Main St and phone number as 555-0000. Is that correct?"
    );
    assert_eq!(shop.buy.orders(), 0);
}

#[test]
fn a_value_of_the_profile_that_the_model_sends_as_its_own_is_asked_about() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let copied = r#"{"item":"milk","address":"123 Main St","phone":"555-0000"}"#;
    assert_eq!(
        shop.asked(copied),
        "I have your address as 123 Main St and phone number as 555-0000. Is that correct?"
    );
    assert_eq!(shop.buy.orders(), 0);
}

#[test]
fn config_makes_certain_only_what_it_says_itself() {
    let settings = PluginConfig::new().default_parameter("phone", "555-1111").use_defaults_directly();
    assert_eq!(with_config(settings).asked(MILK), "I have your address as 123 Main St. Is that correct?");
    let listed = household().capability(
        "place_order",
        CapabilityConfig::new().use_defaults_directly(false).use_default_directly_for(["phone"]),
    );
    let shop = Shop::new(|builder| builder.values(Values::new().config(config(listed))));
    assert_eq!(shop.asked(MILK), "I have your address as 1 Config Rd. Is that correct?");
}

#[test]
fn a_value_that_does_not_fit_is_not_used() {
    let settings = household().default_parameter("count", 0);
    assert_eq!(
        with_config(settings).text("place_order", MILK),
        "item: milk (model), address: 1 Config Rd (config), phone: 555-1111 (config), contact_name: Jim (config), \
         payment_method: cash (default), count: 1 (default)"
    );
}

#[test]
fn filters_see_the_same_sources() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = seen.clone();
    let look = move |call: &FilterContext<'_>| {
        let names = ["item", "address", "contact_name", "payment_method", "nothing"];
        let sources = names.map(|name| call.provenance(name).map_or("none", |source| source.as_str()));
        log.lock().unwrap().push(sources.join(" "));
        Verdict::allow()
    };
    let settings =
        household().capability("place_order", CapabilityConfig::new().use_defaults_directly(false));
    let shop = Shop::new(|builder| {
        builder.values(Values::new().profile(profile()).config(config(settings))).filter(look)
    });
    shop.session.user_says("to 456 Oak Ave, 555-1234");
    shop.order(r#"{"item":"milk","address":"456 Oak Ave","phone":"555-1234"}"#);
    assert_eq!(*seen.lock().unwrap(), [""; 0], "they are only mentioned");
    shop.answered("yes");
    assert_eq!(*seen.lock().unwrap(), ["model user profile default none"; 2]);
}

#[cfg(feature = "yaml")]
#[test]
fn a_change_of_the_file_works_without_a_new_toolbox() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.yml");
    let write = |second: u64, address: &str| {
        let text = format!(
            "default_parameters: {{address: {address}, phone: 555-1111, contact_name: Jim}}\nuse_default_directly_for: [address, phone]\n"
        );
        std::fs::write(&path, text).unwrap();
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(second);
        file.set_modified(time).unwrap();
    };
    write(1, "1 First Rd");
    let file = ConfigFile::open("buy", &path).unwrap();
    let shop = Shop::new(|builder| builder.values(Values::new().config(file)));
    let address = |shop: &Shop| shop.text("place_order", MILK).split(", ").nth(1).unwrap().to_owned();
    assert_eq!(address(&shop), "address: 1 First Rd (config)");
    write(2, "2 Second Rd");
    assert_eq!(address(&shop), "address: 2 Second Rd (config)");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        shop.asked(MILK),
        "I need a few more details:\n• Where should it be delivered?\n\
         • What's your phone number for the delivery? (e.g. 555-1234)\n• What is the recipient name?"
    );
}

/// Everything that a model is given of a toolbox.
fn all_schemas(toolbox: &Toolbox) -> String {
    let all =
        toolbox.all_tools().iter().map(|tool| format!("{} {}", tool.description(), tool.input_schema()));
    all.collect::<Vec<_>>().join("\n")
}

#[test]
fn values_stand_in_no_schema() {
    let secrets = MapProfile::new().of(anna(), "address", "s3cret-profile");
    let settings = PluginConfig::new()
        .default_parameter("address", "s3cret-config")
        .setting("default_address", "s3cret-setting")
        .use_default_directly_for(["address"]);
    let shop = Shop::new(|builder| builder.values(Values::new().profile(secrets).config(config(settings))));
    assert!(!all_schemas(&shop.toolbox).contains("s3cret"));
    assert!(!format!("{:?}", shop.toolbox).contains("s3cret"));
    let described = <crate::collect::shop::Buy as hpd_host::Plugin>::describe().unwrap();
    assert!(!described.contains("s3cret"));
}
