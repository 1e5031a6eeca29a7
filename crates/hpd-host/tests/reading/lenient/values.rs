//! Values of another type than the function takes.

use hpd_host::args::Leniency::{Lenient, Safe};
use hpd_host::args::StopReason;

use super::{read, refuse};

#[test]
fn values_become_what_the_function_takes() {
    assert_eq!(
        read(
            Safe,
            "find",
            r#"{"text": 1.50, "limit": " 5 ", "urgency": "Very High", "tags": "[\"a\", \"b\"]"}"#
        ),
        (
            r#""1.50" 5 Some(VeryHigh) Some(["a", "b"])"#.to_owned(),
            [
                "NUMBER_TO_STRING /text",
                "STRING_TO_NUMBER /limit",
                "ENUM_SPELLING /urgency",
                "STRING_TO_ARRAY /tags"
            ]
            .map(str::to_owned)
            .into()
        )
    );
    assert_eq!(
        read(Safe, "find", r#"{"text": "null", "urgency": "null", "tags": "a"}"#),
        (
            r#""null" 10 None Some(["a"])"#.to_owned(),
            ["STRING_TO_NULL /urgency", "VALUE_TO_ARRAY /tags"].map(str::to_owned).into()
        )
    );
}

#[test]
fn nested_values_become_what_their_type_takes() {
    assert_eq!(
        read(Safe, "print", r#"{"page": "{\"page_number\": \"3\", \"copies\": 2}"}"#),
        (
            "Page { page_number: 3, copies: Some(2) }".to_owned(),
            ["STRING_TO_OBJECT /page", "KEY_SPELLING /page/pageNumber", "STRING_TO_NUMBER /page/pageNumber"]
                .map(str::to_owned)
                .into()
        )
    );
}

#[test]
fn null_for_a_default_is_the_default() {
    assert_eq!(
        read(Safe, "find", r#"{"text": "tax", "limit": null}"#),
        (r#""tax" 10 None None"#.to_owned(), Vec::new())
    );
}

#[test]
fn a_promoted_value_is_checked_like_any_other() {
    assert_eq!(
        refuse(Safe, "find", r#"{"text": "tax", "limit": "500"}"#, StopReason::Unknown),
        ["CUSTOM_CHECK limit must be at most 100 pages"]
    );
    assert_eq!(
        refuse(Safe, "print", r#"{"page": {"pageNumber": "1", "copies": "9"}}"#, StopReason::Unknown),
        ["OUT_OF_RANGE page.copies must be at most 5"]
    );
}

#[test]
fn what_would_lose_something_stays_and_is_refused() {
    for (limit, sent) in [
        (r#""5.5""#, "a string"),
        (r#""+5""#, "a string"),
        (r#""05""#, "a string"),
        (r#""5 pages""#, "a string"),
        (r#""1,000""#, "a string"),
        ("true", "a boolean"),
        ("[1, 2]", "an array"),
        ("{}", "an object"),
    ] {
        assert_eq!(
            refuse(Safe, "find", &format!(r#"{{"text": "tax", "limit": {limit}}}"#), StopReason::Unknown),
            [format!("TYPE_MISMATCH limit must be an integer, but {sent} was sent")]
        );
    }
    assert_eq!(
        read(Lenient, "count", r#"{"from": 1, "loudly": 0}"#),
        ("1 false".to_owned(), vec!["NUMBER_TO_BOOLEAN /loudly".to_owned()])
    );
}
