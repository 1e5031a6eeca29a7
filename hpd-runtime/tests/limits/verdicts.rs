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
                "1,000 numbers, told apart by value",
                unique.clone(),
                value(&list(1_000, |index| format!("{index}e999999"))),
                "accepted, 0 warnings",
            ),
            bomb(
                "1,000 objects",
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

/// Matching takes time by the length of the text times the size of the pattern, and never more.
#[test]
fn patterns() {
    let pattern = |pattern: &str| of(&json!({"type": "string", "pattern": pattern}));
    let letters = |count: usize| value(&format!("\"{}!\"", "a".repeat(count)));
    let wrong = |pattern: &str| format!("PATTERN_MISMATCH v must match the pattern {pattern}, 1 errors");
    explode(|| {
        vec![
            bomb("`^(a+)+$` on 16 KB", pattern("^(a+)+$"), letters(16_000), &wrong("^(a+)+$")),
            bomb("`(a|aa)*b` on 16 KB", pattern("(a|aa)*b"), letters(16_000), &wrong("(a|aa)*b")),
            bomb("`(.*a){20}b` on 2 KB", pattern("(.*a){20}b"), letters(2_000), &wrong("(.*a){20}b")),
            bomb(
                "`(a?){99}a{99}$` on 500 bytes",
                pattern("(a?){99}a{99}$"),
                letters(500),
                &wrong("(a?){99}a{99}$"),
            ),
            // What would be too large is not compiled, so that nothing here matches it.
            bomb(
                "`((a{0,99}){0,99}){0,9}b` on 64 KB",
                pattern("((a{0,99}){0,99}){0,9}b"),
                letters(65_000),
                "accepted, 0 warnings",
            ),
        ]
    });
}
