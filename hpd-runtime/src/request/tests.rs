//! Exact texts and values.

use hpd_json::{Decimal, Leniency, Limits, Reading, StopReason, WarningCode};

use super::{ArgumentValue, ToolCallRequest};
use crate::request::RawCall;

fn parse(text: &str) -> ToolCallRequest {
    ToolCallRequest::parse(&RawCall::new("call_1", "tool", text))
}

fn value(number: &str) -> ArgumentValue {
    let request = parse(&format!(r#"{{"n": {number}}}"#));
    request.arguments.and_then(|arguments| arguments.get("n").cloned()).expect("a number is an argument")
}

#[track_caller]
fn refused(text: &str, error: &str) {
    let request = parse(text);
    assert_eq!(request.parse_error.as_deref(), Some(error));
    assert_eq!(request.arguments, None);
    assert_eq!(request.parse_warning, None);
    assert_eq!(request.warnings(), []);
    assert_eq!(&*request.raw_arguments, text);
}

#[test]
fn as_json_it_has_six_keys_in_order() {
    let request = parse(r#"{"z": "true", "a": {"list": [1, 2.5, null, "null"]}}"#);
    assert_eq!(
        serde_json::to_string(&request).unwrap(),
        r#"{"tool_name":"tool","tool_call_id":"call_1","#.to_owned()
            + r#""raw_arguments":"{\"z\": \"true\", \"a\": {\"list\": [1, 2.5, null, \"null\"]}}","#
            + r#""arguments":{"z":true,"a":{"list":[1,2.5,null,null]}},"parse_error":null,"#
            + r#""parse_warning":"string literal converted to boolean true; string literal converted to null"}"#
    );
}

#[test]
fn an_error_leaves_the_text() {
    assert_eq!(
        serde_json::to_string(&parse("[]")).unwrap(),
        r#"{"tool_name":"tool","tool_call_id":"call_1","raw_arguments":"[]","arguments":null,"#.to_owned()
            + r#""parse_error":"the arguments must be a JSON object","parse_warning":null}"#
    );
}

#[test]
fn strings_that_spell_words_are_promoted_with_warnings() {
    let request = parse(r#"{"a": "true", "b": ["false"], "c": {"d": "null"}, "e": "True", "f": " true"}"#);
    let arguments = request.arguments.clone().unwrap();
    assert_eq!(arguments.get("a"), Some(&ArgumentValue::Bool(true)));
    assert_eq!(arguments.get("b"), Some(&ArgumentValue::List(vec![ArgumentValue::Bool(false)])));
    assert!(arguments.get("c").unwrap().get("d").unwrap().is_null());
    assert_eq!(arguments.get("e").unwrap().as_str(), Some("True"));
    assert_eq!(arguments.get("f").unwrap().as_str(), Some(" true"));
    let warnings: Vec<_> = request
        .warnings()
        .iter()
        .map(|warning| {
            (warning.code, warning.pointer.as_str(), warning.from.as_deref(), warning.to.as_deref())
        })
        .collect();
    assert_eq!(
        warnings,
        [
            (WarningCode::StringToBoolean, "/a", Some("\"true\""), Some("true")),
            (WarningCode::StringToBoolean, "/b/0", Some("\"false\""), Some("false")),
            (WarningCode::StringToNull, "/c/d", Some("\"null\""), Some("null")),
        ]
    );
    assert_eq!(
        request.parse_warning.as_deref(),
        Some(
            "string literal converted to boolean true; string literal converted to boolean false; string literal converted to null"
        )
    );
}

#[test]
fn numbers_are_never_rounded() {
    assert_eq!(value("-9223372036854775808"), ArgumentValue::Integer(i64::MIN));
    assert_eq!(value("9223372036854775808"), ArgumentValue::Unsigned(1 << 63));
    assert_eq!(value("0.1"), ArgumentValue::Float(0.1));
    assert_eq!(value("1.0"), ArgumentValue::Float(1.0));
    assert_eq!(value("1.50"), ArgumentValue::Float(1.5));
    assert_eq!(value("2E3"), ArgumentValue::Float(2000.0));
    for exact in ["0.1000000000000000055", "18446744073709551616", "1e400", "1e-400", "12345678901234.12345"]
    {
        assert_eq!(value(exact), ArgumentValue::Decimal(exact.into()));
        assert_eq!(serde_json::to_string(&value(exact)).unwrap(), exact);
        assert_eq!(value(exact).as_decimal(), Decimal::parse(exact));
    }
}

#[test]
fn values_are_read_by_type() {
    assert_eq!(value("5").as_i64(), Some(5));
    assert_eq!(value("5").as_u64(), Some(5));
    assert_eq!(value("5").as_f64(), Some(5.0));
    assert_eq!(value("-5").as_u64(), None);
    assert_eq!(value("9007199254740993").as_f64(), None);
    assert_eq!(value("18446744073709551615").as_u64(), Some(u64::MAX));
    assert_eq!(value("5.5").as_i64(), None);
    assert_eq!(value("5.5").as_decimal(), Decimal::parse("5.5"));
    assert_eq!(value("true").as_bool(), Some(true));
    assert_eq!(value("[1]").as_list(), Some([ArgumentValue::Integer(1)].as_slice()));
    assert_eq!(value("[1]").as_object(), None);
    assert_eq!(value(r#"{"a": 1}"#).as_object().map(super::Arguments::len), Some(1));
    assert_eq!(value("\"a\"").get("a"), None);
}

#[test]
fn names_keep_their_order() {
    let arguments = parse(r#"{"z": 1, "a": 2, "m": 3}"#).arguments.unwrap();
    assert_eq!(arguments.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["z", "a", "m"]);
    assert_eq!(arguments.into_iter().next(), Some(("z".to_owned(), ArgumentValue::Integer(1))));
}

#[test]
fn blank_text_is_no_arguments() {
    for text in ["", "  \n", "null"] {
        let request = parse(text);
        assert!(request.arguments.as_ref().unwrap().is_empty());
        assert_eq!(request.parse_warning.as_deref(), Some("the arguments were empty and were read as {}"));
        assert_eq!(request.warnings()[0].code, WarningCode::EmptyArguments);
    }
}

#[test]
fn blank_text_of_a_message_that_was_cut_off_is_an_error() {
    let request = ToolCallRequest::parse(&RawCall::new("call_1", "tool", "").stopped_by(StopReason::Length));
    assert_eq!(request.arguments, None);
    assert_eq!(
        request.parse_error.as_deref(),
        Some("the arguments end before they begin: send them again, complete, or send less at once")
    );
}

#[test]
fn what_cannot_be_read_says_why() {
    refused("[1]", "the arguments must be a JSON object");
    refused("\"some text\"", "the arguments must be a JSON object");
    refused(
        r#"{"a": "tr"#,
        "the arguments end inside a string: send them again, complete, or send less at once",
    );
    refused(
        r#"{"a": tomato}"#,
        "the arguments are not valid JSON: put texts in double quotes (at character 7)",
    );
    refused(r#"{"a": 01}"#, "the arguments are not valid JSON: a bad number (at character 8)");
    refused(r#"{"a": "true", "a": 2}"#, "a was sent more than once");
    refused(r#"{"list": [{"b": 1, "b": 2}]}"#, "list[0].b was sent more than once");
}

/// Both values are echoed, as for a call with a schema: cut, and without invisible characters.
#[test]
fn a_name_that_comes_twice_is_told_with_all_its_values() {
    let errors = |text: &str| -> Vec<(String, String)> {
        let request = parse(text);
        assert_eq!(request.arguments, None, "{text}");
        let all = request.errors().iter();
        all.map(|error| (error.error_message.clone(), error.attempted_value.to_json())).collect()
    };
    let twice = |name: &str, values: &str| {
        (format!("{name} was sent more than once"), serde_json::Value::from(values).to_string())
    };
    assert_eq!(errors(r#"{"a": true, "a": false}"#), [twice("a", "[true,false]")]);
    assert_eq!(errors(r#"{"a": 1, "b": 0, "a": "x", "a": {}}"#), [twice("a", r#"[1,"x",{}]"#)]);
    assert_eq!(
        errors(r#"{"a": 1, "a": 2, "list": [{"b": 1, "b": [2]}]}"#),
        [twice("a", "[1,2]"), twice("list[0].b", "[1,[2]]")]
    );
    let long = "y".repeat(500);
    let [(_, shown)] = errors(&format!(r#"{{"a": "{long}", "a": 1}}"#)).try_into().unwrap();
    assert_eq!(shown, serde_json::Value::from(format!("[\"{}…", "y".repeat(62))).to_string());
    let request = parse(r#"{"a": 1, "a": 2, "b": 1, "b": 2}"#);
    assert_eq!(request.parse_error.as_deref(), Some("a was sent more than once; b was sent more than once"));
    assert_eq!(request.errors()[0].error_code, hpd_schema::__private::error::ErrorCode::DuplicateKey);
    assert!(parse("{}").errors().is_empty());
}

#[test]
fn a_text_with_one_meaning_is_set_right() {
    let request = parse("{'a': \"true\", \"b\": 1, \"b\": 1.0,}");
    let arguments = serde_json::to_string(&request.arguments).unwrap();
    assert_eq!(arguments, r#"{"a":true,"b":1}"#);
    let codes: Vec<_> = request.warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(
        codes,
        [
            WarningCode::Quotes,
            WarningCode::ExtraComma,
            WarningCode::DuplicateKey,
            WarningCode::StringToBoolean
        ]
    );
    let messages: Vec<_> = request.warnings().iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(request.parse_warning, Some(messages.join("; ")));
}

#[test]
fn nothing_is_set_right_strictly() {
    let strict = Reading { leniency: Leniency::Strict, writes: false, stop_reason: StopReason::Finished };
    let parse = |text: &str| {
        ToolCallRequest::parse_as(&RawCall::new("call_1", "tool", text), &strict, &Limits::default())
    };
    assert_eq!(
        parse("{'a': 1}").parse_error.as_deref(),
        Some("the arguments are not valid JSON (at character 2)")
    );
    assert_eq!(parse(r#"{"a": 1, "a": 1}"#).parse_error.as_deref(), Some("a was sent more than once"));
    let kept = parse(r#"{"a": "true"}"#);
    assert_eq!(kept.arguments.unwrap().get("a").unwrap().as_str(), Some("true"));
    assert_eq!(kept.parse_warning, None);
    assert!(parse("").arguments.is_some());
}

#[test]
fn closers_are_added_only_where_the_call_is_known_to_be_no_write() {
    let call = RawCall::new("call_1", "tool", r#"{"a": [1, 2]"#).stopped_by(StopReason::Finished);
    assert!(ToolCallRequest::parse(&call).parse_error.is_some());
    let turn = crate::TurnContext::empty();
    let request = crate::CallContext::new(&call, &turn).request();
    assert_eq!(serde_json::to_string(&request.arguments).unwrap(), r#"{"a":[1,2]}"#);
    assert_eq!(request.warnings()[0].code, WarningCode::MissingCloser);
}

#[test]
fn limits_hold() {
    let call = RawCall::new("call_1", "tool", r#"{"a": [[1]]}"#);
    let reading = Reading { leniency: Leniency::Safe, writes: false, stop_reason: StopReason::Finished };
    let request = ToolCallRequest::parse_as(&call, &reading, &Limits { depth: 2, ..Limits::default() });
    assert_eq!(request.parse_error.as_deref(), Some("the arguments are nested too deeply (at character 8)"));
}

#[test]
fn a_message_that_was_cut_off_is_not_completed() {
    let call = RawCall::new("call_1", "tool", r#"{"a": "b""#).stopped_by(StopReason::Length);
    assert_eq!(
        ToolCallRequest::parse(&call).parse_error.as_deref(),
        Some("the arguments end before they are closed: send them again, complete, or send less at once")
    );
}
