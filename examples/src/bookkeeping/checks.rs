//! Checks over several arguments, made before the user is asked and again before anything is booked.
//!
//! A check is given every parameter of its function, in order, as it was decoded. After the sums it tries the call on a
//! copy of the books. So the user is never asked about a call that must fail on the current books.
#![expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "a check is given references to the parameters"
)]

use hpd_host::error::Violation;
use jiff::civil::Date;
use rust_decimal::Decimal;

use super::arguments::converted;
use super::ledger::{
    AccountId, BillChanges, BillId, Books, ContactId, InvoiceChanges, InvoiceId, JournalFault, JournalLine,
    LedgerError, NewBill, NewCreditNote, NewInvoice, NewPayment, PaymentChanges, PaymentId, Record,
    check_journal_lines,
};
use super::{ApplicationInput, Bookkeeping, JournalLineInput, LineInput};

type Checked = Result<(), Vec<Violation>>;

impl Bookkeeping {
    /// Whether the books would take a change as they are. `list` is the parameter with the lines or the parts.
    fn would_take<T>(
        &self,
        list: &str,
        change: impl FnOnce(&mut Books) -> Result<T, LedgerError>,
    ) -> Checked {
        match self.ledger().try_out(change) {
            Ok(_) => Ok(()),
            Err(error) => {
                let violation = Violation::new(error.to_string());
                Err(vec![match property(&error, list) {
                    Some(property) => violation.property(property),
                    None => violation,
                }])
            }
        }
    }

    pub(super) fn check_payment(
        &self,
        account: &AccountId,
        amount: &Decimal,
        applications: &[ApplicationInput],
        date: &Option<Date>,
        reference: &Option<String>,
    ) -> Checked {
        check_sum(*amount, applications)?;
        let new = NewPayment {
            account: account.clone(),
            amount: *amount,
            applications: converted(applications.to_vec()),
            date: *date,
            reference: reference.clone(),
        };
        self.would_take("Applications", |books| books.create_payment(new))
    }

    pub(super) fn check_invoice(
        &self,
        contact: &ContactId,
        lines: &[LineInput],
        due_date: &Option<Date>,
        reference: &Option<String>,
    ) -> Checked {
        let new = NewInvoice {
            contact: contact.clone(),
            lines: converted(lines.to_vec()),
            due_date: *due_date,
            reference: reference.clone(),
        };
        self.would_take("Lines", |books| books.create_invoice(new))
    }

    pub(super) fn check_bill(
        &self,
        contact: &ContactId,
        lines: &[LineInput],
        due_date: &Option<Date>,
        reference: &Option<String>,
    ) -> Checked {
        let new = NewBill {
            contact: contact.clone(),
            lines: converted(lines.to_vec()),
            due_date: *due_date,
            reference: reference.clone(),
        };
        self.would_take("Lines", |books| books.create_bill(new))
    }

    pub(super) fn check_credit_note(
        &self,
        contact: &ContactId,
        lines: &[LineInput],
        invoice: &Option<InvoiceId>,
    ) -> Checked {
        let new = NewCreditNote {
            contact: contact.clone(),
            lines: converted(lines.to_vec()),
            invoice: invoice.clone(),
        };
        self.would_take("Lines", |books| books.create_credit_note(new))
    }

    pub(super) fn check_changed_invoice(
        &self,
        id: &InvoiceId,
        contact: &Option<ContactId>,
        lines: &Option<Vec<LineInput>>,
        due_date: &Option<Date>,
        reference: &Option<String>,
    ) -> Checked {
        let changes = InvoiceChanges {
            contact: contact.clone(),
            lines: lines.clone().map(converted),
            due_date: *due_date,
            reference: reference.clone(),
        };
        self.would_take("Lines", |books| books.update_invoice(id, changes))
    }

    pub(super) fn check_changed_bill(
        &self,
        id: &BillId,
        contact: &Option<ContactId>,
        lines: &Option<Vec<LineInput>>,
        due_date: &Option<Date>,
        reference: &Option<String>,
    ) -> Checked {
        let changes = BillChanges {
            contact: contact.clone(),
            lines: lines.clone().map(converted),
            due_date: *due_date,
            reference: reference.clone(),
        };
        self.would_take("Lines", |books| books.update_bill(id, changes))
    }

    pub(super) fn check_void(&self, id: &InvoiceId) -> Checked {
        self.would_take("InvoiceId", |books| books.void_invoice(id))
    }

    pub(super) fn check_deleted(&self, id: &ContactId) -> Checked {
        self.would_take("ContactId", |books| books.delete_contact(id))
    }

    pub(super) fn check_sent(&self, id: &InvoiceId, email: &str) -> Checked {
        self.would_take("InvoiceId", |books| books.send_invoice(id, email.to_owned()))
    }

    pub(super) fn check_approved(&self, id: &BillId) -> Checked {
        self.would_take("BillId", |books| books.approve_bill(id))
    }

    pub(super) fn check_journal(
        &self,
        lines: &[JournalLineInput],
        narration: &Option<String>,
        date: &Option<Date>,
    ) -> Checked {
        let lines: Vec<JournalLine> = converted(lines.to_vec());
        if let Err(faults) = check_journal_lines(&lines) {
            return Err(faults.iter().map(violation).collect());
        }
        self.would_take("Lines", |books| books.create_journal_entry(&lines, narration.clone(), *date))
    }

    /// The sum is checked where both are given; otherwise the books know the other one.
    pub(super) fn check_changed_payment(
        &self,
        id: &PaymentId,
        account: &Option<AccountId>,
        amount: &Option<Decimal>,
        applications: &Option<Vec<ApplicationInput>>,
        date: &Option<Date>,
        reference: &Option<String>,
    ) -> Checked {
        if let (Some(amount), Some(applications)) = (amount, applications) {
            check_sum(*amount, applications)?;
        }
        let changes = PaymentChanges {
            account: account.clone(),
            amount: *amount,
            applications: applications.clone().map(converted),
            date: *date,
            reference: reference.clone(),
        };
        self.would_take("Applications", |books| books.update_payment(id, changes))
    }
}

/// The parameter that an error is about; `None` if it is about all of them.
fn property<'l>(error: &LedgerError, list: &'l str) -> Option<&'l str> {
    Some(match error {
        LedgerError::NothingToChange => return None,
        LedgerError::NoSuch { record: Record::Contact, .. } => "ContactId",
        LedgerError::NoSuch { record: Record::Bill, .. } | LedgerError::Approved(_) => "BillId",
        LedgerError::NoSuch { record: Record::Payment, .. } => "PaymentId",
        LedgerError::NoSuch { record: Record::Account, .. } | LedgerError::WrongAccount { .. }
            if list == "Applications" =>
        {
            "AccountId"
        }
        LedgerError::NoSuch { record: Record::Invoice, .. }
        | LedgerError::Voided(_)
        | LedgerError::Settled { .. }
        | LedgerError::OtherContact { .. }
        | LedgerError::MoreThanDue { .. }
            if list != "Applications" =>
        {
            "InvoiceId"
        }
        _ => list,
    })
}

fn violation(fault: &JournalFault) -> Violation {
    let property = match fault {
        JournalFault::NotOneSide(place) => format!("Lines[{place}]"),
        _ => "Lines".to_owned(),
    };
    Violation::new(fault.to_string()).property(property)
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
        let books = Bookkeeping::sample();
        let recorded =
            books.create_payment("ACC-1000".into(), Decimal::ONE, vec![application("1")], None, None);
        assert!(recorded.is_ok());
        let check = |amount, applications| {
            books.check_changed_payment(&"PAY-001".into(), &None, &amount, &applications, &None, &None)
        };
        assert_eq!(check(Some(Decimal::ONE), None), Ok(()));
        assert_eq!(check(None, Some(vec![application("1")])), Ok(()));
        assert!(check(Some(Decimal::ONE), Some(vec![application("2")])).is_err());
        assert!(check(Some(Decimal::TWO), None).is_err());
    }

    #[test]
    fn journal_lines_are_checked_as_the_ledger_checks_them() {
        let books = Bookkeeping::sample();
        let line = |debit: i64, credit: i64| JournalLineInput {
            account_id: "ACC-1000".into(),
            debit_amount: Some(debit.into()),
            credit_amount: Some(credit.into()),
        };
        assert_eq!(books.check_journal(&[line(150, 0), line(0, 150)], &None, &None), Ok(()));
        assert_eq!(
            books.check_journal(&[line(150, 0), line(0, 140)], &None, &None),
            Err(vec![Violation::new("Debits (150) must equal Credits (140).").property("Lines")])
        );
        let text = "Lines[1] needs either DebitAmount or CreditAmount, above zero, and not both.";
        assert_eq!(
            books.check_journal(&[line(150, 0), line(1, 1)], &None, &None),
            Err(vec![Violation::new(text).property("Lines[1]")])
        );
    }
}
