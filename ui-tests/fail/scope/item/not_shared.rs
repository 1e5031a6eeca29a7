use std::cell::Cell;

use hpd_runtime::{plugin, scope};

#[scope("Books and invoices.")]
struct Ledger {
    balance: Cell<i64>,
}

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        self.balance.get()
    }
}

fn main() {}
