use hpd_runtime::plugin;

fn check_account(account: &u64) -> Result<(), String> {
    if *account == 0 { Err("there is no account 0".to_owned()) } else { Ok(()) }
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
