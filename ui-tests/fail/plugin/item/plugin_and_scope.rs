use hpd_runtime::plugin;

struct Ledger;

#[plugin]
#[hpd_runtime::scope("Books and invoices.")]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}
