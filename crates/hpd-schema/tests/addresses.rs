//! Schemas that one document finds by address and name, and conditions, as hostile servers write them.

use std::time::{Duration, Instant};

use hpd_schema::Schema;
use serde_json::{Value, json};

/// The keywords that a schema reports as unchecked.
fn unsupported(schema: &Value) -> Vec<String> {
    let schema = Schema::compile(schema).expect("it is a schema");
    schema.unsupported().iter().map(|unsupported| unsupported.pointer.clone()).collect()
}

/// Checks that a schema is checked in full, and which values it takes.
#[track_caller]
fn check(schema: &Value, right: &[Value], wrong: &[Value]) {
    let unsupported = unsupported(schema);
    assert!(unsupported.is_empty(), "{unsupported:?}");
    let schema = Schema::compile(schema).expect("it is a schema");
    for value in right {
        assert!(schema.accepts(value), "{value}");
        assert_eq!(schema.errors(value), [], "{value}");
    }
    for value in wrong {
        assert!(!schema.accepts(value), "{value}");
        assert_ne!(schema.errors(value), [], "{value}");
    }
}

#[track_caller]
fn error(schema: &Value) -> String {
    Schema::compile(schema).expect_err("it is wrong").to_string()
}

#[test]
fn addresses_are_relative_to_those_around_them() {
    let text = json!({"$id": "parts/text", "type": "string"});
    let root = "https://example.test/schemas/root";
    for reference in [
        "parts/text",
        "/schemas/parts/text",
        "./parts/text",
        "parts/../parts/text",
        "//example.test/schemas/parts/text",
    ] {
        let schema = json!({"$id": root, "items": {"$ref": reference}, "$defs": {"text": text}});
        check(&schema, &[json!(["a"])], &[json!([1])]);
    }
    let nested = json!({
        "$id": root,
        "$ref": "parts/list#/items",
        "$defs": {"list": {"$id": "parts/list", "items": {"$ref": "text"}, "$defs": {"text": {"$id": "text", "type": "string"}}}},
    });
    check(&nested, &[json!("a")], &[json!(1)]);
}

#[test]
fn fragments_of_addresses_are_pointers_and_names() {
    for reference in
        ["#list", "root#list", "#/$defs/list", "https://example.test/root#/$defs/list", "root#/%24defs/list"]
    {
        let schema = json!({
            "$id": "https://example.test/root",
            "properties": {"a": {"$ref": reference}},
            "$defs": {"list": {"$anchor": "list", "type": "array"}},
        });
        check(&schema, &[json!({"a": []})], &[json!({"a": 1})]);
    }
    // An empty fragment is none.
    let schema = json!({"$id": "https://example.test/root#", "properties": {"a": {"$ref": "root#"}}, "type": "object"});
    check(&schema, &[json!({"a": {"a": {}}})], &[json!({"a": {"a": 1}})]);
    // In draft 7, an address may be a name alone.
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "items": {"$ref": "#text"},
        "definitions": {"text": {"$id": "#text", "type": "string"}},
    });
    check(&schema, &[json!(["a"])], &[json!([1])]);
}

#[test]
fn a_name_counts_in_its_own_address() {
    let schema = json!({
        "$id": "https://example.test/root",
        "properties": {"outer": {"$ref": "#part"}, "inner": {"$ref": "inner#part"}},
        "$defs": {
            "inner": {"$id": "inner", "$defs": {"part": {"$anchor": "part", "type": "integer"}}},
            "part": {"$anchor": "part", "type": "string"},
        },
    });
    check(&schema, &[json!({"outer": "a", "inner": 1})], &[json!({"outer": 1}), json!({"inner": "a"})]);
}

#[test]
fn one_name_for_two_schemas_is_reported() {
    let twice = |first: Value, second: Value| json!({"$ref": "#part", "$defs": {"a": first, "b": second}});
    let schema =
        twice(json!({"$anchor": "part", "type": "string"}), json!({"$anchor": "part", "type": "integer"}));
    assert_eq!(unsupported(&schema), ["/$ref"]);
    // The same schema twice has one meaning.
    let same = json!({"$anchor": "part", "type": "string"});
    check(&twice(same.clone(), same), &[json!("a")], &[json!(1)]);
}

#[test]
fn one_address_for_two_schemas_is_reported() {
    let twice = |first: Value, second: Value| json!({"$ref": "part", "$defs": {"a": first, "b": second}});
    let schema = twice(json!({"$id": "part", "type": "string"}), json!({"$id": "part", "type": "integer"}));
    assert_eq!(unsupported(&schema), ["/$ref"]);
    let same = json!({"$id": "part", "type": "string"});
    check(&twice(same.clone(), same), &[json!("a")], &[json!(1)]);
}

#[test]
fn what_is_no_schema_has_no_address() {
    // Constants, examples and unknown keywords are values.
    for keyword in ["const", "examples", "default", "x-part"] {
        let part = json!({"$id": "part", "$anchor": "part", "type": "string"});
        let value = if keyword == "examples" { json!([part]) } else { part };
        let schema =
            json!({"properties": {"a": {"$ref": "part"}, "b": {"$ref": "#part"}, "c": {keyword: value}}});
        assert_eq!(unsupported(&schema), ["/properties/a/$ref", "/properties/b/$ref"], "{keyword}");
    }
    // A property may have the name of a keyword.
    let schema = json!({"properties": {"$id": {"type": "string"}, "$ref": {"type": "integer"}, "if": {"type": "integer"}}});
    check(&schema, &[json!({"$id": "a", "$ref": 1, "if": 1})], &[json!({"$ref": "#"}), json!({"if": true})]);
}

#[test]
fn a_reference_out_of_the_document_is_reported() {
    for reference in ["https://example.test/other", "other.json", "other.json#/a", "#missing", "urn:uuid:1"] {
        assert_eq!(unsupported(&json!({"$ref": reference})), ["/$ref"], "{reference}");
    }
    assert_eq!(error(&json!({"$ref": "#/missing"})), "/$ref points at nothing: \"#/missing\"");
}

#[test]
fn keys_that_an_unchecked_pattern_may_match_are_accepted() {
    let schema =
        json!({"patternProperties": {r"^\p{L}+$": {"type": "integer"}}, "additionalProperties": false});
    assert_eq!(unsupported(&schema), [r"/patternProperties/^\p{L}+$"]);
    let schema = Schema::compile(&schema).expect("it is a schema");
    assert!(schema.accepts(&json!({"é": 1})));
    assert_eq!(schema.errors(&json!({"é": 1})), []);
}

#[test]
fn draft_6_has_no_conditions() {
    let schema = |draft: &str| {
        let draft = format!("http://json-schema.org/{draft}/schema#");
        json!({"$schema": draft, "if": true, "then": {"type": "string"}})
    };
    check(&schema("draft-06"), &[json!(1)], &[]);
    check(&schema("draft-07"), &[json!("a")], &[json!(1)]);
}

#[test]
fn a_circle_that_never_descends_is_an_error() {
    let circle = "the schema has a `$ref` that leads back to itself";
    for schema in [
        json!({"if": {"$ref": "#"}, "then": true}),
        json!({"if": true, "then": {"$ref": "#"}}),
        json!({"if": true, "else": {"$ref": "#"}}),
        json!({"dependentSchemas": {"a": {"$ref": "#"}}}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"a": {"$ref": "#"}}}),
        json!({"$anchor": "a", "$ref": "#a"}),
        json!({"$id": "https://example.test/a", "$ref": "a"}),
        json!({"if": {"$ref": "#b"}, "then": {}, "$defs": {"b": {"$anchor": "b", "not": {"$ref": "#"}}}}),
    ] {
        assert_eq!(error(&schema), circle, "{schema}");
    }
    // One that descends has a meaning.
    let schema = json!({
        "if": {"required": ["next"]},
        "then": {"properties": {"next": {"$ref": "#"}}, "required": ["value"]},
    });
    check(
        &schema,
        &[json!({"next": {"next": 1, "value": 1}, "value": 1})],
        &[json!({"next": {"next": 1}, "value": 1})],
    );
}

#[test]
fn ill_formed_conditions_and_dependents_are_errors() {
    for (schema, text) in [
        (json!({"if": 1}), "/if must be a schema: an object or a boolean"),
        (json!({"if": true, "then": []}), "/then must be a schema: an object or a boolean"),
        (json!({"dependentRequired": []}), "/dependentRequired must be an object, not []"),
        (json!({"dependentRequired": {"a": "b"}}), "/dependentRequired/a must be an array, not \"b\""),
        (json!({"dependentRequired": {"a": [1]}}), "/dependentRequired/a/0 must be a string, not 1"),
        (
            json!({"dependentSchemas": {"a": ["b"]}}),
            "/dependentSchemas/a must be a schema: an object or a boolean",
        ),
        (json!({"dependencies": {"a": "b"}}), "/dependencies/a must be a schema: an object or a boolean"),
    ] {
        assert_eq!(error(&schema), text);
    }
}

/// Ample for a debug build on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

#[test]
fn a_bomb_of_conditions_ends() {
    let started = Instant::now();
    // Each level asks the one below it twice.
    let mut schema = json!({"minimum": 1});
    for _ in 0..40 {
        schema = json!({"if": {"not": {"$ref": "#/$defs/last"}}, "then": schema, "else": {"if": schema, "then": schema}});
        if schema.to_string().len() > 100_000 {
            break;
        }
    }
    let schema = json!({"allOf": [schema], "$defs": {"last": {"type": "string"}}});
    let schema = Schema::compile(&schema).expect("it is a schema");
    let _ = schema.errors(&json!(0));
    let _ = schema.accepts(&json!("a"));
    assert!(started.elapsed() < LONGEST, "{:?}", started.elapsed());
}

#[test]
fn a_chain_of_references_in_conditions_ends() {
    let started = Instant::now();
    // Level n asks level n - 1 twice: two to the power of 60 questions without a limit.
    let mut levels = serde_json::Map::new();
    levels.insert("l0".to_owned(), json!({"type": "integer"}));
    for level in 1..60 {
        let below = json!({"$ref": format!("#l{}", level - 1)});
        let condition = json!({"$anchor": format!("l{level}"), "if": below, "then": below, "else": below});
        levels.insert(format!("l{level}"), condition);
    }
    levels["l0"]["$anchor"] = json!("l0");
    let schema = json!({"$ref": "#l59", "$defs": levels});
    let schema = Schema::compile(&schema).expect("it is a schema");
    let errors = schema.errors(&json!("a"));
    assert_eq!(errors[0].error_message, "the arguments take too long to check: send less");
    assert!(!schema.accepts(&json!("a")));
    assert!(started.elapsed() < LONGEST, "{:?}", started.elapsed());
}

#[test]
fn many_dependents_of_many_members_end() {
    let started = Instant::now();
    let names: Vec<_> = (0..2_000).map(|name| format!("n{name}")).collect();
    let dependents: serde_json::Map<_, _> =
        names.iter().map(|name| (name.clone(), json!(names[..200].to_vec()))).collect();
    let schema = Schema::compile(&json!({"dependentRequired": dependents})).expect("it is a schema");
    let sent: serde_json::Map<_, _> = names[200..].iter().map(|name| (name.clone(), json!(1))).collect();
    assert!(!schema.accepts(&Value::Object(sent.clone())));
    assert!(!schema.errors(&Value::Object(sent)).is_empty());
    assert!(started.elapsed() < LONGEST, "{:?}", started.elapsed());
}
