//! Numbers that are large, or long.

use serde_json::{Value, json};

use crate::schemas::of;
use crate::{Bomb, explode, list, value};

fn bomb(name: &'static str, schema: &Value, json: &str, answer: &str) -> Bomb {
    Bomb { name, schema: of(schema), text: value(json), answer: answer.to_owned() }
}

#[test]
fn exponents() {
    let huge = "1e999999999";
    let text = "\"1e999999999\"";
    explode(|| {
        vec![
            bomb(
                "`1e999999999` as an integer",
                &json!({"type": "integer"}),
                huge,
                "OUT_OF_RANGE v must be at most 1.7976931348623157e308, 1 errors",
            ),
            bomb(
                "`1e999999999` as a number",
                &json!({"type": "number"}),
                huge,
                "OUT_OF_RANGE v must be at most 1.7976931348623157e308, 1 errors",
            ),
            bomb(
                "`1e999999999` in a range",
                &json!({"type": "number", "maximum": 1e300}),
                huge,
                "OUT_OF_RANGE v must be at most 1e300, 1 errors",
            ),
            bomb(
                "`1e-999999999` in a range",
                &json!({"exclusiveMinimum": 0}),
                "1e-999999999",
                "accepted, 0 warnings",
            ),
            bomb(
                "`1e999999999` as a multiple",
                &json!({"multipleOf": 0.01}),
                huge,
                "OUT_OF_RANGE v must be at most 1.7976931348623157e308, 1 errors",
            ),
            bomb(
                "`1e-999999999` as a multiple",
                &json!({"multipleOf": 3}),
                "1e-999999999",
                "OUT_OF_RANGE v must be a multiple of 3, 1 errors",
            ),
            bomb(
                "`\"1e999999999\"` as an integer",
                &json!({"type": "integer"}),
                text,
                "TYPE_MISMATCH v must be an integer, but a string was sent, 1 errors",
            ),
            bomb(
                "`\"1e999999999\"` as a number",
                &json!({"type": "number"}),
                text,
                "TYPE_MISMATCH v must be a number, but a string was sent, 1 errors",
            ),
            bomb(
                "`\"1e-999999999\"` as a number",
                &json!({"type": "number"}),
                "\"1e-999999999\"",
                "TYPE_MISMATCH v must be a number, but a string was sent, 1 errors",
            ),
            bomb(
                "an exponent of 60,000 digits",
                &json!({"type": "integer"}),
                &format!("1e{}", "9".repeat(60_000)),
                "OUT_OF_RANGE v must be at most 1.7976931348623157e308, 1 errors",
            ),
            bomb(
                "900 times `1e999999999`",
                &json!({"items": {"multipleOf": 7}}),
                &list(900, |_| huge.to_owned()),
                "OUT_OF_RANGE v[0] must be a multiple of 7, 900 errors",
            ),
        ]
    });
}

#[test]
fn digits() {
    let digits = "7".repeat(60_000);
    let fraction = format!("0.{}1", "0".repeat(60_000));
    explode(|| {
        vec![
            bomb(
                "a number of 100,000 digits",
                &json!({"type": "integer"}),
                &"7".repeat(100_000),
                "LIMIT the arguments hold a value that is too long: send less (at character 6), 1 errors",
            ),
            bomb(
                "60,000 digits as an integer",
                &json!({"type": "integer"}),
                &digits,
                "OUT_OF_RANGE v must be at most 1.7976931348623157e308, 1 errors",
            ),
            bomb(
                "60,000 digits in a range",
                &json!({"type": "number", "minimum": 5}),
                &digits,
                "OUT_OF_RANGE v must be at most 1.7976931348623157e308, 1 errors",
            ),
            bomb(
                "60,000 digits, for `multipleOf`",
                &json!({"multipleOf": 0.07}),
                &digits,
                "OUT_OF_RANGE v must be at most 1.7976931348623157e308, 1 errors",
            ),
            bomb(
                "60,000 digits in a list of values",
                &json!({"enum": [1, 2, 3, 77]}),
                &digits,
                "NOT_IN_ENUM v must be one of: 1, 2, 3, 77, 1 errors",
            ),
            bomb(
                "60,000 decimal places",
                &json!({"type": "number", "exclusiveMinimum": 0}),
                &fraction,
                "accepted, 0 warnings",
            ),
            bomb(
                "60,000 decimal places, for `multipleOf`",
                &json!({"multipleOf": 0.01}),
                &fraction,
                "OUT_OF_RANGE v must be a multiple of 0.01, 1 errors",
            ),
            bomb(
                "60,000 digits in a string",
                &json!({"type": "integer"}),
                &format!("\"{digits}\""),
                "TYPE_MISMATCH v must be an integer, but a string was sent, 1 errors",
            ),
            bomb(
                "60,000 decimal places in a string",
                &json!({"type": "number"}),
                &format!("\"{fraction}\""),
                "TYPE_MISMATCH v must be a number, but a string was sent, 1 errors",
            ),
            bomb(
                "60,000 digits as a string",
                &json!({"type": "string", "maxLength": 9}),
                &digits,
                "LENGTH v must have at most 9 characters, 1 errors",
            ),
        ]
    });
}
