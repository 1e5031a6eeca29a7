use hpd_runtime::plugin;

fn check_account(account: &u32) -> bool {
    *account > 0
}

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(custom = check_account)]
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {}
