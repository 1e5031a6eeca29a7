use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(range(min = FIRST))]
        account: u32,
    ) -> u32 {
        account
    }
}

const FIRST: u32 = 1;

fn main() {
    assert_eq!(FIRST, 1);
}
