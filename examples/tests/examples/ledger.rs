//! Invariants of the books under any sequence of operations.

use hpd_examples::bookkeeping::ledger::{
    AccountType, Application, BillChanges, BillStatus, Books, InvoiceChanges, JournalLine, Ledger,
    LedgerError, Line, NewBill, NewCreditNote, NewInvoice, NewPayment, PaymentChanges, Side,
};
use proptest::prelude::*;
use proptest::sample::select;
use rust_decimal::Decimal;

/// Something that is done with the books. Most are refused in some states, and that must change nothing.
#[derive(Debug, Clone)]
enum Operation {
    AddContact,
    DeleteContact(String),
    CreateInvoice(NewInvoice),
    UpdateInvoice(String, InvoiceChanges),
    VoidInvoice(String),
    CreateBill(NewBill),
    UpdateBill(String, BillChanges),
    ApproveBill(String),
    CreditNote(NewCreditNote),
    CreatePayment(NewPayment),
    UpdatePayment(String, PaymentChanges),
    JournalEntry(Vec<JournalLine>),
}

fn perform(books: &mut Books, operation: Operation) -> Result<(), LedgerError> {
    match operation {
        Operation::AddContact => {
            books.add_contact("Somebody", None);
            Ok(())
        }
        Operation::DeleteContact(id) => books.delete_contact(&(&*id).into()).map(drop),
        Operation::CreateInvoice(new) => books.create_invoice(new).map(drop),
        Operation::UpdateInvoice(id, changes) => books.update_invoice(&(&*id).into(), changes).map(drop),
        Operation::VoidInvoice(id) => books.void_invoice(&(&*id).into()).map(drop),
        Operation::CreateBill(new) => books.create_bill(new).map(drop),
        Operation::UpdateBill(id, changes) => books.update_bill(&(&*id).into(), changes).map(drop),
        Operation::ApproveBill(id) => books.approve_bill(&(&*id).into()).map(drop),
        Operation::CreditNote(new) => books.create_credit_note(new).map(drop),
        Operation::CreatePayment(new) => books.create_payment(new).map(drop),
        Operation::UpdatePayment(id, changes) => books.update_payment(&(&*id).into(), changes).map(drop),
        Operation::JournalEntry(lines) => books.create_journal_entry(&lines, None, None).map(drop),
    }
}

fn id(prefix: &'static str) -> impl Strategy<Value = String> {
    (1..=4_u32).prop_map(move |number| format!("{prefix}-{number:03}"))
}

fn account() -> impl Strategy<Value = &'static str> {
    select(vec![
        "ACC-1000", "ACC-1010", "ACC-1100", "ACC-1500", "ACC-2000", "ACC-3000", "ACC-4000", "ACC-5100",
        "ACC-9999",
    ])
}

/// Mostly amounts that can be booked, and such that sums are often equal.
fn amount() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        8 => select(vec![10_000, 20_000, 5_050, 1]).prop_map(|cents| Decimal::new(cents, 2)),
        1 => (-100_000..100_000_i64).prop_map(|mills| Decimal::new(mills, 3)),
        1 => Just(Decimal::MAX),
    ]
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let line = (prop::option::of(amount()), amount(), prop::option::weighted(0.2, account())).prop_map(
        |(quantity, unit_amount, account)| Line {
            description: "Something".to_owned(),
            quantity: quantity.map(|quantity| quantity / Decimal::from(100)),
            unit_amount,
            account: account.map(Into::into),
        },
    );
    prop::collection::vec(line, 0..4)
}

fn applications() -> impl Strategy<Value = Vec<Application>> {
    let application = (id("INV"), amount())
        .prop_map(|(invoice, amount)| Application { invoice: (&*invoice).into(), amount });
    prop::collection::vec(application, 0..3)
}

/// A payment whose amount is mostly the sum of its parts.
fn payment() -> impl Strategy<Value = NewPayment> {
    (
        prop_oneof![5 => Just("ACC-1000"), 1 => account()],
        applications(),
        prop::option::weighted(0.1, amount()),
    )
        .prop_map(|(account, applications, other_amount)| {
            let sum = applications.iter().try_fold(Decimal::ZERO, |sum, part| sum.checked_add(part.amount));
            let amount = other_amount.or(sum).unwrap_or(Decimal::MAX);
            NewPayment { account: account.into(), amount, applications, date: None, reference: None }
        })
}

fn journal_lines() -> impl Strategy<Value = Vec<JournalLine>> {
    let any_line = (account(), prop::option::of(amount()), prop::option::of(amount()))
        .prop_map(|(account, debit, credit)| JournalLine { account: account.into(), debit, credit });
    let pair = (account(), account(), amount()).prop_map(|(left, right, amount)| {
        vec![
            JournalLine { account: left.into(), debit: Some(amount), credit: None },
            JournalLine { account: right.into(), debit: None, credit: Some(amount) },
        ]
    });
    prop_oneof![pair, prop::collection::vec(any_line, 0..4)]
}

fn operation() -> impl Strategy<Value = Operation> {
    let contact = || id("CON").prop_map(|id| (&*id).into());
    let invoice = (contact(), lines()).prop_map(|(contact, lines)| NewInvoice {
        contact,
        lines,
        due_date: None,
        reference: None,
    });
    let bill = (contact(), lines()).prop_map(|(contact, lines)| NewBill {
        contact,
        lines,
        due_date: None,
        reference: None,
    });
    let note = (contact(), lines(), prop::option::of(id("INV").prop_map(|id| (&*id).into())))
        .prop_map(|(contact, lines, invoice)| NewCreditNote { contact, lines, invoice });
    let invoice_changes = (prop::option::of(contact()), prop::option::of(lines()))
        .prop_map(|(contact, lines)| InvoiceChanges { contact, lines, ..InvoiceChanges::default() });
    let bill_changes = (prop::option::of(contact()), prop::option::of(lines()))
        .prop_map(|(contact, lines)| BillChanges { contact, lines, ..BillChanges::default() });
    let payment_changes = payment().prop_map(|payment| PaymentChanges {
        account: Some(payment.account),
        amount: Some(payment.amount),
        applications: Some(payment.applications),
        ..PaymentChanges::default()
    });
    prop_oneof![
        3 => Just(Operation::AddContact),
        1 => id("CON").prop_map(Operation::DeleteContact),
        5 => invoice.prop_map(Operation::CreateInvoice),
        2 => (id("INV"), invoice_changes).prop_map(|(id, changes)| Operation::UpdateInvoice(id, changes)),
        1 => id("INV").prop_map(Operation::VoidInvoice),
        2 => bill.prop_map(Operation::CreateBill),
        1 => (id("BILL"), bill_changes).prop_map(|(id, changes)| Operation::UpdateBill(id, changes)),
        2 => id("BILL").prop_map(Operation::ApproveBill),
        2 => note.prop_map(Operation::CreditNote),
        6 => payment().prop_map(Operation::CreatePayment),
        3 => (id("PAY"), payment_changes).prop_map(|(id, changes)| Operation::UpdatePayment(id, changes)),
        3 => journal_lines().prop_map(Operation::JournalEntry),
    ]
}

fn balance(books: &Books, kind: AccountType) -> Decimal {
    books.accounts(Some(kind)).iter().map(|account| account.balance).sum()
}

fn check_everything_that_always_holds(books: &Books) {
    for entry in books.journal_entries(None).expect("no filter") {
        let sum = |side| entry.lines.iter().map(|posting| posting.amount(side).to_decimal()).sum::<Decimal>();
        assert_eq!(sum(Side::Debit), sum(Side::Credit), "{entry:?}");
    }
    let trial_balance = books.trial_balance();
    assert_eq!(trial_balance.total_debit, trial_balance.total_credit);

    let invoices = books.invoices(None, None).expect("no filter");
    let due: Decimal = invoices.iter().map(|invoice| invoice.amount_due.to_decimal()).sum();
    let notes = books.credit_notes(None).expect("no filter");
    let free_notes = notes.iter().filter(|note| note.invoice_id.is_none());
    let free_credit: Decimal = free_notes.map(|note| note.total.to_decimal()).sum();
    assert_eq!(balance(books, AccountType::Receivable), due - free_credit);

    let approved = books.bills(None, Some(BillStatus::Approved)).expect("no filter");
    let owed: Decimal = approved.iter().map(|bill| bill.total.to_decimal()).sum();
    assert_eq!(balance(books, AccountType::Payable), owed);

    let payments = books.payments(None).expect("no filter");
    for invoice in &invoices {
        let parts = payments.iter().flat_map(|payment| &payment.applications);
        let paid: Decimal =
            parts.filter(|part| part.invoice == invoice.invoice_id).map(|part| part.amount).sum();
        let notes = notes.iter().filter(|note| note.invoice_id.as_ref() == Some(&invoice.invoice_id));
        let credited: Decimal = notes.map(|note| note.total.to_decimal()).sum();
        let voided = invoice.amount_due.is_zero() && paid.is_zero() && credited.is_zero();
        assert!(
            voided || invoice.amount_due.to_decimal() == invoice.total.to_decimal() - paid - credited,
            "{invoice:?}"
        );
    }
}

/// The operations of one case, and how many of them were done.
fn run(operations: Vec<Operation>) -> usize {
    let ledger = Ledger::default();
    let mut done = 0;
    for operation in operations {
        let before = ledger.read(Clone::clone);
        match ledger.write(|books| perform(books, operation)) {
            Ok(()) => done += 1,
            Err(_) => assert_eq!(ledger.read(Clone::clone), before),
        }
        ledger.read(check_everything_that_always_holds);
    }
    done
}

proptest! {
    #[test]
    fn the_books_balance_whatever_is_done(operations in prop::collection::vec(operation(), 1..80)) {
        run(operations);
    }
}

/// The property above would hold for operations that are all refused: each kind has to succeed now and then.
#[test]
fn each_kind_of_operation_succeeds_at_times() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut succeeded = std::collections::HashSet::new();
    let strategy = prop::collection::vec(operation(), 80);
    for _ in 0..40 {
        let ledger = Ledger::default();
        for operation in strategy.new_tree(&mut runner).expect("nothing is filtered").current() {
            let kind = std::mem::discriminant(&operation);
            if ledger.write(|books| perform(books, operation)).is_ok() {
                succeeded.insert(kind);
            }
        }
    }
    assert_eq!(succeeded.len(), 12);
}
