//! Code expanded under other names is called like any other.

use agent::{Output, Plugin};
use ui_tests::{call, call_free};
use ui_tests_renamed::generic::{Documents, InMemory, Memory};
use ui_tests_renamed::macros::Made;
use ui_tests_renamed::names::{r#fn, Collisions};
use ui_tests_renamed::options::Bookkeeping;
use ui_tests_renamed::reexports::{find, local};

fn text(text: &str) -> Result<Output, String> {
    Ok(Output::Text(text.to_owned()))
}

fn json(json: &str) -> Result<Output, String> {
    Ok(Output::Json(json.to_owned()))
}

#[test]
fn names_that_mean_other_things_do_not_matter() {
    let arguments = r#"{"args": "a", "match": 1, "reader": true, "p0": true, "this": true, "value": true}"#;
    assert_eq!(call(&Collisions, "type", arguments), text("a"));
    assert_eq!(call(&Collisions, "later", r#"{"text": "by "}"#), text("by call_1"));
    assert_eq!(call(&Collisions, "count", r#"{"bytes": [1, 2]}"#), json("2"));
    assert_eq!(call_free::<r#fn>(r#"{"this": true}"#), json("false"));
}

#[test]
fn generic_plugins_are_called_by_instance() {
    let documents: InMemory = Documents { store: Memory, name: "papers", sizes: [1, 2] };
    assert_eq!(call(&documents, "find", r#"{"id": 7}"#), text("7"));
    assert_eq!(call(&documents, "name", ""), text("papers"));
}

#[test]
fn macros_pass_their_defaults_on() {
    assert_eq!(call(&Made, "one", "{}"), json("1"));
    assert_eq!(call(&Made, "two", r#"{"p0": "y"}"#), text("y"));
}

#[test]
fn files_are_compiled_in() {
    let [closing, opening] = Bookkeeping::SPEC.skills else { panic!("there are two skills") };
    let manifest = include_str!("../Cargo.toml");
    let content = agent::spec::DocumentContent::Text(manifest);
    assert_eq!(closing.info.documents[1].content, content);
    assert_eq!(opening.info.instructions, agent::spec::Instructions::Text(manifest));
}

#[test]
fn reexports_are_the_tools_themselves() {
    assert_eq!(call_free::<find>(r#"{"query": "x"}"#), text("x by call_1"));
    assert_eq!(local(), "Local");
}
