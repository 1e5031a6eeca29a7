//! Lists of small crates, in the form of rustdoc's JSON.

use serde_json::{Value, json};

use super::items;
use crate::json::Crates;

fn item(id: u64, name: Option<&str>, kind: &str, inner: &Value) -> Value {
    json!({"id": id, "name": name, "visibility": "public", "attrs": [], "inner": {kind: inner}})
}

fn reexport(id: u64, to: u64, name: &str, is_glob: bool) -> Value {
    item(id, None, "use", &json!({"source": name, "name": name, "id": to, "is_glob": is_glob}))
}

/// A crate with these items; the first one is its root.
fn crate_of(items: &[Value], paths: &Value) -> String {
    let index: serde_json::Map<_, _> =
        items.iter().map(|item| (item["id"].to_string(), item.clone())).collect();
    json!({"root": items[0]["id"], "index": index, "paths": paths}).to_string()
}

fn listed(name: &str, texts: &[String]) -> Result<Vec<String>, String> {
    let mut crates = Crates::default();
    for text in texts {
        crates.add(text).unwrap();
    }
    items(&crates, name).map(|items| items.into_iter().collect()).map_err(|error| error.to_string())
}

/// A crate `inner` with a struct of one field and one method, in a module that is private.
fn inner() -> String {
    let mut private = item(1, Some("rooms"), "module", &json!({"items": [2]}));
    private["visibility"] = json!("crate");
    let kind = json!({"plain": {"fields": [3], "has_stripped_fields": false}});
    let mut thing = item(2, Some("Thing"), "struct", &json!({"kind": kind, "impls": [4, 6]}));
    thing["attrs"] = json!(["non_exhaustive"]);
    let field = item(3, Some("size"), "struct_field", &json!({}));
    let block = item(4, None, "impl", &json!({"trait": null, "items": [5]}));
    let mut method = item(5, Some("grow"), "function", &json!({}));
    method["visibility"] = json!("default");
    let derived = item(6, None, "impl", &json!({"trait": {"path": "Clone"}, "items": [7]}));
    let clone = item(7, Some("clone"), "function", &json!({}));
    let root = item(0, Some("inner"), "module", &json!({"items": [1, 8]}));
    let all = [root, private, thing, field, block, method, derived, clone, reexport(8, 2, "Thing", false)];
    crate_of(&all, &json!({"2": {"crate_id": 0, "path": ["inner", "rooms", "Thing"], "kind": "struct"}}))
}

/// A crate `outer` with these items at its root; 90 is the struct of the crate `inner`, 91 one of a foreign crate.
fn outer(items: &[Value]) -> String {
    let ids: Vec<_> = items.iter().map(|item| item["id"].clone()).collect();
    let mut all = vec![item(0, Some("outer"), "module", &json!({"items": ids}))];
    all.extend_from_slice(items);
    let paths = json!({
        "90": {"crate_id": 5, "path": ["inner", "rooms", "Thing"], "kind": "struct"},
        "91": {"crate_id": 6, "path": ["serde", "Value"], "kind": "enum"},
    });
    crate_of(&all, &paths)
}

const THING: [&str; 3] =
    ["field inner::Thing::size", "fn inner::Thing::grow", "struct inner::Thing (non_exhaustive)"];

#[test]
fn a_type_has_its_fields_and_methods_but_not_those_of_traits() {
    assert_eq!(listed("inner", &[inner()]).unwrap(), THING);
}

#[test]
fn what_another_crate_reexports_has_its_path_there() {
    let texts = [inner(), outer(&[reexport(1, 90, "Thing", false), reexport(2, 91, "Value", false)])];
    let expected = [
        "enum outer::Value",
        "field outer::Thing::size",
        "fn outer::Thing::grow",
        "struct outer::Thing (non_exhaustive)",
    ];
    assert_eq!(listed("outer", &texts).unwrap(), expected);
}

#[test]
fn hidden_items_are_left_out() {
    let mut hidden = item(1, Some("secret"), "module", &json!({"items": []}));
    hidden["attrs"] = json!([{"other": "#[doc(hidden)]"}]);
    assert_eq!(listed("outer", &[outer(&[hidden])]).unwrap(), [""; 0]);
}

#[test]
fn two_paths_to_one_item_are_an_error() {
    let both = [reexport(1, 90, "Thing", false), reexport(2, 90, "Other", false)];
    let error = listed("outer", &[inner(), outer(&both)]).unwrap_err();
    assert_eq!(error, "items with more than one public path:\nouter::Thing, outer::Other");
}
