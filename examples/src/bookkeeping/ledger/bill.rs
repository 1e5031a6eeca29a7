//! Bills from suppliers.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::line::{Trade, postings, total};
use super::{AccountId, BillId, BookedLine, Books, ContactId, LedgerError, Line, Money, Postings, Side};

/// A bill from a supplier. It is booked when it is approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// Its id.
    pub id: BillId,
    /// The supplier.
    pub contact: ContactId,
    /// The lines, as booked.
    pub lines: Vec<BookedLine>,
    /// The day by which it is to be paid.
    pub due_date: Option<Date>,
    /// The supplier's number of it.
    pub reference: Option<String>,
    /// Whether it may be paid.
    pub status: BillStatus,
}

/// Whether a bill may be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum BillStatus {
    /// Somebody has to look at it first.
    AwaitingApproval,
    /// It may be paid.
    Approved,
}

/// A bill to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBill {
    /// The supplier.
    pub contact: ContactId,
    /// The purchased items.
    pub lines: Vec<Line>,
    /// The day by which it is to be paid.
    pub due_date: Option<Date>,
    /// The supplier's number of it.
    pub reference: Option<String>,
}

/// Changes of a bill; `None` leaves a field as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BillChanges {
    /// Another supplier.
    pub contact: Option<ContactId>,
    /// Other lines, in place of all that were there.
    pub lines: Option<Vec<Line>>,
    /// Another day.
    pub due_date: Option<Date>,
    /// Another number.
    pub reference: Option<String>,
}

/// A bill with everything that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct BillView {
    /// The bill's id.
    pub bill_id: BillId,
    /// The supplier's id.
    pub contact_id: ContactId,
    /// The supplier's name.
    pub contact_name: String,
    /// Whether it may be paid.
    pub status: BillStatus,
    /// The sum of its lines.
    pub total: Money,
    /// The day by which it is to be paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<Date>,
    /// The supplier's number of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The lines, as booked.
    pub lines: Vec<BookedLine>,
}

impl Bill {
    fn check_not_approved(&self) -> Result<(), LedgerError> {
        match self.status {
            BillStatus::AwaitingApproval => Ok(()),
            BillStatus::Approved => Err(LedgerError::Approved(self.id.clone())),
        }
    }
}

impl Books {
    /// Records a bill that waits for approval. Nothing is booked yet.
    ///
    /// # Errors
    ///
    /// There is no such contact, or a line can't be booked.
    pub fn create_bill(&mut self, new: NewBill) -> Result<BillView, LedgerError> {
        self.contacts.get(&new.contact)?;
        let lines = self.book_lines(new.lines, Trade::Purchase)?;
        let id = self.bills.next_id();
        let bill = Bill {
            id: id.clone(),
            contact: new.contact,
            lines,
            due_date: new.due_date,
            reference: new.reference,
            status: BillStatus::AwaitingApproval,
        };
        self.bills.put(id.clone(), bill);
        self.bill(&id)
    }

    /// Changes a bill that waits for approval.
    ///
    /// # Errors
    ///
    /// There is no such bill or contact, it was approved, nothing is to be changed, or a line can't be booked.
    pub fn update_bill(&mut self, id: &BillId, changes: BillChanges) -> Result<BillView, LedgerError> {
        self.bills.get(id)?.check_not_approved()?;
        if changes == BillChanges::default() {
            return Err(LedgerError::NothingToChange);
        }
        if let Some(contact) = &changes.contact {
            self.contacts.get(contact)?;
        }
        let lines = changes.lines.map(|lines| self.book_lines(lines, Trade::Purchase)).transpose()?;
        let bill = self.bills.get_mut(id)?;
        if let Some(contact) = changes.contact {
            bill.contact = contact;
        }
        if let Some(lines) = lines {
            bill.lines = lines;
        }
        bill.due_date = changes.due_date.or(bill.due_date);
        bill.reference = changes.reference.or(bill.reference.take());
        self.bill(id)
    }

    /// Approves a bill: expenses to payables.
    ///
    /// # Errors
    ///
    /// There is no such bill, or it was approved already.
    pub fn approve_bill(&mut self, id: &BillId) -> Result<BillView, LedgerError> {
        let bill = self.bills.get_mut(id)?;
        bill.check_not_approved()?;
        bill.status = BillStatus::Approved;
        let postings = Postings::balanced(postings(&bill.lines, Side::Debit, AccountId::payable()))?;
        self.post(format!("Bill {id}"), None, postings);
        self.bill(id)
    }

    /// Lists the bills: all of them, or those of a contact, with a status, or both.
    ///
    /// # Errors
    ///
    /// There is no such contact.
    pub fn bills(
        &self,
        contact: Option<&ContactId>,
        status: Option<BillStatus>,
    ) -> Result<Vec<BillView>, LedgerError> {
        if let Some(id) = contact {
            self.contacts.get(id)?;
        }
        let of_contact = self.bills.iter().filter(|bill| contact.is_none_or(|id| bill.contact == *id));
        let wanted = of_contact.filter(|bill| status.is_none_or(|status| bill.status == status));
        Ok(wanted.map(|bill| self.view_of_bill(bill)).collect())
    }

    /// Shows one bill.
    ///
    /// # Errors
    ///
    /// There is no such bill.
    pub fn bill(&self, id: &BillId) -> Result<BillView, LedgerError> {
        self.bills.get(id).map(|bill| self.view_of_bill(bill))
    }

    fn view_of_bill(&self, bill: &Bill) -> BillView {
        BillView {
            bill_id: bill.id.clone(),
            contact_id: bill.contact.clone(),
            contact_name: self.contact_name(&bill.contact),
            status: bill.status,
            total: total(&bill.lines),
            due_date: bill.due_date,
            reference: bill.reference.clone(),
            lines: bill.lines.clone(),
        }
    }
}
