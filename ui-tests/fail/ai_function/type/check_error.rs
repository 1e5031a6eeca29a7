use hpd_runtime::plugin;

fn check_account(account: &u32) -> Result<(), u32> {
    if *account == 0 { Err(0) } else { Ok(()) }
}

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function(check = check_account)]
    fn balance(
        &self,
        /// The account.
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {}
