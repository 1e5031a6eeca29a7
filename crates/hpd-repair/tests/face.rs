//! The public face: text in, `serde_json::Value` out.

use hpd_repair::{Leniency, Limits, Reader, StopReason, SyntaxErrorKind, WarningCode, repair};
use serde_json::json;

#[test]
fn json_comes_back_without_warnings() {
    let read = repair(r#"{"b": 1.50, "a": [true, null]}"#).unwrap();
    assert_eq!(read.value, json!({"b": 1.5, "a": [true, null]}));
    assert_eq!(read.text, r#"{"b":1.50,"a":[true,null]}"#);
    assert!(read.warnings.is_empty() && !read.truncated);
}

#[test]
fn each_repair_has_a_warning() {
    let read = repair("```json\n{'a': True, b: [1, 2,],}\n```").unwrap();
    assert_eq!(read.value, json!({"a": true, "b": [1, 2]}));
    let codes: Vec<_> = read.warnings.iter().map(|warning| warning.code).collect();
    for code in [
        WarningCode::FenceRemoved,
        WarningCode::Quotes,
        WarningCode::PythonLiteral,
        WarningCode::UnquotedKey,
        WarningCode::ExtraComma,
    ] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    assert_eq!(read.warnings[0].to_string(), "a code fence around the object was taken off");
}

#[test]
fn nothing_is_an_empty_object() {
    for text in ["", "  ", "null"] {
        let read = repair(text).unwrap();
        assert_eq!(read.value, json!({}));
        assert_eq!(read.warnings[0].code, WarningCode::EmptyArguments);
    }
}

#[test]
fn every_digit_stays_in_the_text() {
    let read = repair("{'total': 12345678901234567890.10,}").unwrap();
    assert_eq!(read.text, r#"{"total":12345678901234567890.10}"#);
}

#[test]
fn a_cut_text_is_refused_at_its_end() {
    for text in [r#"{"a": "b"#, r#"{"a": 1"#, r#"{"a": tr"#, r#"{"a": "#, r#"{"a": 1, "#, "{'a': 'b"] {
        let error = repair(text).unwrap_err();
        assert!(error.is_truncated(), "{text} {error}");
        assert_eq!(error.offset(), text.len(), "{text}");
    }
}

#[test]
fn missing_closers_depend_on_the_use() {
    let text = r#"{"tags": ["a", "b"]"#;
    let read = repair(text).unwrap();
    assert_eq!(read.value, json!({"tags": ["a", "b"]}));
    assert!(read.truncated);
    assert!(Reader::new().for_writes().read(text).unwrap_err().is_truncated());
    assert!(Reader::new().stopped_by(StopReason::Length).read(text).unwrap_err().is_truncated());
}

#[test]
fn other_roots_and_several_meanings_are_refused() {
    assert_eq!(repair("[1]").unwrap_err().kind(), SyntaxErrorKind::RootNotObject);
    assert!(!repair("[1]").unwrap_err().is_truncated());
    assert!(repair(r#"{"a": 1} {"a": 2}"#).is_err());
    assert!(repair(r#"{"a": NaN}"#).is_err());
}

#[test]
fn strict_readers_repair_nothing() {
    let strict = Reader::new().with_leniency(Leniency::Strict);
    assert!(strict.read("{'a': 1}").is_err());
    assert_eq!(strict.read(r#"{"a": 1}"#).unwrap().value, json!({"a": 1}));
}

#[test]
fn limits_hold() {
    let small = Reader::new().with_limits(Limits { depth: 2, ..Limits::default() });
    assert!(small.read(r#"{"a": [1]}"#).is_ok());
    assert!(matches!(small.read(r#"{"a": [[1]]}"#).unwrap_err().kind(), SyntaxErrorKind::Limit(_)));
}

#[test]
fn a_name_that_a_lost_closer_may_have_moved_is_no_argument() {
    let error = repair(r#"{"arguments": {"a": 1, "name": "f"}"#).unwrap_err();
    assert_eq!(error.kind(), SyntaxErrorKind::Ambiguous);
    assert_eq!(repair(r#"{"arguments": {"name": "f", "a": 1}"#).unwrap().value["arguments"]["a"], 1);
    assert!(repair(r#"{"arguments": {"a": 1, "name": "f"}}"#).unwrap().warnings.is_empty());
}

#[test]
fn a_closing_tag_ends_a_call() {
    let read = repair("<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1}\n</tool_call>").unwrap();
    assert_eq!(read.value, json!({"name": "f", "arguments": {"a": 1}}));
    assert!(read.truncated);
    for text in
        ["{\"a\": 1 </b>", "{\"a\": [1 <tool_call>", "{\"a\": 1, </tool_call>", "{\"a\": </tool_call>"]
    {
        assert!(repair(text).is_err(), "{text}");
    }
}

#[test]
fn a_comment_is_no_empty_value() {
    for text in ["{\"a\": [/* all */]}", "{\"a\": {// all\n}}", "{\"a\": [ # all\n ]}"] {
        assert_eq!(repair(text).unwrap_err().kind(), SyntaxErrorKind::MissingValue, "{text}");
    }
    assert_eq!(repair("{/* none */}").unwrap().value, json!({}));
    assert_eq!(repair("{\"a\": []}").unwrap().value, json!({"a": []}));
}
