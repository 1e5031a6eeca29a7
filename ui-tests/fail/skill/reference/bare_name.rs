use hpd_runtime::{ai_function, plugin};

/// The balance of all accounts.
#[ai_function]
fn balance() -> i64 {
    0
}

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(balance))]
    fn closing(&self) {}
}

fn main() {
    balance();
}
