//! Keys that come twice, numbers that nothing holds, and text that is no JSON.

use hpd_host::error::ErrorCode;
use hpd_host::{CallError, RawCall, Session};

use crate::limits::{VALID, assert_accepted, assert_refused, toolbox, value};

#[test]
fn duplicate_keys_are_refused() {
    for (function, json, name) in [
        ("any", r#"{"a":1,"a":1}"#, "value.a"),
        ("any", r#"{"a":1,"a":2}"#, "value.a"),
        ("any", r#"{"a":1,"\u0061":1}"#, "value.a"),
        ("any", r#"[[{"x":{"":1,"":1}}]]"#, "value[0][0].x.\"\""),
        ("map", r#"{"a":{},"b":{},"a":{}}"#, "value.a"),
        ("map", r#"{"a":{"b":1,"b":1}}"#, "value.a.b"),
        ("tree", r#"{"children":[],"children":[]}"#, "value.children"),
    ] {
        assert_refused(function, &value(json), &format!("DUPLICATE_KEY {name} was sent more than once"));
    }
    for arguments in
        [r#"{"value":"a","value":"a"}"#, r#"{"value":"a","value":"b"}"#, r#"{"value":"a","valu\u0065":"a"}"#]
    {
        assert_refused("text", arguments, "DUPLICATE_KEY value was sent more than once");
    }
    assert_refused(
        "order",
        r#"{"customer":"a","lines":[{"item":"b","quantity":1,"quantity":1}]}"#,
        "DUPLICATE_KEY lines[0].quantity was sent more than once",
    );
    // Many keys: each is compared with few others.
    let many: Vec<String> = (0..3_000).map(|index| format!(r#""k{index}":1"#)).collect();
    assert_accepted("any", &value(&format!("{{{}}}", many.join(","))));
    assert_refused(
        "any",
        &value(&format!(r#"{{{},"k7":1}}"#, many.join(","))),
        "DUPLICATE_KEY value.k7 was sent more than once",
    );
}

#[test]
fn huge_numbers_are_refused() {
    let above = "OUT_OF_RANGE value must be at most 1.7976931348623157e308";
    assert_refused("float", &value("1e999999999"), above);
    assert_refused("float", &value(&format!("1e{}", "9".repeat(60_000))), above);
    assert_refused("float", &value(&"9".repeat(60_000)), above);
    assert_accepted("float", &value("1e-999999999"));
    assert_refused(
        "float",
        &value(&"9".repeat(100_000)),
        "LIMIT the arguments hold a value that is too long: send less (at character 10)",
    );
    let above = "OUT_OF_RANGE value[0] must be at most 9223372036854775807";
    assert_refused("numbers", &value("[1e999999999]"), above);
    assert_refused("numbers", &value(&format!("[{}]", "9".repeat(60_000))), above);
}

#[test]
fn numbers_that_no_type_holds() {
    assert_refused("any", &value("1e999"), "FORMAT value has a value that can't be read");
    assert_refused("any", &value(r#"{"a":[1e999999999]}"#), "FORMAT value has a value that can't be read");
}

#[test]
fn bad_text_is_not_json() {
    let bad = "INVALID_JSON the arguments are not valid JSON";
    for (json, what) in [
        (r#""\ud800""#, ": a bad escape in a string (at character 11)"),
        (r#""\ud800\ud800""#, ": a bad escape in a string (at character 11)"),
        (r#""\udc00\ud800""#, ": a bad escape in a string (at character 11)"),
        (r#""\u12g4""#, ": a bad escape in a string (at character 11)"),
        (r#""\x41""#, ": a bad escape in a string (at character 11)"),
        ("\"\0\"", ": an unescaped control character in a string (at character 11)"),
        ("\"a\nb\"", ": an unescaped control character in a string (at character 12)"),
        ("01", ": a bad number (at character 11)"),
        ("+1", ": a bad number (at character 10)"),
        ("1.", ": a bad number (at character 12)"),
        (".5", ": a bad number (at character 10)"),
        ("1e", ": a bad number (at character 12)"),
        ("NaN", " (at character 10)"),
        ("'a'", " (at character 10)"),
        ("True", " (at character 10)"),
        ("[1,]", " (at character 13)"),
        ("[1 2]", " (at character 13)"),
        (r#"{"a":1,}"#, " (at character 17)"),
        ("{a:1}", " (at character 11)"),
        ("\u{a0}1", " (at character 10)"),
        ("", " (at character 10)"),
    ] {
        assert_refused("any", &value(json), &format!("{bad}{what}"));
        assert_refused("text", &value(json), &format!("{bad}{what}"));
    }
    assert_refused("any", "\u{feff}{\"value\":1}", &format!("{bad} (at character 1)"));
    assert_refused(
        "any",
        "{\"value\":1}}",
        "INVALID_JSON the arguments must be one JSON object with nothing behind it (at character 12)",
    );
    assert_refused(
        "any",
        "{\"value\":1}\0",
        "INVALID_JSON the arguments must be one JSON object with nothing behind it (at character 12)",
    );
    assert_accepted("text", &value(r#""\u0000\ud83d\ude00""#));
}

#[test]
fn truncated_text_is_never_accepted() {
    let toolbox = toolbox();
    let end = VALID.trim_end().len();
    assert_accepted("order", VALID);
    for at in (1..end).filter(|at| VALID.is_char_boundary(*at) && !VALID[..*at].trim().is_empty()) {
        let session = Session::new();
        match toolbox.check(&session, &RawCall::new("1", "order", &VALID[..at])) {
            Err(CallError::Validation(response)) => {
                let codes: Vec<ErrorCode> = response.errors.iter().map(|error| error.error_code).collect();
                assert_eq!(codes, [ErrorCode::Truncated], "{}: {response}", &VALID[..at]);
            }
            other => panic!("{}: {other:?}", &VALID[..at]),
        }
    }
}

#[test]
fn where_a_text_was_cut_is_told() {
    for (arguments, place) in [
        ("{", "before they are closed"),
        (r#"{"val"#, "at a key"),
        (r#"{"value""#, "at a key"),
        (r#"{"value":"#, "after a colon"),
        (r#"{"value":"a"#, "inside a string"),
        (r#"{"value":"a\u00"#, "inside a string"),
        (r#"{"value":"a""#, "before they are closed"),
        (r#"{"value":"a","#, "after a comma"),
        (r#"{"value":tr"#, "inside a word"),
        (r#"{"value":-1"#, "at a number"),
        (r#"{"value":[1,"#, "after a comma"),
    ] {
        let error =
            format!("TRUNCATED the arguments end {place}: send them again, complete, or send less at once");
        assert_refused("text", arguments, &error);
    }
}
