use hpd_runtime::plugin;

type Number = u32;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(range(min = 1), length(max = 10))]
        account: Number,
    ) -> u32 {
        account
    }
}

fn main() {}
