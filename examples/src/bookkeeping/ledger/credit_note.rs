//! Credit notes to customers.

use serde::Serialize;

use super::line::{Trade, postings, total};
use super::{
    AccountId, BookedLine, Books, ContactId, CreditNoteId, InvoiceId, LedgerError, Line, Money, Postings,
    SettledBy, Side,
};

/// A credit note to a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditNote {
    /// Its id.
    pub id: CreditNoteId,
    /// The customer.
    pub contact: ContactId,
    /// The lines, as booked.
    pub lines: Vec<BookedLine>,
    /// The invoice that it settles, wholly or in part.
    pub invoice: Option<InvoiceId>,
}

/// A credit note to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCreditNote {
    /// The customer.
    pub contact: ContactId,
    /// The credited items.
    pub lines: Vec<Line>,
    /// The invoice that it settles, wholly or in part.
    pub invoice: Option<InvoiceId>,
}

/// A credit note with everything that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct CreditNoteView {
    /// The credit note's id.
    pub credit_note_id: CreditNoteId,
    /// The customer's id.
    pub contact_id: ContactId,
    /// The customer's name.
    pub contact_name: String,
    /// The sum of its lines.
    pub total: Money,
    /// The invoice that it settles; without one, the customer has the credit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_id: Option<InvoiceId>,
    /// The lines, as booked.
    pub lines: Vec<BookedLine>,
}

impl Books {
    /// Writes a credit note: revenue back to receivables. With an invoice, it settles that invoice.
    ///
    /// # Errors
    ///
    /// There is no such contact or invoice, the invoice is another contact's or has less due, or a line can't be
    /// booked.
    pub fn create_credit_note(&mut self, new: NewCreditNote) -> Result<CreditNoteView, LedgerError> {
        self.contacts.get(&new.contact)?;
        let lines = self.book_lines(new.lines, Trade::Sale)?;
        let id = self.credit_notes.next_id();
        if let Some(invoice) = &new.invoice {
            let invoice = self.invoices.get_mut(invoice)?;
            if invoice.contact != new.contact {
                return Err(LedgerError::OtherContact {
                    id: invoice.id.clone(),
                    contact: invoice.contact.clone(),
                    expected: new.contact,
                });
            }
            invoice.settle(SettledBy::CreditNote(id.clone()), total(&lines))?;
        }
        let postings = Postings::balanced(postings(&lines, Side::Debit, AccountId::receivable()))?;
        self.post(format!("Credit note {id}"), None, postings);
        let note = CreditNote { id: id.clone(), contact: new.contact, lines, invoice: new.invoice };
        let view = self.view_of_credit_note(&note);
        self.credit_notes.put(id, note);
        Ok(view)
    }

    /// All credit notes, or those of a contact.
    ///
    /// # Errors
    ///
    /// There is no such contact.
    pub fn credit_notes(&self, contact: Option<&ContactId>) -> Result<Vec<CreditNoteView>, LedgerError> {
        if let Some(id) = contact {
            self.contacts.get(id)?;
        }
        let wanted = self.credit_notes.iter().filter(|note| contact.is_none_or(|id| note.contact == *id));
        Ok(wanted.map(|note| self.view_of_credit_note(note)).collect())
    }

    fn view_of_credit_note(&self, note: &CreditNote) -> CreditNoteView {
        CreditNoteView {
            credit_note_id: note.id.clone(),
            contact_id: note.contact.clone(),
            contact_name: self.contact_name(&note.contact),
            total: total(&note.lines),
            invoice_id: note.invoice.clone(),
            lines: note.lines.clone(),
        }
    }
}
