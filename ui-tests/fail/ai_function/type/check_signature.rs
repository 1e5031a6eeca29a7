use hpd_runtime::plugin;

fn check_accounts(from: &u32, to: &String) -> Result<(), String> {
    if to.parse() == Ok(*from) { Err("the accounts are the same".to_owned()) } else { Ok(()) }
}

struct Ledger;

#[plugin]
impl Ledger {
    /// The distance of two accounts.
    #[ai_function(check = check_accounts)]
    fn distance(
        &self,
        /// The first account.
        from: u32,
        /// The second account.
        to: u32,
    ) -> u32 {
        from.abs_diff(to)
    }
}

fn main() {}
