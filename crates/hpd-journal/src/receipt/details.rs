//! Details of a successful write, from the events: its number and its amounts.

use serde_json::{Map, Value};

use hpd_runtime::__private::text::in_words;

use crate::parse_trusted::read_stored;

/// The most amounts that are named.
const MAX_AMOUNTS: usize = 2;
/// A longer text is no number of a record.
const LONGEST_ID: usize = 40;

/// The number of a call's record, from its result or its resolved arguments. Events have no sensitive values.
pub(super) fn record_number(
    tool: &str,
    arguments: &Map<String, Value>,
    result: Option<&Value>,
) -> Option<String> {
    let label = in_words(tool).to_lowercase();
    let things: Vec<&str> = label.split(' ').collect();
    let is_own = |name: &str| names_record(name, |thing| things.contains(&thing));
    let made = result.and_then(parsed).and_then(|result| find_id(&result, is_own));
    made.or_else(|| find_id(arguments, is_own))
}

/// The amounts of a call: its plain numbers that number no record.
pub(super) fn amounts(arguments: &Map<String, Value>) -> Vec<String> {
    let amounts = arguments.iter().filter(|(name, _)| !names_record(name, |_| true));
    amounts.filter_map(|(name, value)| amount(name, value)).take(MAX_AMOUNTS).collect()
}

/// A result as an object: functions return JSON text for the model.
fn parsed(result: &Value) -> Option<Map<String, Value>> {
    match result {
        Value::Object(members) => Some(members.clone()),
        Value::String(text) if text.starts_with('{') => read_stored(text).ok(),
        _ => None,
    }
}

/// Whether a name is that of a record's number: `id`, or the number of such a thing: `InvoiceId`, `payment_number`.
fn names_record(name: &str, is_thing: impl Fn(&str) -> bool) -> bool {
    let words = in_words(name).to_lowercase();
    let words: Vec<&str> = words.split(' ').collect();
    match words.as_slice() {
        [last] => *last == "id",
        [things @ .., last] => {
            matches!(*last, "id" | "number" | "no") && things.iter().all(|thing| is_thing(thing))
        }
        [] => false,
    }
}

fn find_id(members: &Map<String, Value>, is_it: impl Fn(&str) -> bool) -> Option<String> {
    members.iter().filter(|(name, _)| is_it(name)).find_map(|(_, value)| match value {
        Value::String(text) if is_plain_id(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

fn is_plain_id(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '#' | '.');
    (1..=LONGEST_ID).contains(&text.len())
        && text.chars().all(is_sign)
        && text.chars().any(|c| c.is_ascii_digit())
}

/// "amount 5,000", of a number.
fn amount(name: &str, value: &Value) -> Option<String> {
    let Value::Number(number) = value else { return None };
    Some(format!("{} {}", in_words(name).to_lowercase(), grouped(&number.to_string())))
}

/// A number with its thousands apart, where it has only digits before its point.
fn grouped(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, rest) = digits.find('.').map_or((digits, ""), |point| digits.split_at(point));
    if whole.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return number.to_owned();
    }
    let mut told = String::from(sign);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told + rest
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{amounts, grouped, record_number};

    fn of(tool: &str, arguments: &Value, result: Option<&Value>) -> String {
        let arguments = arguments.as_object().unwrap();
        let details = record_number(tool, arguments, result).into_iter().chain(amounts(arguments));
        details.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_record_has_the_number_of_the_result() {
        let paid = json!({"AccountId": "ACC-1000", "Amount": 5000, "Applications": [{"Amount": 5000}]});
        let result = json!("{\"PaymentId\":\"PAY-001\",\"ContactId\":\"CON-001\"}");
        assert_eq!(of("create_payment", &paid, Some(&result)), "PAY-001, amount 5,000");
        assert_eq!(of("create_payment", &paid, Some(&json!("Paid."))), "amount 5,000");
        assert_eq!(of("void_invoice", &json!({"InvoiceId": "INV-042"}), None), "INV-042");
        assert_eq!(
            of("pay", &json!({"to": "Acme", "amount": 5.5}), Some(&json!({"id": 7}))),
            "7, amount 5.5"
        );
    }

    #[test]
    fn what_is_no_number_of_a_record_is_left_out() {
        assert_eq!(of("send_email", &json!({"to": "a@b.example", "text": "Pay 5"}), None), "");
        assert_eq!(of("void_invoice", &json!({"InvoiceId": "please try again"}), None), "");
        assert_eq!(of("void_invoice", &json!({"InvoiceId": "[hidden]"}), None), "");
    }

    #[test]
    fn thousands_stand_apart() {
        for (number, told) in [
            ("5", "5"),
            ("5000", "5,000"),
            ("1234567.25", "1,234,567.25"),
            ("-1000", "-1,000"),
            ("1e9", "1e9"),
        ] {
            assert_eq!(grouped(number), told);
        }
    }
}
