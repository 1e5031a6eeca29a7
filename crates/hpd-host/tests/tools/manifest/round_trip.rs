//! Tools of a manifest are those of the plugin that it was made of.

use std::collections::BTreeSet;

use hpd_host::approval::Permission;
use hpd_host::external::{Arguments, ExternalHandler};
use hpd_host::system::BoxFuture;
use hpd_host::values::PluginManifest;
use hpd_host::{Approval, CallContext, Output, RawCall, Session, Tool, ToolError, Toolbox};
use serde_json::Value;

use crate::manifest::shop::Shop;

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

fn own() -> Toolbox {
    Toolbox::builder().approval(Approval::new().writes(Permission::Allow)).plugin(Shop).build().unwrap()
}

fn imported() -> Toolbox {
    let text = PluginManifest::of::<Shop>().unwrap().to_yaml();
    let manifest = PluginManifest::from_yaml("plugin.yaml", &text).unwrap();
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .external(manifest.into_source(Echo))
        .build()
        .unwrap();
    assert_eq!(toolbox.reports(), []);
    toolbox
}

const NAMES: [&str; 4] = ["place_order", "void_order", "orders", "create_file"];

fn each(check: impl Fn(&Tool, &Tool)) {
    let (own, imported) = (own(), imported());
    for name in NAMES {
        check(own.tool(name).unwrap(), imported.tool(name).unwrap());
    }
}

#[test]
fn schemas_are_equal() {
    each(|own, imported| {
        let schema = |tool: &Tool| serde_json::from_str::<Value>(tool.input_schema()).unwrap();
        assert_eq!(schema(imported), schema(own), "{}", own.name());
    });
}

#[test]
fn names_and_texts_are_equal() {
    each(|own, imported| {
        assert_eq!(imported.id(), own.id());
        assert_eq!(imported.title(), own.title());
        assert_eq!(imported.description(), own.description());
    });
}

#[test]
fn risks_are_equal() {
    each(|own, imported| {
        assert_eq!(imported.is_write(), own.is_write(), "{}", own.name());
        assert_eq!(imported.risk(), own.risk());
        assert_eq!(imported.confirm_phrase(), own.confirm_phrase());
        assert!(!imported.is_blocked());
    });
}

#[test]
fn wrong_calls_are_refused_in_the_same_words() {
    let (own, imported) = (own(), imported());
    let session = Session::new();
    imported.expand(&session, imported.tool("buy").unwrap().id());
    for (name, arguments) in [
        ("place_order", r#"{"item": "", "phone": "x", "quantity": 100, "labels": [], "address": "a"}"#),
        ("place_order", r#"{"item": "milk", "card": 7, "pone": "1"}"#),
        ("void_order", "{}"),
        ("void_order", r#"{"order_id": 5}"#),
        ("orders", r#"{"weights": {"a": "b"}, "text": ""}"#),
        ("create_file", r#"{"folder": {"name": "a", "inside": [{"name": 1}]}, "remark": ""}"#),
    ] {
        let call = RawCall::new("1", name, arguments);
        // Which error comes first depends on the order of the properties, which an imported schema has lost.
        let refused = |toolbox: &Toolbox, session: &Session| {
            let error = toolbox.check(session, &call).unwrap_err().to_string();
            error.lines().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        assert_eq!(refused(&imported, &session), refused(&own, &Session::new()), "{name} {arguments}");
    }
}
