//! Errors of the books, in sentences that name the next step.

use std::borrow::Cow;
use std::fmt;

use hpd_host::ModelError;
use rust_decimal::Decimal;

use super::journal_line::write_faults;
use super::{AccountId, BillId, ContactId, InvoiceId, JournalFault, Money};

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// An account of the chart.
    Account,
    /// A customer or supplier.
    Contact,
    /// An invoice to a customer.
    Invoice,
    /// A bill from a supplier.
    Bill,
    /// A payment from a customer.
    Payment,
    /// A credit note to a customer.
    CreditNote,
    /// An entry of the journal.
    Entry,
}

impl Record {
    /// Its name, its plural, and the function that lists these records.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Account => ["account", "accounts", "get_all_accounts"],
            Self::Contact => ["contact", "contacts", "get_all_contacts"],
            Self::Invoice => ["invoice", "invoices", "get_all_invoices"],
            Self::Bill => ["bill", "bills", "get_all_bills"],
            Self::Payment => ["payment", "payments", "get_all_payments"],
            Self::CreditNote => ["credit note", "credit notes", "get_all_credit_notes"],
            Self::Entry => ["journal entry", "journal entries", "get_journal_entries"],
        }
    }
}

/// Why the books refuse something.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LedgerError {
    /// There is no such record.
    NoSuch {
        /// The kind of record.
        record: Record,
        /// The id that was given.
        id: String,
    },
    /// An amount is zero or negative.
    NotPositive {
        /// The field.
        field: &'static str,
        /// The amount.
        amount: Decimal,
    },
    /// An amount has more than two decimals.
    TooFine {
        /// The field.
        field: &'static str,
        /// The amount.
        amount: Decimal,
    },
    /// An amount is too large.
    TooLarge {
        /// The field.
        field: &'static str,
    },
    /// A list that has to hold something is empty.
    Empty {
        /// The list.
        field: &'static str,
    },
    /// An update changes nothing.
    NothingToChange,
    /// An account can't be used in this place.
    WrongAccount {
        /// The account.
        id: AccountId,
        /// Its name.
        name: String,
        /// The type that is needed.
        needed: &'static str,
    },
    /// The invoice was voided.
    Voided(InvoiceId),
    /// The invoice was paid or credited, so it can't be changed in this way any more.
    Settled {
        /// The invoice.
        id: InvoiceId,
        /// The payments and credit notes.
        by: String,
    },
    /// More is applied to an invoice than is due on it.
    MoreThanDue {
        /// The invoice.
        id: InvoiceId,
        /// The amount due.
        due: Money,
        /// The amount applied.
        applied: Money,
    },
    /// The parts of a payment don't add up to it.
    ApplicationsDiffer {
        /// The payment's amount.
        amount: Money,
        /// The sum of its parts.
        applied: Money,
    },
    /// A payment lists an invoice twice.
    AppliedTwice(InvoiceId),
    /// An invoice is another contact's.
    OtherContact {
        /// The invoice.
        id: InvoiceId,
        /// Whose it is.
        contact: ContactId,
        /// Whose it should be.
        expected: ContactId,
    },
    /// The contact can't be deleted, since documents refer to it.
    InUse {
        /// The contact.
        id: ContactId,
        /// Its name.
        name: String,
        /// The documents, counted.
        documents: String,
    },
    /// The bill was approved, so it can't be changed or approved any more.
    Approved(BillId),
    /// The lines of a journal entry are not right.
    Journal(Vec<JournalFault>),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuch { record, id } => {
                let [one, several, list] = record.words();
                write!(f, "There is no {one} {}. Call {list} to see the {several}.", Shortened(id))
            }
            Self::NotPositive { field, amount } => write!(
                f,
                "{field} must be above zero, but it is {}. Ask the user for the right amount.",
                amount.normalize()
            ),
            Self::TooFine { field, amount } => {
                write!(f, "{field} has more than two decimals ({amount}). Ask the user for the exact amount.")
            }
            Self::TooLarge { field } => write!(
                f,
                "{field} is above {}, the largest that can be booked. Check the figures.",
                Money::LARGEST
            ),
            Self::Empty { field } => write!(f, "{field} must be a non-empty array."),
            Self::NothingToChange => {
                f.write_str("Nothing was changed: give at least one field with its new value.")
            }
            Self::WrongAccount { id, name, needed } => write!(
                f,
                "{id} ({name}) can't be used here: {needed} is needed. Call get_all_accounts to see the accounts."
            ),
            Self::Voided(id) => write!(
                f,
                "{id} was voided, so nothing can be done with it. Call get_all_invoices to see the open invoices."
            ),
            Self::Settled { id, by } => write!(
                f,
                "{id} is settled by {by}. Its contact and lines can be changed, and it can be voided, only while nothing \
                 settles it. Call update_payment to apply a payment to another invoice."
            ),
            Self::MoreThanDue { id, due, applied } => write!(
                f,
                "{id} has only {due} due, but {applied} is applied to it. Call get_all_invoices to see what is due."
            ),
            Self::ApplicationsDiffer { amount, applied } => {
                write!(f, "The applications add up to {applied}, but Amount is {amount}. They must be equal.")
            }
            Self::AppliedTwice(id) => write!(f, "{id} stands twice in Applications. Apply one amount to it."),
            Self::OtherContact { id, contact, expected } => write!(
                f,
                "{id} is an invoice to {contact}, not to {expected}. Use the invoices of one contact only."
            ),
            Self::InUse { id, name, documents } => write!(
                f,
                "{id} ({name}) has {documents}, so it can't be deleted. Tell the user that a contact with documents is kept."
            ),
            Self::Approved(id) => write!(
                f,
                "{id} was approved already, so it can't be changed. Call get_all_bills to see the bills to approve."
            ),
            Self::Journal(faults) => write_faults(f, faults),
        }
    }
}

impl std::error::Error for LedgerError {}

impl ModelError for LedgerError {
    fn for_model(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

/// An id as the model wrote it can be anything: a sentence shows the start of it.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        let mut characters = self.0.chars().filter(|character| !character.is_control());
        for character in characters.by_ref().take(SHOWN) {
            fmt::Write::write_char(f, character)?;
        }
        if characters.next().is_some() { f.write_str("…") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_such(record: Record, id: &str) -> String {
        LedgerError::NoSuch { record, id: id.to_owned() }.to_string()
    }

    #[test]
    fn a_missing_record_says_how_to_see_the_others() {
        assert_eq!(
            no_such(Record::Invoice, "INV-9"),
            "There is no invoice INV-9. Call get_all_invoices to see the invoices."
        );
        assert_eq!(
            no_such(Record::CreditNote, "CN-9"),
            "There is no credit note CN-9. Call get_all_credit_notes to see the credit notes."
        );
        assert_eq!(
            no_such(Record::Entry, "JE-9"),
            "There is no journal entry JE-9. Call get_journal_entries to see the journal entries."
        );
    }

    #[test]
    fn a_long_id_is_cut_and_cleaned() {
        let id = format!("a\n{}", "b".repeat(100));
        assert_eq!(
            no_such(Record::Bill, &id),
            format!("There is no bill a{}…. Call get_all_bills to see the bills.", "b".repeat(39))
        );
    }
}
