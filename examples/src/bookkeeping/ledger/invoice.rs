//! Invoices to customers.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::line::{Trade, postings, total};
use super::{
    AccountId, BookedLine, Books, ContactId, CreditNoteId, EntryId, InvoiceId, LedgerError, Line, Money,
    PaymentId, Postings, Side,
};

/// An invoice to a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    /// Its id.
    pub id: InvoiceId,
    /// The customer.
    pub contact: ContactId,
    /// The lines, as booked.
    pub lines: Vec<BookedLine>,
    /// The day by which it is to be paid.
    pub due_date: Option<Date>,
    /// The customer's reference.
    pub reference: Option<String>,
    /// The addresses that it was sent to.
    pub sent_to: Vec<String>,
    /// Whether it was voided.
    pub voided: bool,
    /// The payments and credits.
    pub settlements: Vec<Settlement>,
    pub(super) entry: EntryId,
}

/// A part of an invoice that was paid or credited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The payment or the credit note.
    pub by: SettledBy,
    /// The amount.
    pub amount: Money,
}

/// A record that settles an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettledBy {
    /// A payment.
    Payment(PaymentId),
    /// A credit note.
    CreditNote(CreditNoteId),
}

impl SettledBy {
    fn id(&self) -> &str {
        match self {
            Self::Payment(id) => id.as_str(),
            Self::CreditNote(id) => id.as_str(),
        }
    }
}

/// What is to become of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum InvoiceStatus {
    /// Something is due.
    Open,
    /// Nothing is due any more.
    Paid,
    /// It was taken back.
    Voided,
}

/// An invoice to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvoice {
    /// The customer.
    pub contact: ContactId,
    /// The sold items.
    pub lines: Vec<Line>,
    /// The day by which it is to be paid.
    pub due_date: Option<Date>,
    /// The customer's reference.
    pub reference: Option<String>,
}

/// Changes of an invoice; `None` leaves a field as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceChanges {
    /// Another customer.
    pub contact: Option<ContactId>,
    /// Other lines, in place of all that were there.
    pub lines: Option<Vec<Line>>,
    /// Another day.
    pub due_date: Option<Date>,
    /// Another reference.
    pub reference: Option<String>,
}

/// An invoice without its lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct InvoiceSummary {
    /// The invoice's id.
    pub invoice_id: InvoiceId,
    /// The customer's id.
    pub contact_id: ContactId,
    /// The customer's name.
    pub contact_name: String,
    /// Its status.
    pub status: InvoiceStatus,
    /// The sum of its lines.
    pub total: Money,
    /// The amount that is not paid or credited yet.
    pub amount_due: Money,
    /// The day by which it is to be paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<Date>,
    /// The customer's reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// An invoice with everything that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct InvoiceView {
    /// The invoice without its lines.
    #[serde(flatten)]
    pub summary: InvoiceSummary,
    /// The lines, as booked.
    pub lines: Vec<BookedLine>,
    /// The payments and credit notes that settle it.
    pub settled_by: Vec<String>,
    /// The addresses that it was sent to.
    pub sent_to: Vec<String>,
}

impl Invoice {
    /// The sum of its lines.
    pub fn total(&self) -> Money {
        total(&self.lines)
    }

    /// The amount that is not paid or credited yet.
    pub fn due(&self) -> Money {
        let settled = self.settlements.iter().map(|settlement| settlement.amount).sum();
        if self.voided { Money::ZERO } else { self.total().minus(settled).unwrap_or(Money::ZERO) }
    }

    /// Its status.
    pub fn status(&self) -> InvoiceStatus {
        match (self.voided, self.due().is_zero()) {
            (true, _) => InvoiceStatus::Voided,
            (false, true) => InvoiceStatus::Paid,
            (false, false) => InvoiceStatus::Open,
        }
    }

    /// Counts `amount` as settled. An invoice never becomes settled by more than its total.
    pub(super) fn settle(&mut self, by: SettledBy, amount: Money) -> Result<(), LedgerError> {
        self.check_not_voided()?;
        let due = self.due();
        if amount > due {
            return Err(LedgerError::MoreThanDue { id: self.id.clone(), due, applied: amount });
        }
        self.settlements.push(Settlement { by, amount });
        Ok(())
    }

    fn check_not_voided(&self) -> Result<(), LedgerError> {
        if self.voided { Err(LedgerError::Voided(self.id.clone())) } else { Ok(()) }
    }

    fn check_not_settled(&self) -> Result<(), LedgerError> {
        if self.settlements.is_empty() {
            return Ok(());
        }
        let by: Vec<_> = self.settlements.iter().map(|settlement| settlement.by.id()).collect();
        Err(LedgerError::Settled { id: self.id.clone(), by: by.join(", ") })
    }
}

impl Books {
    /// Writes an invoice: receivables to revenue.
    ///
    /// # Errors
    ///
    /// There is no such contact, or a line can't be booked.
    pub fn create_invoice(&mut self, new: NewInvoice) -> Result<InvoiceView, LedgerError> {
        self.contacts.get(&new.contact)?;
        let lines = self.book_lines(new.lines, Trade::Sale)?;
        let id = self.invoices.next_id();
        let entry = self.post_invoice(&id, &lines)?;
        let invoice = Invoice {
            id: id.clone(),
            contact: new.contact,
            lines,
            due_date: new.due_date,
            reference: new.reference,
            sent_to: Vec::new(),
            voided: false,
            settlements: Vec::new(),
            entry,
        };
        self.invoices.put(id.clone(), invoice);
        self.invoice(&id)
    }

    /// Changes an invoice. Other lines are booked anew, and the entry of the old ones is reversed.
    ///
    /// # Errors
    ///
    /// There is no such invoice or contact, the invoice was voided, there are no changes, or a line can't be booked.
    /// The same
    /// holds if the contact or the lines are to be changed after a payment or a credit.
    pub fn update_invoice(
        &mut self,
        id: &InvoiceId,
        changes: InvoiceChanges,
    ) -> Result<InvoiceView, LedgerError> {
        let invoice = self.invoices.get(id)?;
        invoice.check_not_voided()?;
        if changes == InvoiceChanges::default() {
            return Err(LedgerError::NothingToChange);
        }
        if changes.contact.is_some() || changes.lines.is_some() {
            invoice.check_not_settled()?;
        }
        if let Some(contact) = &changes.contact {
            self.contacts.get(contact)?;
        }
        let old_entry = invoice.entry.clone();
        let booked = match changes.lines {
            Some(lines) => {
                let lines = self.book_lines(lines, Trade::Sale)?;
                self.reverse(&old_entry)?;
                Some((self.post_invoice(id, &lines)?, lines))
            }
            None => None,
        };
        let invoice = self.invoices.get_mut(id)?;
        if let Some((entry, lines)) = booked {
            (invoice.entry, invoice.lines) = (entry, lines);
        }
        if let Some(contact) = changes.contact {
            invoice.contact = contact;
        }
        invoice.due_date = changes.due_date.or(invoice.due_date);
        invoice.reference = changes.reference.or(invoice.reference.take());
        self.invoice(id)
    }

    /// Takes an invoice back: its entry is reversed.
    ///
    /// # Errors
    ///
    /// There is no such invoice, or it was voided, paid or credited already.
    pub fn void_invoice(&mut self, id: &InvoiceId) -> Result<InvoiceView, LedgerError> {
        let invoice = self.invoices.get_mut(id)?;
        invoice.check_not_voided()?;
        invoice.check_not_settled()?;
        invoice.voided = true;
        let entry = invoice.entry.clone();
        self.reverse(&entry)?;
        self.invoice(id)
    }

    /// Notes that an invoice was sent.
    ///
    /// # Errors
    ///
    /// There is no such invoice, or it was voided.
    pub fn send_invoice(&mut self, id: &InvoiceId, email: String) -> Result<InvoiceView, LedgerError> {
        let invoice = self.invoices.get_mut(id)?;
        invoice.check_not_voided()?;
        invoice.sent_to.push(email);
        self.invoice(id)
    }

    /// Lists the invoices: all of them, or those of a contact, with a status, or both.
    ///
    /// # Errors
    ///
    /// There is no such contact.
    pub fn invoices(
        &self,
        contact: Option<&ContactId>,
        status: Option<InvoiceStatus>,
    ) -> Result<Vec<InvoiceSummary>, LedgerError> {
        if let Some(id) = contact {
            self.contacts.get(id)?;
        }
        let of_contact =
            self.invoices.iter().filter(|invoice| contact.is_none_or(|id| invoice.contact == *id));
        let wanted = of_contact.filter(|invoice| status.is_none_or(|status| invoice.status() == status));
        Ok(wanted.map(|invoice| self.summary_of(invoice)).collect())
    }

    /// Shows one invoice.
    ///
    /// # Errors
    ///
    /// There is no such invoice.
    pub fn invoice(&self, id: &InvoiceId) -> Result<InvoiceView, LedgerError> {
        let invoice = self.invoices.get(id)?;
        Ok(InvoiceView {
            summary: self.summary_of(invoice),
            lines: invoice.lines.clone(),
            settled_by: invoice.settlements.iter().map(|settlement| settlement.by.id().to_owned()).collect(),
            sent_to: invoice.sent_to.clone(),
        })
    }

    fn summary_of(&self, invoice: &Invoice) -> InvoiceSummary {
        InvoiceSummary {
            invoice_id: invoice.id.clone(),
            contact_id: invoice.contact.clone(),
            contact_name: self.contact_name(&invoice.contact),
            status: invoice.status(),
            total: invoice.total(),
            amount_due: invoice.due(),
            due_date: invoice.due_date,
            reference: invoice.reference.clone(),
        }
    }

    fn post_invoice(&mut self, id: &InvoiceId, lines: &[BookedLine]) -> Result<EntryId, LedgerError> {
        let postings = Postings::balanced(postings(lines, Side::Credit, AccountId::receivable()))?;
        Ok(self.post(format!("Invoice {id}"), None, postings))
    }
}
