use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account's number.
        account: ,
    ) -> i64 {
        0
    }

    /// The number of accounts.
    #[ai_function]
    fn accounts(
        &self,
        /// Closed ones too.
        #[param(default)]
        closed: bool,
    ) -> usize {
        usize::from(closed)
    }
}

fn main() {}
