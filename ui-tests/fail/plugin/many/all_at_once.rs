//! One compile reports every mistake and breaks nothing else: `main` calls the faulty code.

use hpd_runtime::{Plugin, plugin};

struct Ledger;

#[plugin(renam_all = "camelCase")]
impl Ledger {
    /// The balance of an account.
    #[ai_function(risk = low)]
    fn balance(&self, account: String) -> i64 {
        i64::from(account.is_empty())
    }

    #[ai_function(timeout = "soon")]
    fn total(
        &self,
        /// The year.
        #[param(range(min = 10, max = 1))]
        year: u16,
    ) -> u16 {
        year
    }

    /// Voids an invoice.
    #[ai_function(write)]
    fn void(
        &self,
        /// Its number.
        #[param(pattern = "[")]
        number: String,
    ) -> bool {
        number.is_empty()
    }

    /// How a month is closed.
    #[skill(functions(Self::balance, Self::total), instructons = "Carefully.")]
    fn closing(&self) {}
}

fn main() {
    let ledger = Ledger;
    ledger.balance(String::new());
    ledger.total(2026);
    ledger.void(String::new());
    ledger.closing();
    assert_eq!(Ledger::SPEC.functions.len(), 0);
}
