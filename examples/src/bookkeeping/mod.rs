//! Bookkeeping: a plugin of reads and guarded writes over books in double entry.

mod arguments;
mod checks;
pub mod ledger;
mod plugin;
mod preview;

pub use arguments::{ApplicationInput, JournalLineInput, LineInput};
pub use preview::with_previews;

use ledger::Ledger;

/// The books of one company: reads, and writes that the user confirms according to their risk.
///
/// ```
/// use hpd_examples::bookkeeping::{ApplicationInput, Bookkeeping};
///
/// let books = Bookkeeping::sample();
/// let application = ApplicationInput { invoice_id: "INV-042".into(), amount: 5000.into() };
/// let payment = books.create_payment("ACC-1000".into(), 5000.into(), vec![application], None, None)?;
///
/// assert_eq!(payment.contact_name, "Acme Corp");
/// assert!(books.get_invoice("INV-042".into())?.summary.amount_due.is_zero());
/// # Ok::<(), hpd_examples::bookkeeping::ledger::LedgerError>(())
/// ```
#[derive(Debug, Default)]
pub struct Bookkeeping {
    ledger: Ledger,
}

impl Bookkeeping {
    /// A plugin over these books.
    pub const fn new(ledger: Ledger) -> Self {
        Self { ledger }
    }

    /// A plugin over the books of [`Ledger::sample`].
    pub fn sample() -> Self {
        Self::new(Ledger::sample())
    }

    /// The books.
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}
