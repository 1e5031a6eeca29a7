//! The argument texts, as a model would write them: with spaces after the punctuation.

use std::fmt::Write as _;

/// Arguments of `add`.
pub(crate) fn add() -> String {
    r#"{"a": 12.5, "b": 30.25}"#.to_owned()
}

/// Arguments of `create_invoice`: five lines.
pub(crate) fn invoice() -> String {
    let lines = joined(5, |line| {
        let tax = if line % 2 == 0 { "0.21" } else { "null" };
        format!(
            r#"{{"item_id": "item-{:04}", "quantity": {}, "unit_price": {}.99, "tax": {tax}}}"#,
            line * 17,
            line + 1,
            10 + line * 3
        )
    });
    format!(
        r#"{{"contact_id": "cust-000123", "lines": [{lines}], "due_date": "2026-12-31", "notes": "Net thirty days, please reference the order number"}}"#
    )
}

/// Arguments of `create_journal_entry`: fifty lines.
pub(crate) fn journal() -> String {
    let lines = joined(50, |line| {
        let amount = format!("{}.55", 100 + line / 2 * 7);
        let (debit, credit) = if line % 2 == 0 { (amount.as_str(), "0") } else { ("0", amount.as_str()) };
        format!(
            r#"{{"account": "acct-{:04}", "debit": {debit}, "credit": {credit}, "memo": "line {line} of the monthly close"}}"#,
            1000 + line
        )
    });
    format!(r#"{{"date": "2026-11-21", "lines": [{lines}], "reference": "MC-2026-11"}}"#)
}

/// An invoice with three faults: `contact_id` is missing, `lines` is empty, `notes` is a boolean.
pub(crate) fn three_errors() -> String {
    r#"{"lines": [], "due_date": "2026-12-31", "notes": true}"#.to_owned()
}

/// The full-size invoice with three faults: `contact_id` is missing, an `item_id` is empty, `notes` is a boolean.
pub(crate) fn three_errors_full() -> String {
    invoice()
        .replacen(r#""contact_id": "cust-000123", "#, "", 1)
        .replacen(r#""item-0017""#, r#""""#, 1)
        .replacen(r#""Net thirty days, please reference the order number""#, "true", 1)
}

fn joined(count: u32, item: impl Fn(u32) -> String) -> String {
    let mut text = item(0);
    for index in 1..count {
        // Writing to a `String` does not fail.
        let _ = write!(text, ", {}", item(index));
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_payloads_have_the_sizes_that_the_figures_refer_to() {
        let sizes = [add(), invoice(), journal(), three_errors(), three_errors_full()].map(|text| text.len());
        assert_eq!(sizes, [23, 504, 4850, 54, 418]);
    }

    #[test]
    fn the_three_faults_of_the_full_size_invoice_are_there() {
        let invoice: Value = serde_json::from_str(&three_errors_full()).unwrap();
        assert_eq!(invoice.get("contact_id"), None);
        assert_eq!(invoice["lines"][1]["item_id"], "");
        assert_eq!(invoice["notes"], true);
    }
}
