//! Schemas as servers send them.

use hpd_host::Session;
use hpd_host::external::ExternalSource;
use serde_json::{Value, json};

use crate::external::{lax, reports, tool, toolbox};
use crate::support::answer;

fn offered_schema(schema: Value) -> Value {
    let toolbox = toolbox(ExternalSource::mcp("srv", vec![tool("look", schema)]));
    assert!(reports(&toolbox).is_empty(), "{:?}", reports(&toolbox));
    assert_eq!(answer(&toolbox, &Session::new(), "look", r#"{"a":1}"#).status(), "forward");
    serde_json::from_str(toolbox.tool("look").unwrap().input_schema()).unwrap()
}

#[test]
fn what_says_nothing_takes_any_object() {
    for schema in [Value::Null, json!(true), json!([]), json!({}), json!({ "type": null })] {
        assert_eq!(offered_schema(schema), json!({ "type": "object" }));
    }
}

#[test]
fn empty_parts_of_other_languages_are_understood() {
    assert_eq!(
        offered_schema(json!({ "type": "object", "properties": [], "required": null })),
        json!({ "type": "object", "properties": {} })
    );
    assert_eq!(offered_schema(json!({ "properties": null })), json!({ "type": "object" }));
}

#[test]
fn a_schema_keeps_what_it_says() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": { "a": { "type": "integer", "x-unit": "m" }, "b": { "$ref": "#/$defs/b" } },
        "$defs": { "b": { "type": "string" } },
        "additionalProperties": { "type": "number" }
    });
    assert_eq!(offered_schema(schema.clone()), schema);
}

#[test]
fn an_ill_formed_schema_is_reported_and_the_others_stay() {
    let tools = vec![
        tool("text", json!("object")),
        tool("list", json!({ "type": "array" })),
        tool("nothing", json!(false)),
        tool("dict", json!({ "type": "object", "properties": { "a": { "type": "dict" } } })),
        tool("several", json!({ "type": ["string", "null"] })),
        lax("good"),
    ];
    let toolbox = toolbox(ExternalSource::mcp("srv", tools));
    let names: Vec<_> = toolbox.all_tools().iter().map(hpd_host::Tool::name).collect();
    assert_eq!(names, ["good"]);
    assert_eq!(
        reports(&toolbox),
        [
            "`MCP_srv.text`: its schema is not an object",
            "`MCP_srv.list`: its schema is that of `array`, and arguments are always an object",
            "`MCP_srv.nothing`: its schema is not an object",
            "`MCP_srv.dict`: /properties/a/type names \"dict\", which is not a type of JSON",
            "`MCP_srv.several`: its schema takes no object, and arguments are always one",
        ]
    );
}

/// Such a tool is still useful. It is offered, its calls are made, and the host knows the parts that are not checked.
#[cfg(feature = "jsonschema")]
#[test]
fn a_pattern_that_is_none_is_reported_and_not_checked() {
    let schema = json!({
        "properties": { "a": { "type": "string", "pattern": "(?P<x>[" }, "b": { "type": "integer" } },
        "required": ["b"]
    });
    let toolbox = toolbox(ExternalSource::mcp("srv", vec![tool("look", schema)]));
    assert_eq!(
        reports(&toolbox),
        [
            "`MCP_srv.look`: nothing checks `pattern` at /properties/a/pattern of its schema, which the `jsonschema` crate can't read either"
        ]
    );
    let session = Session::new();
    assert_eq!(answer(&toolbox, &session, "look", r#"{"a":"(","b":1}"#).status(), "forward");
    assert_eq!(
        answer(&toolbox, &session, "look", r#"{"a":"("}"#).for_model_as_text(),
        "Invalid arguments:\n- b is required\nThe provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."
    );
}
