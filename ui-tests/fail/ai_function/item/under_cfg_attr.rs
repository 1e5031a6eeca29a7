use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[cfg_attr(all(), ai_function)]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {
    Ledger.balance();
}
