use std::rc::Rc;

use hpd_runtime::{plugin, scope};

#[scope("Books and invoices.")]
struct Ledger {
    balance: Rc<i64>,
}

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        *self.balance
    }
}

fn main() {}
