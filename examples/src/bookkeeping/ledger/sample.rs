//! The books of a small company, to try things out.

use jiff::civil::{Date, date};

use super::{AccountId, Books, ContactId, JournalLine, Ledger, LedgerError, Line, NewBill, NewInvoice};

impl Ledger {
    /// The books of a small company: five contacts, three open invoices, and a bill of 1,800.00 that waits for approval
    /// (`BILL-007`). One of the invoices is `INV-042` to Acme Corp over 5,000.00.
    ///
    /// ```
    /// use hpd_examples::bookkeeping::ledger::Ledger;
    ///
    /// let invoice = Ledger::sample().read(|books| books.invoice(&"INV-042".into()))?;
    /// assert_eq!(invoice.summary.contact_name, "Acme Corp");
    /// assert_eq!(invoice.summary.amount_due.to_string(), "5000.00");
    /// # Ok::<(), hpd_examples::bookkeeping::ledger::LedgerError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Never: the records are constant, and a test books them.
    pub fn sample() -> Self {
        Self::new(sample_books().expect("the sample's records are constant and can be booked"))
    }
}

fn sample_books() -> Result<Books, LedgerError> {
    let mut books = Books::default();
    // As if the company had kept its older records in another system.
    books.invoices.number_from(41);
    books.bills.number_from(7);

    let acme = books.add_contact("Acme Corp", Some("accounts@acme.example")).id;
    let globex = books.add_contact("Globex Ltd", Some("billing@globex.example")).id;
    let initech = books.add_contact("Initech", None).id;
    let paper = books.add_contact("Paper & Pens", Some("sales@paperandpens.example")).id;
    books.add_contact("Old Prospect", None);

    let opening = |account: &str, debit: i64, credit: i64| JournalLine {
        account: account.into(),
        debit: Some(debit.into()),
        credit: Some(credit.into()),
    };
    let capital =
        [opening("ACC-1000", 20_000, 0), opening("ACC-1500", 4_000, 0), opening("ACC-3000", 0, 24_000)];
    books.create_journal_entry(&capital, Some("Opening balance".to_owned()), Some(date(2026, 1, 1)))?;

    books.create_invoice(invoice(globex, "Support, January", 1_200, "ACC-4100", date(2026, 2, 15)))?;
    books.create_invoice(invoice(acme, "Machine parts", 5_000, "ACC-4000", date(2026, 3, 1)))?;
    books.create_invoice(invoice(initech, "Training", 900, "ACC-4100", date(2026, 3, 15)))?;
    books.create_bill(NewBill {
        contact: paper,
        lines: vec![line("Office furniture", 1_800, "ACC-1500")],
        due_date: Some(date(2026, 2, 28)),
        reference: Some("PP-2291".to_owned()),
    })?;
    Ok(books)
}

fn invoice(contact: ContactId, description: &str, amount: i64, account: &str, due: Date) -> NewInvoice {
    NewInvoice {
        contact,
        lines: vec![line(description, amount, account)],
        due_date: Some(due),
        reference: None,
    }
}

fn line(description: &str, amount: i64, account: &str) -> Line {
    Line {
        description: description.to_owned(),
        quantity: None,
        unit_amount: amount.into(),
        account: Some(AccountId::from(account)),
    }
}
