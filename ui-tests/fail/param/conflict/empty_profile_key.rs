use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(sensitive, example = "1000", profile_key = "")]
        account: String,
    ) -> usize {
        account.len()
    }
}

fn main() {}
