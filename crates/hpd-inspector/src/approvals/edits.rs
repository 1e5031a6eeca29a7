//! Changed values, as they were typed.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The values, as JSON; `None` if there are none. What is no JSON is a text.
///
/// # Errors
///
/// A number would be another one: the answer has numbers of 64 bits. In words for the reader.
pub(super) fn parsed(edit: &BTreeMap<String, String>) -> Result<Option<Map<String, Value>>, String> {
    let values = edit.iter().map(|(name, typed)| {
        let Ok(value) = serde_json::from_str::<Value>(typed) else {
            return Ok((name.clone(), Value::String(typed.clone())));
        };
        if numbers(typed) == numbers(&value.to_string()) {
            Ok((name.clone(), value))
        } else {
            Err(format!(
                "Nothing was done: a number of \"{name}\" has more digits than can be sent. Shorten it, or put it in \
                 quotes if a text is taken."
            ))
        }
    });
    let values = values.collect::<Result<Map<_, _>, _>>()?;
    Ok((!values.is_empty()).then_some(values))
}

/// The significant digits of each number in a JSON text, in an order that does not depend on that of keys.
fn numbers(json: &str) -> Vec<String> {
    let (mut found, mut digits) = (Vec::new(), None::<String>);
    let (mut is_text, mut is_escaped, mut is_exponent) = (false, false, false);
    // The blank ends the last number.
    for sign in json.chars().chain([' ']) {
        if is_text {
            is_text = is_escaped || sign != '"';
            is_escaped = !is_escaped && sign == '\\';
            continue;
        }
        match (sign, &mut digits) {
            ('0'..='9', Some(digits)) if !is_exponent => digits.push(sign),
            ('0'..='9', None) => digits = Some(sign.to_string()),
            ('e' | 'E', Some(_)) => is_exponent = true,
            ('0'..='9' | '.' | '+' | '-', _) => {}
            _ => {
                found.extend(digits.take().map(|digits| digits.trim_matches('0').to_owned()));
                (is_exponent, is_text) = (false, sign == '"');
            }
        }
    }
    found.sort_unstable();
    found
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
    fn a_number_that_would_be_another_one_is_refused() {
        for typed in [
            "0.12345678901234567890",
            "18446744073709551617",
            "1e-400",
            "[1, 0.12345678901234567890]",
            r#"{"a": 3.14159265358979323846}"#,
        ] {
            let why = value_of(typed).expect_err(typed);
            assert_eq!(
                why,
                "Nothing was done: a number of \"Amount\" has more digits than can be sent. Shorten it, or put it in quotes \
                 if a text is taken."
            );
        }
    }

    #[test]
    fn no_changed_value_is_no_edit() {
        assert_eq!(parsed(&BTreeMap::new()), Ok(None));
    }
}
