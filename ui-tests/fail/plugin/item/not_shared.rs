use std::cell::Cell;

use hpd_runtime::plugin;

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

    /// The number of accounts.
    #[ai_function]
    async fn accounts(&self) -> usize {
        0
    }
}

fn main() {}
