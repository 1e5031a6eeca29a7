//! Random schemas, however unusual: the conversion never panics, keeps the rules of the dialect, and converts its
//! output into itself.

use hpd_runtime::args::Node;
use hpd_runtime::dialect::Dialect;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::dialect_rules::broken_rules;

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        Just(json!(true)),
        Just(json!({"type": "string", "minLength": 1, "format": "uri", "title": "X"})),
        Just(json!({"type": "integer", "minimum": 0, "format": "uint32", "default": null})),
        Just(json!({"type": ["number", "null"], "exclusiveMaximum": 5, "default": 1})),
        Just(json!({"type": "boolean", "enum": ["true"]})),
        Just(json!({"enum": ["a", "", null, 1]})),
        Just(json!({"const": {"a": 1}})),
        Just(json!({"const": null})),
        Just(json!({"type": "object"})),
        Just(json!({"type": "object", "additionalProperties": false})),
        Just(json!({"type": "array", "minItems": 2, "nullable": true})),
        Just(json!({"$ref": "#/$defs/Shared", "description": "Shared"})),
        Just(json!({"$ref": "#/$defs/Tree"})),
        Just(json!({"required": ["a"]})),
        Just(json!({"pattern": "^(?=a)", "description": "Untyped"})),
        Just(json!({"minimum": 1, "maxLength": 3})),
        Just(json!({"type": "nothing"})),
    ]
}

fn schema() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(4, 24, 4, |inner| {
        let some = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            (some.clone(), any::<u8>()).prop_map(|(schemas, bits)| object(schemas, bits)),
            inner.clone().prop_map(|items| json!({"type": "array", "items": items, "uniqueItems": true})),
            some.clone().prop_map(|items| json!({"type": "array", "prefixItems": items, "items": false})),
            some.clone().prop_map(|branches| json!({"anyOf": branches, "description": "Any"})),
            some.clone().prop_map(|branches| json!({"oneOf": branches, "nullable": true})),
            (some.clone(), inner.clone()).prop_map(|(branches, beside)| with(beside, "anyOf", branches)),
            (some, inner.clone()).prop_map(|(parts, beside)| with(beside, "allOf", parts)),
            inner.clone().prop_map(|not| json!({"type": "string", "not": not})),
            inner.prop_map(|rest| json!({"type": "object", "additionalProperties": rest})),
        ]
    })
}

fn object(schemas: Vec<Value>, bits: u8) -> Value {
    let names = ["a", "b c", "ü", "d"];
    let properties: Map<String, Value> =
        names.iter().zip(schemas).map(|(name, schema)| ((*name).to_owned(), schema)).collect();
    let required: Vec<_> = names.iter().take(usize::from(bits % 3)).collect();
    let mut object = json!({"type": "object", "properties": properties, "required": required});
    if bits & 4 == 0 {
        object["additionalProperties"] = json!(bits & 8 == 0);
    }
    object
}

fn with(beside: Value, keyword: &str, schemas: Vec<Value>) -> Value {
    let mut whole = if beside.is_object() { beside } else { json!({}) };
    whole[keyword] = schemas.into();
    whole
}

/// A schema of arguments with one property and two definitions.
fn with_property(root: Value, property: &Value) -> Node<'static> {
    let mut root = if root.is_object() { root } else { json!({}) };
    root["properties"] = json!({"p": property});
    root["$defs"] = json!({
        "Shared": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"], "title": "Shared"},
        "Tree": {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}},
    });
    Node::from_value(&root).into_owned()
}

/// Checks a schema in all dialects. A dialect may refuse it.
fn check(schema: &Node<'_>) -> Result<(), TestCaseError> {
    for dialect in Dialect::ALL {
        let Ok(once) = dialect.convert(schema) else { continue };
        let broken = broken_rules(dialect.as_str(), &once.schema.to_value());
        prop_assert!(broken.is_empty(), "{dialect}: {broken:?}\n  {}", once.schema.to_json());
        let twice = dialect.convert(&once.schema);
        let twice = twice.map(|twice| twice.schema.to_json()).map_err(|error| error.to_string());
        prop_assert_eq!(twice, Ok(once.schema.to_json()), "{}", dialect);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_schema_converts_within_the_rules_or_is_refused(property in schema(), root in schema()) {
        check(&with_property(root, &property))?;
    }
}

/// Each of these once broke a rule, or was converted into something else the second time.
#[test]
fn rare_random_schemas_convert_within_the_rules() {
    let null_among_numbers = json!({"anyOf": [{"oneOf": [{"anyOf": [{"const": null}], "description": "Any"}],
        "nullable": true}], "type": ["number", "null"], "exclusiveMaximum": 5, "default": 1});
    let null_among_arrays = json!({"nullable": true, "oneOf": [
        {"type": "array", "minItems": 2, "nullable": true, "anyOf": [{"const": null}]}, {"type": "object"}]});
    let forbidden_property = json!({"type": "object", "properties": {"a": {"type": "string", "not": {}}}, "additionalProperties": true});
    let described_reference = json!({"type": "array", "uniqueItems": true, "items":
        {"anyOf": [{"$ref": "#/$defs/Tree"}, {"$ref": "#/$defs/Tree"}], "description": "Any"}});
    let not_of_everything = json!({"type": "string", "not": {"allOf": [{}]}});
    let untyped_alternatives = json!({"description": "Any", "anyOf": [
        {"type": "object", "additionalProperties": {"pattern": "^(?=a)", "description": "Untyped"}},
        {"$ref": "#/$defs/Shared", "description": "Shared"}]});
    for property in
        [null_among_numbers, null_among_arrays, forbidden_property, described_reference, not_of_everything]
    {
        for root in [json!({}), json!({"nullable": true, "oneOf": [{}]}), untyped_alternatives.clone()] {
            check(&with_property(root, &property)).unwrap();
        }
    }
}
