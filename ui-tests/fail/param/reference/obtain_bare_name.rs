use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// All accounts.
    #[ai_function]
    fn accounts(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(obtain = accounts)]
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {}
