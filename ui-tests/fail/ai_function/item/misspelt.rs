use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_fuction(timeout = 5)]
    fn balance(
        &self,
        /// The account.
        #[param(range(min = 1))]
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {}
