use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[plugin]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {
    Ledger.balance();
}
