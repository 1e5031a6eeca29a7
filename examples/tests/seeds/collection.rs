//! Document 004, parameter collection: where values come from, what is asked, and what an answer does.

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::external::{Arguments, ExternalHandler, ExternalSource, Rules, ToolRules};
use hpd_host::system::BoxFuture;
use hpd_host::values::{ConfigFile, MapProfile, PluginConfig, PluginManifest};
use hpd_host::{Approval, CallContext, Output, RawCall, Tool, ToolError, Values};
use tempfile::TempDir;

use crate::collection_kit::{MILK, Shop, config, john, named, question};

/// The manifest of the document.
const MANIFEST: &str = include_str!("plugin.yaml");

/// The configuration of the document, without what it says of asking.
const CONFIG: &str = include_str!("config.yml");

struct Echo;

impl ExternalHandler for Echo {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Text(format!("{name} {arguments}"))) })
    }
}

/// The tools of a manifest.
fn imported(text: &str, rules: ToolRules) -> ExternalSource {
    let manifest = PluginManifest::from_yaml("plugin.yaml", text).expect("it is a manifest");
    let source = manifest.into_source(Echo);
    if rules == ToolRules::new() { source } else { source.rules(Rules::new().tool("place_order", rules)) }
}

/// A shop with the document's configuration and one line more. The folder has the file, which is read when it is needed.
fn with_file(line: &str) -> (Shop, TempDir) {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let path = folder.path().join("config.yml");
    std::fs::write(&path, format!("{CONFIG}\n{line}\n")).expect("it can be written");
    let file = ConfigFile::open("buy", &path).expect("it is a configuration");
    (Shop::new(|builder| builder.values(Values::new().config(file))), folder)
}

const SURE: &str = "I have your address as 123 Main St and phone number as 555-0000. Is that correct?";
const PHONE: &str = "What's your phone number for the delivery?";

#[test]
fn row_61_the_user_comes_first_then_the_model_the_profile_and_the_configuration() {
    let shop = Shop::new(|builder| {
        let settings = PluginConfig::new().setting("payment_method", "card");
        builder.values(Values::new().profile(john()).config(config(settings)))
    });
    shop.session.user_says("Buy milk to 456 Oak Ave, 555-1234");
    let said = r#"{"item":"milk","address":"456 Oak Ave","phone":"555-1234"}"#;
    let mentioned = "I have your address as 456 Oak Ave (mentioned by you) and phone number as 555-1234 \
                     (mentioned by you). Is that correct?";
    assert_eq!(shop.asked(said), mentioned);
    assert_eq!(shop.answered("yes"), "Order placed for milk.");
    assert_eq!(
        shop.sources(),
        "item mentioned, address user, phone user, contact_name profile, payment_method config"
    );
    let guessed = said.replace('}', r#","contact_name":"Jim","payment_method":"cash"}"#);
    assert_eq!(shop.order(&guessed).status(), "ok");
    assert!(shop.sources().ends_with("contact_name model, payment_method model"), "{}", shop.sources());
    assert_eq!(Shop::new(|builder| builder).order(MILK).status(), "ask_user");
}

#[test]
fn row_62_what_the_user_said_needs_no_confirmation() {
    let answered = || {
        let shop = Shop::new(|builder| builder.values(Values::new().profile(named())));
        shop.asked(MILK);
        shop.session.user_says("Buy milk, to 123 Oak Ave, 555-1234");
        shop
    };
    for phone in ["555-1234", "5551234"] {
        let said = format!(r#"{{"item":"milk","address":"123 Oak Ave","phone":"{phone}"}}"#);
        assert_eq!(answered().order(&said).status(), "ok", "the digits count");
    }
    let other = r#"{"item":"milk","address":"123 Oak Avenue","phone":"555-1234"}"#;
    assert_eq!(answered().asked(other), "I have your address as 123 Oak Avenue. Is that correct?");
}

#[test]
fn row_63_an_uncertain_value_is_asked_about_also_where_it_is_optional() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(john())));
    assert_eq!(shop.asked(MILK), SURE);
    assert!(shop.buy.orders().is_empty());
    let optional =
        MANIFEST.replace("default_payment\n", "default_payment\n        confirm_if_uncertain: true\n");
    let profile = john().for_all("default_payment", "card");
    let shop = Shop::of(|builder| {
        builder.external(imported(&optional, ToolRules::new())).values(Values::new().profile(profile))
    });
    assert!(shop.asked(MILK).contains("payment method as card"));
}

#[test]
fn row_64_the_documents_manifest_becomes_a_tool_in_its_order() {
    let manifest = PluginManifest::from_yaml("plugin.yaml", MANIFEST).expect("it is a manifest");
    let again = PluginManifest::from_yaml("plugin.yaml", &manifest.to_yaml()).expect("it is one too");
    assert_eq!(again, manifest);
    let shop = Shop::of(|builder| builder.external(imported(MANIFEST, ToolRules::new())));
    let schema = shop.toolbox.tool("place_order").expect("it is there").input_schema().to_owned();
    let places = ["item", "address", "phone", "contact_name", "payment_method"]
        .map(|name| schema.find(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name}: {schema}")));
    assert!(places.is_sorted(), "{schema}");
    let text = shop.order(r#"{"contact_name":"John","item":"milk"}"#).for_model_as_text().into_owned();
    let known: Vec<_> = text.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        known,
        [
            "- address (not in message, profile, or config)",
            "- phone (not in message or profile)",
            "- item: milk (from user message)",
            "- contact_name: John (from the assistant)"
        ]
    );
}

#[test]
fn row_65_an_order_whose_name_is_a_writes_does_not_run_unasked() {
    let silent = MANIFEST.replace("id: place_order", "id: create_order");
    let declared = MANIFEST.replace("    parameters:", "    write: true\n    risk: low\n    parameters:");
    for (text, tool) in [(silent, "create_order"), (declared, "place_order")] {
        let source = imported(&text, ToolRules::new());
        let shop = Shop::of(|builder| {
            builder
                .external(source)
                .values(Values::new().profile(named()))
                .approval(Approval::new().writes(Permission::Ask))
        });
        assert_eq!(shop.call(tool, r#"{"item":"milk"}"#).status(), "ask_user");
        shop.session.user_says("Buy milk to 123 Oak Ave, 555-1234");
        let outcome = shop.call(tool, r#"{"item":"milk","address":"123 Oak Ave","phone":"555-1234"}"#);
        assert_eq!(outcome.status(), "confirm", "{tool}: {outcome:?}");
    }
}

/// The file's own address for orders, not the one of the whole plugin.
const CAPABILITY: &str = "123 Main St";

#[test]
fn row_66_the_documents_configuration_is_read_the_capability_first() {
    let (shop, _folder) = with_file("use_defaults_directly: true");
    let asked = shop.order(MILK);
    assert_eq!(question(&asked), PHONE);
    let known = asked.for_model_as_text();
    assert!(known.contains(&format!("- address: {CAPABILITY} (from config)")), "{known}");
    assert!(known.contains("- contact_name: John (from config)"), "{known}");
}

#[test]
fn row_67_defaults_may_be_used_directly() {
    let (shop, _folder) = with_file("use_defaults_directly: true");
    assert_eq!(shop.asked(MILK), PHONE);
    shop.session.user_says("Buy milk, 555-1234");
    let outcome = shop.order(r#"{"item":"milk","phone":"555-1234"}"#);
    assert_eq!(outcome.for_model().text, "Order placed for milk.");
    assert_eq!(shop.buy.orders()[0].address, CAPABILITY);
    let (asking, _other) = with_file("");
    asking.asked(MILK);
    asking.session.user_says("Buy milk, 555-1234");
    assert_eq!(
        asking.asked(r#"{"item":"milk","phone":"555-1234"}"#),
        "I have your address as 123 Main St. Is that correct?"
    );
}

fn household() -> PluginConfig {
    PluginConfig::new().default_parameter("address", "123 Main St").default_parameter("phone", "555-0000")
}

fn listed(names: &[&str]) -> Shop {
    let settings = household().use_default_directly_for(names.iter().copied());
    Shop::new(|builder| builder.values(Values::new().profile(named()).config(config(settings))))
}

#[test]
fn row_68_only_listed_defaults_are_used_directly() {
    assert_eq!(listed(&["address", "phone"]).order(MILK).status(), "ok");
    assert_eq!(listed(&["address"]).asked(MILK), "I have your phone number as 555-0000. Is that correct?");
}

#[test]
fn row_69_listed_defaults_are_in_no_schema() {
    let shop = listed(&["address", "phone", "contact_name"]);
    assert_eq!(shop.parameters(), ["contact_name", "item", "payment_method"], "it has no default");
    let all: String = shop.toolbox.all_tools().iter().map(Tool::input_schema).collect();
    assert!(!all.contains("123 Main St") && !all.contains("555-0000"));
}

#[test]
fn row_70_a_change_of_the_configuration_needs_no_registration() {
    let source = config(household().use_default_directly_for(["phone"]));
    let shop = Shop::new(|builder| builder.values(Values::new().config(source.clone())));
    let sees_phone = || shop.parameters().contains(&"phone".to_owned());
    assert!(!sees_phone());
    source.set("buy", household());
    assert!(sees_phone());
}

#[test]
fn row_71_a_parameter_that_is_left_out_is_the_users_alone() {
    let shop = listed(&["address", "phone"]);
    let sent = r#"{"item":"milk","address":"6 Evil St"}"#;
    assert_eq!(
        shop.order(sent).for_model_as_json()["errors"][0]["error_message"],
        "address is filled from the configuration and must not be sent"
    );
    shop.session.user_says("Milk to 6 Evil St");
    assert_eq!(shop.asked(sent), "I have your address as 6 Evil St (mentioned by you). Is that correct?");
    assert_eq!(shop.answered("yes"), "Order placed for milk.");
}

#[test]
fn row_72_what_is_missing_is_a_text_for_the_model() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(named())));
    assert_eq!(
        shop.order(MILK).for_model_as_text(),
        "Plugin \"buy\" (place_order) requires parameters that are missing:\n\
         - address (not in message, profile, or config)\n\
         - phone (not in message or profile)\n\n\
         Parameters we have:\n\
         - item: milk (from user message)\n\
         - contact_name: John (from profile)\n\n\
         Please ask the user for: delivery address, phone number."
    );
}

#[test]
fn row_73_what_is_uncertain_is_a_text_for_the_model() {
    let shop = Shop::new(|builder| {
        let settings = PluginConfig::new().default_parameter("phone", "555-0000");
        builder.values(
            Values::new()
                .profile(MapProfile::new().for_all("address", "123 Main St"))
                .config(config(settings)),
        )
    });
    shop.session.user_says("Buy milk for John");
    assert_eq!(
        shop.order(r#"{"item":"milk","contact_name":"John"}"#).for_model_as_text(),
        format!(
            "Plugin \"buy\" (place_order) has parameters that need confirmation before use:\n\
             - address: \"123 Main St\" (from profile) — please confirm with the user\n\
             - phone: \"555-0000\" (from config) — please confirm with the user\n\n\
             Parameters we have (no confirmation needed):\n\
             - item: milk (from user message)\n\
             - contact_name: John (from user message)\n\n\
             Please ask the user: \"{SURE}\""
        )
    );
}

/// A shop that knows the address, and no phone number.
fn without_phone() -> Shop {
    Shop::new(|builder| builder.values(Values::new().profile(named().for_all("address", "123 Main St"))))
}

#[test]
fn row_74_missing_and_uncertain_values_are_one_answer() {
    let outcome = without_phone().order(MILK);
    let bullets = "I need a few more details:\n• What's your phone number for the delivery?\n\
                   • I have your address as 123 Main St. Is that correct?";
    assert_eq!(question(&outcome), bullets);
    let text = outcome.for_model_as_text();
    assert!(text.contains("are missing:\n- phone") && text.contains("before use:\n- address"), "{text}");
}

#[test]
fn row_75_nothing_runs_and_the_turn_continues() {
    let shop = without_phone();
    let calls = [RawCall::new("1", "place_order", MILK), RawCall::new("2", "record", r#"{"node_id":"n1"}"#)];
    let outcomes = block_on(shop.toolbox.turn(&shop.session, &calls));
    assert!(!outcomes[0].for_model().is_error);
    assert_eq!((outcomes[0].status(), outcomes[1].status()), ("ask_user", "ok"));
    assert!(shop.buy.orders().is_empty());
}
