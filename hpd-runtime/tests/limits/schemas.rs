//! The schemas that bombs are read with.

use serde_json::{Value, json};

/// An object with `v` as the schema says.
pub(crate) fn of(schema: &Value) -> Value {
    json!({"type": "object", "properties": {"v": schema}, "required": ["v"]})
}

/// Anything.
pub(crate) fn anything() -> Value {
    json!({"type": "object"})
}

/// Lists of lists of integers.
pub(crate) fn integers() -> Value {
    of(&json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}))
}

/// Some names, and no others.
pub(crate) fn closed() -> Value {
    let names = (0..50).map(|index| (format!("known_name_{index}"), json!({"type": "string"})));
    json!({"type": "object", "properties": Value::Object(names.collect()), "additionalProperties": false})
}

/// Values that are one of three kinds, and hold themselves.
pub(crate) fn recursive_union() -> Value {
    let object = |name: &str| {
        json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/any"}, name: {"type": "boolean"}},
        })
    };
    json!({
        "type": "object",
        "properties": {"v": {"$ref": "#/$defs/any"}},
        "$defs": {"any": {"anyOf": [
            {"type": "integer"},
            object("b"),
            object("c"),
            {"type": "array", "items": {"$ref": "#/$defs/any"}},
        ]}},
    })
}
