use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(default = 5)]
        account: String,
    ) -> usize {
        account.len()
    }
}

fn main() {}
