//! Text that is not JSON.

use hpd_host::args::Leniency::{Lenient, Safe, Strict};
use hpd_host::args::StopReason;

use super::{read, refuse};

#[test]
fn what_has_one_meaning_is_read() {
    let (answer, warnings) = read(
        Safe,
        "find",
        "Here you are:\n```json\n{'text': \"tax\", tags: ['a', 'b',], \"limit\": 3 /* enough */}\n```",
    );
    assert_eq!(answer, r#""tax" 3 None Some(["a", "b"])"#);
    assert_eq!(
        warnings,
        [
            "TEXT_IGNORED",
            "FENCE_REMOVED",
            "QUOTES /text",
            "UNQUOTED_KEY /tags",
            "QUOTES /tags/0",
            "QUOTES /tags/1",
            "EXTRA_COMMA /tags",
            "COMMENT_IGNORED"
        ]
    );
}

#[test]
fn the_function_can_reach_the_text_and_the_warnings() {
    let (answer, _) = read(Safe, "echo", r#"{"number": "7",}"#);
    assert_eq!(answer, r#"7 from {"number": "7",} with ["EXTRA_COMMA", "STRING_TO_NUMBER"]"#);
}

#[test]
fn strict_repairs_nothing() {
    assert_eq!(
        refuse(Strict, "find", r#"{"text": "tax",}"#, StopReason::Unknown),
        ["INVALID_JSON the arguments are not valid JSON (at character 16)"]
    );
}

#[test]
fn a_cut_text_is_never_completed() {
    for (text, place) in [
        (r#"{"text": "ta"#, "inside a string"),
        (r#"{"text": "tax", "limit": 1"#, "at a number"),
        (r#"{"text": "tax", "lim"#, "at a key"),
        (r#"{"text": "tax", "limit""#, "at a key"),
        (r#"{"text":"#, "after a colon"),
        (r#"{"text": "tax","#, "after a comma"),
        (r#"{"text": "tax", "tags": ["#, "before they are closed"),
        (r#"{"text": "tax", "urgency": nul"#, "inside a word"),
    ] {
        let message =
            format!("TRUNCATED the arguments end {place}: send them again, complete, or send less at once");
        for leniency in [Strict, Safe] {
            assert_eq!(refuse(leniency, "find", text, StopReason::Unknown), [&*message], "{text}");
        }
        // Where quotes inside of strings are allowed, the end of a text is not always clear, but the call is refused.
        refuse(Lenient, "find", text, StopReason::Unknown);
    }
}

#[test]
fn missing_closers_are_added_only_to_a_reading_of_a_whole_message() {
    let text = r#"{"text": "tax", "tags": ["a""#;
    assert_eq!(
        read(Safe, "find", text),
        (r#""tax" 10 None Some(["a"])"#.to_owned(), vec!["MISSING_CLOSER".to_owned()])
    );
    let truncated = [
        "TRUNCATED the arguments end before they are closed: send them again, complete, or send less at once",
    ];
    assert_eq!(refuse(Strict, "find", text, StopReason::Finished), truncated);
    assert_eq!(refuse(Safe, "find", text, StopReason::Length), truncated);
    assert_eq!(refuse(Lenient, "find", text, StopReason::Interrupted), truncated);
    let write = r#"{"title": "tax", "pages": [{"pageNumber": 1}"#;
    assert_eq!(refuse(Safe, "file", write, StopReason::Finished), truncated);
    assert_eq!(refuse(Lenient, "file", write, StopReason::Unknown), truncated);
}

#[test]
fn several_values_are_one_call_only_if_they_are_the_same() {
    assert_eq!(
        read(Safe, "find", r#"{"text": "tax"} {"text":"tax"}"#),
        (r#""tax" 10 None None"#.to_owned(), vec!["REPEATED_OBJECT".to_owned()])
    );
    let page = r#"{"title": "tax", "pages": [{"pageNumber": 1}]}"#;
    let refused = refuse(Safe, "file", &format!("{page}{page}"), StopReason::Unknown);
    assert!(refused[0].starts_with("INVALID_JSON "), "{refused:?}");
    let refused = refuse(Lenient, "find", r#"{"text": "tax"}{"text": "rent"}"#, StopReason::Unknown);
    assert!(refused[0].starts_with("INVALID_JSON "), "{refused:?}");
}

#[test]
fn a_key_that_comes_twice() {
    let same = r#"{"text": "tax", "limit": 3, "limit": 3}"#;
    assert_eq!(
        read(Safe, "find", same),
        (r#""tax" 3 None None"#.to_owned(), vec!["DUPLICATE_KEY /limit".to_owned()])
    );
    let refused = ["DUPLICATE_KEY limit was sent more than once"];
    assert_eq!(refuse(Strict, "find", same, StopReason::Unknown), refused);
    let different = r#"{"text": "tax", "limit": 3, "limit": 4}"#;
    assert_eq!(refuse(Lenient, "find", different, StopReason::Unknown), refused);
}
