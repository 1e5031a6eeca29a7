//! Errors about wrong arguments, word for word.

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::shape::{CompileOptions, Shape};
use serde_json::{Value, json};

fn respond(schema: &Value, arguments: &str) -> ValidationErrorResponse {
    let limits = Limits::default();
    let shape =
        Shape::compile(schema, CompileOptions { formats: true, ..CompileOptions::outside(&limits) }).unwrap();
    let mut findings = Findings::new(&limits);
    match Node::parse_object(arguments, &limits) {
        Ok(tree) => shape.check(&tree, &mut findings),
        Err(error) => findings.add_syntax_error(&error, arguments),
    }
    findings.into_response()
}

/// Each error as `property CODE message [expected] {suggestion}`.
fn lines(schema: &Value, arguments: &str) -> Vec<String> {
    let response = respond(schema, arguments);
    let lines = response.errors.iter().map(|error| {
        let mut line = format!("{} {} {}", error.property, error.error_code, error.error_message);
        if let Some(expected) = &error.expected {
            line = format!("{line} [{expected}]");
        }
        if let Some(suggestion) = &error.suggestion {
            line = format!("{line} {{{suggestion}}}");
        }
        line
    });
    lines.collect()
}

#[track_caller]
fn check(property: &Value, value: &str, expected: &[&str]) {
    let schema = json!({"properties": {"x": property}, "required": ["x"]});
    assert_eq!(lines(&schema, &format!("{{\"x\": {value}}}")), expected);
}

#[test]
fn the_example_of_a_missing_field_is_exact() {
    let schema =
        json!({"type": "object", "properties": {"file_path": {"type": "string"}}, "required": ["file_path"]});
    assert_eq!(
        respond(&schema, "{}").to_json(),
        concat!(
            r#"{"error_type":"validation_error","errors":[{"property":"file_path","attempted_value":null,"#,
            r#""error_message":"file_path is required","error_code":"REQUIRED_FIELD"}],"retry_guidance":"#,
            r#""The provided arguments are invalid. Please review the errors, correct the arguments based on the "#,
            r#"function schema, and try again."}"#
        )
    );
}

#[test]
fn further_keys_follow_in_their_order() {
    let schema = json!({"properties": {"Lines": {"items": {"properties": {
        "Quantity": {"type": "integer", "minimum": 1, "maximum": 99},
        "Unit": {"enum": ["hour", "day"]},
    }}}}});
    let arguments = r#"{"Lines": [{"Quantity": 0, "Unit": "hours"}]}"#;
    assert_eq!(
        serde_json::to_string(&respond(&schema, arguments).errors).unwrap(),
        concat!(
            r#"[{"property":"Lines[0].Quantity","attempted_value":0,"error_message":"Lines[0].Quantity must be at least 1","#,
            r#""error_code":"OUT_OF_RANGE","pointer":"/Lines/0/Quantity","expected":"an integer from 1 to 99"},"#,
            r#"{"property":"Lines[0].Unit","attempted_value":"hours","error_message":"Lines[0].Unit must be one of: \"hour\", "#,
            r#"\"day\"","error_code":"NOT_IN_ENUM","pointer":"/Lines/0/Unit","suggestion":"hour"}]"#
        )
    );
}

#[test]
fn the_text_says_the_same() {
    let schema = json!({
        "properties": {"ContactId": {"type": "string"}, "Status": {"enum": ["open", "paid"]}, "Amount": {"type": "number"}},
        "required": ["ContactId"],
    });
    let mut response = respond(&schema, r#"{"Status": "opne", "Amount": "ten"}"#);
    response.errors[1].hint = Some("Look the contact up by name.".to_owned());
    response.errors[1].obtain = Some("get_contacts".to_owned());
    response.more_errors = 2;
    assert_eq!(
        response.to_string(),
        "Invalid arguments:\n\
         - Amount must be a number, but a string was sent\n\
         - ContactId is required. Look the contact up by name. Call get_contacts to get it.\n\
         - Status must be one of: \"open\", \"paid\"; did you mean open?\n\
         - and 2 more\n\
         The provided arguments are invalid. Please review the errors, correct the arguments based on the function \
         schema, and try again."
    );
}

#[test]
fn types() {
    check(
        &json!({"type": "integer"}),
        "\"5\"",
        &["x TYPE_MISMATCH x must be an integer, but a string was sent"],
    );
    check(
        &json!({"type": "integer"}),
        "1.5",
        &["x TYPE_MISMATCH x must be an integer, but a number with a fraction was sent"],
    );
    check(&json!({"type": "integer"}), "null", &["x REQUIRED_FIELD x is required"]);
    check(
        &json!({"type": ["string", "null"]}),
        "5",
        &["x TYPE_MISMATCH x must be a string or null, but a number was sent"],
    );
    check(
        &json!({"type": "integer", "minimum": 1}),
        "[]",
        &["x TYPE_MISMATCH x must be an integer, but an array was sent [an integer of at least 1]"],
    );
    check(
        &json!({"items": {"type": "boolean"}}),
        "[true, null]",
        &["x[1] TYPE_MISMATCH x[1] must be a boolean, but null was sent"],
    );
    check(&json!(false), "1", &["x NOT_ALLOWED x is not allowed"]);
    check(&json!({"not": {"type": "string"}}), "\"a\"", &["x NOT_ALLOWED x has a value that is not allowed"]);
}

#[test]
fn required_and_empty() {
    let schema = json!({"properties": {"Amount": {"type": "number", "exclusiveMinimum": 0}, "Lines": {"type": "array", "minItems": 1}},
        "required": ["Amount", "Lines", "Other"]});
    assert_eq!(
        lines(&schema, "{}"),
        [
            "Amount REQUIRED_FIELD Amount is required [a number above 0]",
            "Lines REQUIRED_FIELD Lines is required [a non-empty array]",
            "Other REQUIRED_FIELD Other is required",
        ]
    );
    check(&json!({"type": "array", "minItems": 1}), "[]", &["x EMPTY_FIELD x must be a non-empty array"]);
    check(&json!({"type": "string", "minLength": 2}), "\"\"", &["x EMPTY_FIELD x must not be empty"]);
    check(&json!({"type": "object", "minProperties": 1}), "{}", &["x EMPTY_FIELD x must not be empty"]);
    check(
        &json!({"enum": ["a", "b"]}),
        "\"\"",
        &["x EMPTY_FIELD x must not be empty [one of: \"a\", \"b\"]"],
    );
}

#[test]
fn ranges_and_lengths() {
    check(&json!({"minimum": 1}), "0", &["x OUT_OF_RANGE x must be at least 1"]);
    check(&json!({"type": "number", "maximum": 10.50}), "11", &["x OUT_OF_RANGE x must be at most 10.5"]);
    check(&json!({"exclusiveMinimum": 0}), "0", &["x OUT_OF_RANGE x must be greater than 0"]);
    check(&json!({"exclusiveMaximum": 5}), "1e999999999", &["x OUT_OF_RANGE x must be less than 5"]);
    check(&json!({"multipleOf": 0.01}), "0.015", &["x OUT_OF_RANGE x must be a multiple of 0.01"]);
    check(&json!({"minLength": 3}), "\"日本\"", &["x LENGTH x must have at least 3 characters"]);
    check(
        &json!({"type": "string", "maxLength": 1}),
        "\"ab\"",
        &["x LENGTH x must have at most 1 character"],
    );
    check(
        &json!({"type": "string", "minLength": 3, "maxLength": 5}),
        "\"ab\"",
        &["x LENGTH x must have at least 3 characters [a string of 3 to 5 characters]"],
    );
    check(&json!({"maxItems": 1}), "[1, 2]", &["x LENGTH x must have at most 1 item"]);
    check(&json!({"minProperties": 2}), "{\"a\": 1}", &["x LENGTH x must have at least 2 fields"]);
}

#[test]
fn texts_and_items() {
    check(
        &json!({"pattern": "^A-\\d+$"}),
        "\"B-1\"",
        &["x PATTERN_MISMATCH x must match the pattern ^A-\\d+$"],
    );
    check(&json!({"format": "date"}), "\"01/02/2024\"", &["x FORMAT x must be a date (YYYY-MM-DD)"]);
    check(
        &json!({"uniqueItems": true}),
        "[1, 2, 1.0]",
        &["x ITEMS x must not hold the same item twice: 0 and 2 are equal"],
    );
    check(
        &json!({"contains": {"type": "string"}}),
        "[1]",
        &["x ITEMS x must hold at least 1 item like this: a string"],
    );
    check(
        &json!({"propertyNames": {"maxLength": 2}}),
        "{\"abc\": 1}",
        &["x.abc UNKNOWN_FIELD x.abc is not an allowed name for a field"],
    );
}

#[test]
fn names_that_were_probably_meant() {
    let schema = json!({"properties": {"contact_id": {}, "amount": {}, "status": {"enum": ["in_progress", "done"]}},
        "required": ["contact_id"], "additionalProperties": false});
    assert_eq!(
        lines(&schema, r#"{"contactId": 1, "ammount": 2, "zzz": 3, "status": "In Progress"}"#),
        [
            "contact_id REQUIRED_FIELD contact_id is required, but \"contactId\" was sent {contact_id}",
            "status NOT_IN_ENUM status must be one of: \"in_progress\", \"done\" {in_progress}",
            "ammount UNKNOWN_FIELD ammount is not a known field {amount}",
            "zzz UNKNOWN_FIELD zzz is not a known field",
        ]
    );
}

#[test]
fn a_key_that_comes_twice() {
    let schema = json!({"properties": {"a": {"type": "integer"}}});
    assert_eq!(lines(&schema, r#"{"a": 1, "a": 1}"#), ["a DUPLICATE_KEY a was sent more than once"]);
    assert_eq!(
        lines(&schema, r#"{"any": [{"k": 1, "k": 2, "k": 3}]}"#),
        ["any[0].k DUPLICATE_KEY any[0].k was sent more than once"]
    );
}

#[test]
fn alternatives_that_were_plainly_meant() {
    let tagged = json!({"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]},
        {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]},
    ]});
    check(&tagged, r#"{"kind": "circle"}"#, &["x.radius REQUIRED_FIELD x.radius is required"]);
    check(
        &tagged,
        r#"{"kind": "circel", "radius": 1}"#,
        &["x.kind NOT_IN_ENUM x.kind must be one of: \"circle\", \"square\" {circle}"],
    );
    check(
        &tagged,
        r#"{"radius": 1}"#,
        &["x.kind REQUIRED_FIELD x.kind is required [one of: \"circle\", \"square\"]"],
    );
    check(
        &tagged,
        "5",
        &[
            "x TYPE_MISMATCH x must be an object, but a number was sent [an object with `kind` and `radius` or an object with `kind` and `side`]",
        ],
    );
    let external = json!({"oneOf": [
        {"type": "string", "enum": ["none", "all"]},
        {"type": "object", "properties": {"only": {"type": "integer"}}, "required": ["only"], "additionalProperties": false},
    ]});
    check(
        &external,
        r#"{"only": "a"}"#,
        &["x.only TYPE_MISMATCH x.only must be an integer, but a string was sent"],
    );
    check(&external, r#""nome""#, &["x NOT_IN_ENUM x must be one of: \"none\", \"all\" {none}"]);
    check(
        &external,
        "5",
        &[
            "x TYPE_MISMATCH x must be a string or an object, but a number was sent [one of: \"none\", \"all\" or an object with `only`]",
        ],
    );
    let plain = json!({"anyOf": [{"type": "string", "minLength": 3}, {"type": "integer", "minimum": 5}, {"type": "null"}]});
    check(&plain, "\"a\"", &["x LENGTH x must have at least 3 characters"]);
    check(&plain, "1", &["x OUT_OF_RANGE x must be at least 5"]);
    let objects =
        json!({"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]});
    check(&objects, "{}", &["x NO_ALTERNATIVE x must be an object with `a` or an object with `b`"]);
    check(
        &json!({"oneOf": [{"type": "integer"}, {"minimum": 0}]}),
        "1",
        &["x NO_ALTERNATIVE x fits more than one alternative, and must fit exactly one"],
    );
    check(
        &json!({"anyOf": [{"$ref": "#/properties/x/$defs/a"}, {"type": "null"}], "$defs": {"a": {"type": "string", "minLength": 1}}}),
        "\"\"",
        &["x EMPTY_FIELD x must not be empty"],
    );
}

/// Without its odd characters such a key would pass for another one, or for none.
#[test]
fn keys_that_nobody_sees_are_in_quotes() {
    let schema = json!({"properties": {"x": {}}, "required": ["x"], "additionalProperties": false});
    let told = |arguments| lines(&schema, arguments);
    assert_eq!(told(r#"{"x": 1, "": 2}"#), [r#""" UNKNOWN_FIELD "" is not a known field"#]);
    assert_eq!(
        told(r#"{"x": 1, "a\u0000b": 2}"#),
        [r#""a\u0000b" UNKNOWN_FIELD "a\u0000b" is not a known field"#]
    );
    assert_eq!(told(r#"{"x": 1, "a\" ": 2}"#), [r#""a\" " UNKNOWN_FIELD "a\" " is not a known field"#]);
    assert_eq!(
        told(r#"{"x": 1, "\u202ea": 2}"#),
        [r#""\u202ea" UNKNOWN_FIELD "\u202ea" is not a known field"#]
    );
    assert_eq!(told(r#"{"x": 1, "größe": 2}"#), ["größe UNKNOWN_FIELD größe is not a known field"]);
    assert_eq!(told(r#"{"x\u0000": 1}"#), [r#"x REQUIRED_FIELD x is required, but "x\u0000" was sent {x}"#]);
    let nested = json!({"properties": {"x": {"items": {"additionalProperties": false}}}});
    assert_eq!(
        lines(&nested, r#"{"x": [{"": 1}]}"#),
        [r#"x[0]."" UNKNOWN_FIELD x[0]."" is not a known field"#]
    );
}

#[track_caller]
fn check_text(text: &str, expected: &str) {
    assert_eq!(lines(&json!({}), text), [expected]);
}

#[test]
fn texts_that_can_not_be_read() {
    check_text(
        "{\"a\": \"b",
        " TRUNCATED the arguments end inside a string: send them again, complete, or send less at once",
    );
    check_text(
        "{\"a\": [1, 2]",
        " TRUNCATED the arguments end before they are closed: send them again, complete, or send less at once",
    );
    check_text(
        "{\"a\": 12",
        " TRUNCATED the arguments end at a number: send them again, complete, or send less at once",
    );
    check_text("{\"a\" 1}", " INVALID_JSON the arguments are not valid JSON (at character 6)");
    check_text(
        "{\"é\": 01}",
        " INVALID_JSON the arguments are not valid JSON: a bad number (at character 8)",
    );
    check_text("[1]", " TYPE_MISMATCH the arguments must be a JSON object");
    check_text(
        "{} {}",
        " INVALID_JSON the arguments must be one JSON object with nothing behind it (at character 4)",
    );
    check_text(
        &format!("{}1{}", "{\"a\":".repeat(33), "}".repeat(33)),
        " LIMIT the arguments are nested too deeply (at character 161)",
    );
    check_text(&" ".repeat(300_000), " LIMIT the arguments are too long: send less");
}
