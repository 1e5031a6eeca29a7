//! Numbers that are large, or long.

use serde_json::{Value, json};

use crate::schemas::of;
use crate::{Bomb, explode, list, value};

fn bomb(name: &'static str, schema: &Value, json: &str, answer: &'static str) -> Bomb {
    Bomb { name, schema: of(schema), text: value(json), answer }
}

#[test]
fn exponents() {
    let huge = "1e999999999";
    let text = "\"1e999999999\"";
    explode(vec![
        bomb("`1e999999999` as an integer", &json!({"type": "integer"}), huge, "X"),
        bomb("`1e999999999` as a number", &json!({"type": "number"}), huge, "X"),
        bomb("`1e999999999` in a range", &json!({"type": "number", "maximum": 1e300}), huge, "X"),
        bomb("`1e-999999999` in a range", &json!({"exclusiveMinimum": 0}), "1e-999999999", "X"),
        bomb("`1e999999999` as a multiple", &json!({"multipleOf": 0.01}), huge, "X"),
        bomb("`1e-999999999` as a multiple", &json!({"multipleOf": 3}), "1e-999999999", "X"),
        bomb("`\"1e999999999\"` as an integer", &json!({"type": "integer"}), text, "X"),
        bomb("`\"1e999999999\"` as a number", &json!({"type": "number"}), text, "X"),
        bomb("`\"1e-999999999\"` as a number", &json!({"type": "number"}), "\"1e-999999999\"", "X"),
        bomb(
            "an exponent of 60,000 digits",
            &json!({"type": "integer"}),
            &format!("1e{}", "9".repeat(60_000)),
            "X",
        ),
        bomb(
            "900 times `1e999999999`",
            &json!({"items": {"multipleOf": 7}}),
            &list(900, |_| huge.to_owned()),
            "X",
        ),
    ]);
}

#[test]
fn digits() {
    let digits = "7".repeat(60_000);
    let fraction = format!("0.{}1", "0".repeat(60_000));
    explode(vec![
        bomb("a number of 100,000 digits", &json!({"type": "integer"}), &"7".repeat(100_000), "X"),
        bomb("60,000 digits as an integer", &json!({"type": "integer"}), &digits, "X"),
        bomb("60,000 digits in a range", &json!({"type": "number", "minimum": 5}), &digits, "X"),
        bomb("60,000 digits as a multiple", &json!({"multipleOf": 0.07}), &digits, "X"),
        bomb("60,000 digits in a list of values", &json!({"enum": [1, 2, 3, 77]}), &digits, "X"),
        bomb("60,000 decimal places", &json!({"type": "number", "exclusiveMinimum": 0}), &fraction, "X"),
        bomb("60,000 decimal places as a multiple", &json!({"multipleOf": 0.01}), &fraction, "X"),
        bomb("60,000 digits in a string", &json!({"type": "integer"}), &format!("\"{digits}\""), "X"),
        bomb(
            "60,000 decimal places in a string",
            &json!({"type": "number"}),
            &format!("\"{fraction}\""),
            "X",
        ),
        bomb("60,000 digits as a string", &json!({"type": "string", "maxLength": 9}), &digits, "X"),
    ]);
}
