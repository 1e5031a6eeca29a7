use std::sync::{Mutex, PoisonError};

use hpd_runtime::plugin;

struct Ledger {
    balance: Mutex<i64>,
}

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    async fn balance(&self) -> i64 {
        let balance = self.balance.lock().unwrap_or_else(PoisonError::into_inner);
        std::future::ready(()).await;
        *balance
    }
}

fn main() {}
