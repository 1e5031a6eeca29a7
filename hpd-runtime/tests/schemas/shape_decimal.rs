//! Exact decimals, against integers.

use std::cmp::Ordering;

use hpd_runtime::args::Decimal;
use proptest::prelude::*;

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
}

#[test]
fn only_numbers_of_json_are_read() {
    for text in [
        "", "-", "+1", "01", "-01", ".5", "5.", "1e", "1e+", "e5", "1.e5", "1 ", " 1", "1.2.3", "NaN", "1_0",
        "0x1", "١",
    ] {
        assert_eq!(Decimal::parse(text), None, "{text}");
    }
    for text in ["0", "-0", "0.0", "10", "1e5", "1E+05", "1e-0", "123.456e-7"] {
        assert!(Decimal::parse(text).is_some(), "{text}");
    }
}

#[test]
fn equal_values_are_equal() {
    for (left, right) in
        [("1.0", "1"), ("10e-1", "1"), ("0.10", "1E-1"), ("-0", "0"), ("0e99", "0"), ("100", "1e2")]
    {
        assert_eq!(decimal(left), decimal(right));
    }
    let long = "1".repeat(60);
    assert_eq!(decimal(&long), decimal(&format!("{long}.000")));
    assert_eq!(decimal(&format!("1{}", "0".repeat(60))), decimal("1e60"));
    assert_ne!(decimal(&long), decimal(&format!("{long}.0001")));
}

#[test]
fn order_is_that_of_values() {
    let ordered = [
        "-1e999999999999",
        "-1e41",
        "-12345678901234567890123456789012345678901",
        "-2",
        "-1.5",
        "-1e-999999999999",
        "0",
        "1e-999999999999",
        "0.1",
        "0.11",
        "1",
        "9.99",
        "10",
        "123456789012345678901234567890123456789.1",
        "123456789012345678901234567890123456789.2",
        "1e39",
        "1e999999999999",
        "1e99999999999999999999999999",
    ];
    for (index, left) in ordered.iter().enumerate() {
        for (other, right) in ordered.iter().enumerate() {
            assert_eq!(decimal(left).cmp(&decimal(right)), index.cmp(&other), "{left} and {right}");
        }
    }
}

#[test]
fn multiples_are_exact() {
    let multiples = [
        ("0.3", "0.1"),
        ("0", "7"),
        ("-1.5", "0.5"),
        ("1e400", "0.0001"),
        ("9007199254740993", "1.5"),
        ("1e100", "1267650600228229401496703205376"),
        ("333333333333333333333333333333333333333333", "3"),
        (
            "246913578024691357802469135780246913578024691357802469135780",
            "123456789012345678901234567890123456789012345678901234567890",
        ),
    ];
    for (number, divisor) in multiples {
        assert!(decimal(number).is_multiple_of(&decimal(divisor)), "{number} of {divisor}");
    }
    for (number, divisor) in [
        ("0.35", "0.1"),
        ("1", "2"),
        ("1", "0"),
        ("1e-999999999", "1"),
        ("1e10", "7"),
        ("1e999999999", "3e5"),
        ("1", "1e999999999"),
        (
            "246913578024691357802469135780246913578024691357802469135781",
            "123456789012345678901234567890123456789012345678901234567890",
        ),
    ] {
        assert!(!decimal(number).is_multiple_of(&decimal(divisor)), "{number} of {divisor}");
    }
}

#[test]
fn whole_numbers_are_told() {
    for (text, whole) in [
        ("1", true),
        ("1.0", true),
        ("1.5", false),
        ("15e-1", false),
        ("1.5e1", true),
        ("0.0", true),
        ("1e-400", false),
    ] {
        assert_eq!(decimal(text).is_integer(), whole, "{text}");
    }
}

#[test]
fn json_is_plain_up_to_a_number_of_zeros() {
    for (number, zeros, text) in [
        ("0.0", 0, "0"),
        ("-12.50", 0, "-12.5"),
        ("0.5", 0, "5e-1"),
        ("0.5", 1, "0.5"),
        ("-0.05", 1, "-5e-2"),
        ("-0.05", 2, "-0.05"),
        ("1e38", 38, "100000000000000000000000000000000000000"),
        ("1e38", 37, "1e38"),
        ("12e255", 255, &format!("12{}", "0".repeat(255))),
        ("12e256", 255, "1.2e257"),
    ] {
        assert_eq!(decimal(number).to_json(zeros), text, "{number} with {zeros}");
        assert_eq!(decimal(text), decimal(number));
    }
}

#[test]
fn numbers_are_shown_plainly() {
    for (text, shown) in [
        ("1.50", "1.5"),
        ("-0.05", "-0.05"),
        ("1200", "1200"),
        ("12e2", "1200"),
        ("1e21", "1e21"),
        ("1.5e30", "1.5e30"),
        ("1e-30", "1e-30"),
        ("12.5e-30", "1.25e-29"),
        ("0", "0"),
        ("-123.456", "-123.456"),
        ("340282346638528860000000000000000000000", "3.4028234663852886e38"),
    ] {
        assert_eq!(decimal(text).to_string(), shown);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_is_that_of_integers(left in any::<i64>(), right in -1000_i64..1000, shift in 0_u32..6) {
        let scaled = |number: i64| {
            let digits = format!("{:0>7}", number.unsigned_abs());
            let (whole, fraction) = digits.split_at(digits.len() - shift as usize);
            let sign = if number < 0 { "-" } else { "" };
            let dot = if fraction.is_empty() { "" } else { "." };
            let whole = whole.trim_start_matches('0');
            decimal(&format!("{sign}{}{dot}{fraction}", if whole.is_empty() { "0" } else { whole }))
        };
        prop_assert_eq!(scaled(left).cmp(&scaled(right)), left.cmp(&right));
        let divides = right != 0 && left % right == 0 || left == 0;
        prop_assert_eq!(scaled(left).is_multiple_of(&scaled(right)), divides);
        prop_assert_eq!(scaled(left).is_integer(), left % 10_i64.pow(shift) == 0);
        prop_assert_eq!(decimal(&scaled(left).to_string()), scaled(left));
    }

    #[test]
    fn long_numbers_are_like_short_ones(left in "[1-9][0-9]{0,80}", right in "[1-9][0-9]{0,45}", times in 1_u8..9) {
        let padded = |text: &str| format!("{text:0>90}");
        prop_assert_eq!(decimal(&left).cmp(&decimal(&right)), padded(&left).cmp(&padded(&right)));
        let mut carry = 0;
        let mut product: Vec<u8> = Vec::new();
        for digit in right.bytes().rev() {
            let value = (digit - b'0') * times + carry;
            product.push(b'0' + value % 10);
            carry = value / 10;
        }
        product.push(b'0' + carry);
        let product: String = product.iter().rev().map(|digit| char::from(*digit)).collect();
        let product = decimal(product.trim_start_matches('0'));
        prop_assert!(product.is_multiple_of(&decimal(&right)));
        prop_assert_eq!(product.cmp(&decimal(&right)), if times == 1 { Ordering::Equal } else { Ordering::Greater });
    }
}
