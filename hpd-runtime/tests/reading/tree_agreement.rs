//! Reading a JSON text into a tree accepts the same texts as `serde_json`, with the same value.

use hpd_runtime::args::{Limits, Node};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// Texts that are nearly JSON.
fn texts() -> impl Strategy<Value = String> {
    let pieces = vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"\"",
        "\"\\n\"",
        "\"\\u00e9\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83d\\u0041\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\t\"",
        "\\",
        "null",
        "true",
        "false",
        "nul",
        "tru",
        "0",
        "-0",
        "1",
        "-",
        "01",
        "1.",
        ".5",
        "1.5",
        "1e5",
        "1e",
        "1E+2",
        "1e-2",
        "-1.0e10",
        "+1",
        "NaN",
        " ",
        "\n",
        "\t",
        "\r",
        "\u{a0}",
        "\u{feff}",
        "é",
        "😀",
        "\u{7f}",
        "{\"a\":",
        "[1,",
        "{}",
        "[]",
        "\"a\":1",
        "123456789012345678901",
    ];
    prop::collection::vec(select(pieces), 0..8).prop_map(|pieces| pieces.concat())
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC*".prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(".{0,8}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// The result of `serde_json` for a text. It has no numbers beyond those of a double; those are fine here.
fn reference(text: &str) -> Result<Option<Value>, ()> {
    match serde_json::from_str::<Value>(text) {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.to_string().contains("number out of range") => Ok(None),
        Err(_) => Err(()),
    }
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let tree = Node::parse(text, &Limits::default());
    match (&tree, reference(text)) {
        (Ok(tree), Ok(Some(value))) => {
            prop_assert_eq!(tree.to_value(), value.clone(), "{}", text);
            let written = tree.to_json();
            prop_assert_eq!(
                serde_json::from_str::<Value>(&written).ok(),
                Some(value),
                "{} as {}",
                text,
                written
            );
            let again = Node::parse(&written, &Limits::default());
            prop_assert_eq!(again.as_ref(), Ok(tree), "{}", text);
            prop_assert_eq!(serde_json::to_string(tree).ok(), Some(written));
        }
        // It stopped at the number and did not read the rest.
        (_, Ok(None)) | (Err(_), Err(())) => {}
        _ => prop_assert!(false, "{:?} is {:?}", text, tree),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_that_are_nearly_json(text in texts()) {
        check(&text)?;
    }

    #[test]
    fn values_with_a_character_changed(value in values(), place: prop::sample::Index, c in select(vec!["", "\"", "\\", ",", "{", "]", "1", "e", "\u{1}"])) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        check(&text)?;
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = places[place.index(places.len())];
        let next = text[at..].chars().next().map_or(at, |cut| at + cut.len_utf8());
        check(&format!("{}{c}{}", &text[..at], &text[next..]))?;
    }

    #[test]
    fn cut_texts_are_told_from_wrong_ones(value in values(), place: prop::sample::Index) {
        use hpd_runtime::args::SyntaxErrorKind;
        let text = serde_json::json!({ "a": value }).to_string();
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let cut = &text[..places[place.index(places.len())]];
        let error = Node::parse(cut, &Limits::default()).expect_err("the last brace is missing");
        prop_assert!(matches!(error.kind, SyntaxErrorKind::Truncated(_)), "{:?}: {}", cut, error);
    }
}
