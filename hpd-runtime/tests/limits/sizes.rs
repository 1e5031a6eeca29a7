//! Texts that are too deep, too long, or of too many parts.

use crate::schemas::anything;
use crate::{Bomb, explode, list, nested, value};

fn bomb(name: &'static str, text: String, answer: &'static str) -> Bomb {
    Bomb { name, schema: anything(), text, answer }
}

#[test]
fn depth() {
    explode(vec![
        bomb("100,000 `[`", value(&"[".repeat(100_000)), "X"),
        bomb("100,000 `[` with their closers", value(&nested("[", "", "]", 100_000)), "X"),
        bomb("40,000 objects inside each other", nested("{\"a\":", "1", "}", 40_000), "X"),
        bomb("40,000 lists in objects", nested("{\"a\":[", "1", "]}", 25_000), "X"),
        bomb("an object in 12 strings", (0..12).fold("{}".to_owned(), |inner, _| quoted(&inner)), "X"),
        bomb(
            "the same in 16 strings, as a value",
            value(&(0..16).fold("{}".to_owned(), |inner, _| quoted(&inner))),
            "X",
        ),
    ]);
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[test]
fn numbers_of_values() {
    explode(vec![
        bomb("200,000 `0,`", format!("{{\"v\":[{}0]}}", "0,".repeat(120_000)), "X"),
        bomb("200,000 values in lists of 1,000", value(&list(120, |_| list(1_000, |_| "0".to_owned()))), "X"),
        bomb("9,900 values in lists of 1,000", value(&list(9, |_| list(999, |_| "0".to_owned()))), "X"),
        bomb("9,900 empty objects", value(&list(9, |_| list(999, |_| "{}".to_owned()))), "X"),
    ]);
}

#[test]
fn lengths() {
    explode(vec![
        bomb("10 MB of blanks", " ".repeat(10_000_000), "X"),
        bomb("10 MB of text", value(&quoted(&"a".repeat(10_000_000))), "X"),
        bomb("a string of 1 MB", value(&quoted(&"a".repeat(1_000_000))), "X"),
        bomb("a string of 250 KB", value(&quoted(&"a".repeat(250_000))), "X"),
        bomb("a key of 1 MB", format!("{{{}:1}}", quoted(&"a".repeat(1_000_000))), "X"),
        bomb("a key of 250 KB", format!("{{{}:1}}", quoted(&"a".repeat(250_000))), "X"),
        bomb("a string of 250 KB of escapes", value(&format!("\"{}\"", "\\u0061".repeat(42_000))), "X"),
        bomb("three strings of 64 KB", value(&list(3, |_| quoted(&"a".repeat(65_536)))), "X"),
    ]);
}

#[test]
fn keys() {
    let members = |count: usize, member: &dyn Fn(usize) -> String| {
        format!("{{{}}}", (0..count).map(member).collect::<Vec<_>>().join(","))
    };
    explode(vec![
        bomb("10,000 keys, all the same", members(10_000, &|_| "\"a\":1".to_owned()), "X"),
        bomb("9,900 keys, all the same", members(9_900, &|_| "\"a\":1".to_owned()), "X"),
        bomb(
            "9,900 keys, the same, with other values",
            members(9_900, &|index| format!("\"a\":{index}")),
            "X",
        ),
        bomb("9,900 keys, twice each", members(9_900, &|index| format!("\"k{}\":1", index / 2)), "X"),
        bomb("10,000 keys", members(10_000, &|index| format!("\"k{index}\":1")), "X"),
        bomb("9,900 keys", members(9_900, &|index| format!("\"k{index}\":1")), "X"),
        bomb("1,900 keys of 128 bytes", members(1_900, &|index| format!("\"{index:0>128}\":1")), "X"),
    ]);
}
