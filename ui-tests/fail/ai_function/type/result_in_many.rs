use hpd_runtime::plugin;

struct Balance;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> Balance {
        Balance
    }

    /// The total.
    #[ai_function]
    fn total(&self) -> Result<Balance, String> {
        Ok(Balance)
    }
}

fn main() {}
