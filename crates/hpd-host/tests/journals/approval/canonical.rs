//! One text for each JSON value, which loses no digit.

use std::borrow::Cow;

use hpd_host::args::{Limits, Node};
use hpd_journal::__private::{CanonicalError, canonical_json};
use proptest::prelude::*;

fn parse(text: &str) -> Node<'_> {
    Node::parse(text, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn canonical(text: &str) -> String {
    canonical_json(&parse(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Texts and their canonical ones, which must be canonical themselves.
fn check(rows: &[(&str, &str)]) {
    for (text, wanted) in rows {
        assert_eq!(canonical(text), *wanted, "{text}");
        assert_eq!(canonical(wanted), *wanted, "{text}, again");
        assert_eq!(parse(wanted), parse(text));
    }
}

#[test]
fn numbers_have_one_spelling_and_all_their_digits() {
    check(&[
        ("10.50", "10.5"),
        ("1e2", "100"),
        ("100.0", "100"),
        ("0.1", "0.1"),
        ("-0", "0"),
        ("-0.0e5", "0"),
        ("1E+00", "1"),
        ("25e-1", "2.5"),
        ("12345678901234567890", "12345678901234567890"),
        ("0.1000000000000000000001", "0.1000000000000000000001"),
        ("9007199254740993.0", "9007199254740993"),
        ("3.402823669209384634633746074317682114550e38", "340282366920938463463374607431768211455"),
        ("1e38", "100000000000000000000000000000000000000"),
        ("-1E-28", "-0.0000000000000000000000000001"),
        ("1e40", "10000000000000000000000000000000000000000"),
        ("1e41", "1e41"),
        ("1.50e300", "1.5e300"),
        ("5e-324", "5e-324"),
    ]);
}

#[test]
fn keys_stand_in_the_order_of_their_utf_16_code_units() {
    // The example of RFC 8785, section 3.2.3.
    let sent = r#"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}"#;
    let node = parse(&canonical(sent)).into_owned();
    let Node::Object(members) = node else { unreachable!("an object") };
    let values: Vec<_> = members.iter().filter_map(|(_, value)| value.as_str()).collect();
    assert_eq!(
        values,
        [
            "Carriage Return",
            "One",
            "Control",
            "Latin Small Letter O With Diaeresis",
            "Euro Sign",
            "Emoji: Grinning Face",
            "Hebrew Letter Dalet With Dagesh"
        ]
    );
}

#[test]
fn only_what_must_be_escaped_is() {
    check(&[
        (r#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/""#, r#""€$\u000f\nA'B\"\\\\\"/""#),
        (r#""\u0008\u0009\u000a\u000c\u000d\u007f\u2028""#, "\"\\b\\t\\n\\f\\r\u{7f}\u{2028}\""),
    ]);
}

#[test]
fn nothing_stands_between_tokens() {
    check(&[(
        r#" { "b" : [ 1 , null , { } ] , "a" : [ ] , "" : false } "#,
        r#"{"":false,"a":[],"b":[1,null,{}]}"#,
    )]);
}

#[test]
fn a_key_that_stands_twice_is_refused() {
    for text in [r#"{"a":1,"a":1}"#, r#"{"a":1,"b":2,"\u0061":3}"#, r#"[{"x":{"k":1,"k":2}}]"#] {
        assert_eq!(canonical_json(&parse(text)), Err(CanonicalError::DuplicateKey), "{text}");
    }
}

#[test]
fn a_number_that_has_no_exact_text_is_refused() {
    let far = format!("1e{}", "9".repeat(40));
    for text in ["NaN", "", "01", "1e", far.as_str(), &format!("12e-{}", "9".repeat(40))] {
        let node = Node::Number(Cow::Borrowed(text));
        assert_eq!(canonical_json(&node), Err(CanonicalError::Number), "{text}");
    }
}

#[test]
fn errors_say_what_is_wrong_and_show_nothing() {
    assert_eq!(CanonicalError::DuplicateKey.to_string(), "a key stands in an object more than once");
    assert_eq!(CanonicalError::Number.to_string(), "a number can't be written exactly");
}

/// A value, and a number's text in as many spellings as there are.
fn number() -> impl Strategy<Value = String> {
    (any::<bool>(), "[1-9][0-9]{0,24}|0", "(\\.[0-9]{1,24})?", "([eE][+-]?[0-9]{1,2})?").prop_map(
        |(negative, whole, fraction, exponent)| {
            format!("{}{whole}{fraction}{exponent}", if negative { "-" } else { "" })
        },
    )
}

fn value() -> impl Strategy<Value = Node<'static>> {
    let leaf = prop_oneof![
        Just(Node::Null),
        any::<bool>().prop_map(Node::Bool),
        number().prop_map(|text| Node::Number(Cow::Owned(text))),
        any::<String>().prop_map(|text| Node::String(Cow::Owned(text))),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Node::Array),
            prop::collection::btree_map("[a-c]{0,2}|.", inner, 0..5).prop_map(|members| {
                Node::Object(members.into_iter().map(|(key, value)| (Cow::Owned(key), value)).collect())
            }),
        ]
    })
}

/// The same value, written otherwise: members the other way round, numbers with zeros and exponents.
fn respelt(value: &Node<'_>) -> Node<'static> {
    match value {
        Node::Number(text) => {
            let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
            let exponent: i32 = exponent.parse().unwrap();
            let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
            let places = i32::try_from(fraction.len()).unwrap();
            let digits = format!("{whole}{fraction}");
            let unsigned = digits.trim_start_matches('-').trim_start_matches('0');
            let sign = if digits.starts_with('-') { "-" } else { "" };
            let unsigned = if unsigned.is_empty() { "0" } else { unsigned };
            Node::Number(Cow::Owned(format!("{sign}{unsigned}.000E{}", exponent - places)))
        }
        Node::Array(items) => Node::Array(items.iter().map(respelt).collect()),
        Node::Object(members) => Node::Object(
            members
                .iter()
                .rev()
                .map(|(key, value)| (key.clone().into_owned().into(), respelt(value)))
                .collect(),
        ),
        _ => value.clone().into_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_text_reads_as_the_same_value(value in value()) {
        let text = canonical_json(&value).unwrap();
        prop_assert_eq!(parse(&text), value);
    }

    #[test]
    fn the_text_is_canonical_itself(value in value()) {
        let text = canonical_json(&value).unwrap();
        prop_assert_eq!(canonical(&text), text);
    }

    #[test]
    fn spelling_and_order_do_not_matter(value in value()) {
        prop_assert_eq!(canonical_json(&respelt(&value)).unwrap(), canonical_json(&value).unwrap());
    }

    #[test]
    fn texts_are_the_same_for_equal_values_alone(left in value(), right in value()) {
        prop_assert_eq!(canonical_json(&left).unwrap() == canonical_json(&right).unwrap(), left == right);
    }

    #[test]
    fn numbers_that_differ_in_a_digit_have_other_texts(number in number(), place in any::<prop::sample::Index>()) {
        let digits: Vec<_> = number
            .bytes()
            .take_while(|byte| !matches!(byte, b'e' | b'E'))
            .enumerate()
            .filter(|(_, byte)| byte.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        let at = digits[place.index(digits.len())];
        let other = if number.as_bytes()[at] == b'1' { "2" } else { "1" };
        let mut changed = number.clone();
        changed.replace_range(at..=at, other);
        prop_assume!(Node::parse(&changed, &Limits::default()).is_ok());
        prop_assert_ne!(canonical(&changed), canonical(&number));
    }

    #[test]
    fn whole_numbers_are_written_as_whole_numbers(number in any::<i128>(), zeros in 0_usize..5) {
        let written = format!("{number}.{}", "0".repeat(zeros + 1));
        prop_assert_eq!(canonical(&written), number.to_string());
    }
}
