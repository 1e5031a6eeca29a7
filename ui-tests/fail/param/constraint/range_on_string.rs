use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(range(min = 1, max = 10))]
        account: String,
    ) -> usize {
        account.len()
    }
}

fn main() {}
