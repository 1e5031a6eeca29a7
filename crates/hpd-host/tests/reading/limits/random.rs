//! Text of all kinds.

use hpd_host::{RawCall, Session};
use proptest::prelude::*;
use serde_json::Value;

use crate::limits::{VALID, check, toolbox};

/// Text that is nearly JSON: characters that break parsers are close together.
fn nearly_json() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\\u",
        "\\ud83d",
        "d800",
        "0",
        "1",
        "-",
        ".",
        "e",
        "E",
        "+",
        "9",
        "true",
        "null",
        "fals",
        " ",
        "\n",
        "\0",
        "\"value\":",
        "\"lines\":[",
        "\"customer\":\"a\"",
        "\"quantity\"",
        "é",
        "🍵",
        "\u{feff}",
        "/*",
        "NaN",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

/// A valid call with a few characters replaced.
fn damaged() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        prop_oneof![any::<char>(), prop::sample::select(vec!['"', '{', '}', '\\', ',', '0'])],
    );
    prop::collection::vec(change, 1..4).prop_map(|changes| {
        let mut chars: Vec<char> = VALID.chars().collect();
        for (at, c) in changes {
            let at = at.index(chars.len());
            chars[at] = c;
        }
        chars.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_only_json_is_accepted(text in prop_oneof![nearly_json(), damaged(), ".{0,60}"]) {
        let toolbox = toolbox();
        let session = Session::new();
        for function in ["any", "map", "tree", "numbers", "float", "text", "order"] {
            let answer = toolbox.check(&session, &RawCall::new("1", function, text.as_str()));
            let is_blank = matches!(text.trim_ascii(), "" | "null");
            if answer.is_ok() && !is_blank {
                let parsed: Result<Value, _> = serde_json::from_str(&text);
                prop_assert!(parsed.is_ok_and(|value| value.is_object()), "{}: {}", function, text);
            }
        }
    }

    #[test]
    fn a_prefix_is_never_accepted(at in any::<prop::sample::Index>(), lines in prop::collection::vec((".{0,9}", 0..9_u32), 0..4)) {
        let lines: Vec<Value> = lines.into_iter().map(|(item, quantity)| serde_json::json!({ "item": item, "quantity": quantity })).collect();
        let text = serde_json::json!({ "customer": "é\"\\", "lines": lines, "limit": 1.25 }).to_string();
        let mut at = 1 + at.index(text.len() - 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let answer = check(toolbox(), "order", &text[..at]);
        prop_assert!(matches!(&answer, Err(errors) if errors[0].starts_with("TRUNCATED ")), "{:?}", answer);
        prop_assert!(check(toolbox(), "order", &text).is_ok());
    }
}
