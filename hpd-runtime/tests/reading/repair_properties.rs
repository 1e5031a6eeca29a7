//! Invariants for every text: JSON is left alone, a part is never taken for the whole, nothing takes long.

use std::fmt::Write;
use std::time::{Duration, Instant};

use hpd_runtime::args::{Leniency, Limit, Limits, Node, Reading, StopReason, SyntaxErrorKind};
use hpd_runtime::repair::repair;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

const LENIENCIES: [Leniency; 3] = [Leniency::Strict, Leniency::Safe, Leniency::Lenient];

/// As many cases as `PROPTEST_CASES` asks for, or some.
fn config() -> ProptestConfig {
    let asked = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { 600 };
    ProptestConfig { cases, ..asked }
}

fn reading(leniency: Leniency, writes: bool) -> Reading {
    Reading { leniency, writes, stop_reason: StopReason::Finished }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[ a-z\"',:{}\\[\\]\\\\/`#“”\n]{0,12}".prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z\"': ,]{0,6}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn objects() -> impl Strategy<Value = Value> {
    prop::collection::btree_map("[a-zA-Z_\"': ]{0,6}", values(), 0..5)
        .prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// Where characters of a text begin.
fn places(text: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).collect()
}

/// The value as JavaScript or Python might write it.
fn misspell(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            out.push('{');
            for (key, value) in members {
                let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphabetic());
                if plain {
                    out.push_str(key);
                } else {
                    quote(key, out);
                }
                out.push_str(": /* it's \"so\" */ ");
                misspell(value, out);
                out.push_str(", // {\n");
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                misspell(item, out);
                out.push_str(" ,\u{a0}");
            }
            out.push(']');
        }
        Value::Bool(true) => out.push_str("True"),
        Value::Bool(false) => out.push_str("False"),
        Value::Null => out.push_str("None"),
        Value::String(text) => quote(text, out),
        Value::Number(number) => out.push_str(&number.to_string()),
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('\'');
    for c in text.chars() {
        match c {
            '\\' | '\'' => out.extend(['\\', c]),
            '\n' | '\r' | '\t' => out.push(c),
            // Writing into a `String` can't fail.
            '\0'..='\x1f' => drop(write!(out, "\\u{:04x}", u32::from(c))),
            _ => out.push(c),
        }
    }
    out.push('\'');
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_object_of_json_is_left_as_it_is(value in objects()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let strict = Node::parse_object(&text, &Limits::default());
            for leniency in LENIENCIES {
                let repaired = repair(&text, &reading(leniency, true), &Limits::default());
                match (&strict, repaired) {
                    (Ok(tree), Ok(repaired)) => {
                        prop_assert_eq!(tree.to_json(), repaired.tree.to_json(), "{:?}", leniency);
                        prop_assert_eq!(repaired.warnings, vec![]);
                    }
                    (strict, repaired) => {
                        prop_assert_eq!(strict.as_ref().err().copied(), repaired.err(), "{}", text);
                    }
                }
            }
        }
    }

    #[test]
    fn a_prefix_is_never_taken_for_the_whole_of_a_write(value in objects(), place: Index) {
        let text = value.to_string();
        let places = places(&text);
        let cut = &text[..places[1 + place.index(places.len() - 1)].min(text.len() - 1)];
        prop_assume!(!cut.is_empty());
        for leniency in LENIENCIES {
            let repaired = repair(cut, &reading(leniency, true), &Limits::default());
            let truncated = matches!(&repaired, Err(error)
                if matches!(error.kind, SyntaxErrorKind::Truncated(_)));
            prop_assert!(truncated, "{:?} {}: {:?}", leniency, cut, repaired);
        }
    }

    #[test]
    fn a_prefix_in_other_words_is_never_taken_for_the_whole_of_a_write(value in objects(), place: Index) {
        let mut text = String::new();
        misspell(&value, &mut text);
        let places = places(&text);
        let cut = &text[..places[1 + place.index(places.len() - 1)].min(text.len() - 1)];
        prop_assume!(!cut.is_empty());
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            let repaired = repair(cut, &reading(leniency, true), &Limits::default());
            prop_assert!(repaired.is_err(), "{:?} {}: {:?}", leniency, cut, repaired);
        }
    }

    #[test]
    fn a_prefix_that_is_read_lacks_closers_alone(value in objects(), place: Index) {
        let text = value.to_string();
        let places = places(&text);
        let cut = &text[..places[1 + place.index(places.len() - 1)].min(text.len() - 1)];
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            let Ok(repaired) = repair(cut, &reading(leniency, false), &Limits::default()) else { continue };
            let written = repaired.tree.to_json();
            prop_assert!(written.starts_with(cut), "{:?}: {} from {}", leniency, written, cut);
            let closers = written[cut.len()..].bytes().all(|byte| matches!(byte, b'}' | b']'));
            prop_assert!(closers);
        }
    }

    #[test]
    fn an_object_in_other_words_is_the_same_object(value in objects()) {
        let mut text = String::from("Sure:\n```python\n");
        misspell(&value, &mut text);
        text.push_str("\n```\nDone");
        let repaired = repair(&text, &reading(Leniency::Safe, true), &Limits::default());
        match repaired {
            Ok(repaired) => prop_assert_eq!(repaired.tree.to_value(), value, "{}", text),
            // A quote and a comma in other quotes may be the end of a member.
            Err(error) if error.kind == SyntaxErrorKind::Ambiguous => {
                prop_assert!(text.contains('"') && text.contains(','), "{}: {}", text, error);
            }
            Err(error) => prop_assert!(false, "{}: {}", text, error),
        }
    }

    #[test]
    fn changed_texts_are_read_without_a_panic(
        value in objects(),
        changes in prop::collection::vec((any::<Index>(), select(vec![
            "", "\"", "'", "\\", ",", "{", "}", "[", "]", ":", "```", "//", "/*", "*/", "#", "“", "”", "…", "(", ")",
            "\n", "\u{a0}", "e", "1", "-", "True", "undefined", "NaN", "...", "{\"a\": 1}", "\\u12", ";", "~", "=", "+",
        ])), 1..6),
    ) {
        let mut text = value.to_string();
        for (place, piece) in changes {
            let places = places(&text);
            let at = places[place.index(places.len())];
            text.insert_str(at, piece);
        }
        for leniency in LENIENCIES {
            if let Ok(repaired) = repair(&text, &reading(leniency, false), &Limits::default()) {
                let is_object = matches!(repaired.tree, Node::Object(_));
                prop_assert!(is_object);
                let written = repaired.tree.to_json();
                let again = Node::parse_object(&written, &Limits::default());
                prop_assert_eq!(again.as_ref(), Ok(&repaired.tree));
                let strict = Node::parse_object(&text, &Limits::default());
                prop_assert_eq!(strict.is_ok(), repaired.warnings.is_empty(), "{}", text);
            }
        }
    }
}

#[test]
fn limits_hold_as_in_strict_reading() {
    let limits = Limits { text: 60, depth: 2, nodes: 6, string: 3, key: 2, items: 3, ..Limits::default() };
    let cases = [
        ("{a: {b: {}}}", Limit::Depth),
        ("{a: [[1]]}", Limit::Depth),
        ("{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}", Limit::Nodes),
        ("{a: 1}{a: 1}{a: 1}{a: 1}", Limit::Nodes),
        ("{a: 'bcde'}", Limit::String),
        ("{a: 'b\\ncde'}", Limit::String),
        ("{a: 1234}", Limit::String),
        ("{abc: 1}", Limit::Key),
        ("{'abc': 1}", Limit::Key),
        ("{a: [1, 2, 3, 4]}", Limit::Items),
        ("                                                            {}", Limit::Text),
    ];
    for (text, limit) in cases {
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            let error =
                repair(text, &reading(leniency, false), &limits).map(|_| ()).map_err(|error| error.kind);
            assert_eq!(error, Err(SyntaxErrorKind::Limit(limit)), "{text}");
        }
    }
    for text in ["{a: [1, 2, 3]}", "{ab: {c: 'def'}}", "{a: 1, b: 2, c: 3, d: 4, e: 5}"] {
        let repaired = repair(text, &reading(Leniency::Safe, false), &limits);
        assert!(repaired.is_ok(), "{text}: {repaired:?}");
    }
}

/// Texts that make a reader look at the same bytes again and again, if it lets them.
const BOMBS: &[&str] = &[
    "[",
    "{",
    "'",
    "\"",
    "`",
    "```",
    "/*",
    "//",
    "#",
    "# ",
    "(",
    ")",
    "“",
    "‘",
    "\\",
    "\\\"",
    ",",
    ":",
    "}",
    "…",
    "{\"a\":\"",
    "{'a':'",
    "{a:",
    "{\"a\":",
    "[1,",
    "[a",
    "[a]",
    "[\"a\" b",
    "{a}",
    "{a",
    "\",\"",
    "\", '",
    "\" ",
    "\"a\": \"b\" ",
    "' '",
    "\u{a0}",
    "\u{feff}",
    "f(",
    "{\"a\": \"b\"}",
    "{\"a\": 1,}",
    "*/",
    "{\"a\"",
    "\"a",
    "„",
    "„\"",
    "a\" \"b",
    "\\u12",
    ";",
    "~",
    "=",
    "+",
    "1",
    "-",
    "e ",
    "\n",
];

/// Bytes of a text that takes seconds if its bytes are read repeatedly, and no time otherwise.
const LONG: usize = 32 * 1024;

#[test]
fn time_is_linear_in_the_text() {
    let limits = Limits {
        nodes: usize::MAX,
        string: usize::MAX,
        items: usize::MAX,
        key: usize::MAX,
        ..Limits::default()
    };
    let befores = [
        "",
        "{\"a\": \"",
        "{\"a\": [",
        "{\"a\": 'b",
        "{a: 1, ",
        "Sure: ",
        "{\"a\": 1} ",
        "\"",
        "{\\\"a\\\": ",
    ];
    for before in befores {
        for bomb in BOMBS {
            let text = format!("{before}{}", bomb.repeat(LONG / bomb.len()));
            for leniency in [Leniency::Safe, Leniency::Lenient] {
                let start = Instant::now();
                let repaired = repair(&text, &reading(leniency, false), &limits);
                let taken = start.elapsed();
                assert!(taken < Duration::from_secs(1), "{before:?} {bomb:?} {leniency:?}: {taken:?}");
                let warnings = repaired.map_or(0, |repaired| repaired.warnings.len());
                assert!(warnings < 200, "{before:?} {bomb:?}: {warnings} warnings");
            }
        }
    }
}
