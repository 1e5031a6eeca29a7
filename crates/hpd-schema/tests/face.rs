//! The public face: schemas and values of `serde_json`, and texts.

use hpd_schema::{ErrorCode, Leniency, Limits, Schema, WarningCode};
use serde_json::{Value, json};

fn schema(schema: &Value) -> Schema {
    Schema::compile(schema).unwrap()
}

fn codes(schema: &Schema, value: &Value) -> Vec<ErrorCode> {
    schema.errors(value).iter().map(|error| error.error_code).collect()
}

#[test]
fn every_error_is_listed() {
    let each = schema(&json!({"type": "array", "items": {"type": "integer"}}));
    let wrong = Value::Array(vec![json!("x"); 100]);
    let errors = each.errors(&wrong);
    assert_eq!(errors.len(), 100);
    assert_eq!(errors[99].pointer, "/99");
    let few = each.with_limits(Limits { errors: 3, ..Limits::default() });
    assert_eq!(few.errors(&wrong).len(), 3);
}

#[test]
fn no_error_means_accepted() {
    let even = schema(&json!({"properties": {"a": {"type": "number", "multipleOf": 2}}, "required": ["a"]}));
    for (value, expected) in [
        (json!({"a": 2}), vec![]),
        (json!({"a": 3}), vec![ErrorCode::OutOfRange]),
        (json!({"a": "2"}), vec![ErrorCode::TypeMismatch]),
        (json!({}), vec![ErrorCode::RequiredField]),
    ] {
        assert_eq!(even.accepts(&value), expected.is_empty(), "{value}");
        assert_eq!(codes(&even, &value), expected, "{value}");
    }
}

#[test]
fn texts_keep_digits_duplicates_and_order() {
    let text = r#"{"properties": {"z": {"maximum": 9007199254740993}, "a": {"type": "string"}}}"#;
    let schema = Schema::compile_text(text).unwrap();
    assert!(schema.errors_in(r#"{"z": 9007199254740993}"#).is_empty());
    assert_eq!(schema.errors_in(r#"{"z": 9007199254740993.1}"#)[0].error_code, ErrorCode::OutOfRange);
    assert_eq!(schema.errors_in(r#"{"a": "1", "a": "2"}"#)[0].error_code, ErrorCode::DuplicateKey);
    let errors = schema.errors_in(r#"{"a": 1, "z": 1e30}"#);
    let pointers: Vec<_> = errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(pointers, ["/z", "/a"]);
}

#[test]
fn a_text_that_is_not_json_has_one_error() {
    let any = schema(&json!(true));
    assert_eq!(any.errors_in("{'a': 1}")[0].error_code, ErrorCode::InvalidJson);
    assert_eq!(any.errors_in(r#"{"a": "#)[0].error_code, ErrorCode::Truncated);
    assert!(any.promote_text("{'a': 1}").is_err());
}

#[test]
fn values_with_one_reading_are_promoted() {
    let typed = schema(&json!({"properties": {"n": {"type": "integer"}, "tags": {"type": "array"}}}));
    let mut value = json!({"n": "7", "tags": "[1]"});
    let warnings = typed.promote(&mut value);
    assert_eq!(value, json!({"n": 7, "tags": [1]}));
    let codes: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::StringToNumber, WarningCode::StringToArray]);

    let mut unclear = json!({"n": "seven"});
    assert!(typed.promote(&mut unclear).is_empty());
    assert_eq!(unclear, json!({"n": "seven"}));
}

#[test]
fn promotion_of_a_text_keeps_digits() {
    let typed = schema(&json!({"properties": {"n": {"type": "number"}}}));
    let read = typed.promote_text(r#"{"n": "12.50", "id": 12345678901234567890.10}"#).unwrap();
    assert_eq!(read.text, r#"{"n":12.50,"id":12345678901234567890.10}"#);
    assert_eq!(read.warnings.len(), 1);
    let strict = typed.with_leniency(Leniency::Strict);
    assert!(strict.promote_text(r#"{"n": "1"}"#).unwrap().warnings.is_empty());
}

#[test]
fn wrong_schemas_and_unchecked_keywords_are_reported() {
    let error = Schema::compile(&json!({"properties": {"a": {"type": "text"}}})).unwrap_err();
    assert_eq!(error.pointer, "/properties/a/type");
    let error = Schema::compile_text("{").unwrap_err();
    assert!(error.to_string().starts_with("the schema is not JSON"), "{error}");
    let partly = schema(&json!({"unevaluatedProperties": false}));
    assert_eq!(partly.unsupported()[0].keyword, "unevaluatedProperties");
}

#[test]
fn long_schemas_compile_from_text() {
    let values: Vec<_> = (0..20_000).map(|value| format!("v{value}")).collect();
    let text = json!({"enum": values}).to_string();
    assert!(Schema::compile_text(&text).unwrap().accepts(&json!("v19999")));
}
