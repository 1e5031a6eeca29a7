use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[cfg(not(any()))]
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }

    /// The balance of all accounts.
    #[cfg(all())]
    #[ai_function(name = "balance")]
    fn total(&self) -> i64 {
        0
    }
}

fn main() {}
