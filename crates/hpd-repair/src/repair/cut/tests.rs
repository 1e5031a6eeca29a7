//! Each kind of cut, and texts that are whole.

use hpd_json::{Cut, Leniency, Limits, Reading, StopReason, SyntaxErrorKind};

use super::super::repair;
use super::skim;

fn of(text: &str) -> Option<Cut> {
    skim(text, 0, false)
}

#[test]
fn a_text_whose_brackets_are_closed_is_whole() {
    for text in [
        "",
        r#"{"a": 1}"#,
        r#"{"a": [{"b": 1}]}"#,
        r#"{"a": http://x}"#,
        "{\"a\": 1 // x {\n}",
        r#"{"a": /* { */ 1}"#,
        r#"{"a": "{"}"#,
        // Prose, in which quotes, commas and brackets mean nothing.
        r#"{"a": 1} and, "so"#,
        r#"{"a": 1} [so"#,
        "[1",
        "more) than } closed",
    ] {
        assert_eq!(of(text), None, "{text}");
    }
}

#[test]
fn the_last_token_is_the_kind_of_cut() {
    for (text, cut) in [
        ("{", Cut::AfterOpener),
        (r#"{"a": ["#, Cut::AfterOpener),
        (r#"{"a": {"#, Cut::AfterOpener),
        (r#"{"a":"#, Cut::AfterColon),
        (r#"{"a": 1,"#, Cut::AfterComma),
        (r#"{"a": 1"#, Cut::InNumber),
        (r#"{"a": -"#, Cut::InNumber),
        (r#"{"a": 1."#, Cut::InNumber),
        (r#"{"a": tr"#, Cut::InWord),
        (r#"{"a": tr_"#, Cut::InWord),
        (r#"{"a": it's"#, Cut::InWord),
        (r#"{"a": x)"#, Cut::MissingClosers),
        (r#"{"a": x/ "#, Cut::MissingClosers),
        (r#"{"a": "x"#, Cut::InString),
        (r#"{"a"#, Cut::InString),
        ("{'a': 'it", Cut::InString),
        (r#"{"a"#, Cut::InString),
        (r#"{"a": "x""#, Cut::MissingClosers),
        (r#"{"a": {"b": 1}"#, Cut::MissingClosers),
        (r#"{"a": [1]"#, Cut::MissingClosers),
        // The second object of two.
        (r#"{"a": 1} {"b": 2"#, Cut::InNumber),
    ] {
        assert_eq!(of(text), Some(cut), "{text}");
    }
}

#[test]
fn a_string_where_a_key_belongs_is_a_key() {
    for (text, cut) in [
        (r#"{"a""#, Cut::InKey),
        (r#"{"a" "#, Cut::InKey),
        (r#"{"a": 1, "b""#, Cut::InKey),
        (r#"{"a": {"b": [1]}, "c""#, Cut::InKey),
        (r#"{"a": [{"b": 1}, "c""#, Cut::MissingClosers),
        (r#"{"a": ["c""#, Cut::MissingClosers),
        (r#"{"a" "b""#, Cut::MissingClosers),
    ] {
        assert_eq!(of(text), Some(cut), "{text}");
    }
    // The innermost bracket was opened before.
    assert_eq!(skim(r#", "x""#, 1, true), Some(Cut::InKey));
    assert_eq!(skim(r#", "x""#, 1, false), Some(Cut::MissingClosers));
    assert_eq!(skim(r#""x""#, 1, true), Some(Cut::MissingClosers));
    assert_eq!(skim("}", 1, true), None);
    assert_eq!(skim("}", 2, true), Some(Cut::MissingClosers));
}

#[test]
fn a_comment_stands_apart() {
    for (text, cut) in [
        (r#"{"a": 1 /* x"#, Cut::InComment),
        (r#"{"a": 1,/* x"#, Cut::InComment),
        ("{/* x", Cut::InComment),
        (r#"{"a": 1 /"#, Cut::InComment),
        // Without a blank before, it is part of a word.
        (r#"{"a": x/* y"#, Cut::InWord),
        (r#"{"a": 1 /* x */ 2"#, Cut::InNumber),
        // Outside of brackets there are none.
        (r#"{"a": 1} /* {"#, Cut::AfterOpener),
        (r#"{"a": 1} // {"#, Cut::AfterOpener),
    ] {
        assert_eq!(of(text), Some(cut), "{text}");
    }
    assert_eq!(skim("/* x", 1, true), Some(Cut::InComment));
}

fn error(text: &str, writes: bool, stop_reason: StopReason) -> SyntaxErrorKind {
    let reading = Reading { leniency: Leniency::Safe, writes, stop_reason };
    repair(text, &reading, &Limits::default()).unwrap_err().kind
}

#[test]
fn an_error_before_a_cut_is_the_cut() {
    for (text, cut) in [
        (r#"{"a": NaN, "x""#, Cut::InKey),
        (r#"{"a": NaN, "b": 1"#, Cut::InNumber),
        // The error has nothing to do with quotes.
        (r#"{"a": NaN, "b": "x}"#, Cut::InString),
        // The text does not end as a whole one.
        (r#"{"a": 5", "b": 1"#, Cut::InString),
    ] {
        for (writes, stop_reason) in [(false, StopReason::Finished), (true, StopReason::Length)] {
            assert_eq!(error(text, writes, stop_reason), SyntaxErrorKind::Truncated(cut), "{text}");
        }
    }
}

#[test]
fn odd_quotes_are_no_cut() {
    for (text, kind) in [
        (r#"{"a": 5", "b": 1}"#, SyntaxErrorKind::BadNumber),
        (r#"{"a": it is "5, "b": 1}"#, SyntaxErrorKind::UnquotedValue),
        (r#"{"a": "x "y", "b": "z}"#, SyntaxErrorKind::UnescapedQuote),
    ] {
        for (writes, stop_reason) in [(false, StopReason::Finished), (true, StopReason::Length)] {
            assert_eq!(error(text, writes, stop_reason), kind, "{text}");
        }
    }
}

/// A read of a model that has finished may lack closers. A write, and a text that was stopped, may lack more.
#[test]
fn missing_closers_after_an_error_are_a_cut_where_they_matter() {
    for text in [r#"{"a": NaN, "b": [1]"#, r#"{"a": [NaN, "x""#] {
        assert_eq!(error(text, false, StopReason::Finished), SyntaxErrorKind::NotANumber, "{text}");
        for (writes, stop_reason) in
            [(true, StopReason::Finished), (false, StopReason::Length), (true, StopReason::Length)]
        {
            let cut = SyntaxErrorKind::Truncated(Cut::MissingClosers);
            assert_eq!(error(text, writes, stop_reason), cut, "{text}");
        }
    }
}
