//! Texts, words of a list, and null.

use serde_json::json;

use super::{Row, check};

#[test]
fn texts() {
    check(&[
        Row {
            target: "String",
            schema: json!({"type": "string"}),
            safe: &[
                ("5", r#""5""#, &["NUMBER_TO_STRING"]),
                ("1.50", r#""1.50""#, &["NUMBER_TO_STRING"]),
                ("12345678901234567890123", r#""12345678901234567890123""#, &["NUMBER_TO_STRING"]),
                ("-0", r#""-0""#, &["NUMBER_TO_STRING"]),
            ],
            lenient: &[
                ("true", r#""true""#, &["BOOLEAN_TO_STRING"]),
                (r#"{ "a": [1.50] }"#, r#""{\"a\":[1.50]}""#, &["OBJECT_TO_STRING"]),
            ],
            never: &[
                r#""5""#,
                r#""null""#,
                r#""true""#,
                r#""[1]""#,
                r#""{}""#,
                r#""""#,
                "null",
                "[]",
                r#"["a"]"#,
                "[1]",
            ],
        },
        Row {
            target: "a decimal in a text",
            schema: json!({"type": "string", "format": "decimal"}),
            safe: &[("0", r#""0""#, &["NUMBER_TO_STRING"])],
            lenient: &[],
            never: &["null", r#""x""#],
        },
        Row {
            target: "char",
            schema: json!({"type": "string", "minLength": 1, "maxLength": 1}),
            safe: &[],
            lenient: &[],
            never: &[r#""a""#, r#"" ""#, r#""ab""#, r#""""#, "5", "true", "null", r#"["a"]"#, "{}"],
        },
        Row {
            target: "bytes",
            schema: json!({"type": "string", "contentEncoding": "base64"}),
            safe: &[],
            lenient: &[],
            never: &[r#""AAEC""#, "1234", "true", "null", r#"["AAEC"]"#, "{}"],
        },
    ]);
}

#[test]
fn listed_words() {
    check(&[
        Row {
            target: "enum of units",
            schema: json!({"type": "string", "enum": ["in_progress", "DONE", "Won't fix"]}),
            safe: &[
                (r#""In Progress""#, r#""in_progress""#, &["ENUM_SPELLING"]),
                (r#""inProgress""#, r#""in_progress""#, &["ENUM_SPELLING"]),
                (r#""IN-PROGRESS""#, r#""in_progress""#, &["ENUM_SPELLING"]),
                (r#""  DONE ""#, r#""DONE""#, &["ENUM_SPELLING"]),
                (r#"["DONE"]"#, r#""DONE""#, &["ARRAY_TO_VALUE"]),
                (r#"["done"]"#, r#""DONE""#, &["ARRAY_TO_VALUE", "ENUM_SPELLING"]),
                (r#"{"DONE":null}"#, r#""DONE""#, &["ENUM_SPELLING"]),
                (r#"{"done":null}"#, r#""DONE""#, &["ENUM_SPELLING"]),
            ],
            lenient: &[],
            never: &[
                r#""it is done""#,
                r#""DONE.""#,
                r#""do""#,
                r#""progress""#,
                r#""""#,
                r#"" ""#,
                "0",
                "1",
                "true",
                "null",
                r#""null""#,
                "[]",
                r#"["DONE","in_progress"]"#,
                r#"{"DONE":1}"#,
                r#"{"DONE":null,"x":null}"#,
                "{}",
            ],
        },
        Row {
            target: "words that differ in case only",
            schema: json!({"enum": ["MB", "Mb", "a-b", "a_b"]}),
            safe: &[(r#"" Mb""#, r#""Mb""#, &["ENUM_SPELLING"])],
            lenient: &[],
            never: &[r#""mb""#, r#""a b""#, r#""AB""#],
        },
        Row {
            target: "words in which signs count",
            schema: json!({"enum": ["-1", "A-", "1-2", "-created"]}),
            safe: &[(r#""a-""#, r#""A-""#, &["ENUM_SPELLING"]), (r#""1_2""#, r#""1-2""#, &["ENUM_SPELLING"])],
            lenient: &[],
            never: &[r#""1""#, r#""A""#, r#""12""#, r#""created""#],
        },
        Row {
            target: "const",
            schema: json!({"const": "TWO"}),
            safe: &[(r#""two""#, r#""TWO""#, &["ENUM_SPELLING"])],
            lenient: &[],
            never: &[r#""Two is the answer""#, "2"],
        },
        Row {
            target: "words with texts of their own",
            schema: json!({"oneOf": [{"const": "Up", "description": "a"}, {"const": "Down", "description": "b"}]}),
            safe: &[
                (r#""up""#, r#""Up""#, &["ENUM_SPELLING"]),
                (r#"{"Down":null}"#, r#""Down""#, &["ENUM_SPELLING"]),
            ],
            lenient: &[],
            never: &[r#""left""#, "0", "null"],
        },
    ]);
}

#[test]
fn optional_values() {
    check(&[
        Row {
            target: "Option<i64>",
            schema: json!({"type": ["integer", "null"]}),
            safe: &[(r#""null""#, "null", &["STRING_TO_NULL"]), (r#""5""#, "5", &["STRING_TO_NUMBER"])],
            lenient: &[],
            never: &["null", r#""None""#, r#""""#, r#""n/a""#, "[]", "[null]", "{}", "false"],
        },
        Row {
            target: "Option<String>",
            schema: json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            safe: &[("5", r#""5""#, &["NUMBER_TO_STRING"])],
            lenient: &[],
            never: &["null", r#""null""#, r#""Null""#, r#""""#],
        },
        Row {
            target: "Option<String> with a rule",
            schema: json!({"type": ["string", "null"], "minLength": 5}),
            safe: &[],
            lenient: &[],
            never: &[r#""null""#],
        },
        Row {
            target: "Option<enum>",
            schema: json!({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}),
            safe: &[(r#""null""#, "null", &["STRING_TO_NULL"]), (r#""A""#, r#""a""#, &["ENUM_SPELLING"])],
            lenient: &[],
            never: &[r#""""#, r#""c""#],
        },
    ]);
}
