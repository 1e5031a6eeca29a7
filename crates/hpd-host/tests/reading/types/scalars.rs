//! Booleans, texts, characters and free values.

use serde_json::Value;

use crate::take::Bench;

#[test]
fn booleans() {
    Bench::of::<bool>().sees(&[("true", "true"), ("false", "false"), (" \n true\t", "true")]).refuses(&[
        ("1", &["TYPE_MISMATCH /value value must be a boolean, but a number was sent"]),
        (r#""true""#, &["TYPE_MISMATCH /value value must be a boolean, but a string was sent"]),
        ("null", &["REQUIRED_FIELD /value value is required"]),
        ("[true]", &["TYPE_MISMATCH /value value must be a boolean, but an array was sent"]),
        ("{}", &["TYPE_MISMATCH /value value must be a boolean, but an object was sent"]),
    ]);
}

#[test]
fn texts() {
    Bench::of::<String>()
        .sees(&[
            (r#""""#, r#""""#),
            (r#""true""#, r#""true""#),
            (r#""007""#, r#""007""#),
            (r#""\u0041\n\"\\\/""#, r#""A\n\"\\/""#),
            (r#""\ud83d\ude00😀""#, r#""😀😀""#),
            (r#""\u0000""#, r#""\0""#),
        ])
        .refuses(&[
            ("1", &["TYPE_MISMATCH /value value must be a string, but a number was sent"]),
            ("null", &["REQUIRED_FIELD /value value is required"]),
            (r#"["a"]"#, &["TYPE_MISMATCH /value value must be a string, but an array was sent"]),
        ]);
    Bench::of::<Box<str>>().sees(&[(r#""a""#, r#""a""#)]);
}

#[test]
fn characters() {
    Bench::of::<char>().sees(&[(r#""a""#, "'a'"), (r#""😀""#, "'😀'"), (r#""\u00e9""#, "'é'")]).refuses(&[
        (r#""ab""#, &["LENGTH /value value must have at most 1 character (expected: a string of 1 character)"]),
        (r#""""#, &["EMPTY_FIELD /value value must not be empty"]),
        (
            "97",
            &["TYPE_MISMATCH /value value must be a string, but a number was sent (expected: a string of 1 character)"],
        ),
    ]);
}

#[test]
fn units() {
    Bench::of::<()>()
        .sees(&[("null", "()")])
        .refuses(&[("0", &["TYPE_MISMATCH /value value must be null, but a number was sent"])]);
}

#[test]
fn free_values() {
    Bench::of::<Value>().sees(&[
        ("1", "Number(1)"),
        ("null", "Null"),
        (r#"{"b":[1.5,"x"],"a":null}"#, r#"Object {"a": Null, "b": Array [Number(1.5), String("x")]}"#),
    ]);
}

#[test]
fn a_missing_value_is_required() {
    let bench = Bench::of_arguments::<u8>();
    bench.sees(&[(r#"{"value":1}"#, "1"), (r#"{"\u0076alue":1}"#, "1")]).refuses(&[
        ("{}", &["REQUIRED_FIELD /value value is required (expected: an integer from 0 to 255)"]),
        (
            r#"{"vale":1}"#,
            &[r#"REQUIRED_FIELD /value value is required, but "vale" was sent (expected: an integer from 0 to 255); did you mean value?"#],
        ),
        (r#"{"value":1,"x":2}"#, &["UNKNOWN_FIELD /x x is not a known field"]),
        ("[1]", &["TYPE_MISMATCH  the arguments must be a JSON object"]),
        (r#""{}""#, &["TYPE_MISMATCH  the arguments must be a JSON object"]),
    ]);
}
