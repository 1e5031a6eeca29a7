//! Schemas that are large, recursive or strange: each keeps the rules of every dialect, converts into itself, and stays
//! short.

use hpd_runtime::args::Node;
use hpd_runtime::dialect::Dialect;
use serde_json::{Map, Value, json};

use crate::dialect_rules::broken_rules;

fn values(count: usize) -> Value {
    (0..count).map(|number| format!("value{number}")).collect()
}

/// A schema with these properties and definitions.
fn of(properties: &Value, definitions: &Value) -> Value {
    json!({"type": "object", "properties": properties, "required": ["a"], "$defs": definitions})
}

/// Kinds that refer to the next ones, each several times.
fn lattice(kinds: usize, references: usize) -> Value {
    let kind = |number: usize| {
        let mut properties = Map::new();
        properties.insert("name".into(), json!({"type": "string", "description": "The name of this kind"}));
        for reference in 0..references {
            let next = json!({"$ref": format!("#/$defs/K{}", (number + reference + 1) % kinds)});
            properties.insert(format!("to{reference}"), next);
        }
        (format!("K{number}"), json!({"type": "object", "properties": properties}))
    };
    (0..kinds).map(kind).collect::<Map<_, _>>().into()
}

/// Kinds each of which refers to the next one several times, until the last.
fn fan(kinds: usize, references: usize) -> Value {
    let kind = |number: usize| {
        let next = json!({"$ref": format!("#/$defs/F{}", number + 1)});
        let all = (0..references).map(|reference| (format!("to{reference}"), next.clone()));
        let properties: Map<String, Value> = if number == kinds { Map::new() } else { all.collect() };
        (
            format!("F{number}"),
            json!({"type": "object", "properties": properties, "additionalProperties": false}),
        )
    };
    (0..=kinds).map(kind).collect::<Map<_, _>>().into()
}

/// A tree.
fn node() -> Value {
    json!({"type": "object", "properties": {
        "value": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}})
}

/// Schemas that are wide, recursive, or refer to one place several times.
fn large() -> Vec<(&'static str, Value)> {
    let node = node();
    let even =
        json!({"type": "object", "properties": {"odd": {"$ref": "#/$defs/Odd"}, "n": {"type": "integer"}}});
    let odd = json!({"type": "object", "properties": {
        "even": {"anyOf": [{"$ref": "#/$defs/Even"}, {"type": "null"}]}}, "required": ["even"]});
    let wide: Map<String, Value> =
        (0..300).map(|number| (format!("p{number}"), json!({"type": ["string", "null"]}))).collect();
    let listed = json!({"type": "string", "enum": values(400)});
    let uses = json!({"a": {"$ref": "#/$defs/L"}, "b": {"$ref": "#/$defs/L", "description": "Second"},
        "c": {"type": "array", "items": {"$ref": "#/$defs/L"}}});
    vec![
        ("wide", of(&json!({"a": {"type": "object", "properties": wide}}), &json!({}))),
        (
            "recursive arrays",
            of(
                &json!({"a": {"$ref": "#/$defs/Node"}, "b": {"$ref": "#/$defs/Node"}}),
                &json!({"Node": node}),
            ),
        ),
        (
            "two that contain each other",
            of(
                &json!({"a": {"$ref": "#/$defs/Even"}, "b": {"$ref": "#/$defs/Odd"}}),
                &json!({"Even": even, "Odd": odd}),
            ),
        ),
        (
            "siblings",
            of(
                &json!({"a": {"$ref": "#/$defs/T", "minLength": 2, "default": "xy"}, "b": {"$ref": "#/$defs/T", "enum": ["ab", "cd"]}}),
                &json!({"T": {"type": "string", "maxLength": 5, "description": "T"}}),
            ),
        ),
        (
            "an address",
            json!({"$id": "https://example.org/a.json", "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "properties": {"a": {"$ref": "#/$defs/T"}, "b": {"$ref": "https://example.org/a.json#/$defs/T"}, "c": {"$ref": "a.json#t"}, "d": {"$ref": "#t"}},
            "required": ["a"], "$defs": {"T": {"$anchor": "t", "type": "object", "properties": {"x": {"type": "integer"}}}}}),
        ),
        (
            "an address within",
            of(
                &json!({"a": {"$ref": "item.json"}, "b": {"$ref": "item.json#/$defs/U"}}),
                &json!({"T": {"$id": "item.json", "type": "object", "properties": {"x": {"$ref": "#/$defs/U"}}, "$defs": {"U": {"type": "integer"}}}}),
            ),
        ),
        (
            "into properties",
            of(
                &json!({"a": {"type": "object", "properties": {"x": {"type": "integer", "minimum": 1}}},
            "b": {"$ref": "#/properties/a"}, "c": {"$ref": "#/properties/a/properties/x"}}),
                &json!({}),
            ),
        ),
        ("400 values", of(&uses, &json!({"L": listed}))),
    ]
}

/// Schemas whose references are strange, or many.
fn strange() -> Vec<(&'static str, Value)> {
    let node = node();
    vec![
        (
            "anchors",
            of(
                &json!({"a": {"$ref": "#n"}, "b": {"type": "array", "items": {"$ref": "#n"}}}),
                &json!({"N": {"$anchor": "n", "type": "object", "properties": {"n": {"$ref": "#n"}, "never": false}}}),
            ),
        ),
        (
            "chains",
            of(
                &json!({"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/A"}}),
                &json!({"A": {"$ref": "#/$defs/B", "description": "A"}, "B": {"$ref": "#/$defs/C"}, "C": {"type": ["integer", "null"], "minimum": 3}}),
            ),
        ),
        ("lattice", of(&json!({"a": {"$ref": "#/$defs/K0"}}), &lattice(12, 3))),
        (
            "lattice of lists",
            of(
                &json!({"a": {"type": "array", "items": {"$ref": "#/$defs/K0"}}, "b": {"$ref": "#/$defs/K1"}}),
                &lattice(20, 5),
            ),
        ),
        ("fan", of(&json!({"a": {"$ref": "#/$defs/F0"}}), &fan(6, 6))),
        (
            "combined",
            of(
                &json!({"a": {"allOf": [{"$ref": "#/$defs/Node"}, {"properties": {"extra": {"$ref": "#/$defs/Node"}}}]}}),
                &json!({"Node": node}),
            ),
        ),
        ("all arguments", json!({"$ref": "#/$defs/Node", "$defs": {"Node": node}})),
        (
            "into itself",
            json!({"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"type": "array", "items": {"$ref": "#"}}}}),
        ),
        (
            "escapes",
            of(
                &json!({"a": {"$ref": "#/$defs/x~1y%20z"}, "b": {"$ref": "#/$defs/x~1y%20z"}}),
                &json!({"x/y z": {"type": "object", "properties": {"n": {"type": "integer"}}}}),
            ),
        ),
    ]
}

/// Schemas that each dialect writes.
pub(crate) fn schemas() -> Vec<(&'static str, Value)> {
    large().into_iter().chain(strange()).collect()
}

#[test]
fn each_is_written_within_the_rules_and_stays_short() {
    let mut failed = Vec::new();
    for (name, schema) in schemas() {
        let source = Node::from_value(&schema);
        for dialect in Dialect::ALL {
            let converted = match dialect.convert(&source) {
                Ok(converted) => converted,
                Err(error) => {
                    failed.push(format!("{name}: {error}"));
                    continue;
                }
            };
            let text = converted.schema.to_json();
            let broken = broken_rules(dialect.as_str(), &converted.schema.to_value());
            if !broken.is_empty() {
                failed.push(format!("{name} for {dialect}: {broken:?} {text}"));
            }
            match dialect.convert(&converted.schema).map(|again| again.schema.to_json()) {
                Ok(again) if again == text => {}
                again => {
                    failed.push(format!("{name} for {dialect}: not the same again\n  {text}\n  {again:?}"));
                }
            }
            let length = source.to_json().len();
            // Every object of a strict form has two more keywords, which short schemas feel.
            if text.len() > 2 * length + 300 {
                failed.push(format!("{name} for {dialect}: {} bytes, of {length}\n  {text}", text.len()));
            }
        }
    }
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
}
