use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(range(min = 10, max = 9.5))]
        account: f64,
    ) -> f64 {
        account
    }
}

fn main() {}
