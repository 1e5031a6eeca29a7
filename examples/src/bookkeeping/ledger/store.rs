//! The door to the books.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Books, LedgerError};

/// Books that many callers share. A write happens wholly or not at all.
///
/// ```
/// use hpd_examples::bookkeeping::ledger::{Ledger, LedgerError, NewInvoice};
///
/// let ledger = Ledger::sample();
/// let before = ledger.read(|books| books.trial_balance());
///
/// let nobody = NewInvoice { contact: "CON-999".into(), lines: Vec::new(), due_date: None, reference: None };
/// let refused = ledger.write(|books| books.create_invoice(nobody)).unwrap_err();
///
/// assert_eq!(refused.to_string(), "There is no contact CON-999. Call get_all_contacts to see the contacts.");
/// assert_eq!(ledger.read(|books| books.trial_balance()), before);
/// ```
#[derive(Debug, Default)]
pub struct Ledger {
    books: Mutex<Books>,
}

impl Ledger {
    /// A ledger of these books.
    pub const fn new(books: Books) -> Self {
        Self { books: Mutex::new(books) }
    }

    /// Looks into the books.
    pub fn read<T>(&self, look: impl FnOnce(&Books) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the books, if `change` succeeds. It works on a copy that replaces them then.
    ///
    /// # Errors
    ///
    /// Those of `change`; the books are as they were.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&mut Books) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        let mut books = self.lock();
        let mut changed = books.clone();
        let done = change(&mut changed)?;
        *books = changed;
        Ok(done)
    }

    /// Tries a change out on a copy: the books stay as they are.
    ///
    /// # Errors
    ///
    /// Those of `change`.
    pub fn try_out<T>(
        &self,
        change: impl FnOnce(&mut Books) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        let mut copy = self.lock().clone();
        change(&mut copy)
    }

    /// Books are replaced as a whole, so a writer that panicked has left them as they were.
    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
