//! The public face: schemas and answers of `serde_json`, and texts.

use hpd_dialect::{Dialect, DialectErrorKind, SchemaChangeKind, convert, convert_text};
use serde_json::{Value, json};

fn search() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 2},
            "page": {"type": "integer"},
            "filter": {"type": "object"},
        },
        "required": ["query"],
    })
}

#[test]
fn every_dialect_takes_a_plain_schema() {
    for dialect in Dialect::ALL {
        let converted = convert(&search(), dialect).unwrap();
        assert!(converted.schema["properties"]["query"].is_object(), "{dialect}");
        assert_eq!(serde_json::from_str::<Value>(&converted.text).unwrap(), converted.schema);
        assert!(!converted.takes_nothing());
    }
}

#[test]
fn a_converted_schema_converts_into_itself() {
    for dialect in Dialect::ALL {
        let once = convert(&search(), dialect).unwrap();
        assert_eq!(convert(&once.schema, dialect).unwrap().text, once.text, "{dialect}");
    }
}

#[test]
fn answers_come_back() {
    let strict = convert(&search(), Dialect::OpenAiStrict).unwrap();
    assert!(!strict.restores_nothing());
    let mut answer = json!({"query": "cats", "page": null, "filter": "{\"a\": 1.50}"});
    strict.restore(&mut answer);
    assert_eq!(answer, json!({"query": "cats", "filter": {"a": 1.5}}));
    let text = r#"{"query":"cats","page":12345678901234567890,"filter":"{\"a\": 1.50}"}"#;
    assert_eq!(
        strict.restore_text(text).unwrap(),
        r#"{"query":"cats","page":12345678901234567890,"filter":{"a":1.50}}"#
    );
    assert!(strict.restore_text("{").is_err());

    let mcp = convert(&search(), Dialect::Mcp).unwrap();
    assert!(mcp.restores_nothing());
    let mut same = json!({"page": null});
    mcp.restore(&mut same);
    assert_eq!(same, json!({"page": null}));
}

#[test]
fn losses_are_reported() {
    let strict = convert(&search(), Dialect::OpenAiStrict).unwrap();
    let moved: Vec<_> =
        strict.report.iter().filter(|change| change.kind == SchemaChangeKind::Moved).collect();
    assert_eq!(moved.len(), 1);
    assert_eq!((moved[0].pointer.as_str(), moved[0].keyword.as_str()), ("/properties/query", "minLength"));
}

#[test]
fn texts_keep_the_order_of_properties() {
    let text = r#"{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}}}"#;
    let converted = convert_text(text, Dialect::Anthropic).unwrap();
    assert!(converted.text.find("\"z\"") < converted.text.find("\"a\""));
}

#[test]
fn schemas_that_no_provider_takes_are_refused() {
    let error = convert(&json!({"type": "string"}), Dialect::Gemini).unwrap_err();
    assert_eq!(error.kind, DialectErrorKind::RootNotObject);
    let error = convert_text("{", Dialect::Mcp).unwrap_err();
    assert!(matches!(error.kind, DialectErrorKind::IllFormed(_)));
    let lost = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}});
    assert!(convert(&lost, Dialect::OpenAi).is_err());
}
