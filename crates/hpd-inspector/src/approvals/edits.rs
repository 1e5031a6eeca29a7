//! Changed values, as they were typed.

use std::collections::BTreeMap;

use hpd_host::args::{Limits, Node};
use serde_json::{Map, Value};

/// Parses typed values as JSON; a value that is no JSON stays a text. `None` if there are no values.
///
/// # Errors
///
/// A value would be another one, in words for the reader: the answer has numbers of 64 bits, and each key once.
pub(super) fn parsed(edit: &BTreeMap<String, String>) -> Result<Option<Map<String, Value>>, String> {
    let values = edit.iter().map(|(name, typed)| {
        let Ok(value) = serde_json::from_str::<Value>(typed) else {
            return Ok((name.clone(), Value::String(typed.clone())));
        };
        if is_exact(typed, &value) {
            Ok((name.clone(), value))
        } else {
            Err(format!(
                "Nothing was done: \"{name}\" can't be sent as it was typed. A number has too many digits, or a key is \
                 there twice. A number may be in quotes if a text is taken."
            ))
        }
    });
    let values = values.collect::<Result<Map<_, _>, _>>()?;
    Ok((!values.is_empty()).then_some(values))
}

/// Whether a JSON text has this value, with each digit of its numbers.
fn is_exact(typed: &str, value: &Value) -> bool {
    let (limits, sent) = (Limits::default(), value.to_string());
    Node::parse(typed, &limits).is_ok_and(|typed| Node::parse(&sent, &limits).is_ok_and(|sent| sent == typed))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::parsed;

    fn value_of(typed: &str) -> Result<Value, String> {
        let edit = BTreeMap::from([("Amount".to_owned(), typed.to_owned())]);
        Ok(parsed(&edit)?.expect("there is an edit").remove("Amount").expect("it has the value"))
    }

    #[test]
    fn numbers_keep_their_digits() {
        for (typed, value) in [
            ("9007199254740993", json!(9_007_199_254_740_993_u64)),
            ("18446744073709551615", json!(u64::MAX)),
            ("-9223372036854775808", json!(i64::MIN)),
            ("0.1", json!(0.1)),
            ("1.50", json!(1.5)),
            ("1e3", json!(1e3)),
            ("0", json!(0)),
            ("0.30000000000000004", json!(0.300_000_000_000_000_04)),
            ("12345678901234567e3", json!(12_345_678_901_234_567e3)),
            (
                r#"{"b": [1, 2.5], "a": "3.14159265358979323846"}"#,
                json!({"a": "3.14159265358979323846", "b": [1, 2.5]}),
            ),
            (r#""a \" 1""#, json!("a \" 1")),
        ] {
            assert_eq!(value_of(typed), Ok(value), "{typed}");
        }
    }

    #[test]
    fn what_is_no_json_is_a_text() {
        for typed in ["INV-043", "2026-05-09", "", "{", "1,5", "007"] {
            assert_eq!(value_of(typed), Ok(json!(typed)));
        }
    }

    #[test]
    fn a_value_that_would_be_another_one_is_refused() {
        for typed in [
            "0.12345678901234567890",
            "18446744073709551617",
            "1e-400",
            "[1, 0.12345678901234567890]",
            r#"{"a": 3.14159265358979323846}"#,
            r#"{"a": 1, "a": 2}"#,
        ] {
            let why = value_of(typed).expect_err(typed);
            assert_eq!(
                why,
                "Nothing was done: \"Amount\" can't be sent as it was typed. A number has too many digits, or a key is \
                 there twice. A number may be in quotes if a text is taken."
            );
        }
    }

    #[test]
    fn no_changed_value_is_no_edit() {
        assert_eq!(parsed(&BTreeMap::new()), Ok(None));
    }
}
