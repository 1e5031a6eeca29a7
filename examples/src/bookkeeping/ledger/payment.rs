//! Payments from customers.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use super::{
    AccountId, AccountType, Books, ContactId, EntryId, InvoiceId, LedgerError, Money, PaymentId, Posting,
    Postings, SettledBy, Side,
};
use crate::exact_number;

/// A payment from a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Its id.
    pub id: PaymentId,
    /// Amount, invoices and account.
    pub details: NewPayment,
    /// The customer.
    pub contact: ContactId,
    pub(super) entry: EntryId,
}

/// A payment to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPayment {
    /// The bank or cash account that the money arrived in.
    pub account: AccountId,
    /// The whole amount.
    pub amount: Decimal,
    /// The invoices that it is for.
    pub applications: Vec<Application>,
    /// The day on which the money arrived.
    pub date: Option<Date>,
    /// The text on the transfer.
    pub reference: Option<String>,
}

/// A part of a payment, for one invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Application {
    /// The invoice.
    #[serde(rename = "InvoiceId")]
    pub invoice: InvoiceId,
    /// The part of the payment that is for it.
    #[serde(serialize_with = "exact_number::serialize")]
    pub amount: Decimal,
}

/// Changes of a payment; `None` leaves a field as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentChanges {
    /// Another account.
    pub account: Option<AccountId>,
    /// Another amount.
    pub amount: Option<Decimal>,
    /// Other parts, in place of all that were there.
    pub applications: Option<Vec<Application>>,
    /// Another day.
    pub date: Option<Date>,
    /// Another text.
    pub reference: Option<String>,
}

/// A payment with everything that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct PaymentView {
    /// The payment's id.
    pub payment_id: PaymentId,
    /// The customer's id.
    pub contact_id: ContactId,
    /// The customer's name.
    pub contact_name: String,
    /// The account that the money arrived in.
    pub account_id: AccountId,
    /// The whole amount.
    #[serde(serialize_with = "exact_number::serialize")]
    pub amount: Decimal,
    /// The invoices that it is for.
    pub applications: Vec<Application>,
    /// The day on which the money arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The text on the transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl Books {
    /// Records a payment: bank to receivables. It settles its invoices, wholly or in part.
    ///
    /// # Errors
    ///
    /// There is no such account or invoice, the account is no bank account, or the parts don't add up to the amount. Or
    /// an
    /// invoice was voided, has less due, is listed twice, or has another contact than the others.
    pub fn create_payment(&mut self, new: NewPayment) -> Result<PaymentView, LedgerError> {
        let id = self.payments.next_id();
        self.book_payment(&id, new)
    }

    /// Changes a payment. The invoices that it settled are open again, and its entry is reversed; then it is booked
    /// anew.
    ///
    /// # Errors
    ///
    /// There is no such payment, there are no changes, or the changed payment can't be recorded.
    pub fn update_payment(
        &mut self,
        id: &PaymentId,
        changes: PaymentChanges,
    ) -> Result<PaymentView, LedgerError> {
        let payment = self.payments.get(id)?.clone();
        if changes == PaymentChanges::default() {
            return Err(LedgerError::NothingToChange);
        }
        let by = SettledBy::Payment(id.clone());
        for invoice in self.invoices.iter_mut() {
            invoice.settlements.retain(|settlement| settlement.by != by);
        }
        self.reverse(&payment.entry)?;
        let details = NewPayment {
            account: changes.account.unwrap_or(payment.details.account),
            amount: changes.amount.unwrap_or(payment.details.amount),
            applications: changes.applications.unwrap_or(payment.details.applications),
            date: changes.date.or(payment.details.date),
            reference: changes.reference.or(payment.details.reference),
        };
        self.book_payment(id, details)
    }

    /// All payments, or those of a contact.
    ///
    /// # Errors
    ///
    /// There is no such contact.
    pub fn payments(&self, contact: Option<&ContactId>) -> Result<Vec<PaymentView>, LedgerError> {
        if let Some(id) = contact {
            self.contacts.get(id)?;
        }
        let wanted = self.payments.iter().filter(|payment| contact.is_none_or(|id| payment.contact == *id));
        Ok(wanted.map(|payment| self.view_of_payment(payment)).collect())
    }

    fn book_payment(&mut self, id: &PaymentId, details: NewPayment) -> Result<PaymentView, LedgerError> {
        self.account_of_type(&details.account, &[AccountType::Bank], "a bank account")?;
        let amount = Money::positive("Amount", details.amount)?;
        let contact = self.apply(id, amount, &details.applications)?;
        let postings = Postings::balanced(vec![
            Posting::new(details.account.clone(), Side::Debit, amount),
            Posting::new(AccountId::receivable(), Side::Credit, amount),
        ])?;
        let entry = self.post(format!("Payment {id}"), details.date, postings);
        let payment = Payment { id: id.clone(), details, contact, entry };
        let view = self.view_of_payment(&payment);
        self.payments.put(id.clone(), payment);
        Ok(view)
    }

    /// Settles the invoices; whose they are.
    fn apply(
        &mut self,
        id: &PaymentId,
        amount: Money,
        applications: &[Application],
    ) -> Result<ContactId, LedgerError> {
        let Some(first) = applications.first() else {
            return Err(LedgerError::Empty { field: "Applications" });
        };
        let contact = self.invoices.get(&first.invoice)?.contact.clone();
        let mut applied = Money::ZERO;
        for (place, application) in applications.iter().enumerate() {
            let invoice = self.invoices.get_mut(&application.invoice)?;
            if applications[..place].iter().any(|earlier| earlier.invoice == invoice.id) {
                return Err(LedgerError::AppliedTwice(invoice.id.clone()));
            }
            if invoice.contact != contact {
                let id = invoice.id.clone();
                return Err(LedgerError::OtherContact {
                    id,
                    contact: invoice.contact.clone(),
                    expected: contact,
                });
            }
            let part = Money::positive("Amount in Applications", application.amount)?;
            invoice.settle(SettledBy::Payment(id.clone()), part)?;
            applied = applied + part;
        }
        if applied == amount { Ok(contact) } else { Err(LedgerError::ApplicationsDiffer { amount, applied }) }
    }

    fn view_of_payment(&self, payment: &Payment) -> PaymentView {
        let details = payment.details.clone();
        PaymentView {
            payment_id: payment.id.clone(),
            contact_id: payment.contact.clone(),
            contact_name: self.contact_name(&payment.contact),
            account_id: details.account,
            amount: details.amount,
            applications: details.applications,
            date: details.date,
            reference: details.reference,
        }
    }
}
