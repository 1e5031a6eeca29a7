//! Arrays that must hold something, demanded of servers whose schemas say less.

use hpd_host::Session;
use hpd_host::external::ToolRules;
use serde_json::{Value, json};

use crate::external::reports;
use crate::external::rules::{errors, pay, shown};
use crate::support::call;

/// Values in the place of an array, and the error of each.
const NO_ARRAYS: [(&str, &str); 10] = [
    ("null", "Lines is required (expected: a non-empty array)"),
    (r#""""#, "Lines must be a non-empty array"),
    (r#""  ""#, "Lines must be a non-empty array"),
    ("[]", "Lines must be a non-empty array"),
    (r#""[]""#, "Lines must be a non-empty array"),
    ("{}", "Lines must be a non-empty array, but an object was sent"),
    (r#"{"x":1}"#, "Lines must be a non-empty array, but an object was sent"),
    (r#""INV-042""#, "Lines must be a non-empty array, but a string was sent"),
    ("5", "Lines must be a non-empty array, but a number was sent"),
    ("true", "Lines must be a non-empty array, but a boolean was sent"),
];

fn held_to_it(schema: &Value, rules: fn() -> ToolRules) {
    let toolbox = pay(schema.clone(), rules());
    assert!(reports(&toolbox).is_empty(), "{schema}");
    assert_eq!(errors(&toolbox, "{}"), [NO_ARRAYS[0].1], "{schema}");
    for (sent, wrong) in NO_ARRAYS {
        assert_eq!(errors(&toolbox, &format!(r#"{{"Lines":{sent}}}"#)), [wrong], "{schema} {sent}");
    }
    for right in [r#"["INV-042"]"#, r#"[{"x":1}]"#, "[0]", "[null]"] {
        assert_eq!(errors(&toolbox, &format!(r#"{{"Lines":{right}}}"#)), [] as [&str; 0], "{schema} {right}");
    }
}

#[test]
fn a_field_without_a_type_that_must_hold_something_is_an_array() {
    for schema in [
        json!({}),
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": { "Lines": {} } }),
        json!({ "type": "object", "properties": { "Lines": true } }),
        json!({ "type": "object", "properties": { "Lines": { "description": "What is on it.", "nullable": true } } }),
    ] {
        held_to_it(&schema, || ToolRules::new().non_empty(["Lines"]));
        held_to_it(&schema, || ToolRules::new().required(["Lines"]).non_empty(["Lines"]));
    }
}

#[test]
fn a_non_empty_array_is_one_whatever_else_the_schema_takes() {
    for lines in [
        json!({}),
        json!({ "type": "array" }),
        json!({ "type": ["array", "null"], "default": null }),
        json!({ "type": ["string", "array", "object"] }),
        json!({ "minLength": 3 }),
        json!({ "anyOf": [{ "type": "array" }, { "type": "string" }, { "type": "null" }] }),
    ] {
        let schema = json!({ "type": "object", "properties": { "Lines": lines } });
        held_to_it(&schema, || ToolRules::new().non_empty_array(["Lines"]));
    }
    let schema = json!({
        "type": "object",
        "$defs": { "lines": { "type": ["array", "string"] } },
        "properties": { "Lines": { "$ref": "#/$defs/lines" } }
    });
    let toolbox = pay(schema, ToolRules::new().non_empty_array(["Lines"]));
    for (sent, _) in NO_ARRAYS {
        assert!(!errors(&toolbox, &format!(r#"{{"Lines":{sent}}}"#)).is_empty(), "{sent}");
    }
    assert_eq!(errors(&toolbox, r#"{"Lines":[1]}"#), [] as [&str; 0]);
}

#[test]
fn the_model_sees_the_array_that_is_asked_for() {
    for rules in [ToolRules::new().non_empty(["Lines"]), ToolRules::new().non_empty_array(["Lines"])] {
        assert_eq!(
            shown(&pay(json!({ "type": "object" }), rules)),
            json!({
                "type": "object",
                "properties": { "Lines": { "type": "array", "minItems": 1 } },
                "required": ["Lines"]
            })
        );
    }
}

/// The schema, or another rule, says which type is meant.
#[test]
fn another_type_is_kept_where_something_speaks_of_it() {
    let schema = json!({
        "type": "object",
        "properties": {
            "code": { "pattern": "^[A-Z]*$" },
            "lines": { "items": { "type": "integer" } },
            "map": { "properties": { "a": { "type": "integer" } } },
            "text": { "type": ["string", "null"] }
        }
    });
    let rules =
        ToolRules::new().non_empty(["code", "lines", "map", "text", "kind"]).one_of("kind", ["a", "b"]);
    let toolbox = pay(schema, rules);
    let right = r#"{"code":"A","lines":[1],"map":{"a":1},"text":"x","kind":"a"}"#;
    assert_eq!(errors(&toolbox, right), [] as [&str; 0]);
    assert_eq!(
        errors(&toolbox, r#"{"code":"","lines":[],"map":{},"text":"","kind":""}"#),
        [
            "code must not be empty",
            r#"kind must not be empty (expected: one of: "a", "b")"#,
            "lines must be a non-empty array",
            "map must not be empty",
            "text must not be empty",
        ]
    );
}

#[test]
fn a_rule_for_an_array_contradicts_a_schema_that_takes_none() {
    let number = json!({ "type": "object", "properties": { "Lines": { "type": "number" } } });
    assert_eq!(
        reports(&pay(number, ToolRules::new().non_empty_array(["Lines"]))),
        ["`bank.pay`: its rules can't be kept: the rules of Lines: `non_empty_array` needs an array"]
    );
    let both = ToolRules::new().non_empty_array(["Lines"]).above("Lines", 0);
    assert_eq!(
        reports(&pay(json!({}), both)),
        ["`bank.pay`: its rules can't be kept: the rules of Lines: `non_empty_array` needs an array"]
    );
}

/// A number that is sent as an empty text is missing: one error, and a missing field.
#[test]
fn a_blank_text_for_a_required_field_is_missing() {
    let schema = json!({
        "type": "object",
        "properties": {
            "day": { "type": "string", "format": "date" },
            "done": { "type": "boolean" },
            "note": { "type": "string" }
        },
        "required": ["day", "done", "note"]
    });
    let rules = || ToolRules::new().required(["Amount"]).above("Amount", 0).at_least("Amount", 1);
    let toolbox = pay(schema, rules());
    for blank in ["", " ", "\t\n"] {
        let blank = json!(blank).to_string();
        let sent = format!(r#"{{"day":{blank},"done":{blank},"note":{blank},"Amount":{blank}}}"#);
        assert_eq!(
            errors(&toolbox, &sent),
            [
                "Amount must not be empty (expected: a number of at least 1 above 0)",
                "day must not be empty (expected: a date (YYYY-MM-DD))",
                "done must not be empty",
            ],
            "{sent}"
        );
        let error = toolbox.check(&Session::new(), &call("pay", &sent)).unwrap_err();
        let hpd_host::CallError::Validation(response) = error else { panic!("{error}") };
        assert_eq!(response.missing_fields().collect::<Vec<_>>(), ["Amount", "day", "done"], "{sent}");
    }
    // An optional field is not missing.
    let optional = pay(json!({ "type": "object" }), ToolRules::new().above("Amount", 0));
    assert_eq!(
        errors(&optional, r#"{"Amount":""}"#),
        ["Amount must be a number, but a string was sent (expected: a number above 0)"]
    );
}
