use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(format = "date")]
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {}
