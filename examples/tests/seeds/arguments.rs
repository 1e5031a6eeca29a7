//! Document 002, argument parsing: what becomes of a call's text, and who reads it.

use futures_executor::block_on;
use hpd_host::args::{ArgumentValue, Decimal, ToolCallRequest};
use hpd_host::list::ModelOptions;
use hpd_host::reexports::serde_json::{Value, json};
use hpd_host::{CallContext, Outcome, Provider, RawCall, Session, Toolbox, plugin};
use jiff::civil::Date;

fn parse(text: &str) -> ToolCallRequest {
    ToolCallRequest::parse(&RawCall::new("call_1", "search", text))
}

/// An argument of the name `n`.
fn value(text: &str) -> ArgumentValue {
    let arguments = parse(&format!(r#"{{"n": {text}}}"#)).arguments.expect("it can be read");
    arguments.get("n").expect("it is there").clone()
}

#[test]
fn row_46_a_request_has_six_fields_and_keeps_the_text() {
    let sent = r#"{"count": 3, "exact": "true"}"#;
    assert_eq!(
        serde_json::to_string(&parse(sent)).expect("it is JSON"),
        concat!(
            r#"{"tool_name":"search","tool_call_id":"call_1","raw_arguments":"{\"count\": 3, \"exact\": \"true\"}","#,
            r#""arguments":{"count":3,"exact":true},"parse_error":null,"#,
            r#""parse_warning":"string literal converted to boolean true"}"#
        )
    );
    for odd in ["", "null", "[]", "{", "{\"a\":", "tomato", "{'a': 1,}", "{\"a\": 1} {\"a\": 2}"] {
        assert_eq!(&*parse(odd).raw_arguments, odd);
    }
}

#[test]
fn row_47_arguments_are_an_object() {
    for text in ["[1,2]", "5", r#""x""#, "true"] {
        let request = parse(text);
        assert_eq!(request.parse_error.as_deref(), Some("the arguments must be a JSON object"), "{text}");
        assert_eq!(request.arguments, None);
    }
    for blank in ["", "  ", "null"] {
        let request = parse(blank);
        assert!(request.arguments.is_some_and(|arguments| arguments.is_empty()));
        assert_eq!(request.parse_warning.as_deref(), Some("the arguments were empty and were read as {}"));
    }
}

#[test]
fn row_48_three_words_are_promoted_at_any_depth() {
    let request =
        parse(r#"{"a": "true", "b": ["false", {"c": "null"}], "d": "True", "e": " true ", "f": "TRUE"}"#);
    assert_eq!(
        serde_json::to_value(&request.arguments).expect("it is JSON"),
        json!({"a": true, "b": [false, {"c": null}], "d": "True", "e": " true ", "f": "TRUE"})
    );
}

#[test]
fn row_49_each_promotion_has_its_warning() {
    for (word, warning) in [
        ("true", "string literal converted to boolean true"),
        ("false", "string literal converted to boolean false"),
        ("null", "string literal converted to null"),
    ] {
        assert_eq!(parse(&format!(r#"{{"a": "{word}"}}"#)).parse_warning.as_deref(), Some(warning));
    }
}

#[test]
fn row_50_warnings_are_one_text_and_a_list() {
    let request = parse(r#"{"a": "true", "b": ["null"]}"#);
    assert_eq!(
        request.parse_warning.as_deref(),
        Some("string literal converted to boolean true; string literal converted to null")
    );
    let typed = request.warnings().iter().map(|warning| {
        let (from, to) = (warning.from.as_deref().unwrap_or("-"), warning.to.as_deref().unwrap_or("-"));
        format!("{} {} {from} {to}", warning.code, warning.pointer)
    });
    assert_eq!(
        typed.collect::<Vec<_>>(),
        [r#"STRING_TO_BOOLEAN /a "true" true"#, r#"STRING_TO_NULL /b/0 "null" null"#]
    );
}

#[test]
fn row_51_numbers_are_never_rounded() {
    assert_eq!(value("-5"), ArgumentValue::Integer(-5));
    assert_eq!(value("18446744073709551615"), ArgumentValue::Unsigned(u64::MAX));
    assert_eq!(value("0.5"), ArgumentValue::Float(0.5));
    for exact in ["0.1234567890123456789", "1e400", "12345678901234567890123"] {
        assert_eq!(value(exact).as_decimal(), Decimal::parse(exact));
        assert_eq!(value(exact), ArgumentValue::Decimal(exact.into()));
    }
}

#[test]
fn row_52_nested_values_keep_their_order() {
    let request = parse(r#"{"z": {"y": [3, 1, 2], "a": {}}, "b": []}"#);
    let text = serde_json::to_string(&request.arguments).expect("it is JSON");
    assert_eq!(text, r#"{"z":{"y":[3,1,2],"a":{}},"b":[]}"#);
}

#[test]
fn row_53_what_cannot_be_read_has_an_error_and_its_text() {
    for (text, error) in [
        (r#"{"a": tomato}"#, "the arguments are not valid JSON: put texts in double quotes (at character 7)"),
        (
            r#"{"a": "to"#,
            "the arguments end inside a string: send them again, complete, or send less at once",
        ),
    ] {
        let request = parse(text);
        assert_eq!((request.parse_error.as_deref(), &*request.raw_arguments), (Some(error), text));
        assert_eq!(request.arguments, None, "never a part of them");
    }
}

/// Functions that look at their call.
struct Search;

#[plugin]
impl Search {
    /// Finds things.
    #[ai_function]
    fn find(
        /// Whether to match exactly.
        exact: bool,
        /// How many.
        count: i64,
        /// The text.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Value {
        let warnings: Vec<_> = ctx.warnings().iter().map(|warning| warning.message.clone()).collect();
        json!({"got": [exact, count, text], "request": ctx.request(), "warnings": warnings})
    }

    /// Reads the text itself, if it has to.
    #[ai_function]
    fn guess(
        /// How many.
        count: Option<i64>,
        #[context] request: &ToolCallRequest,
    ) -> String {
        match &request.parse_error {
            Some(error) => format!("{error}: {}", request.raw_arguments),
            None => format!("{count:?}"),
        }
    }

    /// Finds what is due.
    #[ai_function]
    fn due(
        /// The day.
        day: Date,
        /// The text.
        text: String,
    ) -> String {
        format!("{day} {text}")
    }
}

fn call(tells: bool, name: &str, arguments: &str) -> Outcome {
    let builder = Toolbox::builder().plugin(Search).model(ModelOptions::new().warnings(tells));
    let toolbox = builder.build().expect("it is consistent");
    block_on(toolbox.call(&Session::new(), &RawCall::new("1", name, arguments)))
}

const SENT: &str = r#"{"exact":"true","count":"42","text":"true"}"#;

#[test]
fn row_54_warnings_reach_the_function() {
    assert_eq!(
        call(false, "find", SENT).for_model_as_json()["warnings"],
        json!(["string literal converted to boolean true", "string literal converted to number"])
    );
}

#[test]
fn row_55_the_request_that_a_function_reads_is_what_it_received() {
    let answer = call(false, "find", SENT).for_model_as_json();
    assert_eq!(answer["got"], json!([true, 42, "true"]));
    assert_eq!(answer["request"]["arguments"], json!({"exact": true, "count": 42, "text": "true"}));
    assert_eq!(
        answer["request"]["parse_warning"],
        "string literal converted to boolean true; string literal converted to number"
    );
}

#[test]
fn row_56_a_function_may_fall_back_to_the_text() {
    assert_eq!(
        call(false, "guess", "about 5").for_model().text,
        "the arguments must be a JSON object: about 5"
    );
    assert_eq!(call(false, "guess", r#"{"count":5}"#).for_model().text, "Some(5)");
    assert_eq!(call(false, "find", "about 5").status(), "error", "others are not called");
}

#[test]
fn row_57_warnings_are_part_of_the_result_where_the_host_says_so() {
    let sent = r#"{"count":"5"}"#;
    assert_eq!(
        call(true, "guess", sent).for_model().text,
        "Some(5)\n\n[Warnings about the arguments: count: string literal converted to number]"
    );
    assert_eq!(call(false, "guess", sent).for_model().text, "Some(5)");
}

#[test]
fn row_58_the_schema_says_what_a_text_becomes() {
    let due = |day: &str| call(false, "due", &format!(r#"{{"day":"{day}","text":"true"}}"#));
    let right = due("2026-03-01");
    assert_eq!(right.for_model().text, "2026-03-01 true", "a text stays one");
    assert!(right.warnings.is_empty());
    let long = due("2026-03-01T00:00:00Z");
    assert_eq!(long.for_model().text, "2026-03-01 true");
    assert_eq!(long.warnings.iter().map(|warning| &*warning.pointer).collect::<Vec<_>>(), ["/day"]);
    assert_eq!(due("01/03/2026").status(), "error", "it has two meanings");
    assert_eq!(call(false, "guess", r#"{"count":"42"}"#).for_model().text, "Some(42)");
}

#[test]
fn row_59_all_providers_are_read_alike() {
    let arguments: Value = serde_json::from_str(SENT).expect("it is JSON");
    let messages = [
        (
            Provider::OpenAiChat,
            json!({"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "find", "arguments": SENT}}]}),
        ),
        (
            Provider::OpenAiResponses,
            json!({"output": [{"type": "function_call", "call_id": "1", "name": "find", "arguments": SENT}]}),
        ),
        (
            Provider::Anthropic,
            json!({"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "find", "input": arguments}]}),
        ),
        (
            Provider::Gemini,
            json!({"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "find", "args": arguments}}]}}]}),
        ),
        (
            Provider::Mcp,
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find", "arguments": arguments}}),
        ),
    ];
    for (provider, message) in messages {
        let calls = provider.read(&message.to_string()).expect("it is a message of the provider").calls;
        let request = ToolCallRequest::parse(&calls[0]);
        assert_eq!(
            serde_json::to_value(&request.arguments).expect("it is JSON"),
            json!({"exact": true, "count": "42", "text": true}),
            "{provider:?}"
        );
    }
}

#[test]
fn row_60_both_values_of_a_name_that_comes_twice_are_shown() {
    let sent = r#"{"exact":true,"exact":false,"count":1,"text":"x"}"#;
    let typed = call(false, "find", sent).for_model_as_json();
    assert_eq!(typed["errors"][0]["error_message"], "exact was sent more than once");
    assert_eq!(typed["errors"][0]["attempted_value"], "[true,false]");
    let untyped = parse(sent);
    assert_eq!(untyped.parse_error.as_deref(), Some("exact was sent more than once"));
    assert_eq!(untyped.errors()[0].attempted_value.to_json(), r#""[true,false]""#);
}
