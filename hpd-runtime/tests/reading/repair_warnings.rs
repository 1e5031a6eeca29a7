//! Warnings about repaired texts, word for word.

use hpd_runtime::__private::merge_duplicates;
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason, Warning};
use hpd_runtime::repair::repair;

fn warnings(text: &str) -> Vec<Warning> {
    let reading = Reading { leniency: Leniency::Lenient, writes: false, stop_reason: StopReason::Finished };
    repair(text, &reading, &Limits::default()).expect("the text is read").warnings
}

/// Each warning as `CODE pointer offset: message`.
fn lines(text: &str) -> Vec<String> {
    let lines = warnings(text).into_iter().map(|warning| {
        let offset = warning.offset.map_or(String::new(), |offset| format!(" {offset}"));
        format!("{} {}{offset}: {}", warning.code, warning.pointer, warning.message)
    });
    lines.collect()
}

#[test]
fn each_warning_says_what_was_done() {
    let cases = [
        (" ", "EMPTY_ARGUMENTS : the arguments were empty and were read as {}"),
        ("```\n{}\n```", "FENCE_REMOVED  0: a code fence around the object was taken off"),
        ("So: {}", "TEXT_IGNORED  0: text around the object was ignored"),
        ("{} So.", "TEXT_IGNORED  3: text around the object was ignored"),
        ("f({})", "CALL_REMOVED  0: a call around the object was taken off"),
        ("{,\"a\": 1}", "EXTRA_COMMA  1: a comma before the first value was ignored"),
        ("{\"a\": [1,]}", "EXTRA_COMMA /a 8: a comma behind the last value was ignored"),
        ("{\"a\": 1 \"b\": 2}", "MISSING_COMMA  7: a missing comma was added"),
        ("{}}", "EXTRA_CLOSER  2: closing brackets too many were ignored"),
        ("{\"a\": \"b\"", "MISSING_CLOSER  9: missing closing brackets were added"),
        ("{\"a\": /* b */ 1}", "COMMENT_IGNORED /a 6: a comment was ignored"),
        ("{\"a\": 'b'}", "QUOTES /a 6: single quotes were read as double quotes"),
        ("{“a~/b”: 1}", "QUOTES /a~0~1b 1: typographic quotes were read as double quotes"),
        ("{\"a\": [`b`]}", "QUOTES /a/0 7: back quotes were read as double quotes"),
        ("{a: 1}", "UNQUOTED_KEY /a 1: a key without quotes was read as one with them"),
        ("{\"a\": b}", "UNQUOTED_VALUE /a 6: a text without quotes was read as a string"),
        ("{\"a\": \"b \"c\" d\"}", "UNESCAPED_QUOTE /a 9: quotes inside a string were read as a part of it"),
        ("{\"a\": True}", "PYTHON_LITERAL /a 6: True was read as true"),
        ("{\"a\": False}", "PYTHON_LITERAL /a 6: False was read as false"),
        ("{\"a\": None}", "PYTHON_LITERAL /a 6: None was read as null"),
        ("{\"a\": undefined}", "UNDEFINED /a 6: undefined was read as absent"),
        (
            "{\"a\": \"b\n\"}",
            "CONTROL_CHARACTER /a 8: an unescaped line break or control character in a string was kept",
        ),
        ("{\u{a0}}", "UNUSUAL_BLANK  1: a blank that JSON does not know was ignored"),
        ("{\"a\": \"it\\'s\"}", "INVALID_ESCAPE /a 9: a backslash that JSON does not know was ignored"),
        (
            "{\\\"a\\\": 1}",
            "ESCAPED_OBJECT  0: the quotes of the object were escaped, and were read as quotes",
        ),
        ("\"{\\\"a\\\": 1}\"", "ESCAPED_OBJECT  0: the object was inside a string, and was taken out of it"),
        ("{}{}", "REPEATED_OBJECT  2: the same object was sent more than once, and was read once"),
    ];
    for (text, line) in cases {
        assert_eq!(lines(text), [line], "{text}");
    }
}

#[test]
fn words_of_another_language_are_told_as_they_stood() {
    let tokens: Vec<_> =
        warnings("{\"a\": True, \"b\": 'c'}").into_iter().map(|warning| (warning.from, warning.to)).collect();
    assert_eq!(tokens, [(Some("True".to_owned()), Some("true".to_owned())), (None, None)]);
}

#[test]
fn twenty_of_a_kind_are_listed() {
    let lines = lines(&format!("{{\"a\": [{}]}}", "[1,],".repeat(900)));
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[19], "EXTRA_COMMA /a/19 104: a comma behind the last value was ignored");
    assert_eq!(lines[20], "EXTRA_COMMA : a comma behind the last value was ignored (881 more times)");
}

#[test]
fn duplicates_of_json_are_merged_where_they_are_the_same() {
    let text = r#"{"a": 1, "b": [{"c": 1, "c": 1}], "a": 1.0, "d": 1, "d": 2, "d": 1}"#;
    let mut tree = Node::parse(text, &Limits::default()).unwrap();
    let mut warnings = Vec::new();
    merge_duplicates(&mut tree, &mut warnings);
    assert_eq!(tree.to_json(), r#"{"a":1,"b":[{"c":1}],"d":1,"d":2,"d":1}"#);
    let lines: Vec<_> = warnings
        .iter()
        .map(|warning| format!("{} {}: {}", warning.code, warning.pointer, warning.message))
        .collect();
    let said = "a key was sent more than once with the same value, and was read once";
    assert_eq!(lines, [format!("DUPLICATE_KEY /b/0/c: {said}"), format!("DUPLICATE_KEY /a: {said}")]);
}
