//! Invalid schemas, schemas that demand too much, and unchecked keywords.

use std::time::{Duration, Instant};

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::shape::{CompileOptions, Shape};
use serde_json::{Value, json};

fn outside() -> CompileOptions {
    CompileOptions::outside(&Limits::default())
}

fn error(schema: &Value) -> String {
    Shape::compile(schema, outside()).expect_err("the schema is wrong").to_string()
}

fn unsupported(schema: &Value) -> Vec<String> {
    let shape = Shape::compile(schema, outside()).unwrap_or_else(|error| panic!("{error}"));
    shape.unsupported().iter().map(|found| format!("{} {}", found.pointer, found.keyword)).collect()
}

fn accepts(schema: &Value, options: CompileOptions, value: &str) -> bool {
    let value = Node::parse(value, &Limits::default()).unwrap();
    Shape::compile(schema, options).unwrap().accepts(&value)
}

#[test]
fn errors_name_the_place_and_the_reason() {
    let cases = [
        (json!(5), "the schema must be a schema: an object or a boolean"),
        (
            json!({"properties": {"a": {"type": "dict"}}}),
            "/properties/a/type names \"dict\", which is not a type of JSON",
        ),
        (json!({"type": []}), "/type must name at least one type"),
        (json!({"minimum": "x"}), "/minimum must be a number, not \"x\""),
        (json!({"multipleOf": 0}), "/multipleOf must be greater than 0, not 0"),
        (
            json!({"items": {"minLength": -1}}),
            "/items/minLength must be a whole number of at least 0, not -1",
        ),
        (json!({"maxItems": 1.5}), "/maxItems must be a whole number of at least 0, not 1.5"),
        (json!({"required": "a"}), "/required must be an array, not \"a\""),
        (json!({"required": ["a", 1]}), "/required/1 must be a string, not 1"),
        (json!({"properties": []}), "/properties must be an object, not []"),
        (json!({"properties": {"a/b": {"enum": 1}}}), "/properties/a~1b/enum must be an array, not 1"),
        (json!({"uniqueItems": "yes"}), "/uniqueItems must be true or false, not \"yes\""),
        (json!({"anyOf": []}), "/anyOf must hold at least one schema"),
        (json!({"$ref": "#/$defs/missing"}), "/$ref points at nothing: \"#/$defs/missing\""),
        (
            json!({"$defs": {"a": {"items": {"type": 1}}}, "$ref": "#/$defs/a"}),
            "/$defs/a/items/type names 1, which is not a type of JSON",
        ),
        (json!({"$ref": "#"}), "the schema has a `$ref` that leads back to itself"),
        (
            json!({"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}}),
            "the schema has a `$ref` that leads back to itself",
        ),
    ];
    for (schema, expected) in cases {
        assert_eq!(error(&schema), expected, "{schema}");
    }
    let deep = (0..200).fold(json!({}), |inner, _| json!({ "not": inner }));
    assert!(error(&deep).ends_with("is nested too deeply"));
}

#[test]
fn what_is_not_checked_is_listed() {
    let cases = [
        (json!({"if": {}, "then": {}, "else": {}}), vec![]),
        (json!({"if": {}, "title": "a", "x-own": 1, "$comment": "b", "deprecated": true}), vec![]),
        (
            json!({"items": {"unevaluatedItems": false, "unevaluatedProperties": true, "dependentRequired": {}}}),
            vec!["/items/unevaluatedItems unevaluatedItems"],
        ),
        (json!({"pattern": "(?=a)"}), vec!["/pattern pattern"]),
        (json!({"pattern": "a".repeat(513)}), vec!["/pattern pattern"]),
        (json!({"patternProperties": {"(a)\\1": true}}), vec!["/patternProperties/(a)\\1 patternProperties"]),
        (json!({"$ref": "https://example.org/schema"}), vec!["/$ref $ref"]),
        (json!({"$ref": "#anchor"}), vec!["/$ref $ref"]),
        (json!({"$dynamicRef": "#a"}), vec!["/$dynamicRef $dynamicRef"]),
        (json!({"$id": "https://example.org/a", "items": {"$id": "b"}}), vec![]),
        (json!({"items": {"$id": "b", "contains": {"$ref": "#/$defs/a"}, "$defs": {"a": {}}}}), vec![]),
        (json!({"$ref": "#/$defs/a/items", "$defs": {"a": {"$id": "b", "items": {}}}}), vec![]),
        (json!({"items": {"$id": "b", "$ref": "c#/$defs/a"}}), vec!["/items/$ref $ref"]),
        (json!({"$schema": "http://json-schema.org/draft-04/schema#"}), vec!["/$schema $schema"]),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "dependentRequired": {}, "dependencies": {}, "contentEncoding": "base64"}),
            vec!["/contentEncoding contentEncoding"],
        ),
        (json!({"contentEncoding": "base64", "format": "idn-email"}), vec![]),
    ];
    for (schema, expected) in cases {
        assert_eq!(unsupported(&schema), expected, "{schema}");
    }
}

#[test]
fn references_are_followed() {
    let schema = json!({"$defs": {"a b": {"type": "object", "properties": {"next": {"$ref": "#/%24defs/a%20b"}, "v": {"$ref": "#/$defs/x~1y"}}}, "x/y": {"type": "integer"}}, "$ref": "#/$defs/a%20b"});
    assert!(accepts(&schema, outside(), r#"{"next": {"next": {"v": 1}}}"#));
    assert!(!accepts(&schema, outside(), r#"{"next": {"next": {"v": "1"}}}"#));
}

#[test]
fn what_older_drafts_wrote_is_understood() {
    let exclusive = json!({"minimum": 0, "exclusiveMinimum": true, "maximum": 5, "exclusiveMaximum": false});
    assert!(!accepts(&exclusive, outside(), "0"));
    assert!(accepts(&exclusive, outside(), "5"));
    let tuple = json!({"items": [{"type": "integer"}, {"type": "string"}], "additionalItems": false});
    assert!(accepts(&tuple, outside(), r#"[1, "a"]"#));
    assert!(!accepts(&tuple, outside(), r#"["a", 1]"#));
    // In draft 7, keywords next to a reference are ignored.
    let sibling = |schema: &str| json!({"$schema": schema, "definitions": {"a": {}}, "items": {"$ref": "#/definitions/a", "type": "string"}});
    assert!(accepts(&sibling("http://json-schema.org/draft-07/schema#"), outside(), "[1]"));
    assert!(!accepts(&sibling("https://json-schema.org/draft/2020-12/schema"), outside(), "[1]"));
}

#[test]
fn native_formats_are_ranges() {
    let cases = [
        ("int8", "-128", "-129"),
        ("uint8", "255", "256"),
        ("int16", "32767", "32768"),
        ("uint16", "0", "-1"),
        ("int32", "-2147483648", "-2147483649"),
        ("uint32", "4294967295", "4294967296"),
        ("int64", "9223372036854775807", "9223372036854775808"),
        ("uint64", "18446744073709551615", "18446744073709551616"),
        ("int128", "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729"),
        ("uint128", "340282346638528859811704183484516925440", "340282366920938463463374607431768211456"),
        ("float", "3.4028235e38", "3.41e38"),
        ("double", "1.7976931348623157e308", "1e309"),
    ];
    for (format, inside, beyond) in cases {
        let schema = json!({ "format": format });
        assert!(accepts(&schema, CompileOptions::own(), inside), "{format} {inside}");
        assert!(!accepts(&schema, CompileOptions::own(), beyond), "{format} {beyond}");
        assert!(accepts(&schema, outside(), inside), "{format} {inside}");
        assert!(!accepts(&schema, outside(), beyond), "{format} {beyond}");
    }
}

#[test]
fn decimals_keep_their_rules_in_a_text() {
    let schema = json!({"type": ["string", "number", "null"], "pattern": r"^-?\d+(\.\d+)?([eE]\d+)?$", "exclusiveMinimum": 0, "multipleOf": 0.01});
    for (value, expected) in [
        ("1.5", true),
        ("\"1.50\"", true),
        ("\"00.01\"", true),
        ("\"-1\"", false),
        ("-1", false),
        ("\"0\"", false),
        ("\"00\"", false),
        ("\"0.001\"", false),
        ("\"x\"", false),
        ("null", true),
        ("\"1e2\"", true),
    ] {
        assert_eq!(accepts(&schema, CompileOptions::own(), value), expected, "{value}");
    }
    assert!(accepts(&schema, outside(), "\"-1\""));
}

#[test]
fn alternatives_that_grow_without_end_are_given_up() {
    let schema = json!({"anyOf": [
        {"properties": {"a": {"$ref": "#"}}, "required": ["x"]},
        {"properties": {"a": {"$ref": "#"}}, "required": ["y"]},
        {"properties": {"a": {"$ref": "#"}}, "required": ["z"]},
    ]});
    let value = format!("{}{{}}{}", "{\"a\":".repeat(30), "}".repeat(30));
    let limits = Limits::default();
    let value = Node::parse(&value, &limits).unwrap();
    let shape = Shape::compile(&schema, outside()).unwrap();
    let start = Instant::now();
    let mut findings = Findings::new(&limits);
    shape.check(&value, &mut findings);
    assert!(!findings.is_empty() && !shape.accepts(&value));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn long_chains_of_references_do_not_exhaust_the_stack() {
    let mut definitions = serde_json::Map::new();
    for link in 0..20_000 {
        definitions.insert(link.to_string(), json!({"$ref": format!("#/$defs/{}", link + 1)}));
    }
    definitions.insert("20000".to_owned(), json!({"type": "integer"}));
    let schema = json!({"$defs": definitions, "$ref": "#/$defs/0"});
    for options in [outside(), CompileOptions::own()] {
        let shape = Shape::compile(&schema, options).unwrap();
        let mut findings = Findings::new(&Limits::default());
        shape.check(&Node::Number("1".into()), &mut findings);
        assert_eq!(findings.errors()[0].error_message, "the arguments take too long to check: send less");
    }
}
