//! Values of which much is wrong, or that are costly to check.

use serde_json::{Value, json};

use crate::schemas::{closed, integers, of};
use crate::{Bomb, explode, list, value};

fn bomb(name: &'static str, schema: Value, text: String, answer: &'static str) -> Bomb {
    Bomb { name, schema, text, answer }
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
    explode(vec![
        bomb("9,000 wrong integers", integers(), value(&list(9, |_| list(990, |_| "\"x\"".to_owned()))), "X"),
        bomb(
            "990 lines, all wrong",
            lines.clone(),
            value(&list(990, |_| "{\"amount\":0,\"unit\":\"x\",\"other\":1}".to_owned())),
            "X",
        ),
        bomb("990 empty lines", lines, value(&list(990, |_| "{}".to_owned())), "X"),
        bomb("9,900 unknown names", closed(), format!("{{{unknown}}}"), "X"),
    ]);
}

#[test]
fn unique_items() {
    let unique = of(&json!({"type": "array", "uniqueItems": true}));
    explode(vec![
        bomb(
            "1,000 long strings, told apart at their ends",
            unique.clone(),
            value(&list(1_000, |index| format!("\"{index:0>240}\""))),
            "X",
        ),
        bomb(
            "1,000 numbers, told apart by value",
            unique.clone(),
            value(&list(1_000, |index| format!("{index}e999999"))),
            "X",
        ),
        bomb(
            "1,000 objects",
            unique.clone(),
            value(&list(1_000, |index| format!("{{\"a\":[{{\"b\":{index}}}],\"c\":0}}"))),
            "X",
        ),
        bomb("1,000 equal items", unique, value(&list(1_000, |_| "{\"a\":[1]}".to_owned())), "X"),
    ]);
}

#[test]
fn patterns() {
    let pattern = |pattern: &str| of(&json!({"type": "string", "pattern": pattern}));
    let letters = |count: usize| value(&format!("\"{}!\"", "a".repeat(count)));
    explode(vec![
        bomb("`^(a+)+$`", pattern("^(a+)+$"), letters(65_000), "X"),
        bomb("`(a|aa)*b`", pattern("(a|aa)*b"), letters(65_000), "X"),
        bomb("`(.*a){20}b`", pattern("(.*a){20}b"), letters(65_000), "X"),
        bomb("`(a?){99}a{99}$`", pattern("(a?){99}a{99}$"), letters(65_000), "X"),
        bomb("`((a{0,99}){0,99}){0,9}b`", pattern("((a{0,99}){0,99}){0,9}b"), letters(65_000), "X"),
    ]);
}
