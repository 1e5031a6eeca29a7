//! Twelve ordinary variants of each payload: what other users say, and how other models write it.

use super::layout::{compact, pretty};
use super::members::Members;
use super::{add, add_of, invoice, invoice_of, journal, journal_of, quoted};
use crate::group::Group;

/// A variant: what is different, and the text.
pub type Variant = (&'static str, String);

/// The variants of a group's payload; none for those that have only one.
pub fn variants(group: Group) -> Vec<Variant> {
    match group {
        Group::Add => of_add().into(),
        Group::Invoice => of_invoice().into(),
        Group::Journal => of_journal().into(),
        _ => vec![],
    }
}

/// A note with characters of two, three and four bytes.
const NON_ASCII: &str = "Zahlbar in dreißig Tagen – größere Beträge später ✓ 🙂";
/// A note with the escapes that models write.
const ESCAPES: &str = r"Net thirty days,\nplease \u0026 thank you:\tthe order\/number";

fn of_add() -> [Variant; 12] {
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

fn of_invoice() -> [Variant; 12] {
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

fn of_journal() -> [Variant; 12] {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::group::Group;

    #[test]
    fn every_variant_is_another_text_that_fits_the_type() {
        for group in [Group::Add, Group::Invoice, Group::Journal] {
            let mut texts = BTreeSet::from([group.payload()]);
            for (name, text) in variants(group) {
                assert!(group.expected(&text).is_some(), "{} with {name}: {text}", group.name());
                assert!(texts.insert(text), "{} with {name}", group.name());
            }
            assert_eq!(texts.len(), 13);
        }
    }
}
