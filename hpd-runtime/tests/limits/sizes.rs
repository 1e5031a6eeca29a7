//! Texts that are too deep, too long, or of too many parts.

use crate::schemas::anything;
use crate::{Bomb, explode, list, nested, value};

fn bomb(name: &'static str, text: String, answer: &str) -> Bomb {
    Bomb { name, schema: anything(), text, answer: answer.to_owned() }
}

#[test]
fn depth() {
    explode(|| {
        vec![
            bomb(
                "100,000 `[`",
                value(&"[".repeat(100_000)),
                "LIMIT the arguments are nested too deeply (at character 37), 1 errors",
            ),
            bomb(
                "100,000 `[` with their closers",
                value(&nested("[", "", "]", 100_000)),
                "LIMIT the arguments are nested too deeply (at character 37), 1 errors",
            ),
            bomb(
                "40,000 objects inside each other",
                nested("{\"a\":", "1", "}", 40_000),
                "LIMIT the arguments are nested too deeply (at character 161), 1 errors",
            ),
            bomb(
                "25,000 lists in objects",
                nested("{\"a\":[", "1", "]}", 25_000),
                "LIMIT the arguments are nested too deeply (at character 97), 1 errors",
            ),
            bomb(
                "an object inside 12 strings inside each other",
                (0..12).fold("{}".to_owned(), |inner, _| quoted(&inner)),
                "TYPE_MISMATCH the arguments must be a JSON object, 1 errors",
            ),
            bomb(
                "an object inside 16 strings inside each other, as a value",
                value(&(0..16).fold("{}".to_owned(), |inner, _| quoted(&inner))),
                "accepted, 0 warnings",
            ),
        ]
    });
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[test]
fn numbers_of_values() {
    explode(|| {
        vec![
            bomb(
                "120,000 times `0,`",
                format!("{{\"v\":[{}0]}}", "0,".repeat(120_000)),
                "LIMIT the arguments hold an array with too many items: send less (at character 2007), 1 errors",
            ),
            bomb(
                "120,000 values in lists of 1,000",
                value(&list(120, |_| list(1_000, |_| "0".to_owned()))),
                "LIMIT the arguments hold too many values: send less (at character 20002), 1 errors",
            ),
            bomb(
                "9,900 values in lists of 1,000",
                value(&list(9, |_| list(999, |_| "0".to_owned()))),
                "accepted, 0 warnings",
            ),
            bomb(
                "9,900 empty objects",
                value(&list(9, |_| list(999, |_| "{}".to_owned()))),
                "accepted, 0 warnings",
            ),
        ]
    });
}

#[test]
fn lengths() {
    explode(|| {
        vec![
            bomb(
                "10 MB of blanks",
                " ".repeat(10_000_000),
                "LIMIT the arguments are too long: send less, 1 errors",
            ),
            bomb(
                "10 MB of text",
                value(&quoted(&"a".repeat(10_000_000))),
                "LIMIT the arguments are too long: send less, 1 errors",
            ),
            bomb(
                "a string of 1 MB",
                value(&quoted(&"a".repeat(1_000_000))),
                "LIMIT the arguments are too long: send less, 1 errors",
            ),
            bomb(
                "a string of 250 KB",
                value(&quoted(&"a".repeat(250_000))),
                "LIMIT the arguments hold a value that is too long: send less (at character 6), 1 errors",
            ),
            bomb(
                "a key of 1 MB",
                format!("{{{}:1}}", quoted(&"a".repeat(1_000_000))),
                "LIMIT the arguments are too long: send less, 1 errors",
            ),
            bomb(
                "a key of 250 KB",
                format!("{{{}:1}}", quoted(&"a".repeat(250_000))),
                "LIMIT the arguments hold a field name that is too long (at character 2), 1 errors",
            ),
            bomb(
                "a string of 250 KB of escapes",
                value(&format!("\"{}\"", "\\u0061".repeat(42_000))),
                "accepted, 0 warnings",
            ),
            bomb(
                "three strings of 64 KiB",
                value(&list(3, |_| quoted(&"a".repeat(65_536)))),
                "accepted, 0 warnings",
            ),
        ]
    });
}

#[test]
fn keys() {
    let members = |count: usize, member: &dyn Fn(usize) -> String| {
        format!("{{{}}}", (0..count).map(member).collect::<Vec<_>>().join(","))
    };
    explode(|| {
        vec![
            bomb(
                "10,000 keys, all the same",
                members(10_000, &|_| "\"a\":1".to_owned()),
                "LIMIT the arguments hold too many values: send less (at character 60000), 1 errors",
            ),
            bomb(
                "9,900 keys, all the same",
                members(9_900, &|_| "\"a\":1".to_owned()),
                "accepted, 21 warnings",
            ),
            bomb(
                "9,900 keys, all the same, each with a different value",
                members(9_900, &|index| format!("\"a\":{index}")),
                "DUPLICATE_KEY a was sent more than once, 1 errors",
            ),
            bomb(
                "9,900 keys, twice each",
                members(9_900, &|index| format!("\"k{}\":1", index / 2)),
                "accepted, 21 warnings",
            ),
            bomb(
                "10,000 keys",
                members(10_000, &|index| format!("\"k{index}\":1")),
                "LIMIT the arguments hold too many values: send less (at character 98890), 1 errors",
            ),
            bomb("9,900 keys", members(9_900, &|index| format!("\"k{index}\":1")), "accepted, 0 warnings"),
            bomb(
                "1,900 keys of 128 bytes",
                members(1_900, &|index| format!("\"{index:0>128}\":1")),
                "accepted, 0 warnings",
            ),
        ]
    });
}
