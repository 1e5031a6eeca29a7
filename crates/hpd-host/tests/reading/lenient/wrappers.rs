//! Arguments inside the form of a call.

use hpd_host::args::Leniency::{Safe, Strict};
use hpd_host::args::StopReason;

use super::{read, refuse};

#[test]
fn arguments_are_taken_out_once() {
    let expected = (r#""tax" 10 None None"#.to_owned(), vec!["UNWRAPPED".to_owned()]);
    for text in [
        r#"{"arguments": {"text": "tax"}}"#,
        r#"{"parameters": {"text": "tax"}}"#,
        r#"{"arguments": "{\"text\": \"tax\"}"}"#,
        r#"{"name": "find", "arguments": {"text": "tax"}}"#,
        r#"{"parameters": {"text": "tax"}, "name": "Desk.find"}"#,
    ] {
        assert_eq!(read(Safe, "find", text), expected, "{text}");
    }
}

#[test]
fn other_wrappers_are_refused() {
    let unknown = |names: &[&str]| {
        let unknown = names.iter().map(|name| format!("UNKNOWN_FIELD {name} is not a known field"));
        ["REQUIRED_FIELD text is required".to_owned()].into_iter().chain(unknown).collect::<Vec<_>>()
    };
    let cases: [(&str, &[&str]); 4] = [
        (r#"{"name": "file", "arguments": {"text": "tax"}}"#, &["name", "arguments"]),
        (r#"{"arguments": {"text": "tax"}, "reason": "x"}"#, &["arguments", "reason"]),
        (r#"{"arguments": ["tax"]}"#, &["arguments"]),
        (r#"{"arguments": {"arguments": {"text": "tax"}}}"#, &["arguments"]),
    ];
    for (text, names) in cases {
        assert_eq!(refuse(Safe, "find", text, StopReason::Unknown), unknown(names), "{text}");
    }
    assert_eq!(
        refuse(Strict, "find", r#"{"arguments": {"text": "tax"}}"#, StopReason::Unknown),
        unknown(&["arguments"])
    );
}
