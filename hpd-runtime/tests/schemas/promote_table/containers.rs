//! Arrays and objects.

use serde_json::json;

use super::{Row, check};

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn arrays() {
    check(&[
        Row {
            target: "Vec<i64>",
            schema: json!({"type": "array", "items": {"type": "integer"}}),
            safe: &[
                (r#""[1, 2]""#, "[1,2]", &["STRING_TO_ARRAY"]),
                (r#"" [] ""#, "[]", &["STRING_TO_ARRAY"]),
                (r#""[\"1\"]""#, "[1]", &["STRING_TO_ARRAY", "STRING_TO_NUMBER"]),
                (r#"["1","2"]"#, "[1,2]", &["STRING_TO_NUMBER", "STRING_TO_NUMBER"]),
                ("5", "[5]", &["VALUE_TO_ARRAY"]),
                (r#""5""#, "[5]", &["VALUE_TO_ARRAY", "STRING_TO_NUMBER"]),
                // Nothing is dropped: unreadable values stay where they are.
                (r#"["1","bad"]"#, r#"[1,"bad"]"#, &["STRING_TO_NUMBER"]),
            ],
            lenient: &[],
            never: &[
                "null",
                r#""null""#,
                r#""""#,
                r#""[1,""#,
                r#""[1,]""#,
                r#""{1}""#,
                r#""1,2""#,
                r#""1,234""#,
                r#""1;2""#,
                r#""bad""#,
                r#"["bad"]"#,
                "{}",
                r#"{"0":1}"#,
                "true",
                "[null]",
                "1.5",
            ],
        },
        Row {
            target: "Vec<String>",
            schema: json!({"type": "array", "items": {"type": "string"}}),
            safe: &[
                (r#""[\"a\", \"b\"]""#, r#"["a","b"]"#, &["STRING_TO_ARRAY"]),
                (r#""a b""#, r#"["a b"]"#, &["VALUE_TO_ARRAY"]),
                ("5", r#"["5"]"#, &["VALUE_TO_ARRAY", "NUMBER_TO_STRING"]),
                ("[1]", r#"["1"]"#, &["NUMBER_TO_STRING"]),
            ],
            lenient: &[("true", r#"["true"]"#, &["VALUE_TO_ARRAY", "BOOLEAN_TO_STRING"])],
            never: &[
                r#""a, b""#,
                r#""a;b""#,
                r#""a\nb""#,
                r#""a|b""#,
                r#""""#,
                r#"" ""#,
                r#""null""#,
                r#""None""#,
                r#""[a, b]""#,
                r#""['a']""#,
                r#""{\"a\":1}""#,
                r#""{a""#,
                r#""\"a\"""#,
                r#""(a)""#,
                "null",
                "[null]",
                r#"[["a"]]"#,
            ],
        },
        Row {
            target: "Vec<Vec<i64>>",
            schema: json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}),
            safe: &[("[1]", "[[1]]", &["VALUE_TO_ARRAY"])],
            lenient: &[],
            never: &["1", r#""1""#],
        },
        Row {
            target: "Vec of anything",
            schema: json!({"type": "array"}),
            safe: &[(r#""a""#, r#"["a"]"#, &["VALUE_TO_ARRAY"])],
            lenient: &[],
            never: &[r#"{"a":1}"#, r#""{\"a\":1}""#, "null"],
        },
        Row {
            target: "Vec<struct>",
            schema: json!({"type": "array", "items": {"$ref": "#/$defs/Point"}}),
            safe: &[
                (r#"{"x":1}"#, r#"[{"x":1}]"#, &["VALUE_TO_ARRAY"]),
                (r#"{"x":"1"}"#, r#"[{"x":1}]"#, &["VALUE_TO_ARRAY", "STRING_TO_NUMBER"]),
                (r#""[{\"x\":1}]""#, r#"[{"x":1}]"#, &["STRING_TO_ARRAY"]),
                (r#""{\"x\":1}""#, r#"[{"x":1}]"#, &["VALUE_TO_ARRAY", "STRING_TO_OBJECT"]),
            ],
            lenient: &[],
            never: &["1", r#""x""#, r#""{x: 1}""#, "null", "[1]"],
        },
        Row {
            target: "Vec<struct> of which nothing is required",
            schema: json!({"type": "array", "items": {"type": "object", "properties": {"x": {"type": "integer"}}}}),
            safe: &[(r#"{"x":1}"#, r#"[{"x":1}]"#, &["VALUE_TO_ARRAY"])],
            lenient: &[],
            never: &["{}", r#""{}""#, r#"{"first":{"x":1},"second":{"x":2}}"#, r#"{"x":1,"y":2}"#],
        },
        Row {
            target: "tuple",
            schema: json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2}),
            safe: &[
                (r#""[1,\"a\"]""#, r#"[1,"a"]"#, &["STRING_TO_ARRAY"]),
                (r#"["1","a"]"#, r#"[1,"a"]"#, &["STRING_TO_NUMBER"]),
            ],
            lenient: &[],
            never: &["1", r#""1""#, "null", r#"{"0":1,"1":"a"}"#, "[1]", "true"],
        },
    ]);
}

#[test]
fn objects() {
    check(&[
        Row {
            target: "map",
            schema: json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            safe: &[
                (r#""{\"a\": 1}""#, r#"{"a":1}"#, &["STRING_TO_OBJECT"]),
                (r#"{"a":"1"}"#, r#"{"a":1}"#, &["STRING_TO_NUMBER"]),
            ],
            lenient: &[],
            never: &[
                r#""a""#,
                r#""{a:1}""#,
                r#""{\"a\":1""#,
                "1",
                "true",
                "null",
                "[]",
                r#"[{"a":1}]"#,
                r#"{"a":null}"#,
            ],
        },
        Row {
            target: "struct",
            schema: json!({
                "type": "object",
                "properties": {"user_id": {"type": "integer"}, "note": {"type": "string"}, "size": {"type": "integer"}},
                "required": ["user_id"],
                "additionalProperties": false,
            }),
            safe: &[
                (r#""{\"user_id\": \"1\"}""#, r#"{"user_id":1}"#, &["STRING_TO_OBJECT", "STRING_TO_NUMBER"]),
                (r#"[{"user_id":1}]"#, r#"{"user_id":1}"#, &["ARRAY_TO_VALUE"]),
                (r#"{"userId":1}"#, r#"{"user_id":1}"#, &["KEY_SPELLING"]),
                (
                    r#"{"User-ID":1,"NOTE":"a"}"#,
                    r#"{"user_id":1,"note":"a"}"#,
                    &["KEY_SPELLING", "KEY_SPELLING"],
                ),
                (r#"{"user_id":1,"note":null}"#, r#"{"user_id":1}"#, &["NULL_IGNORED"]),
                (r#"{"user_id":1,"size":"null"}"#, r#"{"user_id":1}"#, &["STRING_TO_NULL"]),
            ],
            lenient: &[],
            never: &[
                r#"{"user_id":1,"userId":2}"#,
                r#"{"userId":1,"UserID":1}"#,
                r#"{"user":1}"#,
                r#"{"user_id":null}"#,
                r#"{"user_id":1,"size":null,"Size":5}"#,
                r#"{"user_id":1,"note":"null"}"#,
                "[1]",
                "[]",
                r#""x""#,
                "1",
                "null",
                r#"[{"user_id":1},{"user_id":1}]"#,
                r#"[["user_id",1]]"#,
            ],
        },
        Row {
            target: "struct that takes other fields",
            schema: json!({"type": "object", "properties": {"user_id": {}, "note": {"type": "string"}}, "required": ["user_id"]}),
            safe: &[(r#"{"userId":1,"Note":2}"#, r#"{"user_id":1,"Note":2}"#, &["KEY_SPELLING"])],
            lenient: &[],
            never: &[r#"{"user_id":1,"Note":2}"#],
        },
        Row {
            target: "fields whose spellings collide",
            schema: json!({"type": "object", "properties": {"a_b": {}, "ab": {}}, "required": ["a_b"], "additionalProperties": false}),
            safe: &[],
            lenient: &[],
            never: &[r#"{"aB":1}"#],
        },
    ]);
}
