//! Books in double entry, in memory.
//!
//! [`Ledger`] is the entrance: it shows the [`Books`] to readers, and gives writers a copy that replaces them only if
//! the
//! whole write succeeds. Each kind of record has a file with its type and all its operations.
//!
//! Invariants:
//!
//! - every entry of the journal is balanced; [`Postings`] can't be constructed otherwise;
//! - the journal is append-only: a reversal is an entry of its own;
//! - the receivables account is the sum of the amounts due on invoices, less the credit that is not applied yet;
//! - the payables account is the sum of all approved bills.
//!
//! Bills are approved here and paid by the bank's own payment run, which is not part of these books.

mod account;
mod bill;
mod books;
mod contact;
mod credit_note;
mod error;
mod ids;
mod invoice;
mod journal;
mod journal_line;
mod line;
mod money;
mod payment;
mod register;
mod report;
mod sample;
mod store;

pub use account::{Account, AccountType, AccountView};
pub use bill::{Bill, BillChanges, BillStatus, BillView, NewBill};
pub use books::Books;
pub use contact::{Contact, DeletedContact};
pub use credit_note::{CreditNote, CreditNoteView, NewCreditNote};
pub use error::{LedgerError, Record};
pub use ids::{AccountId, BillId, ContactId, CreditNoteId, EntryId, InvoiceId, PaymentId};
pub use invoice::{
    Invoice, InvoiceChanges, InvoiceStatus, InvoiceSummary, InvoiceView, NewInvoice, SettledBy, Settlement,
};
pub use journal::{Entry, Posting, Postings, Side};
pub use journal_line::{JournalFault, JournalLine, check_journal_lines};
pub use line::{BookedLine, Line};
pub use money::Money;
pub use payment::{Application, NewPayment, Payment, PaymentChanges, PaymentView};
pub use report::{TrialBalance, TrialBalanceRow};
pub use store::Ledger;
