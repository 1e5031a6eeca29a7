//! Alternatives.

use serde_json::json;

use super::{Row, check};

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn unions() {
    check(&[
        Row {
            target: "two types in one list",
            schema: json!({"type": ["array", "string"], "items": {"type": "integer"}}),
            safe: &[(r#"["1"]"#, "[1]", &["STRING_TO_NUMBER"])],
            lenient: &[],
            never: &[r#""1""#, r#""[1]""#, "null", "1"],
        },
        Row {
            target: "integer or boolean",
            schema: json!({"oneOf": [{"type": "integer"}, {"type": "boolean"}]}),
            safe: &[(r#""5""#, "5", &["STRING_TO_NUMBER"]), (r#""true""#, "true", &["STRING_TO_BOOLEAN"])],
            lenient: &[(r#""yes""#, "true", &["STRING_TO_BOOLEAN"])],
            never: &[r#""nope""#, "null", "1.5"],
        },
        Row {
            target: "a value or several",
            schema: json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}),
            safe: &[
                (r#"["5"]"#, "[5]", &["STRING_TO_NUMBER"]),
                (r#""[5, 6]""#, "[5,6]", &["STRING_TO_ARRAY"]),
            ],
            lenient: &[],
            never: &[r#""5""#],
        },
        Row {
            target: "a number, or texts",
            schema: json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]}),
            safe: &[("[5]", r#"["5"]"#, &["NUMBER_TO_STRING"])],
            lenient: &[],
            never: &[],
        },
        Row {
            target: "a word, or an object with a key",
            schema: json!({"oneOf": [
                {"const": "Stop"},
                {"type": "object", "properties": {"Go": {"type": "integer"}}, "required": ["Go"], "additionalProperties": false},
            ]}),
            safe: &[
                (r#"{"Stop":null}"#, r#""Stop""#, &["ENUM_SPELLING"]),
                (r#"{"go":"5"}"#, r#"{"Go":5}"#, &["KEY_SPELLING", "STRING_TO_NUMBER"]),
            ],
            lenient: &[],
            never: &[r#""Go""#, r#"{"Go":null}"#, r#"[{"Go":5},{"Go":5}]"#],
        },
        Row {
            target: "a small number, or a text",
            schema: json!({"anyOf": [{"type": "integer", "maximum": 10}, {"type": "string"}]}),
            safe: &[],
            lenient: &[],
            never: &["50", "1.5", r#""5""#],
        },
        Row {
            target: "a text wins",
            schema: json!({"anyOf": [{"type": "string", "pattern": "^[a-z]+$"}, {"type": "integer"}]}),
            safe: &[],
            lenient: &[],
            never: &[r#""5""#, r#""null""#],
        },
        Row {
            target: "a word or a number",
            schema: json!({"anyOf": [{"enum": ["auto"]}, {"type": "integer"}]}),
            safe: &[(r#""5""#, "5", &["STRING_TO_NUMBER"]), (r#""Auto""#, r#""auto""#, &["ENUM_SPELLING"])],
            lenient: &[],
            never: &[r#""automatic""#],
        },
        Row {
            target: "tagged objects",
            schema: json!({"oneOf": [
                {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]},
                {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]},
            ]}),
            safe: &[
                (
                    r#"{"kind":"circle","radius":"1.5"}"#,
                    r#"{"kind":"circle","radius":1.5}"#,
                    &["STRING_TO_NUMBER"],
                ),
                (r#"{"kind":"Square","side":2}"#, r#"{"kind":"square","side":2}"#, &["ENUM_SPELLING"]),
                (
                    r#""{\"kind\":\"circle\",\"radius\":1}""#,
                    r#"{"kind":"circle","radius":1}"#,
                    &["STRING_TO_OBJECT"],
                ),
            ],
            lenient: &[],
            never: &[
                r#"{"kind":"circle","radius":"big"}"#,
                r#"{"kind":"disc","radius":"1"}"#,
                r#"{"radius":"1"}"#,
            ],
        },
        Row {
            target: "rules beside alternatives",
            schema: json!({
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {}, "c": {}},
                "anyOf": [{"required": ["b"]}, {"required": ["c"]}],
            }),
            safe: &[(r#"{"a":"5","b":1,"c":1}"#, r#"{"a":5,"b":1,"c":1}"#, &["STRING_TO_NUMBER"])],
            lenient: &[],
            never: &[],
        },
        Row {
            target: "all of",
            schema: json!({"allOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"minimum": 3}, "b": {"type": "boolean"}}}]}),
            safe: &[(
                r#"{"a":"5","b":"true"}"#,
                r#"{"a":5,"b":true}"#,
                &["STRING_TO_NUMBER", "STRING_TO_BOOLEAN"],
            )],
            lenient: &[],
            never: &[],
        },
    ]);
}
