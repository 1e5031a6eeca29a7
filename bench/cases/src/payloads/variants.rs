//! Twelve ordinary variants of each payload: what other users say, and how other models write it.

use super::layout::{compact, pretty};
use super::members::Members;
use super::{add, add_of, invoice, invoice_of, journal, journal_of, quoted};

/// A variant: what is different, and the text.
pub type Variant = (&'static str, String);

/// A note with characters of two, three and four bytes.
const NON_ASCII: &str = "Zahlbar in dreißig Tagen – größere Beträge später ✓ 🙂";
/// A note with the escapes that models write.
const ESCAPES: &str = r"Net thirty days,\nplease \u0026 thank you:\tthe order\/number";

/// Variants of the two numbers.
pub fn add_variants() -> [Variant; 12] {
    [
        ("zeros", add_of("0", "0")),
        ("minus", add_of("-12.5", "-30.25")),
        ("whole numbers", add_of("12", "30")),
        ("exponents", add_of("1.25e1", "3.025E+1")),
        ("many digits", add_of("12.512345678901234", "30.251234567890123")),
        ("large numbers", add_of("123456789012345", "987654321098765")),
        ("small fractions", add_of("0.00125", "0.003025")),
        ("other order", r#"{"b": 30.25, "a": 12.5}"#.to_owned()),
        ("an escape in a key", r#"{"\u0061": 12.5, "b": 30.25}"#.to_owned()),
        ("white space around", format!(" \n{}\n", add())),
        ("pretty-printed", pretty(&add())),
        ("compact", compact(&add())),
    ]
}

/// Variants of the invoice.
pub fn invoice_variants() -> [Variant; 12] {
    let notes = |text: &str| invoice_of(|members| members.set("notes", &quoted(text)), |_, _| {});
    let lines = |edit: fn(&mut Members)| invoice_of(|_| {}, |_, members| edit(members));
    [
        ("empty notes", notes("")),
        ("minus in the notes", notes("Net thirty days, -5% for early payment")),
        ("a quote ends the notes", notes(r#"Net thirty days, pipes of 6\""#)),
        ("non-ASCII", notes(NON_ASCII)),
        ("escapes", notes(ESCAPES)),
        ("tax 0", lines(|line| line.set("tax", "0"))),
        (
            "largest numbers",
            lines(|line| {
                line.set("quantity", "4294967295");
                line.set("unit_price", "999999999.99");
            }),
        ),
        (
            "optional ones absent",
            invoice_of(
                |members| {
                    members.remove("due_date");
                    members.remove("notes");
                },
                |_, line| line.remove("tax"),
            ),
        ),
        (
            "optional ones null",
            invoice_of(
                |members| {
                    members.set("due_date", "null");
                    members.set("notes", "null");
                },
                |_, line| line.set("tax", "null"),
            ),
        ),
        ("other order", invoice_of(Members::turn, |_, line| line.turn())),
        ("pretty-printed", pretty(&invoice())),
        ("compact", compact(&invoice())),
    ]
}

/// Variants of the journal entry.
pub fn journal_variants() -> [Variant; 12] {
    let one_memo = |text: &str| {
        let memo = quoted(text);
        journal_of(
            |_| {},
            move |line, members| {
                if line == 20 {
                    members.set("memo", &memo);
                }
            },
        )
    };
    let lines = |edit: fn(&mut Members)| journal_of(|_| {}, |_, members| edit(members));
    [
        ("an empty memo", one_memo("")),
        ("minus in a memo", one_memo("line 20, -5% for early payment")),
        ("a quote ends a memo", one_memo(r#"line 20, pipes of 6\""#)),
        ("non-ASCII", lines(|line| line.set("memo", &quoted(NON_ASCII)))),
        ("escapes", lines(|line| line.set("memo", &quoted(ESCAPES)))),
        (
            "zeros",
            lines(|line| {
                line.set("debit", "0.00");
                line.set("credit", "0.00");
            }),
        ),
        ("largest numbers", lines(|line| line.set("debit", "999999999.99"))),
        (
            "optional ones absent",
            journal_of(|members| members.remove("reference"), |_, line| line.remove("memo")),
        ),
        (
            "optional ones null",
            journal_of(|members| members.set("reference", "null"), |_, line| line.set("memo", "null")),
        ),
        ("other order", journal_of(Members::turn, |_, line| line.turn())),
        ("pretty-printed", pretty(&journal())),
        ("compact", compact(&journal())),
    ]
}
