//! The ids of records: a prefix and a number, as people write them on paper.

use std::cmp::Ordering;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Record;

/// The id of a record.
pub(super) trait Id: Clone + Ord + fmt::Display {
    /// The kind of record.
    const RECORD: Record;

    /// The id with this number.
    fn numbered(number: u32) -> Self;
}

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident($prefix:literal, $record:ident);)*) => {$(
        $(#[$meta])*
        ///
        /// Any text can be one: whether there is such a record, the books say.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        #[schemars(inline)]
        pub struct $name(String);

        impl $name {
            /// The id's text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Id for $name {
            const RECORD: Record = Record::$record;

            fn numbered(number: u32) -> Self {
                Self(format!(concat!($prefix, "-{:03}"), number))
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        // By length first: with one prefix, that is the order of the numbers even above 999.
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
    )*};
}

ids! {
    /// The id of an account, for example `ACC-1000`.
    AccountId("ACC", Account);
    /// The id of a contact, for example `CON-001`.
    ContactId("CON", Contact);
    /// The id of an invoice, for example `INV-042`.
    InvoiceId("INV", Invoice);
    /// The id of a bill, for example `BILL-007`.
    BillId("BILL", Bill);
    /// The id of a payment, for example `PAY-001`.
    PaymentId("PAY", Payment);
    /// The id of a credit note, for example `CN-001`.
    CreditNoteId("CN", CreditNote);
    /// The id of an entry of the journal, for example `JE-001`.
    EntryId("JE", Entry);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_padded_and_sorted_by_number() {
        let [small, large] = [42, 1000].map(InvoiceId::numbered);
        assert_eq!((small.as_str(), large.as_str()), ("INV-042", "INV-1000"));
        assert!(small < large);
    }
}
