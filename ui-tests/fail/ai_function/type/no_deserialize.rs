use hpd_runtime::plugin;

#[derive(schemars::JsonSchema)]
struct Account {
    number: u32,
}

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        account: Account,
    ) -> u32 {
        account.number
    }
}

fn main() {}
