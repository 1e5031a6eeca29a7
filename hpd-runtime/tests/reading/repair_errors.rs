//! Errors about texts that no reading repairs, word for word.

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use hpd_runtime::repair::repair;

fn message(text: &str) -> String {
    let reading = Reading { leniency: Leniency::Safe, writes: false, stop_reason: StopReason::Finished };
    let limits = Limits::default();
    let error = repair(text, &reading, &limits).expect_err("the text is refused");
    let mut findings = Findings::new(&limits);
    findings.add_syntax_error(&error, text);
    let response = findings.into_response();
    format!("{}: {}", response.errors[0].error_code, response.errors[0].error_message)
}

#[test]
fn each_refusal_says_what_to_send() {
    let cases = [
        (
            "{\"é\": 1} {\"é\": 2}",
            "INVALID_JSON: the arguments hold several values: send one call for each (at character 10)",
        ),
        (
            "{\"a\": }",
            "INVALID_JSON: the arguments are not valid JSON: a value is missing; send it, or leave its field out (at character 7)",
        ),
        (
            "{\"a\" 1}",
            "INVALID_JSON: the arguments are not valid JSON: a key must be followed by a colon and a value (at character 6)",
        ),
        (
            "{\"a\": [[] 1]}",
            "INVALID_JSON: the arguments are not valid JSON: put a comma between values (at character 11)",
        ),
        (
            "{\"a\": [true}",
            "INVALID_JSON: the arguments are not valid JSON: close each [ with ] and each { with } (at character 12)",
        ),
        (
            "{\"a\": NaN}",
            "INVALID_JSON: the arguments are not valid JSON, which has no NaN or Infinity: send a finite number, or null (at character 7)",
        ),
        (
            "{\"a\": [1, ...]}",
            "INVALID_JSON: the arguments are not complete: send all values in place of the ellipsis (at character 11)",
        ),
        (
            "{\"a\": b}",
            "INVALID_JSON: the arguments are not valid JSON: put texts in double quotes (at character 7)",
        ),
        (
            "{\"a\": \"b \"c\" d\"}",
            "INVALID_JSON: the arguments are not valid JSON: put a backslash before each quote inside a string (at character 11)",
        ),
        (
            "opts: {\"a\": 1}",
            "INVALID_JSON: the arguments can be read in more than one way: send one JSON object and nothing else (at character 7)",
        ),
        (
            "{\"a\": 1 /* b",
            "TRUNCATED: the arguments end inside a comment: send them again, complete, or send less at once",
        ),
        ("The answer is 42.", "TYPE_MISMATCH: the arguments must be a JSON object"),
    ];
    for (text, said) in cases {
        assert_eq!(message(text), said, "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_to_programs_too() {
    let reading = Reading { leniency: Leniency::Safe, writes: false, stop_reason: StopReason::Finished };
    let cases = [
        ("{}[]", "several values (byte 2)"),
        ("{\"a\":}", "a value is missing (byte 5)"),
        ("{\"a\"}", "a colon is missing (byte 4)"),
        ("{\"a\": [[] 1]}", "a comma is missing (byte 10)"),
        ("{\"a\": [true}", "wrong closing bracket (byte 11)"),
        ("{\"a\": NaN}", "not a number (byte 6)"),
        ("{...}", "an ellipsis in place of values (byte 1)"),
        ("{\"a\": b}", "a value without quotes (byte 6)"),
        ("{\"a\": \"b \"c\" d\"}", "an unescaped quote in a string (byte 10)"),
        ("f(1, {})", "more than one reading (byte 5)"),
        ("{\"a\": 1 /* b", "the text ends inside a comment (byte 12)"),
    ];
    for (text, said) in cases {
        let error = repair(text, &reading, &Limits::default()).expect_err("the text is refused");
        assert_eq!(error.to_string(), said, "{text}");
    }
}
