//! All records together.

use super::account::chart;
use super::register::Register;
use super::{
    Account, AccountId, Bill, BillId, Contact, ContactId, CreditNote, CreditNoteId, Entry, EntryId, Invoice,
    InvoiceId, Payment, PaymentId,
};

/// All records of a company. The operations on each kind are in the file of that kind.
///
/// A method that fails may have done a part of its work: [`Ledger::write`](super::Ledger::write) lets it work on a
/// copy.
#[derive(Debug, Clone, PartialEq)]
pub struct Books {
    pub(super) accounts: Register<AccountId, Account>,
    pub(super) contacts: Register<ContactId, Contact>,
    pub(super) invoices: Register<InvoiceId, Invoice>,
    pub(super) bills: Register<BillId, Bill>,
    pub(super) payments: Register<PaymentId, Payment>,
    pub(super) credit_notes: Register<CreditNoteId, CreditNote>,
    pub(super) journal: Register<EntryId, Entry>,
}

impl Default for Books {
    /// Books without records, but for a chart of accounts.
    fn default() -> Self {
        Self {
            accounts: chart(),
            contacts: Register::default(),
            invoices: Register::default(),
            bills: Register::default(),
            payments: Register::default(),
            credit_notes: Register::default(),
            journal: Register::default(),
        }
    }
}
