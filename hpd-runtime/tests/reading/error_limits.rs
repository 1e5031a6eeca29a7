//! Errors are bounded, for any number of mistakes and any length of names.

use hpd_runtime::__private::SchemaPlan;
use hpd_runtime::__private::{FieldNotes, Findings};
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason};
use hpd_runtime::error::{ErrorCode, ValidationErrorResponse, Violation};
use serde_json::{Value, json};

/// Bytes of the texts that are limited together.
fn text_length(response: &ValidationErrorResponse) -> usize {
    let lengths = response.errors.iter().map(|error| {
        let more = [&error.expected, &error.suggestion, &error.hint, &error.obtain];
        error.error_message.len() + more.into_iter().flatten().map(String::len).sum::<usize>()
    });
    lengths.sum()
}

fn refuse(schema: &Value, arguments: &str, note: Option<FieldNotes>) -> ValidationErrorResponse {
    let mut plan = SchemaPlan::new(schema, Limits::default()).unwrap();
    if let Some(note) = note {
        plan = plan.with_notes(vec![("x".into(), note)]);
    }
    let reading = Reading { leniency: Leniency::Strict, writes: false, stop_reason: StopReason::Unknown };
    *plan.read(arguments, &reading).unwrap_err()
}

#[test]
fn a_list_of_long_values_is_cut() {
    let values: Vec<String> = (0..20).map(|index| format!("{index}{}", "ä".repeat(125))).collect();
    let wide: Vec<_> =
        (0..40).map(|index| json!({"enum": [format!("{index}{}", "é".repeat(127))]})).collect();
    for schema in [
        json!({"properties": {"x": {"enum": values}}}),
        json!({"properties": {"x": {"anyOf": wide}}}),
        json!({"properties": {"x": {"type": "array", "items": {"enum": values}, "minItems": 9, "maxItems": 10}}}),
    ] {
        for sent in ["\"no\"", "1", "null", "[]"] {
            let response = refuse(&schema, &format!("{{\"x\":{sent}}}"), None);
            assert_eq!(response.errors[0].property, "x");
            assert!(text_length(&response) <= 1024, "{response:?}");
        }
    }
}

#[test]
fn long_paths_are_cut() {
    let key = "日".repeat(42);
    let (mut schema, mut value) = (json!({"type": "string"}), json!(1));
    for _ in 0..28 {
        schema = json!({"properties": {key.as_str(): schema}});
        value = json!({key.as_str(): value});
    }
    let response = refuse(&schema, &value.to_string(), None);
    let error = &response.errors[0];
    assert_eq!(error.error_code, ErrorCode::TypeMismatch);
    let start: String = format!("{key}.{key}.{key}").chars().take(128).collect();
    assert_eq!(error.property, format!("{start}…"));
    assert_eq!(error.pointer.len(), 515);
    assert!(error.pointer.ends_with("日…"));
    assert_eq!(error.error_message, format!("{} must be a string, but a number was sent", error.property));
    assert!(text_length(&response) <= 1024 && response.to_json().len() < 3000, "{}", response.to_json());
}

#[test]
fn what_names_something_is_whole_or_absent() {
    let long = "é".repeat(400);
    let note = |obtain: &str| FieldNotes {
        hint: Some(long.clone().into()),
        obtain: Some(obtain.to_owned().into()),
        ..FieldNotes::default()
    };
    let schema = json!({"properties": {"x": {"enum": ["a".repeat(128), "b".repeat(128), "c".repeat(128)]}}});
    let response = refuse(&schema, "{\"x\":1}", Some(note("list_accounts")));
    let error = &response.errors[0];
    assert_eq!(error.obtain.as_deref(), Some("list_accounts"));
    let rest = 1024 - error.error_message.len() - "list_accounts".len() - "…".len();
    assert_eq!(error.hint, Some(format!("{}…", "é".repeat(rest / 2))));
    // A function of such a name could not be called.
    assert_eq!(refuse(&schema, "{\"x\":1}", Some(note(&"f".repeat(600)))).errors[0].obtain, None);
}

#[test]
fn a_message_of_a_check_is_cut_where_it_has_no_room() {
    let findings = |limits: &Limits| {
        let mut findings = Findings::new(limits);
        let violation =
            Violation::new("ü".repeat(600)).property("p".repeat(9_999)).hint("hint").expected("e");
        findings.add_violations(None, None, violation);
        findings.add_violations(None, None, "another");
        findings.into_response()
    };
    let response = findings(&Limits::default());
    assert_eq!(response.errors[0].error_message, format!("{}…", "ü".repeat(510)));
    assert_eq!(response.errors[0].property, format!("{}…", "p".repeat(512)));
    // The limit allows a single byte more.
    assert_eq!((response.errors[0].expected.as_deref(), &response.errors[0].hint), (Some("e"), &None));
    assert_eq!(response.more_errors, 1);
    for (error_text, message) in [(0, ""), (2, ""), (3, "…"), (4, "…"), (6, "ü…")] {
        let response = findings(&Limits { error_text, ..Limits::default() });
        assert_eq!(response.errors[0].error_message, message);
        assert_eq!(response.errors[0].error_code, ErrorCode::CustomCheck);
        assert!(text_length(&response) <= error_text);
    }
}

#[test]
fn arguments_that_are_wrong_are_named_once() {
    let schema = json!({
        "properties": {
            "Lines": {"items": {"required": ["Amount"], "properties": {"Unit": {"type": "string"}}}},
            "a/b~.c": {"type": "integer"},
            "Note": {"type": "string", "minLength": 1},
            "Id": {},
        },
        "required": ["Id"],
        "additionalProperties": false,
        "minProperties": 9,
    });
    let arguments = r#"{"Lines":[{"Unit":1},{}],"a/b~.c":"x","Note":"","\u202eOther~":1}"#;
    let response = refuse(&schema, arguments, None);
    let fields: Vec<_> = response.fields().collect();
    // A name with invisible characters is shown in quotes.
    assert_eq!(fields, ["Id", "Lines", "Note", "a/b~.c", r#""\u202eOther~""#]);
    assert_eq!(response.missing_fields().collect::<Vec<_>>(), ["Id", "Lines", "Note"]);
    assert_eq!(response.errors.last().unwrap().field(), None);
}

#[test]
fn what_the_configuration_fills_is_refused() {
    let mut findings = Findings::new(&Limits::default());
    findings.note("Token", FieldNotes { sensitive: true, ..FieldNotes::default() });
    findings.note("Account", FieldNotes::default());
    findings.add_configured("Token", &Node::String("secret".into()));
    findings.add_configured("Account", &Node::String("A-1".into()));
    assert_eq!(
        serde_json::to_value(findings.into_response().errors).unwrap(),
        json!([
            {"property": "Token", "attempted_value": "[hidden]", "error_code": "UNKNOWN_FIELD",
             "error_message": "Token is filled from the configuration and must not be sent"},
            {"property": "Account", "attempted_value": "A-1", "error_code": "UNKNOWN_FIELD",
             "error_message": "Account is filled from the configuration and must not be sent"},
        ])
    );
}
