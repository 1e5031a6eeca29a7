//! Results and texts of the bookkeeping plugin, function by function, without a model.

use hpd_examples::bookkeeping::ledger::{LedgerError, Side};
use hpd_examples::bookkeeping::{ApplicationInput, Bookkeeping, JournalLineInput, LineInput};
use hpd_host::reexports::serde_json;
use rust_decimal::Decimal;

fn line(description: &str, unit_amount: i64) -> LineInput {
    LineInput {
        description: description.to_owned(),
        quantity: None,
        unit_amount: unit_amount.into(),
        account_id: None,
    }
}

fn application(invoice: &str, amount: i64) -> ApplicationInput {
    ApplicationInput { invoice_id: invoice.into(), amount: amount.into() }
}

fn pay(books: &Bookkeeping, amount: i64, applications: Vec<ApplicationInput>) -> Result<String, LedgerError> {
    let payment = books.create_payment("ACC-1000".into(), amount.into(), applications, None, None)?;
    Ok(payment.payment_id.to_string())
}

fn text<T: std::fmt::Debug>(result: Result<T, LedgerError>) -> String {
    result.expect_err("it is refused").to_string()
}

/// The balance of an account, positive on the side where such an account grows.
fn balance(books: &Bookkeeping, account: &str) -> Decimal {
    let accounts = books.get_all_accounts(None);
    accounts.iter().find(|view| view.account_id.as_str() == account).expect("it is in the chart").balance
}

fn due(books: &Bookkeeping, invoice: &str) -> Decimal {
    books.get_invoice(invoice.into()).expect("it is there").summary.amount_due.to_decimal()
}

#[test]
fn the_sample_shows_its_records() {
    let books = Bookkeeping::sample();
    let invoices = books.get_all_invoices(Some("CON-001".into()), None).expect("a known contact");
    assert_eq!(
        serde_json::to_string(&invoices).expect("it can be written"),
        r#"[{"InvoiceId":"INV-042","ContactId":"CON-001","ContactName":"Acme Corp","Status":"Open","Total":5000.00,"AmountDue":5000.00,"DueDate":"2026-03-01"}]"#
    );
    let contacts = books.get_all_contacts(Some("ACME".to_owned()));
    assert_eq!(
        serde_json::to_string(&contacts).expect("it can be written"),
        r#"[{"ContactId":"CON-001","Name":"Acme Corp","Email":"accounts@acme.example"}]"#
    );
    let bills = books.get_all_bills(None, None).expect("no filter");
    assert_eq!(
        serde_json::to_string(&bills).expect("it can be written"),
        r#"[{"BillId":"BILL-007","ContactId":"CON-004","ContactName":"Paper & Pens","Status":"AwaitingApproval","Total":1800.00,"DueDate":"2026-02-28","Reference":"PP-2291","Lines":[{"Description":"Office furniture","Quantity":1,"UnitAmount":1800,"Amount":1800.00,"AccountId":"ACC-1500"}]}]"#
    );
}

#[test]
fn an_invoice_posts_to_receivables_and_revenue() {
    let books = Bookkeeping::default();
    let customer =
        books.ledger().write(|books| Ok(books.add_contact("Acme Corp", None).id)).expect("no refusal");
    let mut lines = vec![line("Parts", 100), line("Service", 50)];
    lines[0].quantity = Some(Decimal::new(25, 1));
    lines[1].account_id = Some("ACC-4100".into());
    let invoice = books.create_invoice(customer, lines, None, None).expect("it is booked");

    assert_eq!(invoice.summary.invoice_id.as_str(), "INV-001");
    assert_eq!(invoice.summary.total.to_string(), "300.00");
    assert_eq!(balance(&books, "ACC-1100"), 300.into());
    assert_eq!(balance(&books, "ACC-4000"), 250.into());
    assert_eq!(balance(&books, "ACC-4100"), 50.into());
}

#[test]
fn a_payment_posts_to_bank_and_receivables_and_settles_its_invoice() {
    let books = Bookkeeping::sample();
    let (bank, receivable) = (balance(&books, "ACC-1000"), balance(&books, "ACC-1100"));

    assert_eq!(pay(&books, 2000, vec![application("INV-042", 2000)]).as_deref(), Ok("PAY-001"));
    assert_eq!(due(&books, "INV-042"), 3000.into());
    assert_eq!(pay(&books, 3000, vec![application("INV-042", 3000)]).as_deref(), Ok("PAY-002"));

    let invoice = books.get_invoice("INV-042".into()).expect("it is there");
    assert_eq!(serde_json::to_value(invoice.summary.status).expect("a text"), "Paid");
    assert_eq!(invoice.settled_by, ["PAY-001", "PAY-002"]);
    assert_eq!(balance(&books, "ACC-1000") - bank, 5000.into());
    assert_eq!(receivable - balance(&books, "ACC-1100"), 5000.into());
}

#[test]
fn a_payment_that_does_not_fit_is_refused_and_changes_nothing() {
    let books = Bookkeeping::sample();
    let before = books.ledger().read(Clone::clone);

    assert_eq!(
        text(pay(&books, 10, vec![application("INV-9", 10)])),
        "There is no invoice INV-9. Call get_all_invoices to see the invoices."
    );
    assert_eq!(
        text(pay(&books, 6000, vec![application("INV-042", 6000)])),
        "INV-042 has only 5000.00 due, but 6000.00 is applied to it. Call get_all_invoices to see what is due."
    );
    assert_eq!(
        text(pay(&books, 5000, vec![application("INV-042", 4000)])),
        "The applications add up to 4000.00, but Amount is 5000.00. They must be equal."
    );
    assert_eq!(
        text(pay(&books, 2000, vec![application("INV-042", 1000), application("INV-042", 1000)])),
        "INV-042 stands twice in Applications. Apply one amount to it."
    );
    assert_eq!(
        text(pay(&books, 2000, vec![application("INV-042", 1000), application("INV-041", 1000)])),
        "INV-041 is an invoice to CON-002, not to CON-001. Use the invoices of one contact only."
    );
    assert_eq!(
        text(pay(&books, 0, vec![application("INV-042", 1)])),
        "Amount must be above zero, but it is 0. Ask the user for the right amount."
    );
    assert_eq!(text(pay(&books, 1, vec![])), "Applications must be a non-empty array.");
    let sales =
        books.create_payment("ACC-4000".into(), 1.into(), vec![application("INV-042", 1)], None, None);
    assert_eq!(
        text(sales),
        "ACC-4000 (Sales) can't be used here: a bank account is needed. Call get_all_accounts to see the accounts."
    );
    assert_eq!(books.ledger().read(Clone::clone), before);
}

#[test]
fn an_updated_payment_settles_anew() {
    let books = Bookkeeping::sample();
    pay(&books, 900, vec![application("INV-042", 900)]).expect("it fits");
    let bank = balance(&books, "ACC-1000");

    let moved = books
        .update_payment("PAY-001".into(), None, None, Some(vec![application("INV-043", 900)]), None, None)
        .expect("it fits there, too");
    assert_eq!((moved.contact_name.as_str(), moved.amount), ("Initech", 900.into()));
    assert_eq!((due(&books, "INV-042"), due(&books, "INV-043")), (5000.into(), 0.into()));
    assert_eq!(balance(&books, "ACC-1000"), bank);

    let amount_alone = books.update_payment("PAY-001".into(), None, Some(800.into()), None, None, None);
    assert_eq!(
        text(amount_alone),
        "The applications add up to 900.00, but Amount is 800.00. They must be equal."
    );
    let nothing = books.update_payment("PAY-001".into(), None, None, None, None, None);
    assert_eq!(text(nothing), "Nothing was changed: give at least one field with its new value.");
    let unknown = books.update_payment("PAY-7".into(), None, Some(1.into()), None, None, None);
    assert_eq!(text(unknown), "There is no payment PAY-7. Call get_all_payments to see the payments.");
}

#[test]
fn an_updated_invoice_is_booked_anew() {
    let books = Bookkeeping::sample();
    let update = |lines, reference: Option<&str>| {
        books.update_invoice("INV-042".into(), None, lines, None, reference.map(str::to_owned))
    };
    let sales = balance(&books, "ACC-4000");
    let changed = update(Some(vec![line("Machine parts", 4000)]), None).expect("it is open");
    assert_eq!(changed.summary.total.to_string(), "4000.00");
    assert_eq!(sales - balance(&books, "ACC-4000"), 1000.into());

    pay(&books, 100, vec![application("INV-042", 100)]).expect("it fits");
    assert!(update(None, Some("PO 17")).is_ok());
    assert_eq!(
        text(update(Some(vec![line("Machine parts", 1)]), None)),
        "INV-042 is settled by PAY-001. Its contact and lines can be changed, and it can be voided, only while nothing \
         settles it. Call update_payment to apply a payment to another invoice."
    );
    assert_eq!(text(update(None, None)), "Nothing was changed: give at least one field with its new value.");
}

#[test]
fn a_void_reverses_the_invoice() {
    let books = Bookkeeping::sample();
    let sales = balance(&books, "ACC-4000");
    let voided = books.void_invoice("INV-042".into()).expect("it is open");
    assert_eq!(serde_json::to_value(voided.summary.status).expect("a text"), "Voided");
    assert_eq!(due(&books, "INV-042"), 0.into());
    assert_eq!(sales - balance(&books, "ACC-4000"), 5000.into());

    let again =
        "INV-042 was voided, so nothing can be done with it. Call get_all_invoices to see the open invoices.";
    assert_eq!(text(books.void_invoice("INV-042".into())), again);
    assert_eq!(text(books.send_invoice("INV-042".into(), "a@acme.example".to_owned())), again);
    assert_eq!(text(pay(&books, 1, vec![application("INV-042", 1)])), again);

    pay(&books, 900, vec![application("INV-043", 900)]).expect("it fits");
    assert!(text(books.void_invoice("INV-043".into())).starts_with("INV-043 is settled by PAY-001."));
}

#[test]
fn a_sent_invoice_remembers_where_it_went() {
    let books = Bookkeeping::sample();
    let sent = books.send_invoice("INV-042".into(), "accounts@acme.example".to_owned()).expect("it is open");
    assert_eq!(sent.sent_to, ["accounts@acme.example"]);
}

#[test]
fn a_credit_note_settles_its_invoice_or_stays_as_credit() {
    let books = Bookkeeping::sample();
    let receivable = balance(&books, "ACC-1100");
    let credit = |contact: &str, amount, invoice: Option<&str>| {
        books.create_credit_note(contact.into(), vec![line("Return", amount)], invoice.map(Into::into))
    };
    let note = credit("CON-001", 500, Some("INV-042")).expect("it fits");
    assert_eq!((note.credit_note_id.as_str(), due(&books, "INV-042")), ("CN-001", 4500.into()));
    credit("CON-001", 100, None).expect("it needs no invoice");
    assert_eq!(due(&books, "INV-042"), 4500.into());
    assert_eq!(receivable - balance(&books, "ACC-1100"), 600.into());

    assert!(text(credit("CON-001", 4501, Some("INV-042"))).starts_with("INV-042 has only 4500.00 due"));
    assert!(text(credit("CON-002", 1, Some("INV-042"))).starts_with("INV-042 is an invoice to CON-001"));
    assert_eq!(books.get_all_credit_notes(Some("CON-001".into())).expect("a known contact").len(), 2);
}

#[test]
fn a_bill_is_booked_when_it_is_approved() {
    let books = Bookkeeping::sample();
    assert_eq!(balance(&books, "ACC-2000"), 0.into());
    let update = || books.update_bill("BILL-007".into(), None, Some(vec![line("Desks", 1700)]), None, None);
    assert_eq!(update().expect("it waits").total.to_string(), "1700.00");

    let approved = books.approve_bill("BILL-007".into()).expect("it waits");
    assert_eq!(serde_json::to_value(approved.status).expect("a text"), "Approved");
    assert_eq!((balance(&books, "ACC-2000"), balance(&books, "ACC-5000")), (1700.into(), 1700.into()));

    let refused = "BILL-007 was approved already, so it can't be changed. Call get_all_bills to see the bills to approve.";
    assert_eq!(text(update()), refused);
    assert_eq!(text(books.approve_bill("BILL-007".into())), refused);

    let created =
        books.create_bill("CON-004".into(), vec![line("Paper", 20)], None, None).expect("it is recorded");
    assert_eq!(created.bill_id.as_str(), "BILL-008");
}

#[test]
fn a_contact_with_documents_is_kept() {
    let books = Bookkeeping::sample();
    assert_eq!(
        text(books.delete_contact("CON-001".into())),
        "CON-001 (Acme Corp) has 1 invoice, so it can't be deleted. Tell the user that a contact with documents is kept."
    );
    let deleted = books.delete_contact("CON-005".into()).expect("it has no documents");
    assert_eq!(deleted.deleted.name, "Old Prospect");
    assert_eq!(
        text(books.delete_contact("CON-005".into())),
        "There is no contact CON-005. Call get_all_contacts to see the contacts."
    );
}

#[test]
fn a_journal_entry_is_balanced_and_leaves_documents_accounts_alone() {
    let books = Bookkeeping::sample();
    let line = |account: &str, side, amount: i64| JournalLineInput {
        account_id: account.into(),
        debit_amount: (side == Side::Debit).then(|| amount.into()),
        credit_amount: (side == Side::Credit).then(|| amount.into()),
    };
    let entry = |lines| books.create_journal_entry(lines, Some("Rent".to_owned()), None);

    let booked = entry(vec![line("ACC-5100", Side::Debit, 150), line("ACC-1000", Side::Credit, 150)]);
    assert_eq!(
        serde_json::to_string(&booked.expect("it is balanced").lines).expect("it can be written"),
        r#"[{"AccountId":"ACC-5100","DebitAmount":150.00},{"AccountId":"ACC-1000","CreditAmount":150.00}]"#
    );
    assert_eq!(
        text(entry(vec![line("ACC-5100", Side::Debit, 150), line("ACC-1000", Side::Credit, 140)])),
        "Debits (150) must equal Credits (140)."
    );
    assert_eq!(
        text(entry(vec![line("ACC-5100", Side::Debit, 150)])),
        "Journal entry requires at least 2 lines."
    );
    assert_eq!(
        text(entry(vec![line("ACC-1100", Side::Debit, 1), line("ACC-1000", Side::Credit, 1)])),
        "ACC-1100 (Accounts receivable) can't be used here: an account that isn't kept by invoices, bills and payments alone \
         is needed. Call get_all_accounts to see the accounts."
    );
    assert_eq!(books.get_journal_entries(Some("ACC-5100".into())).expect("a known account").len(), 1);
}

#[test]
fn the_trial_balance_balances() {
    let trial_balance = Bookkeeping::sample().get_trial_balance();
    assert_eq!(trial_balance.total_debit, trial_balance.total_credit);
    assert_eq!(trial_balance.total_debit.to_string(), "31100.00");
    assert_eq!(
        serde_json::to_string(&trial_balance.accounts[0]).expect("it can be written"),
        r#"{"AccountId":"ACC-1000","Name":"Bank","Debit":20000.00,"Credit":0.00}"#
    );
}
