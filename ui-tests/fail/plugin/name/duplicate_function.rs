use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }

    /// The balance of all accounts.
    #[ai_function(name = "balance")]
    fn total(&self) -> i64 {
        0
    }
}

fn main() {}
