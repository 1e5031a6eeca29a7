//! Values of which much is wrong, or that are costly to check.

use serde_json::{Value, json};

use crate::schemas::{closed, integers, of};
use crate::{Bomb, explode, list, value};

fn bomb(name: &'static str, schema: Value, text: String, answer: &str) -> Bomb {
    Bomb { name, schema, text, answer: answer.to_owned() }
}

#[test]
fn errors() {
    let lines = of(&json!({"type": "array", "items": {
        "type": "object",
        "properties": {"amount": {"type": "integer", "minimum": 1}, "unit": {"enum": ["kg", "m", "s"]}},
        "required": ["amount", "unit"],
        "additionalProperties": false,
    }}));
    let unknown = (0..9_900).map(|index| format!("\"knwon_nam_{index}\":1")).collect::<Vec<_>>().join(",");
    explode(|| {
        vec![
            bomb(
                "9,000 wrong integers",
                integers(),
                value(&list(9, |_| list(990, |_| "\"x\"".to_owned()))),
                "TYPE_MISMATCH v[0][0] must be an integer, but a string was sent, 8910 errors",
            ),
            bomb(
                "990 lines, all wrong",
                lines.clone(),
                value(&list(990, |_| "{\"amount\":0,\"unit\":\"x\",\"other\":1}".to_owned())),
                "OUT_OF_RANGE v[0].amount must be at least 1, 2970 errors",
            ),
            bomb(
                "990 empty lines",
                lines,
                value(&list(990, |_| "{}".to_owned())),
                "REQUIRED_FIELD v[0].amount is required, 1980 errors",
            ),
            bomb(
                "9,900 unknown names",
                closed(),
                format!("{{{unknown}}}"),
                "UNKNOWN_FIELD knwon_nam_0 is not a known field, 9900 errors",
            ),
        ]
    });
}

#[test]
fn unique_items() {
    let unique = of(&json!({"type": "array", "uniqueItems": true}));
    explode(|| {
        vec![
            bomb(
                "1,000 long strings, told apart at their ends",
                unique.clone(),
                value(&list(1_000, |index| format!("\"{index:0>240}\""))),
                "accepted, 0 warnings",
            ),
            bomb(
                "1,000 numbers that must be unique",
                unique.clone(),
                value(&list(1_000, |index| format!("{index}e299"))),
                "accepted, 0 warnings",
            ),
            bomb(
                "1,000 objects that must be unique",
                unique.clone(),
                value(&list(1_000, |index| format!("{{\"a\":[{{\"b\":{index}}}],\"c\":0}}"))),
                "accepted, 0 warnings",
            ),
            bomb(
                "1,000 equal items",
                unique,
                value(&list(1_000, |_| "{\"a\":[1]}".to_owned())),
                "ITEMS v must not hold the same item twice: 0 and 1 are equal, 1 errors",
            ),
        ]
    });
}

/// Matching takes as long as the text and the pattern make it, up to a number of steps for the whole call.
#[test]
fn patterns() {
    let pattern = |pattern: &str| of(&json!({"type": "string", "pattern": pattern}));
    let letters = |count: usize| value(&format!("\"{}!\"", "a".repeat(count)));
    let wrong = |pattern: &str| format!("PATTERN_MISMATCH v must match the pattern {pattern}, 1 errors");
    let literal = format!("^{}b$", "a".repeat(509));
    let long = format!("PATTERN_MISMATCH v must match the pattern ^{}…, 1 errors", "a".repeat(127));
    explode(|| {
        vec![
            bomb("`^(a+)+$` on 64 KB", pattern("^(a+)+$"), letters(65_000), &wrong("^(a+)+$")),
            bomb("`(a|aa)*b` on 64 KB", pattern("(a|aa)*b"), letters(65_000), &wrong("(a|aa)*b")),
            bomb("`(.*a){20}b` on 64 KB", pattern("(.*a){20}b"), letters(65_000), &wrong("(.*a){20}b")),
            bomb(
                "`(a?){99}a{99}$` on 64 KB",
                pattern("(a?){99}a{99}$"),
                letters(65_000),
                &wrong("(a?){99}a{99}$"),
            ),
            bomb("512 letters in order, on 64 KB", pattern(&literal), letters(65_000), &long),
            bomb("512 letters anywhere, on 64 KB", pattern(&literal[1..511]), letters(65_000), TOO_LONG),
            bomb(
                "512 letters anywhere, on 64 KB of words",
                pattern(&"abcdefgh".repeat(64)),
                value(&format!("\"{}{}\"", "the quick brown fox ".repeat(3_200), "abcdefgh".repeat(64))),
                "accepted, 0 warnings",
            ),
            bomb("`[ab]*a[ab]{400}c` on 64 KB", pattern("[ab]*a[ab]{400}c"), noise(65_000), TOO_LONG),
            // The pattern would be too large and is not compiled, so that nothing here matches it.
            bomb(
                "`((a{0,99}){0,99}){0,9}b` on 64 KB",
                pattern("((a{0,99}){0,99}){0,9}b"),
                letters(65_000),
                "accepted, 0 warnings",
            ),
        ]
    });
}

const TOO_LONG: &str = "LIMIT the arguments take too long to check: send less, 1 errors";

/// `a` and `b` in no order, as a value.
fn noise(count: u32) -> String {
    let is_a = |index: u32| (index.wrapping_mul(2_654_435_761) >> 13) & 1 == 0;
    value(&format!("\"{}\"", (0..count).map(|index| if is_a(index) { 'a' } else { 'b' }).collect::<String>()))
}

#[test]
fn patterns_on_many_texts() {
    let mail = r"^[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$";
    let uuid = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
    let each = |pattern: &str| of(&json!({"items": {"type": "string", "pattern": pattern}}));
    let names = json!({"type": "object", "patternProperties": {"(a?){40}a{40}$": {"type": "integer"}}});
    let members = (0..1_500).map(|index| format!("\"{}{index}\":1", "a".repeat(120))).collect::<Vec<_>>();
    explode(|| {
        vec![
            bomb(
                "1,000 addresses",
                each(mail),
                value(&list(1_000, |index| format!("\"someone.{index}@mail.example.com\""))),
                "accepted, 0 warnings",
            ),
            bomb(
                "1,000 ids",
                each(uuid),
                value(&list(1_000, |index| format!("\"{index:0>8}-e89b-12d3-a456-426614174000\""))),
                "accepted, 0 warnings",
            ),
            bomb(
                "900 texts, `(a?){30}a{30}$`",
                each("(a?){30}a{30}$"),
                value(&list(900, |_| format!("\"{}!\"", "a".repeat(250)))),
                "PATTERN_MISMATCH v[0] must match the pattern (a?){30}a{30}$, 900 errors",
            ),
            bomb(
                "1,500 names, `(a?){40}a{40}$`",
                names,
                format!("{{{}}}", members.join(",")),
                "accepted, 0 warnings",
            ),
        ]
    });
}
