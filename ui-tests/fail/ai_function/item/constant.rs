use hpd_runtime::{ai_function, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    const BALANCE: i64 = 0;

    /// The number of accounts.
    #[ai_function]
    fn accounts(&self) -> usize {
        0
    }
}

/// The balance of an account.
#[ai_function]
fn balance() -> i64 {
    Ledger::BALANCE
}

fn main() {
    balance();
}
