use hpd_runtime::ai_function;

struct Ledger;

impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        /// The account.
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {
    Ledger::balance(1);
}
