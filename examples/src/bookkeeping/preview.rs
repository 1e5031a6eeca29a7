//! What an update would change: the record as it is in the books, beside what the call says.

use std::sync::Arc;

use hpd_host::approval::{Change, Preview, PreviewFuture};
use hpd_host::args::{Limits, Node};
use hpd_host::{ToolboxBuilder, serde_json};

use super::Bookkeeping;
use super::ledger::Books;

/// Registers the plugin, and what its updates would change: the user is shown the values before and after.
///
/// ```
/// use std::sync::Arc;
///
/// use futures_executor::block_on;
/// use hpd_examples::bookkeeping::{Bookkeeping, with_previews};
/// use hpd_host::{OutcomeKind, RawCall, Session, Toolbox};
///
/// let toolbox = with_previews(Toolbox::builder(), Arc::new(Bookkeeping::sample())).build()?;
/// let call = RawCall::new("1", "update_invoice", r#"{"InvoiceId": "INV-042", "DueDate": "2026-04-01"}"#);
/// let outcome = block_on(toolbox.call(&Session::new(), &call));
/// let OutcomeKind::Confirm(question) = &outcome.kind else { panic!("a write is asked about") };
/// assert!(question.text().ends_with("What changes:\n- DueDate: \"2026-03-01\" -> \"2026-04-01\""));
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
#[must_use]
pub fn with_previews(builder: ToolboxBuilder, bookkeeping: Arc<Bookkeeping>) -> ToolboxBuilder {
    let preview = |id, record| UpdatePreview { bookkeeping: Arc::clone(&bookkeeping), id, record };
    builder
        .preview("Bookkeeping.update_invoice", preview("InvoiceId", invoice))
        .preview("Bookkeeping.update_bill", preview("BillId", bill))
        .preview("Bookkeeping.update_payment", preview("PaymentId", payment))
        .shared_plugin(bookkeeping)
}

/// Compares the arguments of an update with the record that it is for.
struct UpdatePreview {
    bookkeeping: Arc<Bookkeeping>,
    /// The parameter that names the record.
    id: &'static str,
    /// The record of an id, as a JSON text.
    record: fn(&Books, &str) -> Option<String>,
}

impl Preview for UpdatePreview {
    fn changes<'a>(&'a self, arguments: &'a Node<'a>) -> PreviewFuture<'a> {
        Box::pin(async move {
            let id = arguments.get(self.id)?.as_str()?;
            let record = self.bookkeeping.ledger().read(|books| (self.record)(books, id))?;
            let record = Node::parse(&record, &Limits::default()).ok()?;
            let Node::Object(members) = arguments else { return None };
            let others = members.iter().filter(|(name, after)| *name != self.id && *after != Node::Null);
            let change = |(name, after): &(std::borrow::Cow<'_, str>, Node<'_>)| {
                let before = record.get(name).cloned().unwrap_or(Node::Null);
                let (field, after) = (name.to_string(), after.clone().into_owned());
                (before != after).then(|| Change { field, before: before.into_owned(), after })
            };
            Some(others.filter_map(change).collect())
        })
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
