use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function(check = rules::check_account)]
    fn balance(
        &self,
        /// The account.
        account: u32,
    ) -> u32 {
        account
    }
}

mod rules {}

fn main() {}
