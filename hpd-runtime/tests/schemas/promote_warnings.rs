//! The warnings of promotion, word for word.

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Leniency, Limits, Node, Warning, WarningCode};
use hpd_runtime::shape::{CompileOptions, PromoteRules, Shape};
use serde_json::{Value, json};

use crate::promote::{parse, promote, shape_of};

/// The warnings about `v`, as lines.
fn said(schema: &Value, sent: &str) -> String {
    let tree = Node::Object(vec![("v".into(), parse(sent))]);
    let (_, warnings) = promote(&shape_of(schema), &tree, Leniency::Lenient, &[]);
    lines(&warnings)
}

fn lines(warnings: &[Warning]) -> String {
    let line = |warning: &Warning| {
        let Warning { code, pointer, message, from, to, .. } = warning;
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        format!("{code} {pointer}: {message} ({} to {})", or_none(from), or_none(to))
    };
    warnings.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_warning_has_its_text() {
    let string = json!({"type": "string"});
    let integer = json!({"type": "integer"});
    let integers = json!({"type": "array", "items": {"type": "integer"}});
    let point = json!({"$ref": "#/$defs/Point"});
    let word = json!({"enum": ["in_progress"]});
    let optional = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let date = json!({"type": "string", "format": "date"});
    let rows = [
        (
            json!({"type": "boolean"}),
            r#""True""#,
            r#"STRING_TO_BOOLEAN /v: string literal converted to boolean true ("True" to true)"#,
        ),
        (
            json!({"type": "boolean"}),
            r#""no""#,
            r#"STRING_TO_BOOLEAN /v: string literal converted to boolean false ("no" to false)"#,
        ),
        (
            json!({"type": "boolean"}),
            "1",
            "NUMBER_TO_BOOLEAN /v: number converted to boolean true (1 to true)",
        ),
        (
            integer.clone(),
            r#"" 5 ""#,
            r#"STRING_TO_NUMBER /v: string literal converted to number (" 5 " to 5)"#,
        ),
        (
            json!({"type": ["integer", "null"]}),
            r#""null""#,
            r#"STRING_TO_NULL /v: string literal converted to null ("null" to null)"#,
        ),
        (
            optional.clone(),
            r#"{"a":"null"}"#,
            r#"STRING_TO_NULL /v/a: string literal converted to null, which was read as absent ("null" to -)"#,
        ),
        (optional, r#"{"a":null}"#, "NULL_IGNORED /v/a: null was read as absent (null to -)"),
        (
            integers.clone(),
            r#""[1]""#,
            r#"STRING_TO_ARRAY /v: string literal converted to array ("[1]" to [1])"#,
        ),
        (
            point.clone(),
            r#""{\"x\":1}""#,
            r#"STRING_TO_OBJECT /v: string literal converted to object ("{\"x\":1}" to {"x":1})"#,
        ),
        (string.clone(), "1.50", r#"NUMBER_TO_STRING /v: number converted to string (1.50 to "1.50")"#),
        (string.clone(), "true", r#"BOOLEAN_TO_STRING /v: boolean converted to string (true to "true")"#),
        (string, r#"{"a":1}"#, r#"OBJECT_TO_STRING /v: object converted to string ({"a":1} to "{\"a\":1}")"#),
        (integers, "1", "VALUE_TO_ARRAY /v: single value converted to array of one item (1 to [1])"),
        (
            word.clone(),
            r#"["in_progress"]"#,
            r#"ARRAY_TO_VALUE /v: array of one item converted to the item (["in_progress"] to "in_progress")"#,
        ),
        (
            word.clone(),
            r#""In Progress""#,
            r#"ENUM_SPELLING /v: spelling of a listed value corrected ("In Progress" to "in_progress")"#,
        ),
        (
            word,
            r#"{"in_progress":null}"#,
            r#"ENUM_SPELLING /v: object converted to the listed value that it names ({"in_progress":null} to "in_progress")"#,
        ),
        (point, r#"{"X":1}"#, r#"KEY_SPELLING /v/x: spelling of a field name corrected ("X" to "x")"#),
        (
            date,
            r#""2024-01-31T00:00:00Z""#,
            r#"FORMAT /v: string rewritten as a date (YYYY-MM-DD) ("2024-01-31T00:00:00Z" to "2024-01-31")"#,
        ),
    ];
    for (schema, sent, expected) in rows {
        assert_eq!(said(&schema, sent), expected);
    }
}

#[test]
fn messages_repeat_no_value_and_excerpts_are_cut() {
    let long = format!("[{}]", vec!["\"secret\""; 60].join(","));
    let sent = Node::String(long.into()).to_json();
    let tree = Node::Object(vec![("v".into(), parse(&sent))]);
    let shape = shape_of(&json!({"type": "array", "items": {"type": "string"}}));
    let (_, warnings) = promote(&shape, &tree, Leniency::Safe, &[]);
    let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
    assert!(!warning.message.contains("secret"));
    let echo = Limits::default().echo;
    for excerpt in [&warning.from, &warning.to] {
        let excerpt = excerpt.as_deref().expect("it was changed");
        assert_eq!(excerpt.chars().count(), echo + 1);
        assert!(excerpt.ends_with('…'), "{excerpt}");
    }
}

#[test]
fn the_same_is_not_said_too_often() {
    let shape = shape_of(&json!({"type": "array", "items": {"type": "integer"}}));
    for (count, more) in [
        (20, None),
        (21, Some("the same was done in 1 more place")),
        (50, Some("the same was done in 30 more places")),
    ] {
        let tree = Node::Object(vec![("v".into(), Node::Array(vec![Node::String("5".into()); count]))]);
        let (promoted, warnings) = promote(&shape, &tree, Leniency::Safe, &[]);
        assert_eq!(promoted.get("v"), Some(&Node::Array(vec![Node::Number("5".into()); count])));
        assert_eq!(warnings.len(), 20 + usize::from(more.is_some()));
        let last = warnings.last().expect("there are some");
        assert_eq!(last.code, WarningCode::StringToNumber);
        match more {
            Some(more) => assert_eq!((last.message.as_str(), last.pointer.as_str()), (more, "")),
            None => assert_eq!(last.pointer, "/v/19"),
        }
    }
}

/// The errors that are left after promotion, with the attempts that they mention.
fn errors(shape: &Shape, sent: &str) -> Vec<(String, String)> {
    let limits = Limits::default();
    let mut tree = Node::Object(vec![("v".into(), parse(sent))]);
    let rules = PromoteRules { leniency: Leniency::Safe, lenient_params: &[], limits: &limits };
    shape.promote(&mut tree, &rules, &mut Vec::new());
    let mut findings = Findings::new(&limits);
    shape.check(&tree, &mut findings);
    let errors = findings.errors().iter();
    errors.map(|error| (error.error_message.clone(), error.attempted_value.to_json())).collect()
}

#[test]
fn a_rule_that_is_broken_then_is_what_is_reported() {
    let error = |message: &str, attempted: &str| vec![(message.to_owned(), attempted.to_owned())];
    let percent = shape_of(&json!({"type": "integer", "minimum": 0, "maximum": 100}));
    assert_eq!(errors(&percent, r#""500""#), error("v must be at most 100", "500"));
    let wide = shape_of(&json!({"type": "integer", "format": "int64"}));
    assert_eq!(
        errors(&wide, r#""9223372036854775808""#),
        error("v must be at most 9223372036854775807", "9223372036854775808")
    );
    let words = shape_of(&json!({"type": "string", "enum": ["low", "high"]}));
    assert_eq!(
        errors(&words, r#"["mid"]"#),
        error("v must be a string, but an array was sent", r#""[\"mid\"]""#)
    );
    let plain = shape_of(&json!({"type": "integer"}));
    assert_eq!(errors(&plain, r#""4.5""#), error("v must be an integer, but a string was sent", r#""4.5""#));
}

#[test]
fn a_width_that_is_declared_and_not_checked_is_kept() {
    let limits = Limits::default();
    let schema = json!({"properties": {"v": {"type": "integer", "format": "int64"}}});
    let options = CompileOptions { formats: false, ..CompileOptions::outside(&limits) };
    let shape = Shape::compile(&schema, options).expect("a schema");
    let sent = r#"{"v":"-9223372036854775809"}"#;
    let (promoted, warnings) = promote(&shape, &parse(sent), Leniency::Safe, &[]);
    assert_eq!((promoted.to_json().as_str(), warnings), (sent, vec![]));
    let (promoted, _) = promote(&shape, &parse(r#"{"v":"-9223372036854775808"}"#), Leniency::Safe, &[]);
    assert_eq!(promoted.to_json(), r#"{"v":-9223372036854775808}"#);
}

#[test]
fn null_for_a_field_that_is_refused_is_absent_in_an_object_and_in_the_text_of_one() {
    let refused = json!({"type": "object", "properties": {"a": false}});
    assert_eq!(said(&refused, r#"{"a":null}"#), "NULL_IGNORED /v/a: null was read as absent (null to -)");
    assert_eq!(
        said(&refused, r#""{\"a\":null}""#),
        "STRING_TO_OBJECT /v: string literal converted to object (\"{\\\"a\\\":null}\" to {\"a\":null})\n\
         NULL_IGNORED /v/a: null was read as absent (null to -)"
    );
}
