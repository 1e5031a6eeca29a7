//! Whole numbers up to their bounds, and floats.

use std::fmt::{Debug, Display};
use std::num::{NonZeroU8, NonZeroU64};

use hpd_host::Param;

use crate::take::Bench;

/// The bounds of a type, and the numbers beyond them.
fn bounds<T: Param + Debug + Display + 'static>(
    least: &T,
    greatest: &T,
    beyond: [&str; 2],
    in_schema: bool,
) -> Bench {
    let bench = Bench::of::<T>();
    bench.sees(&[
        (&least.to_string(), &least.to_string()),
        (&greatest.to_string(), &greatest.to_string()),
        ("0", "0"),
        ("7.0", "7"),
        ("7.000", "7"),
        ("70e-1", "7"),
        ("1.2E+1", "12"),
        ("-0", "0"),
        ("-0.0", "0"),
    ]);
    let [below, above] = beyond;
    let low = format!("OUT_OF_RANGE /value value must be at least {least}");
    let high = format!("OUT_OF_RANGE /value value must be at most {greatest}");
    let rows: &[(&str, &[&str])] = &[(below, &[&low]), (above, &[&high])];
    if in_schema {
        bench.refuses(rows)
    } else {
        bench.refuses_alone(rows)
    };
    bench
}

#[test]
fn small_integers() {
    bounds(&i8::MIN, &i8::MAX, ["-129", "128"], true);
    bounds(&u8::MIN, &u8::MAX, ["-1", "256"], true);
    bounds(&i16::MIN, &i16::MAX, ["-32769", "32768"], true);
    bounds(&u16::MIN, &u16::MAX, ["-1", "65536"], true);
    bounds(&i32::MIN, &i32::MAX, ["-2147483649", "2147483648"], true);
    bounds(&u32::MIN, &u32::MAX, ["-1", "4294967296"], true);
}

#[test]
fn large_integers() {
    bounds(&i64::MIN, &i64::MAX, ["-9223372036854775809", "9223372036854775808"], false);
    bounds(&u64::MIN, &u64::MAX, ["-1", "18446744073709551616"], false);
    bounds(&isize::MIN, &isize::MAX, ["-9223372036854775809", "9223372036854775808"], false);
    bounds(&usize::MIN, &usize::MAX, ["-1", "18446744073709551616"], false);
}

#[test]
fn the_largest_integers() {
    let below = "-170141183460469231731687303715884105729";
    let above = "170141183460469231731687303715884105728";
    bounds(&i128::MIN, &i128::MAX, [below, above], false);
    bounds(&u128::MIN, &u128::MAX, ["-1", "340282366920938463463374607431768211456"], false);
}

#[test]
fn integers_are_exact() {
    Bench::of::<i64>().sees(&[
        ("9007199254740993", "9007199254740993"),
        ("9007199254740993.0", "9007199254740993"),
        ("9223372036854775807.0", "9223372036854775807"),
        ("922337203685477580.7e1", "9223372036854775807"),
    ]);
}

#[test]
fn exponents_of_large_integers_are_written_out() {
    let power = format!("1{}", "0".repeat(38));
    Bench::of::<u128>()
        .sees(&[
            ("1e38", &power),
            ("3.4E+38", &format!("34{}", "0".repeat(37))),
            ("1.0e22", "10000000000000000000000"),
        ])
        .refuses_alone(&[(
            "1e39",
            &["OUT_OF_RANGE /value value must be at most 340282366920938463463374607431768211455"],
        )]);
    Bench::of::<i128>().sees(&[
        ("-1e38", &format!("-{power}")),
        ("100e36", &power),
        ("-170141183460469231731687303715884105728.0", &i128::MIN.to_string()),
    ]);
}

#[test]
fn what_is_no_integer() {
    Bench::of::<i64>().refuses(&[
        ("1.5", &["TYPE_MISMATCH /value value must be an integer, but a number with a fraction was sent"]),
        ("1e-1", &["TYPE_MISMATCH /value value must be an integer, but a number with a fraction was sent"]),
        (r#""1""#, &["TYPE_MISMATCH /value value must be an integer, but a string was sent"]),
        ("true", &["TYPE_MISMATCH /value value must be an integer, but a boolean was sent"]),
        ("null", &["REQUIRED_FIELD /value value is required"]),
    ]);
}

#[test]
fn numbers_that_are_not_zero() {
    Bench::of::<NonZeroU8>()
        .sees(&[("1", "1"), ("255", "255")])
        .refuses(&[("0", &["OUT_OF_RANGE /value value must be at least 1"])]);
    Bench::of::<NonZeroU64>()
        .sees(&[("1", "1")])
        .refuses(&[("0", &["OUT_OF_RANGE /value value must be at least 1"])]);
}

#[test]
fn floats() {
    Bench::of::<f64>()
        .sees(&[
            ("0.1", "0.1"),
            ("1", "1.0"),
            ("-2", "-2.0"),
            ("1e300", "1e300"),
            ("1.7976931348623157e308", "1.7976931348623157e308"),
            ("5e-324", "5e-324"),
            ("1e-400", "0.0"),
            ("0.1000000000000000055511151231257827", "0.1"),
        ])
        .refuses(&[
            (r#""1.5""#, &["TYPE_MISMATCH /value value must be a number, but a string was sent"]),
            ("null", &["REQUIRED_FIELD /value value is required"]),
            ("NaN", &["INVALID_JSON  the arguments are not valid JSON (at character 10)"]),
            ("1e309", &["OUT_OF_RANGE /value value must be at most 1.7976931348623157e308"]),
            ("-1e309", &["OUT_OF_RANGE /value value must be at least -1.7976931348623157e308"]),
        ]);
    Bench::of::<f32>().sees(&[("0.1", "0.1"), ("3.4028235e38", "3.4028235e38")]).refuses_alone(&[
        ("3.5e38", &["OUT_OF_RANGE /value value must be at most 3.4028235e38"]),
        ("-1e39", &["OUT_OF_RANGE /value value must be at least -3.4028235e38"]),
    ]);
}
