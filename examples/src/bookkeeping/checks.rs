//! Checks over several arguments, made before the user is asked and before anything is booked.
//!
//! A check is given every parameter of its function, in order, as it was decoded.
#![expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "a check is given references to the parameters"
)]

use hpd_host::error::Violation;
use jiff::civil::Date;
use rust_decimal::Decimal;

use super::ledger::{AccountId, JournalFault, JournalLine, PaymentId, check_journal_lines};
use super::{ApplicationInput, JournalLineInput};

/// The lines of a journal entry are debits and credits of the same sum.
pub(super) fn check_journal(
    lines: &[JournalLineInput],
    _: &Option<String>,
    _: &Option<Date>,
) -> Result<(), Vec<Violation>> {
    let lines: Vec<_> = lines.iter().cloned().map(JournalLine::from).collect();
    match check_journal_lines(&lines) {
        Ok(_) => Ok(()),
        Err(faults) => Err(faults.iter().map(violation).collect()),
    }
}

fn violation(fault: &JournalFault) -> Violation {
    let property = match fault {
        JournalFault::NotOneSide(place) => format!("Lines[{place}]"),
        _ => "Lines".to_owned(),
    };
    Violation::new(fault.to_string()).property(property)
}

/// The parts of a payment add up to it.
pub(super) fn check_payment(
    _: &AccountId,
    amount: &Decimal,
    applications: &[ApplicationInput],
    _: &Option<Date>,
    _: &Option<String>,
) -> Result<(), Vec<Violation>> {
    check_sum(*amount, applications)
}

/// The same where both are given; otherwise the books know the other one.
pub(super) fn check_changed_payment(
    _: &PaymentId,
    _: &Option<AccountId>,
    amount: &Option<Decimal>,
    applications: &Option<Vec<ApplicationInput>>,
    _: &Option<Date>,
    _: &Option<String>,
) -> Result<(), Vec<Violation>> {
    match (amount, applications) {
        (Some(amount), Some(applications)) => check_sum(*amount, applications),
        _ => Ok(()),
    }
}

fn check_sum(amount: Decimal, applications: &[ApplicationInput]) -> Result<(), Vec<Violation>> {
    let mut parts = applications.iter().map(|application| application.amount);
    match parts.try_fold(Decimal::ZERO, Decimal::checked_add) {
        Some(applied) if applied == amount => Ok(()),
        Some(applied) => Err(mismatch(format!(
            "The applications add up to {}, but Amount is {}. They must be equal.",
            applied.normalize(),
            amount.normalize()
        ))),
        None => Err(mismatch("The amounts of the applications are too large to be added.".to_owned())),
    }
}

fn mismatch(message: String) -> Vec<Violation> {
    vec![Violation::new(message).property("Applications")]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn application(amount: &str) -> ApplicationInput {
        ApplicationInput { invoice_id: "INV-042".into(), amount: amount.parse().expect("a decimal") }
    }

    #[test]
    fn applications_add_up_exactly() {
        let parts = [application("0.1"), application("0.2")];
        assert_eq!(check_sum("0.30".parse().expect("a decimal"), &parts), Ok(()));
        assert_eq!(
            check_sum(5000.into(), &[application("4000")]),
            Err(mismatch(
                "The applications add up to 4000, but Amount is 5000. They must be equal.".to_owned()
            ))
        );
    }

    #[test]
    fn a_change_of_one_of_them_is_left_to_the_books() {
        let check = |amount, applications| {
            check_changed_payment(&"PAY-001".into(), &None, &amount, &applications, &None, &None)
        };
        assert_eq!(check(Some(Decimal::ONE), None), Ok(()));
        assert_eq!(check(None, Some(vec![application("1")])), Ok(()));
        assert!(check(Some(Decimal::ONE), Some(vec![application("2")])).is_err());
    }

    #[test]
    fn journal_lines_are_checked_as_the_ledger_checks_them() {
        let line = |debit: i64, credit: i64| JournalLineInput {
            account_id: "ACC-1000".into(),
            debit_amount: Some(debit.into()),
            credit_amount: Some(credit.into()),
        };
        assert_eq!(check_journal(&[line(150, 0), line(0, 150)], &None, &None), Ok(()));
        assert_eq!(
            check_journal(&[line(150, 0), line(0, 140)], &None, &None),
            Err(vec![Violation::new("Debits (150) must equal Credits (140).").property("Lines")])
        );
        let text = "Lines[1] needs either DebitAmount or CreditAmount, above zero, and not both.";
        assert_eq!(
            check_journal(&[line(150, 0), line(1, 1)], &None, &None),
            Err(vec![Violation::new(text).property("Lines[1]")])
        );
    }
}
