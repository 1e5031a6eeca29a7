use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(multiple_of = 0.0)]
        account: f64,
    ) -> f64 {
        account
    }
}

fn main() {}
