//! Finds payments in users' messages, and writes amounts for users.

use hpd_host::reexports::serde_json::{Number, Value};

/// An amount in the user's words.
pub(super) struct Amount {
    /// The text before the digits: the currency.
    pub(super) sign: String,
    pub(super) number: Number,
}

impl Amount {
    /// The first amount of a message.
    pub(super) fn spoken_in(message: &str) -> Option<Self> {
        message.split_whitespace().filter(|word| !is_invoice(word)).find_map(|word| {
            let start = word.find(|c: char| c.is_ascii_digit())?;
            let (sign, digits) = word.split_at(start);
            let digits = digits.trim_end_matches(['.', ',']).replace(',', "");
            Some(Self { sign: sign.to_owned(), number: digits.parse().ok()? })
        })
    }
}

/// The invoice that a message names.
pub(super) fn invoice_in(message: &str) -> Option<String> {
    let invoice = message.split_whitespace().find(|word| is_invoice(word))?;
    Some(invoice.trim_end_matches(['.', ',', '!']).to_owned())
}

fn is_invoice(word: &str) -> bool {
    word.starts_with("INV-")
}

/// The first day of a message that is written as in `2026-04-01`.
pub(super) fn date_in(message: &str) -> Option<String> {
    let is_date = |word: &&str| word.len() == 10 && word.split('-').all(|part| part.parse::<u16>().is_ok());
    message.split_whitespace().map(|word| word.trim_end_matches(['.', ','])).find(is_date).map(str::to_owned)
}

/// Whom a payment is from.
pub(super) fn customer_in(message: &str) -> Option<String> {
    let (_, customer) = message.split_once(" from ")?;
    Some(customer.trim_end_matches(['.', '!']).to_owned())
}

/// A number with commas between groups of three digits, without empty decimal places.
pub(super) fn grouped(number: &Value) -> String {
    let text = number.to_string();
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match places.trim_end_matches('0') {
        "" => grouped,
        _ => format!("{grouped}.{places}"),
    }
}
