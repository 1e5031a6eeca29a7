//! Inputs beyond a limit are refused before memory is taken for them.

use std::time::{Duration, Instant};

use hpd_runtime::args::{Cut, Limit, Limits, Node, SyntaxErrorKind};

fn kind(text: &str, limits: &Limits) -> Option<SyntaxErrorKind> {
    Node::parse(text, limits).err().map(|error| error.kind)
}

#[test]
fn each_limit_holds_exactly() {
    let limits = Limits { text: 40, depth: 2, nodes: 6, string: 3, key: 2, items: 4, ..Limits::default() };
    let cases = [
        ("[[1]]", None),
        ("[[[1]]]", Some(Limit::Depth)),
        ("{\"a\":{\"b\":{}}}", Some(Limit::Depth)),
        ("[1,2,3,4]", None),
        ("[1,2,3,4,5]", Some(Limit::Items)),
        ("[[1],[2],3]", None),
        ("[[1],[2],3,4]", Some(Limit::Nodes)),
        ("\"abc\"", None),
        ("\"abcd\"", Some(Limit::String)),
        ("\"\\n\\n\\n\"", None),
        ("\"\\n\\n\\n\\n\"", Some(Limit::String)),
        ("\"éa\"", None),
        ("\"éé\"", Some(Limit::String)),
        ("123", None),
        ("1234", Some(Limit::String)),
        ("{\"ab\":1}", None),
        ("{\"abc\":1}", Some(Limit::Key)),
        ("                                        1", Some(Limit::Text)),
    ];
    for (text, limit) in cases {
        assert_eq!(kind(text, &limits), limit.map(SyntaxErrorKind::Limit), "{text}");
    }
}

#[test]
fn depth_is_never_beyond_what_the_stack_holds() {
    let limits = Limits { depth: usize::MAX, text: usize::MAX, nodes: usize::MAX, ..Limits::default() };
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(kind(&nested(Limits::DEEPEST), &limits), None);
    assert_eq!(kind(&nested(Limits::DEEPEST + 1), &limits), Some(SyntaxErrorKind::Limit(Limit::Depth)));
    assert_eq!(kind(&"[".repeat(1_000_000), &limits), Some(SyntaxErrorKind::Limit(Limit::Depth)));
}

#[test]
fn a_breach_is_found_at_once() {
    let limits = Limits::default();
    let huge = [
        "[".repeat(250_000),
        format!("[{}1]", "1,".repeat(120_000)),
        format!("\"{}\"", "a".repeat(250_000)),
        "{\"a\":".repeat(50_000),
        " ".repeat(10_000_000),
    ];
    for text in huge {
        let start = Instant::now();
        assert!(matches!(kind(&text, &limits), Some(SyntaxErrorKind::Limit(_))));
        assert!(start.elapsed() < Duration::from_secs(1));
    }
}

#[test]
fn a_cut_is_told_by_its_place() {
    let cases = [
        ("", Cut::Empty),
        (" \n", Cut::Empty),
        ("{", Cut::AfterOpener),
        ("[ ", Cut::AfterOpener),
        ("{\"a", Cut::InKey),
        ("{\"a\"", Cut::InKey),
        ("{\"a\\", Cut::InKey),
        ("{\"a\":", Cut::AfterColon),
        ("{\"a\": \"b", Cut::InString),
        ("{\"a\": \"b\\u00", Cut::InString),
        ("{\"a\": 1", Cut::InNumber),
        ("{\"a\": 1.", Cut::InNumber),
        ("{\"a\": -", Cut::InNumber),
        ("{\"a\": tr", Cut::InWord),
        ("{\"a\": 1,", Cut::AfterComma),
        ("{\"a\": \"b\"", Cut::MissingClosers),
        ("{\"a\": [true]", Cut::MissingClosers),
    ];
    for (text, cut) in cases {
        assert_eq!(kind(text, &Limits::default()), Some(SyntaxErrorKind::Truncated(cut)), "{text}");
    }
}

#[test]
fn the_place_of_an_error_is_told() {
    let cases = [
        ("{\"a\" 1}", 5, SyntaxErrorKind::UnexpectedCharacter),
        ("[1 2]", 3, SyntaxErrorKind::UnexpectedCharacter),
        ("[1,]", 3, SyntaxErrorKind::UnexpectedCharacter),
        ("{\"a\":1,}", 7, SyntaxErrorKind::UnexpectedCharacter),
        ("['a']", 1, SyntaxErrorKind::UnexpectedCharacter),
        ("[nil]", 2, SyntaxErrorKind::UnexpectedCharacter),
        ("[01]", 2, SyntaxErrorKind::BadNumber),
        ("[.5]", 1, SyntaxErrorKind::BadNumber),
        ("[1.x]", 3, SyntaxErrorKind::BadNumber),
        ("[\"a\\x\"]", 3, SyntaxErrorKind::BadEscape),
        ("[\"\\ud800\"]", 2, SyntaxErrorKind::BadEscape),
        ("[\"\\udc00\"]", 2, SyntaxErrorKind::BadEscape),
        ("[\"a\nb\"]", 3, SyntaxErrorKind::ControlCharacter),
        ("{} x", 3, SyntaxErrorKind::TrailingText),
    ];
    for (text, offset, kind) in cases {
        let error = Node::parse(text, &Limits::default()).unwrap_err();
        assert_eq!((error.offset, error.kind), (offset, kind), "{text}");
    }
}

#[test]
fn equality_is_of_values() {
    let node = |text: &'static str| Node::parse(text, &Limits::default()).unwrap();
    assert_eq!(node("[1, 1.0, 10e-1]"), node("[1.0, 1, 1]"));
    assert_eq!(node("{\"a\": 1, \"b\": [2]}"), node("{\"b\": [2.0], \"a\": 1}"));
    assert_eq!(node("1e999999999"), node("10e999999998"));
    assert_ne!(node("{\"a\": 1, \"a\": 1}"), node("{\"a\": 1}"));
    assert_ne!(node("1"), node("\"1\""));
    assert_ne!(node("9007199254740993"), node("9007199254740992"));
    assert_eq!(node("{\"a\": 1, \"a\": 2}").get("a"), Some(&node("2")));
}
