use hpd_runtime::plugin;

#[derive(Debug)]
struct Closed;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> Result<i64, Closed> {
        Ok(0)
    }

    /// The names of the accounts.
    #[ai_function]
    async fn accounts(&self) -> Result<Vec<String>, Closed> {
        Ok(Vec::new())
    }

    /// The year.
    #[ai_function]
    fn year(&self) -> std::result::Result<u16, Closed> {
        Ok(2026)
    }
}

fn main() {}
