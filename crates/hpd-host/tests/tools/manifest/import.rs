//! Tools of a file that a person wrote.

use std::sync::Arc;

use hpd_host::approval::{MemoryStore, PendingFilter, PendingReason, PendingStore, Permission};
use hpd_host::external::{Arguments, Classification, ExternalHandler, Rules, ToolRules};
use hpd_host::spec::Risk;
use hpd_host::system::BoxFuture;
use hpd_host::values::PluginManifest;
use hpd_host::{CallContext, Output, RawCall, Session, ToolError, Toolbox};
use serde_json::{Value, json};

const BUY: &str = r"
id: buy
name: Buy Plugin
description: Place orders for delivery. Use when the user wants to buy something.
type: inline
capabilities:
  - id: place_order
    name: Place order
    description: Place a delivery order.
    parameters:
      - name: item
        type: string
        required: true
        description: Item to buy (e.g. milk, bread).
        # No profile_key/config_key: must come from the user or the model.
      - name: address
        type: string
        required: true
        profile_key: address
        config_key: default_address
        confirm_if_uncertain: true   # When from profile or config
        description: Delivery address.
      - name: phone
        type: string
        required: true
        profile_key: phone
        confirm_if_uncertain: true
        description: Contact phone number.
      - name: contact_name
        type: string
        required: true
        profile_key: name
        description: Recipient name.
      - name: payment_method
        type: string
        required: false
        profile_key: default_payment
        config_key: payment_method
        description: Payment method (e.g. card, cash).
";

struct Shop;

impl ExternalHandler for Shop {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move { Ok(Output::Text(format!("{name} {arguments}"))) })
    }
}

fn buy() -> PluginManifest {
    PluginManifest::from_yaml("plugin.yaml", BUY).unwrap()
}

#[test]
fn a_file_is_read_as_it_is_written() {
    let manifest = buy();
    assert_eq!((manifest.id.as_str(), manifest.name.as_deref()), ("buy", Some("Buy Plugin")));
    assert_eq!(manifest.kind.as_deref(), Some("inline"));
    let order = &manifest.capabilities[0];
    assert_eq!((order.id.as_str(), order.write, order.risk), ("place_order", None, None));
    let names: Vec<_> = order.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, ["item", "address", "phone", "contact_name", "payment_method"]);
    let address = &order.parameters[1];
    assert_eq!(address.types, ["string"]);
    assert_eq!(address.profile_key.as_deref(), Some("address"));
    assert_eq!(address.config_key.as_deref(), Some("default_address"));
    assert!(address.required && address.confirm_if_uncertain && !address.sensitive);
    assert!(!order.parameters[4].required);
}

#[test]
fn a_file_becomes_tools() {
    let toolbox = Toolbox::builder()
        .approval(hpd_host::Approval::new().writes(Permission::Allow))
        .external(buy().into_source(Shop))
        .build()
        .unwrap();
    let tool = toolbox.tool("place_order").unwrap();
    assert_eq!(tool.id().to_string(), "buy.place_order");
    assert_eq!((tool.title(), tool.description()), (Some("Place order"), "Place a delivery order."));
    let schema: Value = serde_json::from_str(tool.input_schema()).unwrap();
    assert_eq!(
        schema["properties"]["item"],
        json!({"type": "string", "minLength": 1, "description": "Item to buy (e.g. milk, bread)."})
    );
    assert_eq!(
        schema["properties"]["payment_method"],
        json!({"type": "string", "description": "Payment method (e.g. card, cash)."})
    );
    assert_eq!(schema["additionalProperties"], json!(false));
}

#[test]
fn parameters_keep_the_order_of_the_file() {
    const ORDER: [&str; 5] = ["item", "address", "phone", "contact_name", "payment_method"];
    let store = Arc::new(MemoryStore::new());
    let toolbox = Toolbox::builder()
        .approval(hpd_host::Approval::new().writes(Permission::Ask).pending_store(Arc::clone(&store)))
        .external({
            let mut manifest = buy();
            manifest.capabilities[0].write = Some(true);
            manifest.capabilities[0].risk = Some(Risk::Low);
            manifest.into_source(Shop)
        })
        .build()
        .unwrap();
    let places = |text: &str, before: &str, behind: &str| {
        ORDER.map(|name| {
            text.find(&format!("{before}{name}{behind}")).unwrap_or_else(|| panic!("{name}: {text}"))
        })
    };
    assert!(places(toolbox.tool("place_order").unwrap().input_schema(), "\"", "\":").is_sorted());
    let session = Session::new();
    let call = |arguments: &str| {
        let call = RawCall::new("1", "place_order", arguments);
        futures_executor::block_on(toolbox.call(&session, &call))
    };
    let asked =
        call(r#"{"payment_method":"card","item":"milk","contact_name":"John"}"#).for_model().text.to_string();
    let missing: Vec<_> = asked.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        missing,
        [
            "- address (not in message, profile, or config)",
            "- phone (not in message or profile)",
            "- item: milk (from the assistant)",
            "- contact_name: John (from the assistant)",
            "- payment_method: card (from the assistant)",
        ]
    );
    session.user_says("12 Elm St, 555-1234");
    let whole = r#"{"payment_method":"card","phone":"555-1234","address":"12 Elm St","item":"milk","contact_name":"John"}"#;
    let question = call(whole).for_user().unwrap_or_default().into_owned();
    assert!(places(&question, "- ", ":").is_sorted(), "{question}");
    let rows = futures_executor::block_on(store.list(&PendingFilter::default())).unwrap();
    let approval = rows.iter().find(|row| matches!(row.awaits, PendingReason::Approval { .. }));
    assert_eq!(approval.unwrap().notes.fields, ORDER);
    let wrong = call(r#"{"payment_method":[1],"phone":[2],"address":[3],"item":[4],"contact_name":[5]}"#)
        .for_model()
        .text
        .to_string();
    assert!(places(&wrong, "\"property\":\"", "\"").is_sorted(), "{wrong}");
}

#[test]
fn what_is_beyond_the_schema_are_rules() {
    let rules = Rules::new().tool(
        "place_order",
        ToolRules::new()
            .confirm_if_uncertain(["address", "phone"])
            .profile_key("address", "address")
            .config_key("address", "default_address")
            .profile_key("phone", "phone")
            .profile_key("contact_name", "name")
            .profile_key("payment_method", "default_payment")
            .config_key("payment_method", "payment_method"),
    );
    assert_eq!(buy().rules(), rules);
}

#[test]
fn every_key_has_its_rule() {
    let text = "
id: books
capabilities:
  - id: void_invoice
    write: true
    risk: high
    confirm_phrase: VOID {InvoiceId}
    leniency: strict
    parameters:
      - {name: InvoiceId, type: string, required: true, hint: On the bill, obtain: list_invoices, ask: Which one?}
      - {name: Pin, type: string, sensitive: true}
  - {id: create_sketch, write: false}
";
    let rules = Rules::new()
        .tool(
            "void_invoice",
            ToolRules::new()
                .write(Risk::High)
                .confirm_phrase("VOID {InvoiceId}")
                .leniency(hpd_host::args::Leniency::Strict)
                .hint("InvoiceId", "On the bill")
                .obtain("InvoiceId", "list_invoices")
                .ask("InvoiceId", "Which one?")
                .sensitive(["Pin"]),
        )
        .tool("create_sketch", ToolRules::new().read());
    assert_eq!(PluginManifest::from_yaml("plugin.yaml", text).unwrap().rules(), rules);
}

#[test]
fn a_capability_that_does_not_say_whether_it_writes_gets_its_class_from_its_name() {
    let text = "{id: books, capabilities: [{id: delete_all}, {id: balance}]}";
    let manifest = PluginManifest::from_yaml("plugin.yaml", text).unwrap();
    let toolbox = Toolbox::builder()
        .approval(hpd_host::Approval::new().writes(Permission::Allow))
        .external(manifest.into_source(Shop))
        .build()
        .unwrap();
    let class = |name| toolbox.tool(name).unwrap().classification();
    assert_eq!(class("delete_all"), Some(Classification::Write));
    assert_eq!(class("balance"), Some(Classification::Unclassified));
}

#[test]
fn calls_reach_the_handler_once_they_are_right() {
    let text = "
id: clock
capabilities:
  - id: alarm
    write: false
    unknown_fields: allow
    parameters:
      - {name: minutes, type: integer, required: true, schema: {minimum: 1}}
      - {name: sound, enum: [bell, 7, null], default: bell}
      - {name: note, type: [string, 'null'], required: true}
";
    let manifest = PluginManifest::from_yaml("plugin.yaml", text).unwrap();
    let toolbox = Toolbox::builder()
        .approval(hpd_host::Approval::new().writes(Permission::Allow))
        .external(manifest.into_source(Shop))
        .build()
        .unwrap();
    let call = |arguments: &str| {
        let call = RawCall::new("1", "alarm", arguments);
        futures_executor::block_on(toolbox.call(&Session::new(), &call)).for_model().text.to_string()
    };
    assert_eq!(
        call(r#"{"minutes": 5, "note": null, "more": true}"#),
        r#"alarm {"minutes":5,"note":null,"more":true,"sound":"bell"}"#
    );
    assert!(call(r#"{"minutes": 0, "note": ""}"#).contains(r#""property":"minutes""#));
}
