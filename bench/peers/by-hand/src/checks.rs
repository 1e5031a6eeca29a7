//! The rules of each type, by hand.

use std::hint::black_box;

use hpd_bench_cases::types::{AddArgs, InvoiceArgs, JournalArgs};
use hpd_bench_cases::{Answer, Call, Checks, Contender, Group, text};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) fn contender() -> Contender {
    Contender::new("typed serde + hand-written checks", Checks::RulesByHand)
        .on([Group::Add], |_, arguments| checked(arguments, no_check, AddArgs::run))
        .on([Group::Invoice], |_, arguments| checked(arguments, check_invoice, InvoiceArgs::run))
        .on([Group::Journal], |_, arguments| checked(arguments, check_journal, JournalArgs::run))
}

fn checked<A: DeserializeOwned + 'static, O: Serialize + 'static>(
    arguments: &str,
    check: fn(&A) -> Result<(), String>,
    run: fn(A) -> O,
) -> Call {
    let arguments = arguments.to_owned();
    Box::new(move || {
        let result = run_checked(black_box(&arguments), check, run);
        Answer::Text(result.expect("the payload fits its type and its checks"))
    })
}

pub(crate) fn run_checked<A: DeserializeOwned, O: Serialize>(
    arguments: &str,
    check: fn(&A) -> Result<(), String>,
    run: fn(A) -> O,
) -> Result<String, String> {
    let arguments: A = serde_json::from_str(arguments).map_err(|error| error.to_string())?;
    check(&arguments)?;
    Ok(text(&run(arguments)))
}

#[expect(clippy::unnecessary_wraps, reason = "it has the signature of a check")]
pub(crate) fn no_check(_: &AddArgs) -> Result<(), String> {
    Ok(())
}

pub(crate) fn check_invoice(invoice: &InvoiceArgs) -> Result<(), String> {
    if invoice.contact_id.is_empty() {
        return Err("contact_id".to_owned());
    }
    // Not `unit_price < 0.0`: that would let NaN pass.
    let good = invoice
        .lines
        .iter()
        .all(|line| !line.item_id.is_empty() && line.quantity >= 1 && line.unit_price >= 0.0);
    if invoice.lines.is_empty() || !good { Err("lines".to_owned()) } else { Ok(()) }
}

pub(crate) fn check_journal(entry: &JournalArgs) -> Result<(), String> {
    if entry.date.is_empty() {
        return Err("date".to_owned());
    }
    let good =
        entry.lines.iter().all(|line| !line.account.is_empty() && line.debit >= 0.0 && line.credit >= 0.0);
    if entry.lines.is_empty() || !good { Err("lines".to_owned()) } else { Ok(()) }
}
