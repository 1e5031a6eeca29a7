//! The argument texts, as a model would write them: with spaces after the punctuation.

mod body;
mod layout;
mod many;
mod members;
mod record;
mod variants;

pub use body::chat_completion;
pub use many::{SOURCES, TOOLS_A_SOURCE, source_list};
use members::{Members, list, object, quoted};
pub use record::{record, record_schema, wrong_record};
pub use variants::{Variant, add_variants, invoice_variants, journal_variants};

/// How many faults a refused payload has.
pub const FAULTS: usize = 3;

/// Arguments of `add`.
pub fn add() -> String {
    add_of("12.5", "30.25")
}

/// Arguments of `create_invoice`: five lines.
pub fn invoice() -> String {
    invoice_of(|_| {}, |_, _| {})
}

/// Arguments of `create_journal_entry`: fifty lines.
pub fn journal() -> String {
    journal_of(|_| {}, |_, _| {})
}

/// Arguments of `count_stock`: two maps of fifty entries.
pub fn maps() -> String {
    let prices = Members::new((0..50).map(|item| (format!("item-{item:04}"), format!("{item}.99"))));
    let stock = Members::new((0..50).map(|item| (format!("shelf-{item:04}"), (item * 3).to_string())));
    object(&Members::new([("prices".to_owned(), object(&prices)), ("stock".to_owned(), object(&stock))]))
}

/// The invoice, with `3.0` for the quantity 3.
pub fn whole_number() -> String {
    invoice_of(
        |_| {},
        |line, members| {
            if line == 2 {
                members.set("quantity", "3.0");
            }
        },
    )
}

/// Arguments of `ship`: an order, its address and its currency.
pub fn order() -> String {
    r#"{"item": "tea", "quantity": 2, "address": "12 Main St", "currency": "EUR"}"#.to_owned()
}

/// A document of 100 KB, as arguments.
pub fn document() -> String {
    let line = "A sentence of the yearly report, as long as sentences are.\\n";
    format!(r#"{{"text": "{}"}}"#, line.repeat(100_000 / line.len()))
}

/// An invoice with three faults: `contact_id` is missing, `lines` is empty, `notes` is a boolean.
pub fn three_errors() -> String {
    r#"{"lines": [], "due_date": "2026-12-31", "notes": true}"#.to_owned()
}

/// The full-size invoice with three faults: `contact_id` is missing, an `item_id` is empty, `notes` is a boolean.
pub fn three_errors_full() -> String {
    invoice_of(
        |members| {
            members.remove("contact_id");
            members.set("notes", "true");
        },
        |line, members| {
            if line == 1 {
                members.set("item_id", r#""""#);
            }
        },
    )
}

fn add_of(a: &str, b: &str) -> String {
    object(&Members::new([("a", a), ("b", b)]))
}

/// An invoice after an edit of its members, and of each line's.
fn invoice_of(edit: impl Fn(&mut Members), edit_line: impl Fn(u32, &mut Members)) -> String {
    let lines = list(5, |line| {
        let mut members = Members::new([
            ("item_id", format!("\"item-{:04}\"", line * 17)),
            ("quantity", (line + 1).to_string()),
            ("unit_price", format!("{}.99", 10 + line * 3)),
            ("tax", if line % 2 == 0 { "0.21" } else { "null" }.to_owned()),
        ]);
        edit_line(line, &mut members);
        object(&members)
    });
    let mut members = Members::new([
        ("contact_id", quoted("cust-000123")),
        ("lines", lines),
        ("due_date", quoted("2026-12-31")),
        ("notes", quoted("Net thirty days, please reference the order number")),
    ]);
    edit(&mut members);
    object(&members)
}

/// A journal entry after an edit of its members, and of each line's.
fn journal_of(edit: impl Fn(&mut Members), edit_line: impl Fn(u32, &mut Members)) -> String {
    let lines = list(50, |line| {
        let amount = format!("{}.55", 100 + line / 2 * 7);
        let (debit, credit) = if line % 2 == 0 { (amount, "0".to_owned()) } else { ("0".to_owned(), amount) };
        let mut members = Members::new([
            ("account", format!("\"acct-{:04}\"", 1000 + line)),
            ("debit", debit),
            ("credit", credit),
            ("memo", format!("\"line {line} of the monthly close\"")),
        ]);
        edit_line(line, &mut members);
        object(&members)
    });
    let mut members =
        Members::new([("date", quoted("2026-11-21")), ("lines", lines), ("reference", quoted("MC-2026-11"))]);
    edit(&mut members);
    object(&members)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_payloads_have_the_sizes_that_the_figures_refer_to() {
        let sizes = [add(), invoice(), journal(), three_errors(), three_errors_full()].map(|text| text.len());
        assert_eq!(sizes, [23, 504, 4850, 54, 418]);
        assert!((99_900..100_100).contains(&document().len()), "{}", document().len());
    }

    #[test]
    fn the_three_faults_of_the_full_size_invoice_are_there() {
        let invoice: Value = serde_json::from_str(&three_errors_full()).unwrap();
        assert_eq!(invoice.get("contact_id"), None);
        assert_eq!(invoice["lines"][1]["item_id"], "");
        assert_eq!(invoice["notes"], true);
    }

    #[test]
    fn one_quantity_has_a_fraction_of_zero() {
        assert_eq!(whole_number(), invoice().replacen(r#""quantity": 3,"#, r#""quantity": 3.0,"#, 1));
    }
}
