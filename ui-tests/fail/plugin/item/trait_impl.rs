use hpd_runtime::plugin;

struct Ledger;

trait Books {
    fn balance(&self) -> i64;
}

#[plugin]
impl Books for Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {
    Ledger.balance();
}
