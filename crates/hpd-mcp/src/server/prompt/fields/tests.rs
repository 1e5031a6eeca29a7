use serde_json::{Value, json};

use super::{Shown, shown};

#[test]
fn values_of_forms_keep_what_forms_know() {
    for (schema, expected) in [
        (
            json!({"type": "string", "minLength": 3, "pattern": "^a", "description": "A name", "format": "x"}),
            json!({"type": "string", "minLength": 3, "description": "A name"}),
        ),
        (json!({"type": "string", "format": "email"}), json!({"type": "string", "format": "email"})),
        (
            json!({"type": "integer", "minimum": 0, "format": "uint8", "default": 3}),
            json!({"type": "integer", "minimum": 0, "default": 3}),
        ),
        (json!({"type": ["boolean", "null"]}), json!({"type": "boolean"})),
        (
            json!({"enum": ["a", "b"], "description": "Which"}),
            json!({"type": "string", "enum": ["a", "b"], "description": "Which"}),
        ),
        (
            json!({"oneOf": [{"const": "a", "title": "A"}]}),
            json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}),
        ),
        (
            json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 1}),
            json!({"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 1}),
        ),
        (
            json!({"$ref": "#/$defs/Size", "title": "Size"}),
            json!({"type": "string", "enum": ["s"], "title": "Size"}),
        ),
    ] {
        let definitions = json!({"Size": {"type": "string", "enum": ["s"]}});
        assert_eq!(shown(&schema, Some(&definitions)), (expected, Shown::AsItIs), "{schema}");
    }
}

#[test]
fn other_values_are_json_in_a_text() {
    for schema in
        [json!({"type": "object"}), json!({"type": "array", "items": {"type": "integer"}}), json!({})]
    {
        let (field, how) = shown(&schema, None);
        assert_eq!((field, how), (json!({"type": "string", "description": "(as JSON)"}), Shown::AsJson));
    }
    let with = shown(&json!({"type": "object", "description": "A place", "default": {"x": 1}}), None).0;
    assert_eq!(with, json!({"type": "string", "description": "A place (as JSON)", "default": "{\"x\":1}"}));
    assert_eq!(Shown::AsJson.read(&json!("[1, 2]")), json!([1, 2]));
    assert_eq!(Shown::AsJson.read(&json!("one")), Value::from("one"));
    assert_eq!(Shown::AsItIs.read(&json!("[1]")), json!("[1]"));
}
