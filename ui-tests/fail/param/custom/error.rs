use hpd_runtime::plugin;

fn check_account(account: &u32) -> Result<(), std::fmt::Error> {
    if *account == 0 { Err(std::fmt::Error) } else { Ok(()) }
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
