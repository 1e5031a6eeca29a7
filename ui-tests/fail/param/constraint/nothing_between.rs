use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(range(exclusive_min = 1, max = 1.0))]
        account: f64,
    ) -> f64 {
        account
    }
}

fn main() {}
