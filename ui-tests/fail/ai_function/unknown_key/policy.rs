use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function(read_only, policy = strict)]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}
