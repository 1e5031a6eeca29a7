use hpd_runtime::plugin;

fn first_account() -> String {
    "1000".to_owned()
}

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(default = first_account())]
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {}
