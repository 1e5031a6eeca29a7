use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> Result<i64, std::io::Error> {
        Ok(0)
    }

    /// The number of accounts.
    #[ai_function]
    async fn accounts(&self) -> Result<i64, std::fmt::Error> {
        Ok(0)
    }
}

fn main() {}
