use hpd_runtime::{plugin, scope};

struct Ledger;

#[plugin]
#[scope("Books and invoices.")]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}
