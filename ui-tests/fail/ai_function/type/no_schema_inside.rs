use hpd_runtime::plugin;

#[derive(serde::Deserialize)]
struct Account {
    number: u32,
}

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of some accounts.
    #[ai_function]
    fn balance(
        &self,
        /// The accounts.
        accounts: Vec<Option<Account>>,
    ) -> u32 {
        accounts.iter().flatten().map(|account| account.number).sum()
    }
}

fn main() {}
