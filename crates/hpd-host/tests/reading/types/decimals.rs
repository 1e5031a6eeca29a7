//! Decimals have exactly the digits that were written.

use std::collections::{BTreeMap, HashMap};

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::take::Bench;

#[test]
fn decimals_keep_every_digit() {
    Bench::of::<Decimal>().sees(&[
        ("0.1", "0.1"),
        ("12", "12"),
        ("-0.50", "-0.50"),
        ("0.1234567890123456789012345678", "0.1234567890123456789012345678"),
        ("7922816251426433759354395033.5", "7922816251426433759354395033.5"),
        ("79228162514264337593543950335", "79228162514264337593543950335"),
        ("-79228162514264337593543950335", "-79228162514264337593543950335"),
        ("1.0000000000000000000000000001", "1.0000000000000000000000000001"),
        ("9007199254740993", "9007199254740993"),
        (r#""0.1234567890123456789012345678""#, "0.1234567890123456789012345678"),
        (r#""79228162514264337593543950335""#, "79228162514264337593543950335"),
    ]);
}

const TOO_MANY: &str = "OUT_OF_RANGE /value value must be a number of at most 28 digits";

#[test]
fn what_a_decimal_does_not_hold_is_not_rounded() {
    Bench::of::<Decimal>().refuses_alone(&[
        ("0.12345678901234567890123456789", &[TOO_MANY]),
        ("79228162514264337593543950336", &[TOO_MANY]),
        ("1.00000000000000000000000000001", &[TOO_MANY]),
        ("12345678901234567890123456789.5", &[TOO_MANY]),
        (r#""0.12345678901234567890123456789""#, &[TOO_MANY]),
        (r#""79228162514264337593543950336""#, &[TOO_MANY]),
        ("1e29", &["FORMAT /value value has a value that can't be read"]),
        ("1e-29", &["FORMAT /value value has a value that can't be read"]),
        (r#""1e29""#, &["FORMAT /value value has a value that can't be read"]),
    ]);
}

#[test]
fn exponents_shift_exactly() {
    Bench::of::<Decimal>().sees(&[
        ("1e3", "1000"),
        ("1.5E+2", "150"),
        ("25e-1", "2.5"),
        (r#""1e3""#, "1000"),
    ]);
}

#[test]
fn what_is_no_decimal() {
    let pattern = "PATTERN_MISMATCH /value value must be a decimal number, such as 12.50";
    Bench::of::<Decimal>().refuses(&[
        (r#""12 EUR""#, &[pattern]),
        (r#""""#, &["EMPTY_FIELD /value value must not be empty (expected: a decimal number)"]),
        ("true", &["TYPE_MISMATCH /value value must be a decimal number, but a boolean was sent"]),
        ("null", &["REQUIRED_FIELD /value value is required (expected: a decimal number)"]),
    ]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Line {
    amount: Decimal,
    discount: Option<Decimal>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(dead_code, reason = "shown by Debug")]
enum Entry {
    Debit { amount: Decimal },
    Note { text: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "shown by Debug")]
enum Either {
    Amount { amount: Decimal },
    Text(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
#[expect(dead_code, reason = "shown by Debug")]
enum Adjacent {
    Amount(Decimal),
    Text(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
enum Tagged {
    Amount(Decimal),
    Text(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Flat {
    id: u8,
    #[serde(flatten)]
    line: Line,
}

#[test]
fn decimals_inside_structs() {
    Bench::of::<Vec<Line>>()
        .sees(&[
            (
                r#"[{"amount":0.1234567890123456789012345678},{"amount":"1.10","discount":79228162514264337593543950335}]"#,
                "[Line { amount: 0.1234567890123456789012345678, discount: None }, Line { amount: 1.10, discount: Some(79228162514264337593543950335) }]",
            ),
            (r#"[{"amount":1,"discount":null}]"#, "[Line { amount: 1, discount: None }]"),
        ])
        .refuses_alone(&[(
            r#"[{"amount":1},{"amount":0.12345678901234567890123456789}]"#,
            &["OUT_OF_RANGE /value/1/amount value[1].amount must be a number of at most 28 digits"],
        )]);
}

#[test]
fn decimals_inside_collections() {
    Bench::of::<HashMap<String, Decimal>>()
        .sees(&[(r#"{"a":0.1234567890123456789012345678}"#, r#"{"a": 0.1234567890123456789012345678}"#)]);
    Bench::of::<BTreeMap<u32, Vec<Decimal>>>().sees(&[(
        r#"{"1":[0.10,0.1234567890123456789012345678]}"#,
        "{1: [0.10, 0.1234567890123456789012345678]}",
    )]);
    Bench::of::<(Decimal, bool)>().sees(&[("[7.00,true]", "(7.00, true)")]);
    Bench::of::<Option<Decimal>>().sees(&[("7.00", "Some(7.00)"), ("null", "None")]);
}

#[test]
fn decimals_inside_variants() {
    let seen = "{ amount: 0.1234567890123456789012345678 }";
    Bench::of::<Entry>()
        .sees(&[(r#"{"kind":"debit","amount":0.1234567890123456789012345678}"#, &format!("Debit {seen}"))]);
    Bench::of::<Either>()
        .sees(&[(r#"{"amount":0.1234567890123456789012345678}"#, &format!("Amount {seen}"))]);
    Bench::of::<Adjacent>().sees(&[(
        r#"{"t":"Amount","c":0.1234567890123456789012345678}"#,
        "Amount(0.1234567890123456789012345678)",
    )]);
    Bench::of::<Tagged>()
        .sees(&[(r#"{"Amount":0.1234567890123456789012345678}"#, "Amount(0.1234567890123456789012345678)")]);
    Bench::of::<Flat>().sees(&[(
        r#"{"id":1,"amount":0.1234567890123456789012345678}"#,
        "Flat { id: 1, line: Line { amount: 0.1234567890123456789012345678, discount: None } }",
    )]);
}

#[test]
fn decimals_inside_variants_are_not_rounded() {
    let too_many: &[&str] =
        &["OUT_OF_RANGE /value/amount value.amount must be a number of at most 28 digits"];
    Bench::of::<Entry>().refuses_alone(&[
        (r#"{"kind":"debit","amount":0.12345678901234567890123456789}"#, too_many),
        (r#"{"kind":"debit","amount":"0.12345678901234567890123456789"}"#, too_many),
    ]);
    Bench::of::<Flat>().refuses_alone(&[(r#"{"id":1,"amount":0.12345678901234567890123456789}"#, too_many)]);
}
