//! The user's preview of a write: the record, its contact and its amount, and the changes of an update.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::future::ready;
use std::sync::Arc;

use hpd_host::approval::{ArgumentChange, Preview};
use hpd_host::args::{Limits, Node};
use hpd_host::reexports::serde_json;
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, ToolboxBuilder};
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;

use super::arguments::converted;
use super::ledger::{
    Application, BillView, Books, InvoiceView, JournalLine, Line, NewBill, NewCreditNote, NewInvoice,
};
use super::{ApplicationInput, Bookkeeping, JournalLineInput, LineInput};

/// Registers the plugin with previews of its writes for the user. They show the customer or supplier and the amount,
/// and for updates the values before and after.
///
/// ```
/// use std::sync::Arc;
///
/// use futures_executor::block_on;
/// use hpd_examples::bookkeeping::{Bookkeeping, with_previews};
/// use hpd_host::outcome::OutcomeKind;
/// use hpd_host::{RawCall, Session, Toolbox};
///
/// let toolbox = with_previews(Toolbox::builder(), Arc::new(Bookkeeping::sample())).build()?;
/// let call = RawCall::new("1", "update_invoice", r#"{"InvoiceId": "INV-042", "DueDate": "2026-04-01"}"#);
/// let outcome = block_on(toolbox.call(&Session::new(), &call));
/// let OutcomeKind::Confirm(question) = &outcome.kind else { panic!("a write is asked about") };
/// assert_eq!(question.asked(), "Change invoice INV-042 of Acme Corp over 5000.00?");
/// assert!(question.text().ends_with("What changes:\n- DueDate: \"2026-03-01\" -> \"2026-04-01\""));
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
#[must_use]
pub fn with_previews(builder: ToolboxBuilder, bookkeeping: Arc<Bookkeeping>) -> ToolboxBuilder {
    let update = |id, record| Some(Updated { id, record });
    let previews: [(&str, Shown, Option<Updated>); 12] = [
        ("create_payment", of_payment, None),
        ("create_invoice", of_new_invoice, None),
        ("create_bill", of_new_bill, None),
        ("create_credit_note", of_new_credit_note, None),
        ("update_invoice", of_invoice, update("InvoiceId", invoice)),
        ("update_bill", of_bill, update("BillId", bill)),
        ("void_invoice", of_invoice, None),
        ("delete_contact", of_contact, None),
        ("send_invoice", of_invoice, None),
        ("approve_bill", of_bill, None),
        ("create_journal_entry", of_entry, None),
        ("update_payment", of_recorded_payment, update("PaymentId", payment)),
    ];
    let builder = previews.into_iter().fold(builder, |builder, (function, shown, updated)| {
        let preview = WritePreview { bookkeeping: Arc::clone(&bookkeeping), shown, updated };
        builder.approval(Approval::new().preview(format!("Bookkeeping.{function}"), preview))
    });
    builder.shared_plugin(bookkeeping)
}

/// Values for the names in a question.
type Values = BTreeMap<String, Node<'static>>;
/// The preview of a call for the user; `None` if the books don't have its record.
type Shown = fn(&mut Books, &Node<'_>) -> Option<Values>;

/// Looks up the records of a call.
struct WritePreview {
    bookkeeping: Arc<Bookkeeping>,
    shown: Shown,
    updated: Option<Updated>,
}

/// A record that an update compares with its arguments.
struct Updated {
    /// The parameter that names the record.
    id: &'static str,
    /// The record of an id, as a JSON text.
    record: fn(&Books, &str) -> Option<String>,
}

impl Preview for WritePreview {
    fn changes<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, Option<Vec<ArgumentChange>>> {
        Box::pin(ready(
            self.updated.as_ref().and_then(|updated| updated.changes(&self.bookkeeping, arguments)),
        ))
    }

    fn values<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, BTreeMap<String, Node<'static>>> {
        // A new record has its sum only once it is booked: so it is tried on a copy of the books.
        let values = self.bookkeeping.ledger().try_out(|books| Ok((self.shown)(books, arguments)));
        Box::pin(ready(values.ok().flatten().unwrap_or_default()))
    }
}

impl Updated {
    fn changes(&self, bookkeeping: &Bookkeeping, arguments: &Node<'_>) -> Option<Vec<ArgumentChange>> {
        let id = arguments.get(self.id)?.as_str()?;
        let record = bookkeeping.ledger().read(|books| (self.record)(books, id))?;
        let record = Node::parse(&record, &Limits::default()).ok()?;
        let Node::Object(members) = arguments else { return None };
        let others = members.iter().filter(|(name, after)| *name != self.id && *after != Node::Null);
        let change = |(name, after): &(Cow<'_, str>, Node<'_>)| {
            let before = record.get(name).cloned().unwrap_or(Node::Null);
            let (field, after) = (name.to_string(), after.clone().into_owned());
            (before != after).then(|| ArgumentChange { field, before: before.into_owned(), after })
        };
        Some(others.filter_map(change).collect())
    }
}

fn invoice(books: &Books, id: &str) -> Option<String> {
    serde_json::to_string(&books.invoice(&id.into()).ok()?).ok()
}

fn bill(books: &Books, id: &str) -> Option<String> {
    serde_json::to_string(&books.bill(&id.into()).ok()?).ok()
}

fn payment(books: &Books, id: &str) -> Option<String> {
    let payments = books.payments(None).ok()?;
    serde_json::to_string(payments.iter().find(|payment| payment.payment_id.as_str() == id)?).ok()
}

/// An argument as the plugin's function takes it.
fn argument<T: DeserializeOwned>(arguments: &Node<'_>, name: &str) -> Option<T> {
    serde_json::from_str(&arguments.get(name)?.to_json()).ok()
}

fn text(value: &(impl ToString + ?Sized)) -> Node<'static> {
    Node::String(value.to_string().into())
}

fn values<const N: usize>(values: [(&str, Node<'static>); N]) -> Values {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn of_payment(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    let applications: Vec<ApplicationInput> = argument(arguments, "Applications")?;
    let applications: Vec<Application> = converted(applications);
    let first = books.invoice(&applications.first()?.invoice).ok()?;
    let invoices = applications.iter().map(|application| text(&application.invoice)).collect();
    Some(values([("contact", text(&first.summary.contact_name)), ("invoices", Node::Array(invoices))]))
}

fn lines(arguments: &Node<'_>) -> Option<Vec<Line>> {
    argument::<Vec<LineInput>>(arguments, "Lines").map(converted)
}

fn of_new_invoice(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    let contact = argument(arguments, "ContactId")?;
    let new = NewInvoice { contact, lines: lines(arguments)?, due_date: None, reference: None };
    Some(shown_invoice(&books.create_invoice(new).ok()?))
}

fn of_new_bill(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    let contact = argument(arguments, "ContactId")?;
    let new = NewBill { contact, lines: lines(arguments)?, due_date: None, reference: None };
    Some(shown_bill(&books.create_bill(new).ok()?))
}

fn of_new_credit_note(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    let contact = argument(arguments, "ContactId")?;
    let new = NewCreditNote { contact, lines: lines(arguments)?, invoice: None };
    let note = books.create_credit_note(new).ok()?;
    Some(values([("contact", text(&note.contact_name)), ("total", text(&note.total))]))
}

fn of_invoice(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    Some(shown_invoice(&books.invoice(&argument(arguments, "InvoiceId")?).ok()?))
}

fn of_bill(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    Some(shown_bill(&books.bill(&argument(arguments, "BillId")?).ok()?))
}

fn shown_invoice(invoice: &InvoiceView) -> Values {
    values([("contact", text(&invoice.summary.contact_name)), ("total", text(&invoice.summary.total))])
}

fn shown_bill(bill: &BillView) -> Values {
    values([("contact", text(&bill.contact_name)), ("total", text(&bill.total))])
}

fn of_contact(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    let id: String = argument(arguments, "ContactId")?;
    let contact = books.contacts(None).into_iter().find(|contact| contact.id.as_str() == id)?;
    Some(values([("contact", text(&contact.name))]))
}

fn of_recorded_payment(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    let id: String = argument(arguments, "PaymentId")?;
    let payment = books.payments(None).ok()?.into_iter().find(|payment| payment.payment_id.as_str() == id)?;
    Some(values([("contact", text(&payment.contact_name)), ("total", text(&payment.amount))]))
}

fn of_entry(books: &mut Books, arguments: &Node<'_>) -> Option<Values> {
    let lines: Vec<JournalLineInput> = argument(arguments, "Lines")?;
    let lines: Vec<JournalLine> = converted(lines);
    let total: Decimal = lines.iter().filter_map(|line| line.debit).sum();
    let accounts = books.accounts(None);
    let name = |line: &JournalLine| {
        let account = accounts.iter().find(|account| account.account_id == line.account)?;
        Some(text(&account.name))
    };
    let names = lines.iter().map(name).collect::<Option<_>>()?;
    Some(values([("total", text(&total)), ("accounts", Node::Array(names))]))
}
