use hpd_runtime::{plugin, scope};

#[scope("Books and invoices.")]
struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

#[plugin]
impl Ledger {
    /// The number of accounts.
    #[ai_function]
    fn accounts(&self) -> usize {
        0
    }
}

fn main() {}
